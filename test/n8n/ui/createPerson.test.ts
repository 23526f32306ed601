import { expect, test } from '@jest/globals';

import { setUpEditor } from '../../support/editor/openEditor';
import { chain, manualTrigger } from '../../../tools/n8n/workflows';
import { saveCredential } from '../../../tools/n8n/rest';

const NODE = 'Digital Human Create Person';

const ui = setUpEditor();

test('Completion starts with waiting, and says what each choice needs', async () => {
	const { url: baseUrl, token: accessToken } = ui.bench.service;
	await saveCredential(ui.bench.rest, { baseUrl, accessToken });
	await ui.editor.openWorkflow((await ui.bench.load(chain('Person', manualTrigger))).id);
	const { node, nodes } = ui.editor;
	await nodes.open();
	await nodes.find('avatar', NODE);
	await nodes.add(NODE);
	expect(await node.value('completion')).toBe('Wait for Result');
	expect(await node.entries('completion')).toEqual(
		['Wait for Result', 'Pause Until Finished', 'Return Task ID'].map((name) =>
			expect.stringMatching(new RegExp(`^${name}\n.*'Person Detail Path'`)),
		),
	);
	await ui.editor.screenshot('create-person-completion');
});
