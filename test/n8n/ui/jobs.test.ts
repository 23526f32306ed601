import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from '@jest/globals';

import { sample } from '../../../demo-service/media/samples';
import { chain, manualTrigger, type NodeSpec } from '../../../tools/n8n/workflows';
import { setUpEditor } from '../../support/editor/openEditor';
import { arrivedAt, bodiesOf } from '../../support/n8n/exampleRun';

const videoDetailPath = 'demo/video';
const ui = setUpEditor({ service: { videoDetailPath } });

beforeEach(() => ui.bench.service.reset());

/** Opens a workflow that ends in a file, and adds a node behind it from the nodes panel. */
async function addBehind(
	nodes: NodeSpec[],
	words: string,
	name: string,
	add: (action: () => Promise<void>) => Promise<void> = async (action) => await action(),
): Promise<void> {
	await ui.show(chain('Job', ...nodes), undefined, await ui.onlyCredential({ videoDetailPath }));
	await ui.editor.nodes.open();
	await ui.editor.nodes.find(words, name);
	await add(async () => await ui.editor.nodes.add(name));
}

const form: NodeSpec = {
	name: 'Form',
	type: 'n8n-nodes-base.formTrigger',
	typeVersion: 2.2,
	webhookId: randomUUID(),
	parameters: {
		formTitle: 'Your video',
		formFields: {
			values: [{ fieldLabel: 'Your video', fieldType: 'file', multipleFiles: false }],
		},
		options: {},
	},
};

test('form → lip sync: the file of the form is found without its name', async () => {
	await addBehind([form], 'lip', 'Digital Human Lip Sync');
	const { node, page } = ui.editor;
	await node.fill('text', 'Welcome to our shop.');
	await node.list('voiceId').open();
	await node.list('voiceId').choose('Bruno Calm (male, English)');
	expect((await node.entries('screen')).map((entry) => entry.split(/ \(|\n/)[0])).toEqual([
		'Custom',
		'Landscape for YouTube',
		'Portrait for TikTok, Reels, Shorts',
		'Same as Video',
		'Square',
	]);
	await node.choose('screen', 'Same as Video');
	await ui.editor.screenshot('job-lip-sync-screen');
	await node.close();
	const opened = page.context().waitForEvent('page');
	await ui.editor.executeWorkflow();
	const popup = await opened;
	await popup.locator('input[type=file]').setInputFiles({
		name: 'speaker.mp4',
		mimeType: 'video/mp4',
		buffer: sample('mp4'),
	});
	await popup.locator('#submit-btn').click();
	await ui.editor.openNode('Digital Human Lip Sync');
	await node.output.items.waitFor();
	await ui.editor.screenshot('job-form-lip-sync');
	expect(arrivedAt(ui.bench)).toMatchObject([{ service: 'lip_sync_video' }]);
	expect(bodiesOf(ui.bench, 'video_lip_sync/create')).toMatchObject([
		{ screen_width: 270, screen_height: 480 },
	]);
});

test('two languages: chosen in the list of a node that was just added', async () => {
	const { url } = ui.bench.service.storage.source({ bytes: 9_000, name: 'interview.mp4' });
	const download: NodeSpec = {
		name: 'Download',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: { url, options: { response: { response: { responseFormat: 'file' } } } },
	};
	const { node } = ui.editor;
	await addBehind(
		[manualTrigger, download],
		'translate',
		'Digital Human Translate Video',
		async (action) => await node.refilling(action),
	);
	await node.tick('targetLanguages', 'Japanese');
	await node.tick('targetLanguages', 'German');
	expect(await node.value('completion')).toBe('Wait for Result');
	expect(await node.entries('completion')).toHaveLength(2);
	await node.close();
	await ui.editor.executeWorkflow();
	await ui.editor.openNode('Digital Human Translate Video');
	await node.output.shows('2 items');
	await ui.editor.screenshot('job-two-languages');
	await node.output.show('Binary');
	await node.output.shows('interview-ja.mp4');
	await node.output.shows('interview-de.mp4');
	expect(bodiesOf(ui.bench, 'video_translation/create')).toHaveLength(1);
});
