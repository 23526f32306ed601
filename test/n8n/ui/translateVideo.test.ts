import { expect, test } from '@jest/globals';

import { setUpEditor } from '../../support/editor/openEditor';
import { chain, manualTrigger } from '../../../tools/n8n/workflows';
import { forgetCredentials } from '../../support/n8n/parts';

const NODE = 'Digital Human Translate Video';

const ui = setUpEditor();

test('a credential that is created in the node brings the languages with it', async () => {
	await forgetCredentials(ui.bench.rest);
	await ui.show(chain('Create', manualTrigger));
	const { node, nodes, credential } = ui.editor;
	await node.refilling(async () => {
		await nodes.insert('translate', NODE);
	});
	expect((await node.entries('targetLanguages')).join()).toContain('Choose a credential');
	await credential.openNew();
	await node.refilling(async () => {
		await credential.enterRight(ui.bench.service.url, ui.bench.service.token);
	});
	expect((await node.entries('targetLanguages')).join()).toContain('Japanese');
});
