import { expect, test } from '@jest/globals';

import { setUpEditor } from '../../support/editor/openEditor';
import {
	chain,
	manualTrigger,
	packNode,
	saveWorkflow,
	withCredential,
} from '../../../tools/n8n/workflows';
import {
	credentialType,
	forgetCredentials,
	saveCredential,
	type StoredCredential,
} from '../../../tools/n8n/rest';

const NODE = 'Digital Human Translate Video';

const ui = setUpEditor();

test('a node added behind another one is usable at once, and lists the languages', async () => {
	const { url: baseUrl, token: accessToken } = ui.bench.service;
	await saveCredential(ui.bench.rest, { baseUrl, accessToken, videoDetailPath: 'demo/video' });
	await ui.editor.openWorkflow((await ui.bench.load(chain('Add', manualTrigger))).id);
	const { node, nodes } = ui.editor;
	await node.refilling(async () => {
		await nodes.open();
		await nodes.find('translate', NODE);
		await nodes.add(NODE);
	});
	expect(await node.value('completion')).toBe('Return Task ID');
	expect(await node.entries('completion')).toHaveLength(2);
	expect((await node.entries('targetLanguages')).join()).toContain('Japanese');
	await ui.editor.screenshot('translate-video-new');
});

test('a credential that is created in the node brings the languages with it', async () => {
	await forgetCredentials(ui.bench.rest);
	const file = chain('Create', manualTrigger);
	await ui.editor.openWorkflow((await saveWorkflow(ui.bench.rest, file, false)).id);
	const { node, nodes, credential } = ui.editor;
	await node.refilling(async () => {
		await nodes.open();
		await nodes.find('translate', NODE);
		await nodes.add(NODE);
	});
	expect((await node.entries('targetLanguages')).join()).toContain('Choose a credential');
	await credential.openNew();
	await credential.fill('baseUrl', ui.bench.service.url);
	await credential.fill('accessToken', ui.bench.service.token);
	await node.refilling(async () => {
		await credential.save();
		await credential.closed();
	});
	expect((await node.entries('targetLanguages')).join()).toContain('Japanese');
});

test.each([
	['without a path', '', 'Return Task ID (This Credential Cannot Wait)'],
	['with a path', 'demo/video', 'Return Task ID'],
])(
	'Completion says what a credential %s can do before the first run',
	async (name, videoDetailPath, shown) => {
		const { url: baseUrl, token: accessToken } = ui.bench.service;
		const credential = await ui.bench.rest.post<StoredCredential>('credentials', {
			name,
			type: credentialType,
			data: { baseUrl, accessToken, videoDetailPath },
		});
		const node = packNode('digitalHumanTranslateVideo', 'Translate Video', {});
		const file = withCredential(chain(`Translation ${name}`, manualTrigger, node), credential);
		const { id } = await saveWorkflow(ui.bench.rest, file, false);
		await ui.editor.openWorkflow(id);
		await ui.editor.openNode('Translate Video');
		const values = async () =>
			await ui.editor.node.panel
				.locator('input')
				.evaluateAll((inputs) => inputs.map((input) => (input as { value?: string }).value));
		for (let round = 0; round < 50 && !(await values()).includes(shown); round++) {
			await ui.editor.page.waitForTimeout(200);
		}
		await ui.editor.screenshot(`translate-video-${name.replaceAll(' ', '-')}`);
		expect(await values()).toContain(shown);
	},
);
