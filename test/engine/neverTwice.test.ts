import { describe, expect, it, jest } from '@jest/globals';
import { range } from 'lodash';
import type { IDataObject, INodeParameters, IRun } from 'n8n-workflow';

import type { Fault } from '../../demo-service';
import { asWritten } from '../support/changedTexts';
import { Logger } from '../support/engine/core';
import { inputOf } from '../support/engine/binaries';
import { CredentialsHelper, type NodeRun } from '../support/engine/engine';
import { pairsOf } from '../support/engine/outputs';
import {
	animate,
	BOTH_PATHS,
	chosen,
	compose,
	CREATE,
	createImage,
	createPerson,
	getTask,
	goingOn,
	lipSync,
	PAGES,
	translate,
} from '../support/engine/runs';
import { answered, noData, otherData } from '../support/answers';
import { setUp } from '../support/engine/setup';
import { SUBMIT } from '../support/engine/submits';
import {
	createWorkflowEngine,
	storedForRetry,
	storedWithNodes,
	videosWorkflow,
} from '../support/engine/workflowEngine';

const setup = setUp({ limits: false });

const REFUSED = { kind: 'code', code: 40000 } as const;

/** A picture for each item, by its prompt. */
const createEach = (parameters: INodeParameters = {}, more: Partial<NodeRun> = {}): NodeRun => {
	const refPrompt = "={{ $json.prompt ?? 'A red fox' }}";
	return createImage({ refPrompt, completion: 'return', ...parameters }, more);
};

/** A composed video that is only submitted. */
const video = (more: Partial<NodeRun> = {}) => compose({ completion: 'return' }, more);

/** Whether a request speaks of something. */
const about = (words: string) => (entry: { body?: unknown }) =>
	JSON.stringify(entry.body).includes(words);

const prompts = (count: number) => range(count).map((n) => ({ prompt: `Picture ${n}` }));

const retried = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } as const;
const modes = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;

it("'Limit Wait Time' counts from the first try of Retry On Fail", async () => {
	setup.service.fate({ seconds: Infinity });
	const options = { timeLimit: 1, onTimeLimit: 'fail' };
	const secondsOf = async (node: NodeRun) => {
		const began = Date.now();
		const { error } = await setup.engine.run(node);
		expect(error?.message).toContain('time limit');
		return (Date.now() - began) / 1000;
	};
	const limited = { completion: 'wait', options };
	const submitting = await secondsOf(createEach(limited, { settings: retried }));
	expect(setup.accepted(SUBMIT.aiCreation)).toBe(1);
	const [{ id: taskId = '' } = {}] = setup.service.tasks();
	const waiting = { whenNotFinished: 'wait', options };
	const getting = await secondsOf(getTask([{ taskId }], waiting, { settings: retried }));
	for (const seconds of [submitting, getting]) {
		expect(seconds).toBeGreaterThan(59);
		expect(seconds).toBeLessThan(90);
	}
});

it("'Limit Wait Time' counts anew where a further try of Retry On Fail submits a task", async () => {
	setup.service.fate(({ index }) => ({ seconds: index === 0 ? Infinity : 200 }));
	setup.fault(
		SUBMIT.aiCreation,
		{ kind: 'code', code: 40000 },
		{ when: (request) => JSON.stringify(request.body).includes('Picture 0') },
	);
	const settings = { ...retried, onError: 'continueRegularOutput' } as const;
	const node = createEach({ completion: 'wait', options: { timeLimit: 1 } }, { settings });
	const { json } = await setup.engine.run({ ...node, items: prompts(2) });
	expect(json).toMatchObject([{ state: 'succeeded' }, { timedOut: true }]);
});

describe('A task is never submitted twice', () => {
	const setup = setUp();
	const submits = () => setup.count(SUBMIT.aiCreation);

	it.each<[string, Fault]>([
		['a reset before the task was made', { kind: 'resetBefore' }],
		['a reset after the task was made', { kind: 'resetAfter' }],
		['a truncated answer', { kind: 'truncated' }],
		['HTTP 502 with a page', { kind: 'html', status: 502 }],
		['an internal fault', { kind: 'code', code: 50000 }],
		['an answer without a task ID', noData],
		['an undocumented code', answered(() => ({ code: 52000, data: null }))],
	])('after %s, also on Retry On Fail, and the user learns that it may exist', async (_, fault) => {
		setup.always(SUBMIT.aiCreation, fault);
		for (const [index, onError] of modes.entries()) {
			const node = createEach({}, { settings: { ...retried, onError } });
			const { error, outputs } = await setup.engine.run(node);
			expect(submits()).toBe(index + 1);
			const said = JSON.stringify([error?.message, error?.description, outputs]);
			expect(said).toContain('Could not create the AI task: ');
			expect(said).toContain('may still have been created');
			expect(said).toContain('Digital Human Get Task');
		}
	});

	const returning = { completion: 'return' };
	const fromInput = { videoFileSource: 'inputFile' };
	it.each<[string, (input: Pick<NodeRun, 'items'>) => NodeRun]>([
		[SUBMIT.aiCreation, () => createImage(returning)],
		[SUBMIT.composedVideo, () => compose(returning)],
		[SUBMIT.lipSync, (input) => lipSync({ ...fromInput, ...returning }, input)],
		[SUBMIT.translation, (input) => translate({ sourceType: 'file', ...returning }, input)],
		[SUBMIT.person, () => createPerson(returning)],
	])('after a refusal or a limit that names a task: %s', async (endpoint, submit) => {
		const input = await inputOf({ bytes: 1000 });
		for (const [index, code] of [40000, 40001].entries()) {
			setup.always(
				endpoint,
				answered(() => ({ code })),
			);
			const { error } = await setup.engine.run({ ...submit(input), settings: retried });
			expect(String(error?.description)).toContain('may still have been created');
			expect(setup.count(endpoint)).toBe(index + 1);
		}
	});

	it("continues where it stopped with n8n's Retry On Fail", async () => {
		setup.fault(SUBMIT.aiCreation, REFUSED, { times: 2, when: about('Picture 6') });
		const node = createEach({}, { items: prompts(10), settings: retried });
		const { json, outputs } = await setup.engine.run(node);
		expect(pairsOf(outputs)).toEqual(range(10));
		expect(new Set(json.map(({ taskId }) => taskId)).size).toBe(10);
		expect(setup.accepted(SUBMIT.aiCreation)).toBe(10);
	});

	it('names every task when their status cannot be checked', async () => {
		setup.always(PAGES.aiCreation, { kind: 'code', code: 10400 });
		const { said } = await setup.fails(
			createEach({ completion: 'wait' }, { items: prompts(3) }),
			'the access token',
		);
		expect(setup.service.tasks()).toHaveLength(3);
		for (const { id } of setup.service.tasks()) expect(said).toContain(id);
	});

	// AI tasks may be on their way ten at a time; videos go one after another.
	it.each([
		['Compose Video', video(), CREATE, 1],
		['AI Create', createEach(), SUBMIT.aiCreation, 10],
	])('sends nothing more when an item has failed (%s)', async (_, run, endpoint, most) => {
		setup.fault(endpoint, { ...REFUSED, msg: 'No' });
		const { said } = await setup.fails({ ...run, items: prompts(30) }, /No/);
		expect(said).not.toContain('Other items with errors');
		expect(setup.count(endpoint)).toBeLessThanOrEqual(most);
	});

	it('says of each item whether its task may exist, not only of the first that failed', async () => {
		const faults: Fault[] = [
			REFUSED,
			{ kind: 'resetAfter' },
			REFUSED,
			answered(() => ({ code: 52000 })),
		];
		faults.forEach((fault, item) => {
			setup.fault(SUBMIT.aiCreation, fault, { when: about(`Picture ${item}`) });
		});
		const { error } = await setup.fails(createEach({}, { items: prompts(4) }), /./);
		expect(error.description).toContain(
			"Other items with errors: 2; 3; 4. Of these, a task may still have been created for: 2; 4. Find it with 'Digital Human Get Task'",
		);
	});
});

const create = createImage({ completion: 'return' });

/** An answer of a translation with other tasks. */
const withTasks = (change: (tasks: IDataObject[]) => unknown[]): Fault =>
	otherData((data: { tasks: IDataObject[] }) => ({ ...data, tasks: change(data.tasks) }));

describe('An unexpected answer to a submit', () => {
	const setup = setUp({ limits: false, ...BOTH_PATHS });
	const { submits } = setup;

	it('reports a wrong address first, and then that a task may exist', async () => {
		for (const status of [401, 403, 404, 405]) {
			setup.fault(SUBMIT.aiCreation, { kind: 'html', status });
			const { error } = await setup.fails(create, "'Base URL' of the credential may be wrong");
			expect(error.description).toMatch(
				/^The response does not look .*'Base URL'.*may still have been/,
			);
		}
	});

	it('quotes a translation whose ID stands where it does not belong, in the message and in the log', async () => {
		const warn = jest.spyOn(Logger.prototype, 'warn');
		const source = await submits.fated('composedVideo', { seconds: 0 });
		const fault = withTasks(([first, { language_task_id: languageTaskId, ...second } = {}]) => [
			first,
			{ ...second, languageTaskId },
		]);
		setup.fault(SUBMIT.translation, fault);
		const node = translate({ videoId: chosen(source), targetLanguages: ['de', 'fr'] });
		const { error } = await setup.engine.run(node);
		const ids = setup.service.tasks().flatMap(({ id }) => (id === source ? [] : id));
		expect(ids.filter((id) => error?.description?.includes(id))).toHaveLength(2);
		const logged = asWritten(warn.mock.calls)
			.map(([line]) => line)
			.join();
		expect(ids.filter((id) => logged.includes(id))).toHaveLength(1);
	});
});

describe("n8n's Retry On Fail", () => {
	const accepted = (endpoint = SUBMIT.aiCreation) => setup.accepted(endpoint);

	const continuing = modes.slice(1);

	it.each(continuing)('pays for nothing again when item 1 is wrong (%s)', async (onError) => {
		const items = [{ images: 99 }, ...prompts(2)];
		const more = { items, settings: { ...retried, onError } };
		const { outputs } = await setup.engine.run(
			createEach({ numberOfImages: '={{ $json.images ?? 1 }}' }, more),
		);
		expect(accepted()).toBe(2);
		const all = outputs.flat();
		expect(all.filter(({ json }) => json.error)).toHaveLength(1);
		expect(all.filter(({ json }) => json.taskId)).toHaveLength(2);
	});

	it('sends no task again that failed at the service', async () => {
		setup.service.fate(({ index }) => (index === 0 ? { outcome: 'Error' } : {}));
		const settings = { ...retried, ...goingOn.settings };
		const node = createEach({ completion: 'wait' }, { items: prompts(3), settings });
		const { outputs } = await setup.engine.run(node);
		expect(accepted()).toBe(3);
		const states = outputs[0]?.map(({ json }) => json.state ?? 'error');
		expect(states?.sort()).toEqual(['error', 'succeeded', 'succeeded']);
	});

	it.each(modes)('pays once for a finished video whose file is gone (%s)', async (onError) => {
		setup.service.fate({ seconds: 0, result: 'missing' });
		const settings = { ...retried, onError };
		const { outputs } = await setup.engine.run(
			compose({ completion: 'pause', downloadResult: true }, { settings }),
		);
		expect(accepted(CREATE)).toBe(1);
		const [item, ...others] = outputs.flat();
		expect(others).toEqual([]);
		expect(item?.json.error).toContain('file');
		expect(JSON.stringify(item)).toContain(setup.service.tasks()[0]?.id);
	});

	it.each(continuing)('leaves a paused execution as it is (%s)', async (onError) => {
		const items = [{ text: ' ' }, { text: 'One' }, { text: 'Two' }];
		const parameters = { text: "={{ $json.text ?? 'Again?' }}", completion: 'pause' };
		const node = compose(parameters, { items, settings: { ...retried, onError } });
		const { end } = await setup.paused(node);
		expect(accepted(CREATE)).toBe(2);
		const call = await end();
		const states = call.items?.map(({ json }) => json.state ?? 'error');
		expect(states).toEqual(['error', 'succeeded', 'succeeded']);
		expect(call.items?.map(({ pairedItem }) => pairedItem)).toEqual(
			range(3).map((item) => ({ item })),
		);
	});
});

const videos = (more: INodeParameters) => videosWorkflow(['One', 'Two'], more);

it.each(['return', 'pause'])('A retry by the user pays for no item again (%s)', async (how) => {
	setup.service.fate({ seconds: Infinity });
	setup.fault(CREATE, REFUSED, { when: about('Two') });
	const engine = await createWorkflowEngine(setup.credential);
	const failed = await engine.start({ workflow: videos({ completion: how }), id: '1' }).done;
	expect(failed.status).toBe('error');
	expect(setup.accepted(CREATE)).toBe(1);

	setup.settleAll();
	const workflow = videos({ completion: how, downloadResult: false });
	const stored = storedWithNodes(storedForRetry(failed), workflow);
	const retried = await engine.start({ workflow, id: '2', mode: 'retry', stored }).done;
	expect(retried.status).toBe(how === 'pause' ? 'waiting' : 'success');
	expect(setup.accepted(CREATE)).toBe(2);
	for (const { id } of setup.service.tasks()) expect(JSON.stringify(retried)).toContain(id);
});

/** The submit, the node, which does something wrong where `$json.wrong` says so, and the message. */
type Wrong = [what: string, endpoint: string, run: NodeRun, message: RegExp];

const wrongs: Wrong[] = [
	[
		'a figure that the person does not have',
		CREATE,
		compose({ figureType: chosen("={{ $json.wrong ? 'whole_body' : 'sit_body' }}") }),
		/^'Figure' is Whole Body.* \[item 15 of \d+\]$/,
	],
	[
		'a language that the service does not have',
		SUBMIT.translation,
		translate({
			videoId: chosen('={{ $json.videoId }}'),
			targetLanguages: "={{ $json.wrong ? ['xx'] : ['de'] }}",
		}),
		/^'Target Language Names or IDs' has 'xx'.* \[item 15 of \d+\]$/,
	],
	[
		'an image task that does not exist',
		SUBMIT.motion,
		animate({
			photoUniqueId: chosen("={{ $json.wrong ? 'no-such-task' : $json.imageTask }}"),
			photoPath: '',
		}),
		/^'Image Task': the service has no image task.* \[item 15 of \d+\]$/,
	],
];

describe('What only the service knows to be wrong with the last of many items', () => {
	const { submits } = setup;

	/** So many items of which the last one is wrong. */
	const withItems = async (run: NodeRun, count: number, more: Partial<NodeRun> = {}) => {
		const videoId = await submits.fated('composedVideo', { seconds: 0 });
		const imageTask = await submits.fated('aiCreation', { seconds: 0 });
		setup.service.journal.clear();
		const items = range(count).map((index) => ({ videoId, imageTask, wrong: index === count - 1 }));
		const parameters = { completion: 'return', ...run.parameters };
		return { ...run, parameters, items, ...more };
	};

	it.each(wrongs)('%s: nothing is submitted', async (_, endpoint, run, message) => {
		const { said } = await setup.fails(await withItems(run, 15), message);
		expect(said).not.toContain('Already submitted');
		expect(setup.count(endpoint)).toBe(0);
	});

	it.each(wrongs)('%s: only this one fails with Continue On Fail', async (_, endpoint, run) => {
		const { json } = await setup.engine.run(await withItems(run, 4, goingOn));
		expect(json.map((item) => 'error' in item)).toEqual([false, false, false, true]);
		expect(setup.count(endpoint)).toBe(3);
	});

	it('when the service is away, nothing is submitted, and not every item waits for it', async () => {
		const [, endpoint, run] = wrongs[2] as Wrong;
		const node = await withItems(run, 30);
		setup.always(PAGES.aiCreation, { kind: 'code', code: 10400 });
		await setup.fails(node, 'access token');
		expect(setup.count(endpoint)).toBe(0);
		expect(setup.count(PAGES.aiCreation)).toBeLessThanOrEqual(10);
	});
});

const HICCUP = 'Connection terminated due to connection timeout';
const DELETED = 'Credential with ID "1" does not exist for type "digitalHumanApi".';

describe('What n8n fails with before anything is sent', () => {
	const { submits } = setup;
	const right = CredentialsHelper.prototype.getDecrypted;

	/** Lets something else come of a read of the credential, by its number. */
	const reading = (change: (read: number, data: IDataObject) => IDataObject): void => {
		let reads = 0;
		const getDecrypted = jest.spyOn(CredentialsHelper.prototype, 'getDecrypted');
		getDecrypted.mockImplementation(async function (this: CredentialsHelper) {
			reads += 1;
			return change(reads, (await right.call(this)) as never) as never;
		});
	};

	/** From the given read of the credential on, for so many reads. */
	const failing = (message: string, first: number, count: number): void =>
		reading((read, data) => {
			if (read >= first && read < first + count) throw new Error(message);
			return data;
		});

	/** Number of the read that belongs to the submit. */
	const readOfSubmit = async (): Promise<number> => {
		// The first run also reads what the process remembers.
		await setup.engine.run(video());
		const read = jest.spyOn(CredentialsHelper.prototype, 'getDecrypted');
		await setup.engine.run(video());
		const reads = read.mock.calls.length;
		read.mockRestore();
		setup.service.reset();
		return reads;
	};

	it.each<[string, number, Partial<NodeRun>]>([
		["is tried again after a hiccup of n8n's database", 2, {}],
		['was not sent: Retry On Fail submits', 6, { settings: { ...retried, maxTries: 2 } }],
	])('%s: the video is submitted once', async (_, reads, more) => {
		failing(HICCUP, await readOfSubmit(), reads);
		await setup.run(video(more));
		expect(setup.accepted(CREATE)).toBe(1);
	});

	it.each(['return', 'wait', 'pause'])('costs nothing again (%s)', async (completion) => {
		for (let read = 1; read <= 9; read++) {
			setup.service.reset();
			setup.service.fate({ seconds: completion === 'pause' ? Infinity : 0 });
			failing(HICCUP, read, 1);
			const { run } = await setup.engine.run(
				compose({ completion }, { items: [{}, {}], settings: retried }),
			);
			expect([read, run.status]).toEqual([read, completion === 'pause' ? 'waiting' : 'success']);
			expect([read, setup.accepted(CREATE)]).toEqual([read, 2]);
			jest.restoreAllMocks();
		}
	});

	it('is told as that, and not as a task that may exist', async () => {
		failing(HICCUP, await readOfSubmit(), Infinity);
		const title = /^Could not create the video: n8n could not read the credential$/;
		const { error } = await setup.fails(video(), title);
		expect(error.description).toContain('Nothing was sent');
		expect(error.description).toContain(HICCUP);
		expect(error.description).not.toContain('may still have been created');
		expect(setup.count(CREATE)).toBe(0);
	});

	/** A wait for a task, and the seconds that it takes. */
	const waitFor = async (taskId: string, timeLimit: number) => {
		const begun = Date.now();
		const wait = { taskKind: 'composedVideo', whenNotFinished: 'wait', options: { timeLimit } };
		const result = await setup.engine.run(getTask([{ taskId }], wait));
		return { seconds: (Date.now() - begun) / 1000, result };
	};

	it('does not end a wait where it passes', async () => {
		const id = await submits.fated('composedVideo', { seconds: 300 });
		failing(HICCUP, 3, 4);
		const { result } = await waitFor(id, 1);
		expect(result.error).toBeUndefined();
		expect(result.json[0]).toMatchObject({ taskId: id, state: 'succeeded' });
	});

	const other = { baseUrl: 'https://other.example.com' };

	it.each<[string, () => void]>([
		['Credential with ID "1" does not exist', () => failing(DELETED, 5, Infinity)],
		[
			"'Base URL' of the credential was changed",
			() => reading((read, data) => (read > 5 ? { ...data, ...other } : data)),
		],
	])('ends a wait with words where it is for good: %s', async (words, change) => {
		const id = await submits.fated('composedVideo', { seconds: Infinity });
		change();
		const { result, seconds } = await waitFor(id, 60);
		expect(result.error?.message).toContain(words);
		expect(seconds).toBeLessThan(120);
	});
});

describe('A retry by hand with the credential of another application', () => {
	const tokens = ['token-of-the-first', 'token-of-the-second'];
	const setup = setUp({ limits: false, tokens });

	it('says after a minute that the task may belong to the other one', async () => {
		setup.service.fate({ seconds: 0 });
		setup.fault(CREATE, { kind: 'code', code: 40002 }, { skip: 1 });
		const workflow = videosWorkflow(['One', 'Two'], { completion: 'wait' });
		const [first, second] = tokens.map(async (accessToken) => {
			return await createWorkflowEngine({ ...setup.credential, accessToken });
		});
		const failed = await (await first)?.start({ workflow, id: '1' }).done;
		const stored = storedForRetry(failed as IRun);
		const begun = Date.now();
		const retried = await (await second)?.start({ workflow, id: '2', mode: 'retry', stored }).done;
		const said = JSON.stringify(retried?.data.resultData);
		expect(said).toContain('credential belongs to the application that created the task');
		expect(Date.now() - begun).toBeLessThan(5 * 60_000);
	});
});
