import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { range } from 'lodash';
import type { NodeRun } from '../support/engine/engine';
import { setUp } from '../support/engine/setup';
import { errorText, hintsOf, pairsOf } from '../support/engine/outputs';
import {
	animate,
	chosen,
	createImage,
	DETAILS,
	generate,
	getTask,
	PAGES,
} from '../support/engine/runs';
import { SUBMIT } from '../support/engine/submits';
import {
	allCases,
	chosen as chosenModel,
	type ModelCase,
	type Parameters,
} from '../support/models/cases';

const prompts = (count: number) => range(count).map((n) => ({ prompt: `Picture ${n}` }));

const fromItem = { refPrompt: '={{ $json.prompt }}' };

const url = 'https://example.com/fox.png';
const image = { items: [{ fileType: 'image', source: 'url', url }] };
const clip = { items: [{ fileType: 'video', source: 'url', url: 'https://example.com/fox.mp4' }] };

describe('AI Create', () => {
	const setup = setUp();

	it('outputs the finished media, paired to its input', async () => {
		const { json, outputs } = await setup.run(createImage());
		const urls = { url: expect.stringMatching(/^http/), outputUrls: [expect.any(String)] };
		expect(json).toMatchObject([{ state: 'succeeded', serviceStatus: 'Success', ...urls }]);
		expect(pairsOf(outputs)).toEqual([0]);
	});

	it('submits all items before it waits for any, and asks for all in one request a round', async () => {
		const node = createImage({ ...fromItem, options: { checkEvery: 1 } }, { items: prompts(20) });
		const { json, outputs } = await setup.engine.run(node);
		expect(json.map(({ state }) => state)).toEqual(Array(20).fill('succeeded'));
		expect(pairsOf(outputs)).toEqual(range(20));
		const requests = setup.service.journal.entries({ side: 'service' });
		const firstLook = requests.findIndex(({ endpoint }) => endpoint === PAGES.aiCreation);
		expect(requests.slice(0, firstLook)).toHaveLength(20);
		expect(setup.accepted(SUBMIT.aiCreation)).toBe(20);
		expect(requests.slice(firstLook).length).toBeLessThanOrEqual(4);
	});

	describe('with the model by an expression', () => {
		const byExpression = async (
			resource: 'image' | 'video',
			codes: string[],
			parameters: INodeParameters,
		) => {
			const chosen = { resource, modelCode: '={{ $json.code }}', completion: 'return' };
			const items = codes.map((code) => ({ code }));
			return await setup.engine.run(createImage({ ...chosen, ...parameters }, { items }));
		};
		const codes = ['modelf-4.0', 'modelf-3.0-t2i'];
		const sent = (field: string) =>
			Object.fromEntries(
				(setup.bodies(SUBMIT.aiCreation) as IDataObject[]).map((body) => [
					body.model_code,
					body[field],
				]),
			);

		it('a number that is set counts for all, and one that nobody set is not sent', async () => {
			await byExpression('image', codes, { aspectRatio: '16:9', numberOfImages: 3 });
			expect(sent('number_of_images')).toEqual({ 'modelf-4.0': 3, 'modelf-3.0-t2i': 3 });
			setup.service.journal.clear();
			await byExpression('image', ['modelf-4.0'], {});
			expect(sent('number_of_images')).toEqual({ 'modelf-4.0': undefined });
			const { error } = await byExpression('image', ['modelf-3.0-t2i'], { aspectRatio: '16:9' });
			expect(errorText(error)).toContain("'Number of Images' is missing");
		});

		it.each([
			'MODELF-4.0',
			' modelf-4.0 ',
			'Text or images → image',
			'text or images → image (recommended)',
		])('a model is meant by %j', async (code) => {
			await byExpression('image', [code], {});
			expect(Object.keys(sent('model_code'))).toEqual(['modelf-4.0']);
		});

		it('values by their labels are sent as values', async () => {
			const labels = { clarity: '1080P', aspectRatio: '16x9', resolutionMode: 'standard' };
			const start = { startFrameSource: 'url', startFrameUrl: url, videoDuration: 5 };
			await byExpression('video', ['modelc3.0-first-last-to-video'], { ...labels, ...start });
			expect(setup.bodies(SUBMIT.aiCreation)).toMatchObject([
				{ clarity: 1080, aspect_ratio: '16:9', resolution_mode: 'native' },
			]);
		});

		it.each<[string, string, INodeParameters]>([
			['generate', 'modelb-2.0-lite-tk', { referenceImages: image }],
			['generate', 'modele-q1', { referenceImages: image }],
			['generate', 'modele-q1', { referenceMaterials: image }],
			['generate', 'modeld-1.1-i2v', { startFrameSource: 'none', referenceMaterials: image }],
			['fromReferences', 'modele-q1', { referenceMaterials: image }],
			['fromReferences', 'modelb-2.0-lite-tk', { referenceImages: image }],
		])('files count, %s, %s: %j', async (operation, code, list) => {
			await byExpression('video', [code], { operation, ...list });
			expect(JSON.stringify(setup.bodies(SUBMIT.aiCreation))).toContain(url);
		});

		const two = { referenceImages: image, referenceMaterials: image };
		const frame = { startFrameSource: 'url', startFrameUrl: url };
		it.each<[string, INodeParameters, string]>([
			['modele-q1', two, "'Reference Files': two lists have"],
			['modele-q1', { referenceMaterials: clip }, 'the type of file 1 must be image, but is video'],
			['modeld-1.1-i2v', { ...frame, referenceImages: { items: [{}] } }, 'are both set'],
		])('files are not left out of a request: %s, %j', async (code, lists, words) => {
			const { error } = await byExpression('video', [code], lists);
			expect(errorText(error)).toContain(words);
			expect(setup.count(SUBMIT.aiCreation)).toBe(0);
		});

		it('rows without a file do not count where one file is taken', async () => {
			const none = { fileType: 'image', source: 'url', url: '={{ $json.none }}' };
			const lists = { referenceImages: { items: [none, ...image.items] } };
			await byExpression('image', ['modela-v2-1'], { ...lists, refPrompt: 'A fox' });
			expect(setup.bodies(SUBMIT.aiCreation)).toMatchObject([{ ref_img_url: [url] }]);
		});

		it('a code that is not in the list is entered beside it, with its own parameters', async () => {
			const parametersJson = '{"clarity": 2048}';
			const { error } = await byExpression('image', ['model-new'], { parametersJson });
			expect(errorText(error)).toMatch(
				/'Model' is model-new, which is not in the list.* codes: .*, modelf-4\.0, .*'Other Model…'.*'Model Code'/,
			);
			expect(setup.count(SUBMIT.aiCreation)).toBe(0);
			const beside = { modelCode: 'other', otherModelCode: '={{ $json.code }}' };
			await byExpression('image', ['model-new'], { ...beside, parametersJson });
			expect(sent('clarity')).toEqual({ 'model-new': 2048 });
		});
	});

	it('leaves a reference out for an item whose expression gives none', async () => {
		const row = { source: 'url', url: '={{ $json.photo }}' };
		const items = [{ photo: url }, { photo: '' }, {}];
		const references = { referenceImages: { items: [row] } };
		await setup.engine.run(createImage({ ...references, completion: 'return' }, { items }));
		const sent = setup.bodies(SUBMIT.aiCreation) as IDataObject[];
		expect(sent.map(({ ref_img_url: images }) => images)).toEqual(
			expect.arrayContaining([[url], undefined, undefined]),
		);
		expect(sent).toHaveLength(3);
	});

	describe('when a task does not succeed', () => {
		/** That of one picture fails, and the others end in so many seconds. */
		const thirdFails = (seconds: number) =>
			setup.service.fate(({ body }) => {
				const isThird = JSON.stringify(body).includes('Picture 2');
				return isThird ? { seconds: 0, outcome: 'Error', errMsg: 'No' } : { seconds };
			});

		it.each([
			['continueRegularOutput', [0, 1, 2]],
			['continueErrorOutput', [0, 1]],
		] as const)(
			'leaves with input, task ID and reason, beside the others: %s',
			async (onError, pairs) => {
				thirdFails(0);
				const node = createImage(fromItem, { items: prompts(3), settings: { onError } });
				const { outputs, run } = await setup.engine.run(node);
				expect(pairsOf(outputs)).toEqual(pairs);
				const failed = outputs.flat().filter(({ json }) => json.error !== undefined);
				expect(failed.map(({ json }) => json)).toMatchObject([
					{
						prompt: 'Picture 2',
						error: 'The task failed: No',
						details: { taskId: expect.any(String), state: 'failed', serviceStatus: 'Error' },
					},
				]);
				expect(outputs.flat().filter(({ json }) => json.state === 'succeeded')).toHaveLength(2);
				expect(hintsOf({ run })).toEqual([expect.stringMatching(/^1 of 3 items failed\. .*error/)]);
			},
		);

		it('ends the run with an error of its item', async () => {
			thirdFails(Infinity);
			const { error } = await setup.fails(
				createImage(fromItem, { items: prompts(4) }),
				'The task failed',
			);
			expect(error?.message).toMatch(/ \[item 3 of \d+\]$/);
			expect(error?.description?.split('Already submitted')).toHaveLength(2);
		});
	});
});

/** The item is an image task. */
const animateEach = (
	items: IDataObject[],
	parameters: INodeParameters = {},
	more: Partial<NodeRun> = {},
): NodeRun => animate(parameters, { items, ...more });

describe('AI Create, Animate Image', () => {
	const setup = setUp({ speed: 200 });
	const { submits } = setup;
	const bodies = () => setup.bodies(SUBMIT.motion);
	const submitOnly = { completion: 'return' };
	const checkOnly = { options: { validateOnly: true } };

	/** An image task as Create Image puts it out. */
	const image = async () => {
		const items = await submits.items('aiCreation', 1, { seconds: 0, results: 2 });
		const { json } = await setup.engine.run(getTask(items));
		return json[0] as { taskId: string; outputUrls: [string, string] };
	};

	const checked = async (taskId: string, photoPath: string) =>
		await setup.run(animateEach([{ taskId }], { photoPath, ...checkOnly }));

	it('takes the image of the item before and outputs the finished video', async () => {
		const input = await image();
		const { json, outputs } = await setup.run(animateEach([input]));
		expect(bodies()).toEqual([{ photo_unique_id: input.taskId, photo_path: input.outputUrls[0] }]);
		expect(json).toEqual([
			expect.objectContaining({
				taskKind: 'motion',
				state: 'succeeded',
				serviceStatus: 'Success',
				outputUrls: [expect.stringMatching(/\.mp4/)],
			}),
		]);
		expect(pairsOf(outputs)).toEqual([0]);
	});

	it('sends everything that the user sets', async () => {
		const { taskId, outputUrls } = await image();
		const emotion = 'é'.repeat(800);
		const more = { gesture: false, model: '2.0-ultra' };
		await setup.run(
			animateEach([{}], {
				photoUniqueId: chosen(taskId),
				photoPath: outputUrls[1],
				emotion,
				additionalFields: more,
				...submitOnly,
			}),
		);
		const fields = { photo_unique_id: taskId, photo_path: outputUrls[1], emotion, ...more };
		expect(bodies()).toEqual([fields]);
	});

	it('takes the first image of the task when no address is given', async () => {
		const { taskId, outputUrls } = await image();
		await setup.run(animateEach([{ taskId }], submitOnly));
		expect(bodies()).toEqual([{ photo_unique_id: taskId, photo_path: outputUrls[0] }]);
		// The limit of animated images is low.
		expect([setup.count(PAGES.motion), setup.count(DETAILS.motion)]).toEqual([0, 0]);
	});

	it('names everything that is wrong and submits nothing', async () => {
		const node = animateEach([{ outputUrls: ['a picture'] }], {
			emotion: 'a'.repeat(801),
			additionalFields: { gesture: 'perhaps', model: '4.0' },
		});
		const { said } = await setup.refuses(node, "'Image Task' is missing");
		expect(said).toContain("'Image URL' is not a URL");
		expect(said).toContain("'Emotion' has 801 characters");
		expect(said).toContain("'Gestures' must be true or false");
		expect(said).toContain("'Model' must be one of 1.0, 2.0-plus, 2.0-ultra or 3.0");
	});

	it.each([
		['is not finished', { seconds: Infinity }, /has no image yet\. Run this node once/],
		['has failed', { outcome: 'Fail' }, /has no image, because it failed\. Choose another task/],
	])('says that the image task %s', async (_, fate, words) => {
		const taskId = await submits.fated('aiCreation', { seconds: 0, ...fate });
		await setup.submitsNothing(animateEach([{ taskId }]), words);
	});

	it('asks nothing about an image that the item shows as that of the task', async () => {
		const input = await image();
		setup.service.journal.clear();
		await setup.engine.run(animateEach([input], submitOnly));
		expect(setup.count(SUBMIT.motion)).toBe(1);
		expect(setup.count()).toBe(1);
	});

	it('takes the current address of an image whose signature has changed since', async () => {
		const { taskId, outputUrls } = await image();
		const [, url] = outputUrls;
		const before = url.replace(/signature=\w+/, 'signature=before');
		expect(before).not.toBe(url);
		await setup.run(animateEach([{ taskId }], { photoPath: before, ...submitOnly }));
		expect(bodies()).toEqual([{ photo_unique_id: taskId, photo_path: url }]);
	});

	it('submits no image of another task', async () => {
		const [another, input] = [await image(), await image()];
		const photoUniqueId = chosen(another.taskId);
		const { error } = await setup.submitsNothing(
			animateEach([input], { photoUniqueId }),
			/^'Image URL' is not an image of 'Image Task' \d+\. It is http/,
		);
		expect(error?.description).toContain('Leave it empty to use the first image');
	});

	const photo = 'https://media.example.com/photo.png';

	it.each<[string, () => Promise<string>]>([
		[
			'a photo task is among the animated images',
			async () =>
				await submits.fated('motion', { seconds: 0, record: { type: 1, output_url: [photo] } }),
		],
		['no query knows the task, which the service decides about', async () => 'somewhere-else'],
	])('takes the image that is given where %s', async (_, task) => {
		const taskId = await task();
		const { json } = await checked(taskId, photo);
		expect(json[0]?.request).toEqual({ photo_unique_id: taskId, photo_path: photo });
	});

	it.each([
		['aiCreation', 4],
		['motion', 2],
	] as const)('submits nothing for a task that generated a video: %s, %j', async (kind, type) => {
		const taskId = await submits.fated(kind, { seconds: 0, record: { type } });
		const node = animateEach([{ taskId, outputUrls: ['https://example.com/image.png'] }]);
		await setup.submitsNothing(node, /generated a video, and only images can be animated/);
	});

	it('submits nothing for a video of the node before, as that puts it out', async () => {
		const item = { taskId: '7', state: 'succeeded', outputUrls: ['https://example.com/v.mp4'] };
		const composed = animateEach([{ ...item, taskKind: 'composedVideo' }]);
		await setup.submitsNothing(composed, /'Image Task': the item is a composed video, and only/);
		const taskId = await submits.fated('aiCreation', { seconds: 0, record: { type: 4 } });
		const generated = animateEach([{ ...item, taskId, taskKind: 'aiCreation' }]);
		await setup.submitsNothing(generated, /generated a video, and only images can be animated/);
	});
});

describe('AI Create, Animate Image, several items', () => {
	const setup = setUp({ speed: 1 });
	const { submits } = setup;

	it('waits while another task runs, one after another, and loses none', async () => {
		const taskId = await submits.fated('aiCreation', { seconds: 0 });
		setup.service.journal.clear();
		setup.service.fate({ seconds: 3 });
		const { json } = await setup.run(
			animateEach([{ taskId }, { taskId }, { taskId }], {
				emotion: '={{ "smile " + $itemIndex }}',
			}),
		);
		expect(json.map(({ state }) => state)).toEqual(['succeeded', 'succeeded', 'succeeded']);
		const entries = setup.requests(SUBMIT.motion);
		expect(setup.accepted(SUBMIT.motion)).toBe(3);
		const order = entries.map(({ body }) => (body as { emotion: string }).emotion);
		expect(order).toEqual([...order].sort());
		// Each refused attempt is followed by a pause, so there is at most one or two a task.
		expect(entries.filter(({ code }) => code === 40001).length).toBeLessThanOrEqual(4);
	});
});

describe('Every model', () => {
	const setup = setUp({ speed: 1000, limits: false });
	const models = allCases.map((model) => [model.code, model] as const);

	const generated = (model: ModelCase, parameters: Parameters): NodeRun =>
		generate({
			resource: model.creationType === 3 ? 'image' : 'video',
			completion: 'return',
			...(chosenModel(model, parameters) as INodeParameters),
		});

	it.each(models)('%s takes the smallest and the fullest request', async (code, model) => {
		const { smallest, fullest, smallestBody, fullestBody } = model;
		for (const [parameters, body] of [
			[smallest, smallestBody],
			[fullest, fullestBody],
		] as const) {
			const { json } = await setup.run(generated(model, parameters));
			expect(json[0]?.taskId).toBe(setup.service.tasks().at(-1)?.id);
			expect(setup.bodies(SUBMIT.aiCreation).at(-1)).toEqual({
				model_code: code,
				creation_type: model.creationType,
				...body,
			});
		}
	});
});

describe('AI Create refuses before anything is sent', () => {
	const setup = setUp({ limits: false });
	const create = async (parameters: INodeParameters) =>
		await setup.engine.run(
			generate({ refPrompt: 'A red fox', completion: 'return', ...parameters }),
		);

	it.each<[string, INodeParameters, string]>([
		['modeld-1.1-i2v', { startFrameSource: 'none' }, "'First Frame' or 'Reference Images'"],
		['modeld-1.0-i2v', {}, "'First Frame' or 'Reference Files'"],
		['ext_modela-v3-0-turbo-image2video', { startFrameSource: 'none' }, "'First Frame'"],
		['modelb-2.0-pro-tk', {}, "'Reference Files'"],
		['modelb-2.0-pro-tk', { referenceMaterials: image }, "'Reference Files'"],
		['modelb-2.0-pro-tk', { referenceImages: image }, "'Reference Files'"],
	])('%s without the file that it starts from: %j', async (code, parameters, labels) => {
		for (const modelCode of [code, `={{ '${code}' }}`]) {
			const { error } = await create({ modelCode, ...parameters });
			expect(error?.message).toMatch(
				/^'.* must have an? (image|video), which this model starts from/,
			);
			expect(error?.message).toContain(`${labels} must`);
			expect(error?.description).toContain('Nothing was submitted.');
		}
		expect(setup.count()).toBe(0);
	});

	it('names of parameters that stand for no value, and leaves every object as it is', async () => {
		for (const parametersJson of [
			'{"__proto__": {"ref_prompt": "p"}}',
			'{"seed": 5, "camera": {"__proto__": {"polluted": 1}}}',
		]) {
			const other = { modelCode: 'other', otherModelCode: 'modelx' };
			const { error } = await create({ ...other, parametersJson });
			expect(error && errorText(error)).toMatch(
				/'Parameters \(JSON\)': '(camera\.)?__proto__' is no name of a parameter/,
			);
		}
		expect(setup.count()).toBe(0);
		expect({}).not.toHaveProperty('polluted');
	});
});
