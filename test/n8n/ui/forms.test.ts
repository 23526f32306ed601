import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';

import { sha256 } from '../../../demo-service';
import { sample } from '../../../demo-service/media/samples';
import { readExample, type WorkflowFile } from '../../../tools/n8n/workflows';
import { FormPages } from '../../support/editor/formPages';
import { arrivedAt, bodiesOf, withParameters } from '../../support/n8n/exampleRun';
import { idOf } from '../../support/n8n/serviceIds';
import { setUpWorkbench } from '../../support/n8n/workbench';

const TEXT = 'Welcome to our shop. Today everything is half price.';
const READY = 'Your video is ready';
const FORM = 'n8n-nodes-base.formTrigger';

const bench = setUpWorkbench();
let form: FormPages;

beforeAll(async () => {
	form = await FormPages.open();
});
beforeEach(() => bench.service.reset());
afterAll(async () => await form.close());

/** Publishes a workflow with an address of its own, and opens its form. */
async function openForm(file: WorkflowFile): Promise<void> {
	const webhookId = randomUUID();
	const nodes = file.nodes.map((node) => (node.type === FORM ? { ...node, webhookId } : node));
	await bench.live({ ...file, nodes });
	await form.goto(`${bench.webhookUrl}/form/${webhookId}`);
}

/** Fetches what the link on the last page leads to. @returns its type */
async function linkedType(): Promise<string | null> {
	const link = form.page.getByRole('link', { name: 'Open the video' });
	const { headers } = await fetch((await link.getAttribute('href')) ?? '');
	return headers.get('content-type');
}

/** Checks that a page says how long the result takes. */
async function saysMinutes(): Promise<void> {
	const [below] = await form.page.locator('.form-header p').allInnerTexts();
	expect(below).toContain('minutes');
}

describe('video-studio', () => {
	/** Fills in both pages. @returns name of the presenter */
	async function order(screen: string): Promise<string> {
		await saysMinutes();
		await form.field('Text').fill(TEXT);
		await form.choose('Screen', screen);
		await form.screenshot('form-studio');
		await form.submit();
		await form.shows('Choose a presenter');
		await saysMinutes();
		const names = await form.offered('Presenter');
		expect(names).toHaveLength(12);
		const [, , , name = ''] = names;
		await form.choose('Presenter', name);
		await form.screenshot('form-studio-presenter');
		await form.submit();
		return name;
	}

	test.each(['pause', 'wait'])(
		'plays the video on the last page, with its link (Completion: %s)',
		async (completion) => {
			await openForm(withParameters(readExample('video-studio'), 'Compose Video', { completion }));
			const name = await order('Landscape');
			await form.shows(READY);
			await form.screenshot('form-studio-ready');
			expect(await linkedType()).toBe('video/mp4');
			await form.playsVideo();
			expect(bodiesOf(bench, 'create_video')).toMatchObject([
				{
					person: { id: await idOf(bench.service, 'list_common_dp', name) },
					audio: { tts: { text: [TEXT] } },
					screen_width: 1920,
					screen_height: 1080,
				},
			]);
		},
	);

	test('says on the last page why there is no video', async () => {
		bench.service.fate({ outcome: 51, errMsg: 'the text cannot be spoken' });
		await openForm(readExample('video-studio'));
		await order('Portrait');
		await form.shows('There is no video');
		await form.screenshot('form-studio-failed');
		expect(await form.page.locator('.header p').innerText()).toContain('the text cannot be spoken');
	});
});

test('talking-picture-from-a-form lets the uploaded picture say the text', async () => {
	await openForm(readExample('talking-picture-from-a-form'));
	const picture = sample('jpg');
	await form
		.field('Picture')
		.setInputFiles({ name: 'anna.jpg', mimeType: 'image/jpeg', buffer: picture });
	await form.field('Text').fill(TEXT);
	await form.choose('Shape', 'Square');
	await form.screenshot('form-picture');
	await form.submit();
	await form.shows('Choose a voice');
	await saysMinutes();
	await form.screenshot('form-picture-voice');
	await form.choose('Voice', 'Bruno Calm (male)');
	await form.submit();
	await form.shows(READY);
	await form.screenshot('form-picture-ready');
	expect(await linkedType()).toBe('video/mp4');
	const files = arrivedAt(bench);
	expect(files).toMatchObject([
		{ service: 'ai_creation', sha256: sha256([picture]) },
		{ service: 'lip_sync_video' },
	]);
	expect(bodiesOf(bench, 'ai_creation/task/submit')).toMatchObject([
		{
			model_code: 'modeld-1.1-i2v',
			video_duration: 5,
			start_frame: expect.stringMatching(/^http/),
		},
	]);
	const voice = await idOf(bench.service, 'list_common_audio', 'Bruno Calm');
	expect(bodiesOf(bench, 'video_lip_sync/create')).toMatchObject([
		{
			video_file_id: files[1]?.id,
			tts_config: { text: [TEXT], audio_man_id: voice },
			screen_width: 1080,
			screen_height: 1080,
			backway: 2,
		},
	]);
});
