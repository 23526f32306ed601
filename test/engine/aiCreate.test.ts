import { describe, expect, it } from '@jest/globals';
import type { INode, INodeParameters } from 'n8n-workflow';
import { range, sortBy } from 'lodash';

import type { NodeRun } from '../support/engine/engine';
import { errorText } from '../support/engine/errorText';
import { redFox } from '../support/engine/redFox';
import { setUp } from '../support/engine/setup';
import { quickTime } from '../support/quickTime';

quickTime();

const SUBMIT = 'ai_creation/task/submit';
const PAGE = 'ai_creation/task/page';

const create = (parameters: INodeParameters = {}, more: Partial<NodeRun> = {}): NodeRun => ({
	type: 'digitalHumanAiCreate',
	parameters: {
		...redFox,
		...parameters,
	},
	...more,
});

const prompts = (count: number) => range(count).map((n) => ({ prompt: `Picture ${n}` }));

const fromItem = { refPrompt: '={{ $json.prompt }}' };

describe('AI Create', () => {
	const setup = setUp();

	it('outputs the finished media, paired to its input', async () => {
		const { json, outputs, error } = await setup.engine.run(create());
		expect(error).toBeUndefined();
		expect(json).toEqual([
			{
				taskId: expect.stringMatching(/^\d{19}$/),
				taskKind: 'aiCreation',
				state: 'succeeded',
				serviceStatus: 'Success',
				outputUrls: [expect.stringMatching(/^http/)],
				createdAt: expect.stringMatching(/^20.*Z$/),
			},
		]);
		expect(outputs[0]?.[0]?.pairedItem).toEqual({ item: 0 });
	});

	it("adds the service's own object when it is not to be simplified", async () => {
		const { json } = await setup.engine.run(create({ options: { simple: false } }));
		expect(json[0]).toHaveProperty('raw.model_code', 'modelf-4.0');
	});

	it('sends only what was set', async () => {
		await setup.engine.run(create({ completion: 'return' }));
		expect(setup.service.journal.last({ operation: SUBMIT })?.body).toEqual({
			model_code: 'modelf-4.0',
			creation_type: 3,
			ref_prompt: 'A red fox',
		});
	});

	it('outputs the task ID immediately when asked to', async () => {
		setup.service.fate({ seconds: Infinity });
		const { json } = await setup.engine.run(create({ completion: 'return' }));
		expect(json[0]).toEqual({
			taskId: setup.service.tasks()[0]?.id,
			taskKind: 'aiCreation',
			state: 'inProgress',
		});
		expect(setup.service.journal.count({ operation: PAGE })).toBe(0);
	});

	it('submits all items before it waits for any, and asks for all in one request a round', async () => {
		const { json, outputs } = await setup.engine.run(
			create({ ...fromItem, options: { checkEvery: 1 } }, { items: prompts(20) }),
		);
		expect(json.map(({ state }) => state)).toEqual(Array(20).fill('succeeded'));
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
			range(20).map((item) => ({ item })),
		);
		const requests = setup.service.journal.entries({ side: 'service' });
		const firstLook = requests.findIndex(({ operation }) => operation === PAGE);
		expect(requests.slice(0, firstLook)).toHaveLength(20);
		expect(setup.service.journal.accepted(SUBMIT)).toBe(20);
		expect(requests.slice(firstLook).length).toBeLessThanOrEqual(4);
	});

	describe('with the model by an expression', () => {
		const byExpression = async (
			resource: 'image' | 'video',
			codes: string[],
			parameters: INodeParameters,
		) =>
			await setup.engine.run(
				create(
					{
						resource,
						operation: 'generate',
						modelCode: '={{ $json.code }}',
						refPrompt: 'A red fox',
						completion: 'return',
						...parameters,
					},
					{ items: codes.map((code) => ({ code })) },
				),
			);
		const codes = ['modelf-4.0', 'modelf-3.0-t2i'];
		const sent = (field: string) =>
			Object.fromEntries(
				setup.service.journal.entries({ operation: SUBMIT }).map(({ body }) => {
					const request = body as Record<string, unknown>;
					return [request.model_code, request[field]];
				}),
			);

		it('a number counts for all', async () => {
			await byExpression('image', codes, { aspectRatio: '16:9', numberOfImages: 3 });
			expect(sent('number_of_images')).toEqual({ 'modelf-4.0': 3, 'modelf-3.0-t2i': 3 });
		});

		it('a number that nobody has set is one image', async () => {
			await byExpression('image', codes, { aspectRatio: '16:9' });
			expect(sent('number_of_images')).toEqual({ 'modelf-4.0': 1, 'modelf-3.0-t2i': 1 });
		});

		it('files count for all', async () => {
			const url = 'https://example.com/a.png';
			const referenceImages = { items: [{ source: 'url', url }] };
			await byExpression('video', ['modelb-2.0-lite-tk', 'modele-q1'], { referenceImages });
			expect(sent('ref_img_url')).toEqual({ 'modelb-2.0-lite-tk': [url], 'modele-q1': [url] });
		});

		it('a code that is not in the list loses no field that is filled in', async () => {
			const { error } = await byExpression('video', ['modela-v2-1-mastre'], {
				aspectRatio: '9:16',
				qualityMode: 'pro',
			});
			expect(error && errorText(error)).toMatch(
				/'Model' is modela-v2-1-mastre, which is not in the list.*'Other Model…'.*'Model Code'/,
			);
			expect(setup.service.journal.count({ operation: SUBMIT })).toBe(0);
		});

		it('a code that is not in the list is entered beside it, with its own parameters', async () => {
			const parametersJson = '{"clarity": 2048}';
			const { error } = await byExpression('image', ['model-new'], { parametersJson });
			expect(error && errorText(error)).toContain('which is not in the list');
			const beside = { modelCode: 'other', otherModelCode: '={{ $json.code }}' };
			await byExpression('image', ['model-new'], { ...beside, parametersJson });
			expect(sent('clarity')).toEqual({ 'model-new': 2048 });
		});
	});

	it('reads expressions for each item, also for the model', async () => {
		await setup.engine.run(
			create(
				{
					resource: 'video',
					operation: 'generate',
					modelCode: '={{ $json.model }}',
					refPrompt: '={{ $json.prompt }}',
					aspectRatio: '={{ $json.ratio }}',
					videoDuration: '={{ $json.seconds }}',
					completion: 'return',
				},
				{
					items: [
						{ model: 'modela-v2-1-master', prompt: 'One', ratio: '9:16', seconds: '10' },
						{ model: 'modela2.5', prompt: 'Two', ratio: 'auto', seconds: 5 },
					],
				},
			),
		);
		const bodies = setup.service.journal.entries({ operation: SUBMIT }).map(({ body }) => body);
		expect(sortBy(bodies, 'model_code')).toEqual([
			{
				model_code: 'modela-v2-1-master',
				creation_type: 4,
				ref_prompt: 'One',
				aspect_ratio: '9:16',
				video_duration: 10,
			},
			{
				model_code: 'modela2.5',
				creation_type: 4,
				ref_prompt: 'Two',
				aspect_ratio: 'auto',
				video_duration: 5,
			},
		]);
	});

	it('submits nothing when one of several items is wrong, and names the field and the item', async () => {
		const { error } = await setup.engine.run(
			create(
				{ numberOfImages: '={{ $json.count }}', completion: 'return' },
				{ items: [{ count: 1 }, { count: 9 }, { count: 2 }, { count: 12 }] },
			),
		);
		expect(error?.message).toMatch(/'Number of Images' must be .* 1 to 4, but is 9/);
		expect(error?.context.itemIndex).toBe(1);
		expect(error?.description).toContain('Other items with errors: 3');
		expect(setup.service.journal.count()).toBe(0);
	});

	describe('when a task does not succeed', () => {
		const settings = (onError: INode['onError']) => ({ settings: { onError } });

		it.each([
			['Error', 'failed'],
			['Fail', 'failed'],
			['Cancelled', 'cancelled'],
		])('%s ends the item with the reason and the task ID', async (outcome, state) => {
			setup.service.fate({ seconds: 0, outcome, errMsg: 'Prompt rejected' });
			const { error } = await setup.engine.run(create());
			const taskId = setup.service.tasks()[0]?.id as string;
			expect(error?.message).toContain('Prompt rejected');
			expect(error?.description?.split(taskId)).toHaveLength(2);
			expect(setup.service.journal.accepted(SUBMIT)).toBe(1);

			setup.service.reset();
			setup.service.fate({ seconds: 0, outcome, errMsg: 'Prompt rejected' });
			const { json } = await setup.engine.run(create({ options: { onTaskFailure: 'output' } }));
			expect(json[0]).toMatchObject({
				state,
				serviceStatus: outcome,
				errorMessage: 'Prompt rejected',
			});
		});

		it('continues with the other items, keeps input, task ID and reason', async () => {
			setup.service.fate(({ index }) =>
				index === 1 ? { seconds: 0, outcome: 'Fail', errMsg: 'No' } : { seconds: 0 },
			);
			const run = create(fromItem, { items: prompts(3), ...settings('continueRegularOutput') });
			const { json, outputs } = await setup.engine.run(run);
			const failed = json.findIndex((item) => 'error' in item);
			expect(json).toHaveLength(3);
			expect(json[failed]).toMatchObject({
				prompt: `Picture ${failed}`,
				error: 'The task failed: No',
				details: {
					taskId: expect.stringMatching(/^\d{19}$/),
					state: 'failed',
					serviceStatus: 'Fail',
				},
			});
			expect(outputs[0]?.[failed]?.pairedItem).toEqual({ item: failed });
		});

		it('ends the run with an error of its item', async () => {
			setup.service.fate(({ body }) => ({
				seconds: JSON.stringify(body).includes('Picture 2') ? 0 : Infinity,
				outcome: 'Error',
			}));
			const { error } = await setup.engine.run(create(fromItem, { items: prompts(4) }));
			expect(error?.message).toContain('The task failed');
			expect(error?.context.itemIndex).toBe(2);
			expect(error?.description?.split('Already submitted')).toHaveLength(2);
		});

		it('goes to the error output with its input', async () => {
			setup.service.fate(({ body }) => ({
				seconds: 0,
				outcome: JSON.stringify(body).includes('Picture 2') ? 'Error' : 'Success',
			}));
			const { outputs } = await setup.engine.run(
				create(fromItem, { items: prompts(4), ...settings('continueErrorOutput') }),
			);
			expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
				[0, 1, 3].map((item) => ({ item })),
			);
			expect(outputs[1]).toHaveLength(1);
			expect(outputs[1]?.[0]?.json).toMatchObject({
				prompt: 'Picture 2',
				error: expect.any(String),
				details: { taskId: expect.any(String) },
			});
		});

		it('does not take a success without a file for a finished one', async () => {
			setup.service.fate({ seconds: 0, results: 0 });
			const { error } = await setup.engine.run(create());
			expect(error?.message).toContain('returned no result file');
		});
	});

	describe('at the time limit', () => {
		const unfinished = { timeLimit: 0.02, checkEvery: 1 };

		it('puts the unfinished task out with its ID', async () => {
			setup.service.fate({ seconds: Infinity });
			const { json } = await setup.engine.run(create({ options: unfinished }));
			expect(json[0]).toMatchObject({
				taskId: setup.service.tasks()[0]?.id,
				state: 'inProgress',
				serviceStatus: expect.any(String),
				timedOut: true,
			});
		});

		it('fails the item if the user chose so', async () => {
			setup.service.fate({ seconds: Infinity });
			const { error } = await setup.engine.run(
				create({ options: { ...unfinished, onTimeLimit: 'fail' } }),
			);
			expect(error?.description).toContain(setup.service.tasks()[0]?.id);
		});

		it('neither takes an unknown status for success nor waits for ever', async () => {
			setup.service.fate({ seconds: 0, outcome: 'Pondering' });
			const { json } = await setup.engine.run(create({ options: unfinished }));
			expect(json[0]).toMatchObject({ state: 'inProgress', serviceStatus: 'Pondering' });
		});
	});

	describe('costs', () => {
		const video = (options: INodeParameters, mode = 'native') =>
			create({
				resource: 'video',
				operation: 'generate',
				modelCode: 'modelc3.0-first-last-to-video',
				startFrameSource: 'url',
				startFrameUrl: 'https://example.com/first.png',
				aspectRatio: '16:9',
				clarity: 720,
				videoDuration: 10,
				resolutionMode: mode,
				options,
			});

		it('are estimated without submitting', async () => {
			const { json } = await setup.engine.run(video({ validateOnly: true }, 'fast'));
			expect(json[0]).toMatchObject({
				request: { model_code: 'modelc3.0-first-last-to-video', number_of_images: 1 },
				estimatedCost: { creditA: 230, creditB: 30, originalCreditA: 450, originalCreditB: 60 },
			});
			expect(setup.service.journal.count()).toBe(0);
		});
	});
});
