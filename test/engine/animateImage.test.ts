import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { NodeRun } from '../support/engine/engine';
import { setUp } from '../support/engine/setup';
import { Submits } from '../support/engine/submits';
import { errorText } from '../support/engine/errorText';
import { quickTime } from '../support/quickTime';

quickTime();

const CREATE = 'aigc/motion';

const animate = (
	items: IDataObject[],
	parameters: INodeParameters = {},
	more: Partial<NodeRun> = {},
): NodeRun => ({
	type: 'digitalHumanAiCreate',
	parameters: { resource: 'video', operation: 'animate', ...parameters },
	items,
	...more,
});

describe('AI Create, Animate Image', () => {
	const setup = setUp({ speed: 200 });
	const submits = new Submits(() => setup.service);
	const creates = () => setup.service.journal.entries({ operation: CREATE });
	const bodies = () => creates().map(({ body }) => body);

	/** An image task as Create Image puts it out. */
	const image = async (): Promise<IDataObject> => {
		const taskId = await submits.fated('aiCreation', { seconds: 0, results: 2 });
		const { json } = await setup.engine.run({
			type: 'digitalHumanGetTask',
			parameters: { operation: 'get' },
			items: [{ taskId }],
		});
		return json[0] as IDataObject;
	};

	it('takes the image of the item before and outputs the finished video', async () => {
		const input = await image();
		const { json, outputs, error } = await setup.engine.run(animate([input]));
		expect(error).toBeUndefined();
		expect(bodies()).toEqual([
			{ photo_unique_id: input.taskId, photo_path: (input.outputUrls as string[])[0] },
		]);
		expect(json).toEqual([
			expect.objectContaining({
				taskKind: 'motion',
				state: 'succeeded',
				serviceStatus: 'Success',
				outputUrls: [expect.stringMatching(/\.mp4/)],
			}),
		]);
		expect(outputs[0]?.[0]?.pairedItem).toEqual({ item: 0 });
	});

	it('sends everything that the user sets', async () => {
		const input = await image();
		const { error } = await setup.engine.run(
			animate([{}], {
				photoUniqueId: { __rl: true, mode: 'list', value: input.taskId as string },
				photoPath: (input.outputUrls as string[])[1] ?? '',
				emotion: 'é'.repeat(800),
				additionalFields: { gesture: false, model: '2.0-ultra' },
				completion: 'return',
			}),
		);
		expect(error).toBeUndefined();
		expect(bodies()).toEqual([
			{
				photo_unique_id: input.taskId,
				photo_path: (input.outputUrls as string[])[1],
				emotion: 'é'.repeat(800),
				gesture: false,
				model: '2.0-ultra',
			},
		]);
	});

	it('takes the model as the number that a table holds', async () => {
		const { error } = await setup.engine.run(
			animate([{ ...(await image()), version: 3 }], {
				additionalFields: { model: '={{ $json.version }}' },
				completion: 'return',
			}),
		);
		expect(error).toBeUndefined();
		expect(bodies()).toEqual([expect.objectContaining({ model: '3.0' })]);
	});

	it('takes the first image of the task when no address is given', async () => {
		const { taskId, outputUrls } = await image();
		const { error } = await setup.engine.run(animate([{ taskId }], { completion: 'return' }));
		expect(error).toBeUndefined();
		expect(bodies()).toEqual([
			{ photo_unique_id: taskId, photo_path: (outputUrls as string[])[0] },
		]);
	});

	it('names everything that is wrong and submits nothing', async () => {
		const { error } = await setup.engine.run(
			animate([{ outputUrls: ['a picture'] }], {
				emotion: 'a'.repeat(801),
				additionalFields: { gesture: 'perhaps', model: '4.0' },
			}),
		);
		expect(errorText(error)).toContain("'Image Task' is missing");
		expect(errorText(error)).toContain("'Image URL' is not a URL");
		expect(errorText(error)).toContain("'Emotion' has 801 characters");
		expect(errorText(error)).toContain("'Gestures' must be true or false");
		expect(errorText(error)).toContain("'Model' must be one of 1.0, 2.0-plus, 2.0-ultra or 3.0");
		expect(creates()).toHaveLength(0);
	});

	it.each([
		['is not finished', { seconds: Infinity }, /has no image yet\. Run this node once/],
		[
			'has failed',
			{ seconds: 0, outcome: 'Fail' },
			/has no image, because it failed\. Choose another task/,
		],
	])('says that the image task %s', async (_, fate, words) => {
		const taskId = await submits.fated('aiCreation', fate);
		const { error } = await setup.engine.run(animate([{ taskId }]));
		expect(errorText(error)).toMatch(words);
		expect(creates()).toHaveLength(0);
	});

	it('asks nothing about an image that the item shows as that of the task', async () => {
		const input = await image();
		setup.service.journal.clear();
		await setup.engine.run(animate([input], { completion: 'return' }));
		expect(setup.service.journal.count({ operation: CREATE })).toBe(1);
		expect(setup.service.journal.count()).toBe(1);
	});

	it('takes the image of another task by its address', async () => {
		const { taskId, outputUrls } = await image();
		const url = (outputUrls as string[])[1] ?? '';
		const { json, error } = await setup.engine.run(
			animate([{ taskId: 'another', outputUrls }], {
				photoUniqueId: { __rl: true, mode: 'list', value: taskId as string },
				photoPath: url,
				completion: 'return',
			}),
		);
		expect(error).toBeUndefined();
		expect(json).toEqual([expect.objectContaining({ taskKind: 'motion' })]);
	});

	it('takes the current address of an image whose signature has changed since', async () => {
		const { taskId, outputUrls } = await image();
		const url = (outputUrls as string[])[1] ?? '';
		const before = url.replace(/signature=\w+/, 'signature=before');
		expect(before).not.toBe(url);
		const { error } = await setup.engine.run(
			animate([{ taskId }], { photoPath: before, completion: 'return' }),
		);
		expect(error).toBeUndefined();
		expect(bodies()).toEqual([{ photo_unique_id: taskId, photo_path: url }]);
	});

	it('takes the given address where the images differ in nothing but their queries', async () => {
		const urls = [1, 2].map((id) => `https://media.example.com/image?id=${id}`);
		const taskId = await submits.fated('aiCreation', {
			seconds: 0,
			record: { output_url: urls },
		});
		const { json, error } = await setup.engine.run(
			animate([{ taskId }], { photoPath: urls[1] ?? '', options: { validateOnly: true } }),
		);
		expect(error).toBeUndefined();
		expect(json[0]?.request).toEqual({ photo_unique_id: taskId, photo_path: urls[1] });
	});

	it('submits no image of another task', async () => {
		const [chosen, input] = [await image(), await image()];
		const { error } = await setup.engine.run(
			animate([input], {
				photoUniqueId: { __rl: true, mode: 'list', value: chosen.taskId as string },
			}),
		);
		expect(errorText(error)).toMatch(
			/^'Image URL' is not an image of 'Image Task' \d+\. It is http/,
		);
		expect(error?.description).toContain('Leave it empty to use the first image');
		expect(creates()).toHaveLength(0);
	});

	const checked = async (taskId: string, url: string) =>
		await setup.engine.run(
			animate([{ taskId }], { photoPath: url, options: { validateOnly: true } }),
		);

	it.each([
		['a photo task among the animated images', 'motion', { type: 1 }],
		['an image task whose type comes as text', 'aiCreation', { type: '3' }],
		['a task of an unknown type', 'aiCreation', { type: 'photo' }],
	] as const)('takes %s', async (_, kind, type) => {
		const url = 'https://media.example.com/photo.png';
		const record = { ...type, output_url: [url] };
		const taskId = await submits.fated(kind, { seconds: 0, record });
		const { json, error } = await checked(taskId, url);
		expect(errorText(error)).toBe('');
		expect(json[0]?.request).toEqual({ photo_unique_id: taskId, photo_path: url });
	});

	it('leaves a task that no query knows to the service, where its image is given', async () => {
		const url = 'https://media.example.com/photo.png';
		const { json, error } = await checked('somewhere-else', url);
		expect(errorText(error)).toBe('');
		expect(json[0]?.request).toEqual({ photo_unique_id: 'somewhere-else', photo_path: url });
	});

	it.each([
		['aiCreation', 4],
		['aiCreation', '4'],
		['motion', 2],
	] as const)('submits nothing for a task that generated a video: %s, %j', async (kind, type) => {
		const taskId = await submits.fated(kind, { seconds: 0, record: { type } });
		setup.service.journal.clear();
		const { error } = await setup.engine.run(
			animate([{ taskId, outputUrls: ['https://example.com/image.png'] }]),
		);
		expect(error?.message).toMatch(/generated a video, and only images can be animated/);
		expect(creates()).toHaveLength(0);
	});

	it('only checks the fields when asked to', async () => {
		const input = await image();
		const { json } = await setup.engine.run(animate([input], { options: { validateOnly: true } }));
		expect(json).toEqual([
			{
				method: 'POST',
				path: '/open/v1/aigc/motion',
				request: {
					photo_unique_id: input.taskId,
					photo_path: (input.outputUrls as string[])[0],
				},
			},
		]);
		expect(creates()).toHaveLength(0);
	});

	it('submits nothing again after an answer was lost', async () => {
		const input = await image();
		setup.service.faults.add({ operation: CREATE, fault: { kind: 'resetAfter' }, times: Infinity });
		const { error } = await setup.engine.run(animate([input]));
		expect(creates()).toHaveLength(1);
		expect(error?.message).toMatch(/^Could not animate the image/);
		expect(error?.description).toContain('may still have been created');
	});

	it('says why the service could not do it', async () => {
		const input = await image();
		setup.service.fate({ seconds: 0, outcome: 'Error', errMsg: 'no face in the image' });
		const { error } = await setup.engine.run(animate([input]));
		expect(error?.message).toBe('The task failed: no face in the image');
	});
});

describe('AI Create, Animate Image, several items', () => {
	const setup = setUp({ speed: 1 });
	const submits = new Submits(() => setup.service);

	it('waits while another task runs, one after another, and loses none', async () => {
		const taskId = await submits.fated('aiCreation', { seconds: 0 });
		setup.service.journal.clear();
		setup.service.fate({ seconds: 3 });
		const { json, error } = await setup.engine.run(
			animate([{ taskId }, { taskId }, { taskId }], { emotion: '={{ "smile " + $itemIndex }}' }),
		);
		expect(error).toBeUndefined();
		expect(json.map(({ state }) => state)).toEqual(['succeeded', 'succeeded', 'succeeded']);
		const entries = setup.service.journal.entries({ operation: CREATE });
		expect(setup.service.journal.accepted(CREATE)).toBe(3);
		const order = entries.map(({ body }) => (body as { emotion: string }).emotion);
		expect(order).toEqual([...order].sort());
		// Each refused attempt is followed by a pause, so there is at most one or two a task.
		expect(entries.filter(({ code }) => code === 40001).length).toBeLessThanOrEqual(4);
	}, 90_000);
});
