import { describe, expect, it } from '@jest/globals';
import { sortBy } from 'lodash';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { inputOf, itemWith } from '../support/engine/binaries';
import type { NodeRun } from '../support/engine/engine';
import { otherData } from '../support/answers';
import { setUp } from '../support/engine/setup';
import {
	byId,
	chosen,
	compose,
	BOTH_PATHS,
	DETAILS,
	extra,
	given,
	goingOn,
	library,
	translate,
	triedTwice,
	VOICE,
} from '../support/engine/runs';
import { SUBMIT } from '../support/engine/submits';
import type { Fault } from '../../demo-service';
import { hintsOf, pairsOf } from '../support/engine/outputs';

const CREATE = SUBMIT.translation;
const DETAIL = 'video/detail';
/** Three languages of a file. */
const ofFile = (parameters: INodeParameters = {}, more: Partial<NodeRun> = {}): NodeRun =>
	translate({ sourceType: 'file', targetLanguages: ['de', 'fr', 'ja'], ...parameters }, more);

const fromInput = async (name = 'interview.mp4') => await inputOf({ bytes: 9_000, name });

interface Entry {
	language_task_id: string;
	target_language: string;
}

interface Data {
	tasks: Entry[];
}

/** An earlier video by its id, so that nothing has to be uploaded. */
const earlier = (id: string): INodeParameters => ({ sourceType: 'video', videoId: chosen(id) });

describe('Translate Video', () => {
	const setup = setUp({ videoDetailPath: DETAIL });
	const bodies = () => setup.bodies(CREATE);

	/** A finished composed video of the application. */
	const video = async (): Promise<string> => {
		setup.service.fate({ seconds: 0 });
		return await setup.submits.composedVideo();
	};
	const changeAnswer = (change: (data: Data) => object, times = 1) =>
		setup.fault(CREATE, otherData(change), { times });
	const languagesOf = (json: IDataObject[]) => json.map(({ targetLanguage }) => targetLanguage);

	it('counts the languages in an estimate', async () => {
		const options = { validateOnly: true };
		const inputs = [await fromInput(), await fromInput('other.mov')];
		const items = inputs.flatMap((input) => input.items);
		const result = await setup.run(ofFile({ options }, { items }));
		expect(hintsOf(result)).toContain('Estimate: 6 translations, whose price is not published');
	});

	it('outputs one task per language at once, all paired to their input', async () => {
		const inputs = [await fromInput(), await fromInput('other.mov')];
		const items = inputs.flatMap((input) => input.items);
		const { json, outputs } = await setup.run(ofFile({}, { items }));
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
		expect(pairsOf(outputs)).toEqual([0, 0, 0, 1, 1, 1]);
	});

	it.each([undefined, null, '', {}])('loses no task of a translation with ID %j', async (odd) => {
		const id = await video();
		changeAnswer((data) => ({ ...data, id: odd }));
		const { json } = await setup.run(ofFile(earlier(id)));
		expect(languagesOf(json)).toEqual(['de', 'fr', 'ja']);
		expect(json[0]).not.toHaveProperty('translationId');
	});

	it('fails at once where the service begins fewer translations than languages, names the tasks that exist, and submits nothing again', async () => {
		const id = await video();
		const withoutFrench = ({ tasks, ...data }: Data) => ({
			...data,
			tasks: tasks.filter((task) => task.target_language !== 'fr'),
		});
		changeAnswer(withoutFrench, 10);
		const node = ofFile({ ...earlier(id), completion: 'wait' }, triedTwice);
		const { error } = await setup.engine.run(node);
		expect(error?.message).toBe("The service accepted the video but returned no task for 'fr'");
		expect(error?.description).toMatch(/may still have been started.*Find it in the list/);
		const ids = setup.service.tasks().flatMap((task) => (task.id === id ? [] : task.id));
		expect(ids.filter((task) => error?.description?.includes(task))).toHaveLength(2);
		expect(setup.accepted(CREATE)).toBe(1);
		expect(setup.count(DETAIL)).toBe(0);
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

	it('sends every field as the service names it, also when every value is an expression', async () => {
		const id = await video();
		await setup.sends(CREATE, ofFile(full(id)), fullBody(id), {
			videoFileFileId: chosen('1'),
			videoFileUrl: 'https://example.com/unused.mp4',
		});
	});

	it('keeps tasks and languages together, whatever their order in the answer', async () => {
		changeAnswer(({ tasks, ...data }) => ({ ...data, tasks: [...tasks].reverse() }));
		const { json } = await setup.engine.run(ofFile({}, await fromInput()));
		expect(languagesOf(json)).toEqual(['de', 'fr', 'ja']);
		expect(json.map(({ taskId }) => taskId)).toEqual(setup.service.tasks().map(({ id }) => id));
	});

	it('waits for all languages, and names language and task of one that did not succeed', async () => {
		setup.service.fate(({ endpoint, body }) => {
			const isFrench = (body as { language?: string }).language === 'fr';
			const failed = isFrench ? { outcome: 50, errMsg: 'No speech found' } : {};
			return endpoint === CREATE ? { seconds: 0, ...failed } : undefined;
		});
		const input = { ...(await fromInput()), ...goingOn };
		const { json } = await setup.engine.run(ofFile({ completion: 'wait' }, input));
		const translationId = expect.stringMatching(/^\d+$/);
		const outputUrls = [expect.stringMatching(/\.mp4\?/)];
		const succeeded = { state: 'succeeded', translationId, outputUrls };
		const failed = { targetLanguage: 'fr', translationId: json[0]?.translationId, state: 'failed' };
		expect(json).toEqual([
			expect.objectContaining({ ...succeeded, targetLanguage: 'de' }),
			{ error: 'The task failed: No speech found', details: expect.objectContaining(failed) },
			expect.objectContaining({ ...succeeded, targetLanguage: 'ja' }),
		]);
		const { said } = await setup.fails(
			ofFile({ completion: 'wait' }, await fromInput()),
			'The task failed: No speech found',
		);
		expect(said).toContain(
			'It is the translation into fr. A new run submits and charges all languages',
		);
	});
});

describe('Translate Video refused', () => {
	const setup = setUp();

	it.each<[RegExp, INodeParameters]>([
		[/^'Target Language Names or IDs' is missing/, { targetLanguages: given([]) }],
		[/^'Video Made Here' is missing/, { videoId: chosen(given('')) }],
		[/^'Video Made Here' is a URL/, { videoId: chosen('https://example.com/a.mp4') }],
		[/^'Title' has 51 characters, but may have at most 50$/, extra({ title: 'x'.repeat(51) })],
		[/^'Voice' is missing/, { voiceChoice: 'choose', voiceId: chosen(given('')) }],
		[
			/^'Translation Voice' must be 'Keep Original' \(keep\) or 'Choose a Voice' \(choose\), but is hum$/,
			{ voiceChoice: given('hum'), voiceId: chosen('1') },
		],
		[/^'Lip Sync' must be true or false, but is a bit$/, extra({ needLipSync: given('a bit') })],
	])('sends nothing: %s', async (message, parameters) => {
		await setup.refuses(translate(parameters), message);
	});

	it('says what is missing to wait for a translation, before one is paid', async () => {
		const { error } = await setup.refuses(translate({ completion: 'wait' }), /'Video Detail Path'/);
		expect(error?.description).toContain("choose 'Return Task ID'");
	});

	describe('for a language that the service does not have', () => {
		const LIST = 'video_translation/target_languages';
		const interviews = async (...languages: string[][]) => ({
			items: await Promise.all(
				languages.map(async (requested, index) => {
					const video = { bytes: 900 + index, name: `${index}.mp4` };
					return await itemWith({ data: video }, { requested });
				}),
			),
		});
		const byExpression = { sourceType: 'file', targetLanguages: '={{ $json.requested }}' };

		it('asks once for all items, uploads nothing, and names it, with those that there are', async () => {
			const node = translate(byExpression, await interviews(['de', 'tlh', 'Swedish'], ['fr']));
			await setup.fails(
				node,
				/^'Target Language Names or IDs' has 'tlh' and 'Swedish', which the service does not offer \[item 1 of 2\]\. .*: English \(en\), Chinese \(zh\), /,
			);
			expect(setup.requests().map(({ endpoint }) => endpoint)).toEqual([LIST]);
		});

		it('takes names and other forms of codes, each language once', async () => {
			const written = ['German', 'DE', 'de-DE', ' Español ', 'English (US)', 'fr_FR', '日本語'];
			const { json } = await setup.run(translate(byExpression, await interviews(written)));
			expect(setup.bodies(CREATE)).toMatchObject([
				{ target_languages: ['de', 'es', 'en', 'fr', 'ja'] },
			]);
			expect(json.map(({ targetLanguage }) => targetLanguage)).toEqual([
				...['de', 'es', 'en', 'fr', 'ja'],
			]);
		});

		it('names the code where the list cannot be read, and uploads nothing', async () => {
			setup.fault(LIST, { kind: 'code', code: 40000 }, { times: Infinity });
			const { error } = await setup.fails(
				translate(byExpression, await interviews(['German', 'fr'])),
				/^'Target Language Names or IDs' has 'German', which is not exactly one language code/,
			);
			expect(error?.description).toBe("For 'German', enter the code 'de'. Nothing was submitted.");
			expect(setup.requests().every(({ endpoint }) => endpoint === LIST)).toBe(true);
		});

		it.each<[string, Fault]>([
			['cannot be read', { kind: 'code', code: 40000 }],
			['is empty', { kind: 'code', code: 0, data: { languages: null } }],
		])('leaves the decision to the service where the list %s', async (_case, fault) => {
			setup.fault(LIST, fault, { times: Infinity });
			const { json } = await setup.run(translate(byExpression, await interviews(['de'])));
			expect(json).toMatchObject([{ targetLanguage: 'de' }]);
		});
	});
});

describe('The languages of a translation', () => {
	const setup = setUp({ limits: false, ...BOTH_PATHS });
	const { submits } = setup;

	const answerTo = <T>(endpoint: string, change: (data: T) => unknown) =>
		setup.fault(endpoint, otherData(change), { times: Infinity });

	const translation = async (parameters: INodeParameters = {}) => {
		const videoId = chosen(await submits.fated('composedVideo', { seconds: 0 }));
		setup.service.fate({ seconds: 0 });
		return translate({ videoId, targetLanguages: ['de', 'fr'], ...parameters });
	};

	it.each<[string, (entry: Entry) => unknown]>([
		['in capitals', (one) => ({ ...one, target_language: one.target_language.toUpperCase() })],
		['by one name', (one) => ({ ...one, target_language: 'German' })],
		['not at all', ({ language_task_id }) => ({ language_task_id })],
	])('may come back %s: all tasks are output', async (_, change) => {
		for (const completion of ['return', 'wait']) {
			setup.service.reset();
			answerTo(CREATE, (data: Data) => ({ ...data, tasks: data.tasks.map(change) }));
			const { json } = await setup.run(await translation({ completion }));
			const ids = setup.service.tasks().map(({ id }) => id);
			expect(json).toHaveLength(2);
			expect(ids).toEqual(expect.arrayContaining(json.map(({ taskId }) => taskId)));
			expect(setup.service.journal.accepted(CREATE)).toBe(1);
		}
	});

	it('may be more than were asked for: all tasks are output', async () => {
		const more = { language_task_id: '1957000000000000001', target_language: 'ja' };
		answerTo(CREATE, (data: Data) => ({ ...data, tasks: [...data.tasks, more] }));
		const { json } = await setup.run(await translation());
		expect(json.map(({ targetLanguage }) => targetLanguage)).toEqual(['de', 'fr', 'ja']);
	});

	it.each([null, {}, 'none'])('may have no list of tasks (%j): not paid again', async (tasks) => {
		answerTo(CREATE, (data: Data) => ({ ...data, tasks }));
		await setup.fails(await translation(), /may still have been/);
		expect(setup.service.journal.accepted(CREATE)).toBe(1);
	});

	it('and the size of a video is not that of another person', async () => {
		const person = await submits.fated('person', { seconds: 0 });
		const other = { id: '1957000000000000001', width: 1920, height: 48 };
		answerTo(DETAILS.person, (data: object) => ({ ...data, ...other }));
		const auto = { personId: chosen(person), figureType: chosen('auto') };
		await setup.engine.run(compose({ ...auto, completion: 'return' }));
		expect(JSON.stringify(setup.bodies(SUBMIT.composedVideo))).not.toContain('"height":48');
	});

	it('and messages and IDs of the service are clipped', async () => {
		const id = 'x1'.repeat(100_000);
		for (const operation of ['get', 'delete']) {
			const { error } = await setup.engine.run(library('file', operation, { fileId: byId(id) }));
			expect(error).toBeDefined();
			expect(`${error?.message} ${error?.description}`.length).toBeLessThan(5_000);
		}
		const fault = { kind: 'code', code: 40000, msg: 'y'.repeat(2_000_000) } as const;
		setup.fault('list_common_audio', fault, { times: Infinity });
		const { error } = await setup.engine.run(library('publicVoice', 'getAll'));
		expect(error?.description).toMatch(/y{100}…? \(code 40000, trace_id \w+\)\.$/);
		expect(String(error?.description).length).toBeLessThan(2_000);
	});
});
