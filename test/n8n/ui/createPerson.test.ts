import { expect, test } from '@jest/globals';

import { setUpEditor } from '../../support/editor/openEditor';
import { chain, manualTrigger } from '../../../tools/n8n/workflows';
import { saveCredential } from '../../../tools/n8n/rest';

const NODE = 'Digital Human Create Person';

const ui = setUpEditor();

test.each([
	['without a path', '', [' (Needs a Person Detail Path)', ' (One Person at a Time)']],
	['with a path', 'person/detail', ['', '']],
])(
	'Completion says what a credential %s can do before the first run',
	async (name, personDetailPath, [wait, pause]) => {
		const { url: baseUrl, token: accessToken } = ui.bench.service;
		await saveCredential(ui.bench.rest, { baseUrl, accessToken, personDetailPath });
		await ui.editor.openWorkflow((await ui.bench.load(chain(name, manualTrigger))).id);
		const { node, nodes } = ui.editor;
		await node.refilling(async () => {
			await nodes.open();
			await nodes.find('avatar', NODE);
			await nodes.add(NODE);
		});
		expect(await node.value('completion')).toBe('Return Task ID');
		expect(await node.entries('completion')).toEqual([
			expect.stringContaining(`Wait for Result${wait}\n`),
			expect.stringContaining(`Pause Until Finished${pause}\n`),
			expect.stringContaining('Return Task ID\n'),
		]);
		await ui.editor.screenshot(`create-person-${name.replaceAll(' ', '-')}`);
	},
);
