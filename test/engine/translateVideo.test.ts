import { describe, expect, it } from '@jest/globals';
import { sortBy } from 'lodash';
import type { INodeParameters } from 'n8n-workflow';

import { storedFile } from '../support/engine/binaries';
import type { NodeRun } from '../support/engine/engine';
import { byExpression } from '../support/engine/expressions';
import { setUp } from '../support/engine/setup';
import { quickTime } from '../support/quickTime';

quickTime();

const CREATE = 'video_translation/create';
const DETAIL = 'video/detail';
const VOICE = '8988587500000000000';

const chosen = (value: string): INodeParameters => ({ __rl: true, mode: 'list', value });

const translate = (parameters: INodeParameters = {}, more: Partial<NodeRun> = {}): NodeRun => ({
	type: 'digitalHumanTranslateVideo',
	parameters: { targetLanguages: ['de', 'fr', 'ja'], ...parameters },
	...more,
});

const fromInput = async (name = 'interview.mp4') => {
	const { binary } = await storedFile({ bytes: 9_000, name });
	return { json: {}, binary: { data: binary } };
};

/** An earlier video by its id, so that nothing has to be uploaded. */
const earlier = (id: string): INodeParameters => ({ sourceType: 'video', videoId: chosen(id) });

describe('Translate Video', () => {
	const setup = setUp({ videoDetailPath: DETAIL });
	const bodies = () => setup.service.journal.entries({ operation: CREATE }).map(({ body }) => body);

	/** A finished composed video of the application. */
	const video = async (): Promise<string> => {
		setup.service.fate({ seconds: 0 });
		const { json } = await setup.engine.run({
			type: 'digitalHumanComposeVideo',
			parameters: {
				personId: chosen('6200000000000000001'),
				text: 'Welcome.',
				voiceId: chosen(VOICE),
				completion: 'return',
			},
		});
		return String(json[0]?.taskId);
	};

	it('outputs one task per language at once, all paired to their input', async () => {
		const { json, outputs, error } = await setup.engine.run(
			translate({}, { items: [await fromInput(), await fromInput('other.mov')] }),
		);
		expect(error).toBeUndefined();
		const [one, two] = setup.service.storage.files.all();
		// In any order.
		expect(sortBy(bodies(), 'source.file_id')).toEqual(
			sortBy([one, two], 'id').map((file) => ({
				source: { file_id: file?.id },
				target_languages: ['de', 'fr', 'ja'],
			})),
		);
		expect([one, two].map((file) => file?.service)).toEqual(Array(2).fill('video_translation'));
		expect(json).toEqual(
			['de', 'fr', 'ja', 'de', 'fr', 'ja'].map((targetLanguage) => ({
				taskId: expect.stringMatching(/^\d+$/),
				taskKind: 'translation',
				state: 'inProgress',
				targetLanguage,
				translationId: expect.stringMatching(/^\d+$/),
			})),
		);
		expect(json.map(({ translationId }) => translationId)).toEqual(
			[0, 0, 0, 3, 3, 3].map((first) => json[first]?.translationId),
		);
		expect(json[3]?.translationId).not.toBe(json[0]?.translationId);
		expect(new Set(json.map(({ taskId }) => taskId)).size).toBe(6);
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 0, 0, 1, 1, 1].map((item) => ({ item })),
		);
		expect(setup.service.journal.accepted(CREATE)).toBe(2);
	});

	it('waits for all languages where the credential has the path to look them up', async () => {
		const { json } = await setup.engine.run(
			translate({ completion: 'wait' }, { items: [await fromInput()] }),
		);
		expect(json).toHaveLength(3);
		for (const task of json) {
			expect(task).toMatchObject({
				state: 'succeeded',
				targetLanguage: expect.stringMatching(/^(de|fr|ja)$/),
				translationId: json[0]?.translationId,
				outputUrls: [expect.stringMatching(/\.mp4\?/)],
			});
		}
	});

	it.each([undefined, null, '', {}])(
		'loses no paid task when the service gives the translation the id %j',
		async (odd) => {
			const id = await video();
			setup.service.faults.add({
				operation: CREATE,
				fault: {
					kind: 'answer',
					change(right) {
						const answer = right as { data: object };
						return { ...answer, data: { ...answer.data, id: odd } };
					},
				},
			});
			const { json, error } = await setup.engine.run(translate(earlier(id)));
			expect(error).toBeUndefined();
			expect(json.map(({ targetLanguage }) => targetLanguage)).toEqual(['de', 'fr', 'ja']);
			expect(json[0]).not.toHaveProperty('translationId');
		},
	);

	describe('when the service begins fewer translations than languages', () => {
		const withoutFrench = () =>
			setup.service.faults.add({
				operation: CREATE,
				times: 10,
				fault: {
					kind: 'answer',
					change(right) {
						const answer = right as { data: { tasks: Array<{ target_language: string }> } };
						const tasks = answer.data.tasks.filter((task) => task.target_language !== 'fr');
						return { ...answer, data: { ...answer.data, tasks } };
					},
				},
			});
		const words = "The service accepted the video but returned no task for 'fr'";

		it('fails at once with the tasks that exist, and submits nothing again on Retry On Fail', async () => {
			const id = await video();
			withoutFrench();
			const { error } = await setup.engine.run(
				translate(
					{ ...earlier(id), completion: 'wait' },
					{ settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 } },
				),
			);
			expect(error?.message).toBe(words);
			expect(error?.description).toMatch(/may still have been started.*Find it in the list/);
			const ids = setup.service.tasks().flatMap((task) => (task.id === id ? [] : task.id));
			expect(ids.filter((task) => error?.description?.includes(task))).toHaveLength(2);
			expect(setup.service.journal.accepted(CREATE)).toBe(1);
			expect(setup.service.journal.count({ operation: DETAIL })).toBe(0);
		});

		it('outputs the others and an item that says which one is missing', async () => {
			const id = await video();
			withoutFrench();
			const { json, outputs } = await setup.engine.run(
				translate(
					{ ...earlier(id), completion: 'wait' },
					{ settings: { onError: 'continueRegularOutput' } },
				),
			);
			expect(json).toEqual([
				expect.objectContaining({ targetLanguage: 'de', state: 'succeeded' }),
				expect.objectContaining({ targetLanguage: 'ja', state: 'succeeded' }),
				{ error: words, details: expect.anything() },
			]);
			expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(Array(3).fill({ item: 0 }));
		});
	});

	const full = (id: string): INodeParameters => ({
		...earlier(id),
		voiceChoice: 'choose',
		voiceId: chosen(VOICE),
		additionalFields: {
			title: 'x'.repeat(50),
			needLipSync: true,
			needDynamicDuration: true,
			needSubtitle: false,
		},
		completion: 'return',
	});

	const fullBody = (id: string) => ({
		source: { video_id: id, title: 'x'.repeat(50) },
		target_languages: ['de', 'fr', 'ja'],
		audio_id: VOICE,
		need_lip_sync: true,
		need_dynamic_duration: true,
		need_subtitle: false,
	});

	it('sends every field as the service names it', async () => {
		const id = await video();
		const { error } = await setup.engine.run(translate(full(id)));
		expect(error).toBeUndefined();
		expect(bodies()).toEqual([fullBody(id)]);
		expect(setup.service.journal.accepted(CREATE)).toBe(1);
	});

	it('sends the same when every value comes from an expression', async () => {
		const id = await video();
		const { parameters, item } = byExpression({
			...full(id),
			videoFileFileId: chosen('1'),
			videoFileUrl: 'https://example.com/unused.mp4',
		});
		const { error } = await setup.engine.run(translate(parameters, { items: [item] }));
		expect(error).toBeUndefined();
		expect(bodies()).toEqual([fullBody(id)]);
	});

	it.each([
		['a list', ['ko', 'it', 'ko']],
		['text', ' ko, it,,ko '],
	])('reads the languages of %s, each once', async (_, languages) => {
		const id = await video();
		const { json } = await setup.engine.run(
			translate(
				{ ...earlier(id), targetLanguages: '={{ $json.languages }}' },
				{ items: [{ languages }] },
			),
		);
		expect(bodies()).toEqual([{ source: { video_id: id }, target_languages: ['ko', 'it'] }]);
		expect(json.map(({ targetLanguage }) => targetLanguage)).toEqual(['ko', 'it']);
	});

	it('keeps tasks and languages together, whatever their order in the answer', async () => {
		setup.service.faults.add({
			operation: CREATE,
			fault: {
				kind: 'answer',
				change: (right) => {
					const answer = right as { data: { tasks: unknown[] } };
					answer.data.tasks.reverse();
					return answer;
				},
			},
		});
		const { json } = await setup.engine.run(
			translate({ completion: 'return' }, { items: [await fromInput()] }),
		);
		expect(json.map(({ targetLanguage }) => targetLanguage)).toEqual(['de', 'fr', 'ja']);
		expect(json.map(({ taskId }) => taskId)).toEqual(setup.service.tasks().map(({ id }) => id));
	});

	it('names language and task of a translation that did not succeed', async () => {
		setup.service.fate(({ operation, body }) =>
			operation === CREATE
				? {
						seconds: 0,
						...((body as { language?: string }).language === 'fr'
							? { outcome: 50, errMsg: 'No speech found' }
							: {}),
					}
				: undefined,
		);
		const { json } = await setup.engine.run(
			translate(
				{ completion: 'wait' },
				{ items: [await fromInput()], settings: { onError: 'continueRegularOutput' } },
			),
		);
		expect(json.map(({ state, error }) => state ?? error)).toEqual([
			'succeeded',
			'The task failed: No speech found',
			'succeeded',
		]);
		expect(json[1]).toMatchObject({
			details: { targetLanguage: 'fr', translationId: json[0]?.translationId, state: 'failed' },
		});
	});

	it('pays once when n8n tries the node again', async () => {
		setup.service.fate(({ operation }) =>
			operation === CREATE ? { seconds: 0, outcome: 50, errMsg: 'No' } : undefined,
		);
		const { error } = await setup.engine.run(
			translate(
				{ completion: 'wait' },
				{
					items: [await fromInput()],
					settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
				},
			),
		);
		expect(error?.message).toContain('The task failed');
		expect(setup.service.journal.accepted(CREATE)).toBe(1);
	});
});
