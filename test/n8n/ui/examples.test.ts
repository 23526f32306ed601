import { beforeAll, expect, test } from '@jest/globals';

import { credentialName, credentialType } from '../../../tools/n8n/rest';
import { setUpEditor } from '../../support/editor/openEditor';
import { areaOf } from '../../support/editor/pictures';
import { exampleNames, readExample } from '../../../tools/n8n/workflows';

const ui = setUpEditor();

beforeAll(async () => {
	await ui.onlyCredential();
});

test.each(exampleNames())('%s is imported as it is and finds its credential', async (name) => {
	const { nodes } = readExample(name);
	const shown = await ui.editor.importFile(JSON.stringify(readExample(name)));
	expect(shown).toBe(nodes.length);
	await ui.editor.tidyCanvas();
	await ui.editor.picture(
		`examples/${name}`,
		await areaOf(ui.editor.page, [ui.editor.canvasNodes], 72),
	);
	const own = nodes.find(({ credentials }) => credentials?.[credentialType]);
	await ui.editor.openNode(own?.name ?? '');
	expect(await ui.editor.node.credential()).toBe(credentialName);
});
