import { expect, test } from '@jest/globals';

import { setUpEditor } from '../../support/editor/openEditor';
import { bodiesOf } from '../../support/n8n/exampleRun';
import {
	chain,
	manualTrigger,
	packNode,
	saveWorkflow,
	withCredential,
} from '../../../tools/n8n/workflows';
import { forgetCredentials, saveCredential } from '../../../tools/n8n/rest';

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
	expect(await node.value('completion')).toBe('Wait for Result');
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

test('without a Video Detail Path, nothing is submitted, and the message says what to choose', async () => {
	const node = packNode('digitalHumanTranslateVideo', 'Translate', {
		sourceType: 'video',
		videoId: '1957000000000000003',
		targetLanguages: ['ja'],
	});
	const { url: baseUrl, token: accessToken } = ui.bench.service;
	const credential = await saveCredential(ui.bench.rest, { baseUrl, accessToken });
	const file = withCredential(chain('Refused', manualTrigger, node), credential);
	await ui.editor.openWorkflow((await saveWorkflow(ui.bench.rest, file, false)).id);
	await ui.editor.openNode('Translate');
	await ui.editor.node.press();
	const { message, description } = await ui.editor.node.output.error();
	await ui.editor.screenshot('translate-video-without-path');
	expect(`${message} ${description}`).toMatch(/Video Detail Path.*Return Task ID/s);
	expect(bodiesOf(ui.bench, 'video_translation/create')).toEqual([]);
});
