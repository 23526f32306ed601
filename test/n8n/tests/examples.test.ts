/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';

import type { Execution } from '../../../tools/n8n/executions';
import { filesBelow } from '../../../tools/n8n/processes';
import { exampleNames, readExample } from '../../../tools/n8n/workflows';
import { bodiesOf, fileKind, kindAt, runExample } from '../../support/n8n/exampleRun';
import { setUpWorkbench } from '../../support/n8n/workbench';

const bench = setUpWorkbench();
beforeEach(() => bench.service.reset());

const run = async (name: string) => await runExample(bench, readExample(name));
const submitted = () => bodiesOf(bench, 'ai_creation/task/submit');

/** The only result address of a node. */
function resultOf(execution: Execution, node: string): string {
	const [task, ...more] = execution.json(node);
	expect(more).toEqual([]);
	expect(task).toMatchObject({ state: 'succeeded', taskKind: 'aiCreation' });
	const urls = task?.outputUrls as string[];
	expect(urls).toHaveLength(1);
	return urls[0] ?? '';
}

test('every example is run by a test', () => {
	const tests = [__dirname, join(__dirname, '..', 'ui')]
		.flatMap(filesBelow)
		.map((file) => readFileSync(file, 'utf8'));
	const untested = exampleNames().filter((name) => !tests.some((text) => text.includes(name)));
	expect(untested).toEqual([]);
});

describe('example', () => {
	test('image-from-prompt makes an image', async () => {
		const execution = await run('image-from-prompt');
		expect(await kindAt(resultOf(execution, 'Create Image'))).toBe('png');
		expect(submitted()).toEqual([
			{
				model_code: 'modelf-4.0',
				creation_type: 3,
				ref_prompt: 'A lighthouse on a cliff at dawn, seen from the sea, soft light',
				aspect_ratio: '16:9',
				clarity: 2048,
				number_of_images: 1,
			},
		]);
	});

	test('video-from-prompt makes a video', async () => {
		const execution = await run('video-from-prompt');
		expect(await kindAt(resultOf(execution, 'Create Video'))).toBe('mp4');
		expect(submitted()).toMatchObject([
			{ model_code: 'ext_modela-v3-0-turbo-text2video', video_duration: 5, clarity: 1080 },
		]);
	});

	test('first-and-last-frame-to-video joins the two images that it made', async () => {
		const execution = await run('first-and-last-frame-to-video');
		expect(await kindAt(resultOf(execution, 'Create Video'))).toBe('mp4');
		const [, , video] = submitted();
		expect(video).toMatchObject({
			model_code: 'modelc3.0-first-last-to-video',
			start_frame: resultOf(execution, 'Create First Frame'),
			end_frame: resultOf(execution, 'Create Last Frame'),
			number_of_images: 1,
		});
	});

	test('image-then-video downloads both files', async () => {
		const execution = await run('image-then-video');
		expect(submitted()).toMatchObject([{}, { start_frame: resultOf(execution, 'Create Image') }]);
		for (const [node, kind] of [
			['Create Image', 'png'],
			['Create Video', 'mp4'],
		] as const) {
			expect(await fileKind(bench, execution.items(node)[0])).toBe(kind);
		}
	});

	test('scheduled-content-generation hands on image and video of the topic', async () => {
		const execution = await run('scheduled-content-generation');
		const [{ topic } = {}] = execution.json('Topic of the Day');
		expect(topic).toEqual(expect.stringMatching(/\w/));
		expect(execution.json('Content')).toEqual([
			{
				caption: `Today: ${String(topic)}`,
				imageUrl: resultOf(execution, 'Create Image'),
				videoUrl: resultOf(execution, 'Create Video'),
			},
		]);
	});
});
