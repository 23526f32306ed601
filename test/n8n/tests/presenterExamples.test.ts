import { beforeEach, describe, expect, test } from '@jest/globals';

import { finishedExecution } from '../../../tools/n8n/executions';
import { submitVideo } from '../../../tools/n8n/presenterWorkflow';
import { readExample } from '../../../tools/n8n/workflows';
import {
	bodiesOf,
	fileKind,
	filledIn,
	runExample,
	startExample,
} from '../../support/n8n/exampleRun';
import { setUpWorkbench } from '../../support/n8n/workbench';

const bench = setUpWorkbench();
beforeEach(() => bench.service.reset());

describe('example', () => {
	test('presenter-video-from-text lets the most used person say the text', async () => {
		const execution = await runExample(bench, readExample('presenter-video-from-text'));
		const [person] = execution.json('Choose Presenter');
		const [task, ...more] = execution.json('Compose Video');
		expect(more).toEqual([]);
		expect(task).toMatchObject({ state: 'succeeded', taskKind: 'composedVideo' });
		expect(await fileKind(bench, execution.items('Compose Video')[0])).toBe('mp4');
		const [{ figureType }] = person?.figures as [{ figureType: string }];
		expect(bodiesOf(bench, 'create_video')).toMatchObject([
			{
				person: { id: person?.personId, figure_type: figureType },
				audio: {
					type: 'tts',
					tts: {
						text: ['Welcome! This video was made in a workflow, from nothing but this text.'],
						audio_man: person?.voiceId,
					},
				},
				screen_width: 1080,
				screen_height: 1920,
			},
		]);
	});

	test('custom-person-then-video pauses for the person, which then says the text', async () => {
		const video = bench.service.storage.source({ bytes: 50_000, name: 'anna.mp4' });
		bench.service.fate(({ endpoint }) =>
			endpoint === 'create_customised_person' ? { seconds: 40 } : undefined,
		);
		const id = await startExample(
			bench,
			filledIn(readExample('custom-person-then-video'), 'What to Change', { videoUrl: video.url }),
		);
		await bench.service.journal.waitFor({ endpoint: 'create_customised_person' });
		const execution = await finishedExecution(bench.rest, id);
		expect(execution).toMatchObject({ status: 'success', error: undefined });
		expect(bodiesOf(bench, 'create_customised_person')).toMatchObject([
			{
				name: 'Anna',
				material_video: video.url,
				train_type: 'both',
				language: 'en',
				callback: expect.stringContaining('/webhook-waiting/'),
			},
		]);
		expect(bench.service.callbacks.sent().map(({ status }) => status)).toEqual([200]);
		const [person] = execution.json('Check Person');
		expect(person).toMatchObject({ state: 'succeeded', taskKind: 'person' });
		expect(person?.voiceId).toMatch(/^\d+$/);
		const voice = person?.voiceId as string;
		expect(bodiesOf(bench, 'create_video')).toMatchObject([
			{
				person: { id: person?.taskId },
				audio: {
					tts: {
						text: ['Hello, I am the digital Anna. Nice to meet you.'],
						audio_man: voice,
					},
				},
			},
		]);
		expect(await fileKind(bench, execution.items('Compose Video')[0])).toBe('mp4');
	});

	test('long-article-to-a-series makes a video of each part, with a file and a title', async () => {
		const execution = await runExample(bench, readExample('long-article-to-a-series'));
		const texts = bodiesOf(bench, 'create_video').map(
			(body) => (body as { audio: { tts: { text: string[] } } }).audio.tts.text[0] ?? '',
		);
		expect(texts).toHaveLength(2);
		for (const text of texts) {
			expect(text.length).toBeLessThan(4_000);
			expect(text).not.toMatch(/[#*[\]]|https?:/);
		}
		const series = execution.json('Series');
		expect(series.map(({ title }) => title)).toEqual([
			'Why bread rises (1 of 2)',
			'Why bread rises (2 of 2)',
		]);
		for (const item of execution.items('Series')) expect(await fileKind(bench, item)).toBe('mp4');
	});

	test('cost-of-a-batch tells what the videos would cost, and submits none', async () => {
		const execution = await runExample(bench, readExample('cost-of-a-batch'));
		expect(bodiesOf(bench, 'create_video')).toEqual([]);
		const [cost] = execution.json('Cost');
		expect(cost).toMatchObject({
			videos: 3,
			message: expect.stringMatching(/^3 videos, about \d+ seconds, about \d+ credits/),
		});
		expect(Number(cost?.creditsA)).toBeGreaterThan(5);
	});

	test('find-and-download finds what was made earlier, without an ID', async () => {
		const access = { url: bench.service.url, token: bench.service.token };
		const finished = await submitVideo(access, 'Welcome.');
		bench.service.settle(finished);
		const open = await submitVideo(access, 'Not yet.');
		bench.service.settle(open, { seconds: Infinity });
		const execution = await runExample(bench, readExample('find-and-download'));
		expect(execution.json('Results')).toMatchObject([
			{ taskId: finished, taskKind: 'composedVideo', url: expect.stringContaining('.mp4') },
		]);
		expect(await fileKind(bench, execution.items('Results')[0])).toBe('mp4');
	});
});
