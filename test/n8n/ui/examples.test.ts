import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { credentialName, credentialType, saveCredential } from '../../../tools/n8n/credentials';
import { Editor } from '../../support/editor/editor';
import { areaOf } from '../../support/editor/pictures';
import { exampleNames, readExample } from '../../../tools/n8n/workflows';
import type { Workbench } from '../../support/n8n/shared';
import { openWorkbench } from '../../support/n8n/shared';

let bench: Workbench;
let editor: Editor;

beforeAll(async () => {
	bench = await openWorkbench();
	await saveCredential(bench.rest, {
		baseUrl: bench.service.url,
		accessToken: bench.service.token,
	});
	editor = await Editor.open(bench.rest.url);
});
afterAll(async () => {
	await editor.close();
	await bench.close();
});

test.each(exampleNames())('%s is imported as it is and finds its credential', async (name) => {
	const { nodes } = readExample(name);
	const shown = await editor.importFile(JSON.stringify(readExample(name)));
	expect(shown).toBe(nodes.length);
	await editor.tidyCanvas();
	await editor.picture(`examples/${name}`, await areaOf(editor.page, [editor.canvasNodes], 72));
	const own = nodes.find(({ credentials }) => credentials?.[credentialType]);
	await editor.openNode(own?.name ?? '');
	expect(await editor.node.credential()).toBe(credentialName);
});

test('a credential that is not there is not replaced by another', async () => {
	const example = JSON.stringify(readExample('video-from-prompt'));
	await editor.importFile(example.replace(credentialName, 'Nobody knows this'));
	await editor.openNode('Create Video');
	await editor.screenshot('credential-missing');
	expect(await editor.node.credential()).toBe('');
});
