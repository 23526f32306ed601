/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { setTimeout as delay } from 'node:timers/promises';

import { describe, expect, it, jest } from '@jest/globals';
import { omit, range } from 'lodash';
import type { IDataObject, INodeParameters, IRun } from 'n8n-workflow';

import { asWritten } from '../support/changedTexts';
import { Logger } from '../support/engine/core';
import { createEngine, type NodeRun } from '../support/engine/engine';
import { planned, to } from '../support/engine/nodes';
import { hintsOf, pairsOf, storedItems } from '../support/engine/outputs';
import { compose, createPerson, finishedPerson, finishedVideo } from '../support/engine/runs';
import { setUp } from '../support/engine/setup';
import { expectNoStart, queryOfCallback } from '../support/engine/webhook';
import {
	chainOf,
	createWorkflowEngine,
	type ExecutionPlan,
	loopOver,
	storedWithItems,
	type WorkflowPlan,
} from '../support/engine/workflowEngine';

const setup = setUp({ limits: false });

const items = (count: number) => range(count).map((index) => ({ text: `Video ${index}` }));

const pausing = (
	{ downloadResult = false, ...options }: INodeParameters = {},
	more: Partial<NodeRun> = {},
): NodeRun =>
	compose(
		{ text: '={{ $json.text }}', completion: 'pause', downloadResult, options },
		{ items: items(1), ...more },
	);

const minutesUntil = ({ waitTill }: IRun, from: number) =>
	((waitTill?.getTime() ?? 0) - from) / 60_000;

/** The first task is finished before the pause. */
const firstIsDone = ({ index }: { index: number }) => ({ seconds: index === 0 ? 0 : Infinity });

describe('Pause Until Finished', () => {
	it.each([
		[{}, 120],
		[{ timeLimit: 30 }, 30],
	])('parks with the tasks of all items and its own address: %j', async (options, minutes) => {
		const before = Date.now();
		const { run, ids } = await setup.paused(pausing(options, { items: items(2) }));
		expect(minutesUntil(run, before)).toBeGreaterThanOrEqual(minutes);
		expect(minutesUntil(run, before)).toBeLessThan(minutes + 1);
		expect(storedItems(run).map(({ json }) => json)).toEqual(
			ids.map((taskId) => expect.objectContaining({ taskId, state: 'inProgress' })),
		);
		expect(pairsOf([storedItems(run)])).toEqual([0, 1]);
		for (const id of ids) {
			const address = setup.service.callbacks.addressOf(id);
			expect(address).toContain('webhook-waiting/execution/digital-human?');
		}
		// The service is local, too.
		expect(hintsOf({ run })).toEqual([]);
	});

	it('is refused uncharged in an evaluation, where n8n waits for no pause', async () => {
		const { said } = await setup.refuses(
			pausing({}, { mode: 'evaluation' }),
			"'Pause Until Finished' does not work in evaluations",
		);
		expect(said).toContain("Nothing was submitted. Choose 'Wait for Result'");
	});

	it('leaves a branch that waits for its turn another node: n8n resumes by disabling that of the entry', async () => {
		setup.service.fate({ seconds: Infinity });
		const { type, parameters } = compose({ completion: 'pause' });
		const workflow: WorkflowPlan = {
			nodes: [
				// Of other nodes, n8n takes items without a json.
				planned('Input', 'items', { items: [{}] as never }),
				planned('Videos', type, { ...parameters, downloadResult: false }),
			],
			connections: { Input: { main: [[...to('Videos'), ...to('Videos')]] } },
		};
		const engine = await createWorkflowEngine(setup.credential);
		const { data, status } = await engine.start({ workflow, id: '1' }).done;
		const [one, two] = data.executionData?.nodeExecutionStack ?? [];
		expect([status, two?.node.name]).toEqual(['waiting', 'Videos']);
		expect(one?.node).not.toBe(two?.node);
	});

	it('goes on only when the service says that all tasks are final', async () => {
		const node = pausing({}, { items: items(3) });
		const { run, ids, call } = await setup.paused(node);
		const [one = '', two = '', three = ''] = ids;
		setup.service.settle(one);
		const message = '1 of 3 tasks are finished';
		expect(await call(one)).toMatchObject({ status: 200, message });
		expect(await call('999')).toMatchObject({ status: 200 });
		setup.service.settle(two);
		setup.service.settle(three, { outcome: 51, errMsg: 'no face' });
		const answers = await Promise.all(range(3).map(async () => await call(two)));
		const going = answers.filter((answer) => answer.items);
		expect(going).toHaveLength(1);
		const stored = storedWithItems(JSON.stringify(run.data), going[0]?.items ?? []);
		const resumed = { ...run, data: JSON.parse(stored) as IRun['data'] };
		const { json, outputs } = await setup.engine.resume(node, resumed);
		expect(json.map(({ state }) => state).sort()).toEqual(['failed', 'succeeded', 'succeeded']);
		expect(JSON.stringify(json)).not.toContain('forged.example');
		expect(pairsOf(outputs)).toEqual([0, 1, 2]);
	});

	it('waits for several videos of a text, because n8n would pair them with other items after a pause', async () => {
		const long = 'This is a sentence of the text. '.repeat(300);
		const given = [
			{ text: long, name: 'news' },
			{ text: 'Hello.', name: 'other' },
		];
		const { parameters, ...node } = pausing(
			{ outputFileName: '={{ $json.name }}' },
			{ items: given.map((json) => ({ json })) },
		);
		const parts = { ifTextTooLong: 'makeSeveral', downloadResult: true };
		setup.service.fate({ seconds: 1 });
		const result = await setup.run({ ...node, parameters: { ...parameters, ...parts } });
		const { outputs } = result;
		const [output = []] = outputs;
		const namesOf = output.map(({ binary }) => binary?.data?.fileName);
		expect(namesOf).toEqual(['news-1.mp4', 'news-2.mp4', 'news-3.mp4', 'other.mp4']);
		expect(pairsOf(outputs)).toEqual([0, 0, 0, 1]);
		const estimates = output.map(({ json }) => Number(json.estimatedCredits) > 50);
		expect(estimates).toEqual([true, true, true, false]);
		expect(hintsOf(result).join()).toContain('status checks instead of pausing');
	});

	it('says what each video cost: of those that finished before the pause, and of those after it', async () => {
		const node = pausing({}, { items: items(2) });
		node.parameters = { ...node.parameters, model: '={{ $itemIndex }}' };
		const { items: resumed = [] } = await (await setup.paused(node, firstIsDone)).end();
		expect(resumed).toHaveLength(2);
		for (const { json } of resumed) {
			const perSecond = json.text === 'Video 0' ? 1 : 2;
			expect(json.estimatedCredits).toBe(perSecond * Number(json.durationSeconds));
		}
	});

	it('keeps to what its options said before the tasks took the place of the input', async () => {
		const parameters = {
			downloadResult: '={{ $json.requested }}',
			outputField: '={{ $json.field }}',
		};
		const row = { text: 'a', field: 'film', requested: true };
		const { end } = await setup.paused(pausing(parameters, { items: [row] }));
		expect((await end()).items?.[0]?.binary).toHaveProperty('film');
	});
});

const TOO_LATE = {
	status: 200,
	message: 'The time limit was reached; the workflow continues without the results',
};

// At the time limit, n8n resumes the execution itself. Older versions would resume it once more with a later callback.
describe('A paused execution at its time limit', () => {
	const setup = setUp({ limits: false, speed: 1 });
	const limited = (timeLimit: number, count = 1) =>
		pausing({ downloadResult: true, timeLimit }, { items: items(count) });

	it('is resumed before, without the files that have not arrived', async () => {
		const { run, end } = await setup.paused(limited(0.3, 2));
		setup.fault('result', { kind: 'delay', delayMs: 300_000 });
		const { items: out = [] } = await end();
		expect(Date.now()).toBeLessThan(run.waitTill?.getTime() ?? 0);
		const done = { state: 'succeeded', outputUrls: [expect.any(String)] };
		expect(out.map(({ json }) => json)).toMatchObject([done, done]);
		const errors = out.flatMap(({ json }) => json.error ?? []);
		const late = /^The result file did not arrive before the time limit\..*Task ID: \d+.*Get Task/;
		expect(errors).toEqual([expect.stringMatching(late)]);
		const files = out.map(({ json, binary }) => json.error === undefined && binary?.data);
		expect(files).toContainEqual(expect.objectContaining({ mimeType: 'video/mp4' }));
	});

	it('is not resumed by a callback that comes later', async () => {
		const { run, id, end } = await setup.paused(limited(0.1));
		await delay((run.waitTill?.getTime() ?? 0) - Date.now());
		setup.service.journal.clear();
		const warn = jest.spyOn(Logger.prototype, 'warn');
		expectNoStart(await end(), TOO_LATE);
		expect(setup.requests()).toEqual([]);
		expect(asWritten(warn.mock.calls).join()).toContain(id);
	});

	it('is not resumed by a callback that was checked for too long', async () => {
		const { end } = await setup.paused(limited(0.1));
		expectNoStart(await end({ listLagSeconds: 5 }), TOO_LATE);
	});

	it('outputs which files are missing and which tasks are open', async () => {
		const node = limited(1, 2);
		const { run, ids } = await setup.paused(node, firstIsDone);
		const resumed = await setup.engine.resume(node, run);
		expect(resumed.run.status).toBe('success');
		expect(resumed.json).toMatchObject([
			{
				taskId: ids[0],
				state: 'succeeded',
				timedOut: true,
				error: expect.stringContaining('did not arrive before the time limit'),
			},
			{ taskId: ids[1], state: 'inProgress', timedOut: true },
		]);
	});

	it('leaves nothing of it where all tasks finish before', async () => {
		const { items: out = [] } = await (await setup.paused(limited(1, 2), firstIsDone)).end();
		expect(out).toHaveLength(2);
		for (const { json, binary } of out) {
			expect(json.state).toBe('succeeded');
			expect(json).not.toHaveProperty('timedOut');
			expect(json).not.toHaveProperty('error');
			expect(binary?.data).toBeDefined();
		}
	});
});

describe('Pause Until Finished for a person', () => {
	const create = createPerson({ completion: 'pause' });

	it('waits a day for the callback, which counts by itself without a Person Detail Path', async () => {
		const before = Date.now();
		const { run, id, call } = await setup.paused(create);
		expect(minutesUntil(run, before)).toBeGreaterThanOrEqual(24 * 60);
		expect((await call('1')).items).toBeUndefined();
		expect((await call(finishedPerson(id, { status: 1 }))).items).toBeUndefined();
		expect((await call(finishedVideo(id))).items).toBeUndefined();
		expect((await call(id)).items).toMatchObject([
			{ json: { taskId: id, taskKind: 'person', state: 'succeeded' }, pairedItem: { item: 0 } },
		]);
	});

	it('refuses a path that cannot be used before anything is submitted', async () => {
		const personDetailPath = 'https://example.com/person';
		const engine = await createEngine({ ...setup.credential, personDetailPath });
		const { error } = await engine.run(create);
		expect(error?.message).toContain("'Person Detail Path' of the credential is not a path");
		expect(setup.count()).toBe(0);
	});

	it('refuses several persons without that path before anything is submitted', async () => {
		const { said } = await setup.refuses({ ...create, items: [{}, {}] }, 'Person Detail Path');
		expect(said).toContain("Turn on 'Paths From the Provider'");
	});
});

describe('Pause Until Finished with the error output', () => {
	const settings = { onError: 'continueErrorOutput' } as const;
	const script = { data: 'YQ==', mimeType: 'text/plain', fileName: 'script.txt' };

	/** A pause of two items with a file each. */
	const withFiles = (parameters: INodeParameters = { downloadResult: true }) => {
		const given = items(2).map((json) => ({ json, binary: { data: script } }));
		return pausing(parameters, { items: given, settings });
	};

	it('keeps the files of its input on an item for the error output, not on others', async () => {
		const { ids, call } = await setup.paused(withFiles({}));
		setup.service.settle(ids[0] ?? '');
		setup.service.settle(ids[1] ?? '', { outcome: 51, errMsg: 'no face' });
		const { items: [done, failed] = [] } = await call(finishedVideo(ids[1], { status: 51 }));
		expect(done?.json.state).toBe('succeeded');
		expect(done).not.toHaveProperty('binary');
		expect(failed?.json.error).toContain('no face');
		expect(failed?.binary?.data).toMatchObject({ fileName: 'script.txt' });
	});

	it('keeps them on items whose result is gone, also of one that finished before the pause', async () => {
		const { run, ids, end } = await setup.paused(withFiles(), ({ index }) => ({
			...firstIsDone({ index }),
			result: 'missing',
		}));
		// What n8n outputs at the time limit.
		expect(storedItems(run).map(({ binary }) => binary)).toEqual([undefined, undefined]);
		const { items: out = [] } = await end({ result: 'missing' });
		expect(out).toHaveLength(2);
		out.forEach(({ json, binary }, index) => {
			const details = { taskId: ids[index] };
			expect(json).toMatchObject({ error: expect.any(String), details });
			expect(binary).toEqual({ data: expect.objectContaining({ fileName: 'script.txt' }) });
		});
	});

	it('leaves a failed task to the regular output when failures are to be output', async () => {
		const node = pausing({ onTaskFailure: 'output' }, { settings });
		const { items: out } = await (await setup.paused(node)).end({ outcome: 51, errMsg: 'no face' });
		expect(out).toMatchObject([{ json: { state: 'failed', errorMessage: 'no face' } }]);
		expect(out?.[0]?.json).not.toHaveProperty('error');
	});
});

const NAMES = ['Anna', 'Ben', 'Cleo'];

/** What the node advises that refuses to pause for several items. */
it("behind 'Loop Over Items', Create Person pauses for one person after the other, and each resumes only its own pause", async () => {
	const submitted = () =>
		setup.bodies('create_customised_person').map((body) => (body as IDataObject).name);
	setup.service.fate({ seconds: Infinity });
	const workflow = loopOver(
		NAMES.map((name) => ({ name })),
		{ name: 'Person', ...createPerson({ name: '={{ $json.name }}', completion: 'pause' }) },
	);
	const engine = await createWorkflowEngine(setup.credential);
	const persons: Array<{ id: string; query: Record<string, string> }> = [];
	let plan: ExecutionPlan = { workflow, id: 'execution' };
	for (const [index] of NAMES.entries()) {
		const { status, data } = await engine.start(plan).done;
		expect(status).toBe('waiting');
		expect(submitted()).toEqual(NAMES.slice(0, index + 1));
		plan = { ...plan, stored: JSON.stringify(data) };
		const id = setup.service.tasks().at(-1)?.id ?? '';
		const body = finishedPerson(id);
		for (const { query } of persons) {
			expect(await engine.callBack(plan, { query, body })).toMatchObject({ status: 401 });
		}
		const query = queryOfCallback(setup.service);
		const { items: out = [] } = await engine.callBack(plan, { query, body });
		plan = { ...plan, stored: storedWithItems(plan.stored ?? '', out) };
		persons.push({ id, query });
	}
	const { status, data } = await engine.start(plan).done;
	expect(status).toBe('success');
	const [done] = data.resultData.runData.Loop?.at(-1)?.data?.main ?? [];
	expect(done?.map(({ json }) => json)).toMatchObject(
		persons.map(({ id }) => ({ taskId: id, taskKind: 'person', state: 'succeeded' })),
	);
	expect(submitted()).toEqual(NAMES);
});

it('a service that hangs up during a download, and calls again, resumes the execution once', async () => {
	const { ids, call } = await setup.paused(pausing({ downloadResult: true }));
	setup.settleAll();
	setup.fault('result', { kind: 'slow', bytesPerSecond: 20_000 });
	const first = call(ids[0], { hangsUp: delay(1_000) });
	await delay(3_000);
	expectNoStart(await call(), { status: 200 });
	expect((await first).items).toMatchObject([
		{ json: { state: 'succeeded' }, binary: { data: {} } },
	]);
	expectNoStart(await call(), { status: 200 });
	expect(setup.count('result')).toBe(1);
});

it('a callback that comes after its pause is over starts nothing: while the next node pauses, at its end, and twice', async () => {
	const pauses = compose({ text: 'Hello', completion: 'pause' });
	const twoPauses = chainOf([{}], { name: 'First', ...pauses }, { name: 'Second', ...pauses });
	const engine = await createWorkflowEngine(setup.credential);
	const start = async (stored?: string) => {
		const { status, data } = await engine.start({ workflow: twoPauses, id: 'late', stored }).done;
		return { status, stored: JSON.stringify(data) };
	};
	const lastCall = () => {
		const id = setup.service.tasks().at(-1)?.id ?? '';
		const call = { query: queryOfCallback(setup.service), body: finishedVideo(id) };
		return async (stored: string) =>
			await engine.callBack({ workflow: twoPauses, id: 'late', stored }, call);
	};
	setup.service.fate({ seconds: Infinity });
	const first = await start();
	const callFirst = lastCall();
	setup.settleAll();
	const { items: out = [] } = await callFirst(first.stored);
	expect(out).toHaveLength(1);
	// The same one again, before n8n has noted that the execution goes on.
	expectNoStart(await callFirst(first.stored), { status: 200 });

	const second = await start(storedWithItems(first.stored, out));
	expect(second.status).toBe('waiting');
	const callSecond = lastCall();
	setup.service.journal.clear();
	expectNoStart(await callFirst(second.stored), { status: 401 });
	expect(setup.requests()).toEqual([]);
	setup.settleAll();
	const { items: end = [] } = await callSecond(second.stored);
	expect(end).toHaveLength(1);
	expectNoStart(await callSecond(second.stored), { status: 200 });
	expectNoStart(await callFirst(second.stored), { status: 401 });

	expect((await start(storedWithItems(second.stored, end))).status).toBe('success');
	expect(setup.service.tasks()).toHaveLength(2);
});

/** Without a 'Person Detail Path', the service cannot be asked: the callback itself counts. */
const person = createPerson({ completion: 'pause' });

describe('the proof in the address of a paused execution', () => {
	it.each<[string, (proof: string) => Record<string, string | string[]>]>([
		['is missing', () => ({})],
		['is empty', () => ({ proof: '' })],
		[
			'is another one',
			(proof) => ({ proof: (proof.startsWith('0') ? '1' : '0') + proof.slice(1) }),
		],
		['is longer', (proof) => ({ proof: `${proof}0` })],
		['is given twice', (proof) => ({ proof: [proof, proof] })],
		['has another name', (proof) => ({ secret: proof, signature: proof })],
	])('refuses a call where it %s, before anything is asked', async (_, change) => {
		const { query, call, end } = await setup.paused(pausing());
		expect(query.proof).toMatch(/^[0-9a-f]{64}$/);
		setup.service.journal.clear();
		expectNoStart(await end({}, { query: change(query.proof ?? '') }), { status: 401 });
		expect(setup.requests()).toEqual([]);
		expect((await call()).items).toHaveLength(1);
	});

	it('still holds when the access token was replaced while the execution was paused', async () => {
		const { call } = await setup.paused(person);
		const credential = { ...setup.credential, accessToken: 'another-token' };
		expect((await call(undefined, { credential })).items).toHaveLength(1);
	});

	it('is in nothing that n8n stores', async () => {
		const { stored, query, call } = await setup.paused(person);
		expect(query.proof).toBeTruthy();
		expect(stored).not.toContain(query.proof);
		expect(stored).not.toContain(setup.service.token);
		expect(JSON.stringify((await call()).items)).not.toContain(query.proof);
	});
});

describe('The pack is updated while an execution is paused', () => {
	type Kept = IDataObject & { known: IDataObject };

	/** A pause whose kept state is changed, as another version of the pack would have written it. */
	async function pausedAs(change: (kept: Kept) => unknown) {
		const paused = await setup.paused(compose({ completion: 'pause', downloadResult: false }));
		const { contextData = {} } = paused.run.data.executionData ?? {};
		const context = contextData['node:Tested'] as unknown as { parked: Kept };
		context.parked = change(context.parked) as Kept;
		return paused;
	}

	it.each<[string, (kept: Kept) => unknown]>([
		['a newer one', (kept) => ({ ...kept, version: 2 })],
		['one from before there were versions', (kept) => omit(kept, 'version')],
		['one whose version is a text', (kept) => ({ ...kept, version: '1' })],
		['one without a proof', (kept) => omit(kept, 'proofHash')],
		['one with another form of settings', (kept) => ({ ...kept, settings: 'simple' })],
		['one that is no object', () => 'parked'],
	])('a state that cannot be read is refused, and it sleeps on: %s', async (_, change) => {
		const { end, id, run } = await pausedAs(change);
		const { status, message, items } = await end();
		expect({ status, items }).toEqual({ status: 503, items: undefined });
		expect(message).toContain('another version of these nodes');
		// What n8n outputs at the time limit.
		expect(storedItems(run)).toMatchObject([{ json: { taskId: id, timedOut: true } }]);
	});

	it('a call without the right proof is refused as such, whatever the version', async () => {
		const { call } = await pausedAs((kept) => ({ ...kept, version: 2 }));
		expect(await call(undefined, { query: {} })).toMatchObject({ status: 401 });
		expect(await call(undefined, { query: { proof: 'forged' } })).toMatchObject({ status: 401 });
	});

	it('a call about an execution without a state is refused, and it sleeps on', async () => {
		const { end } = await pausedAs(() => undefined);
		const { status, items } = await end();
		expect({ status, items }).toEqual({ status: 401, items: undefined });
	});

	it.each<[string, (kept: Kept) => unknown]>([
		[
			'further fields',
			(kept) => ({ ...kept, further: { a: 1 }, known: { 0: { itemIndex: 0, later: true } } }),
		],
		['nothing that may be missing', (kept) => ({ ...omit(kept, 'submittedAt'), known: {} })],
	])('a state of the same version is read: %s', async (_, change) => {
		const { end, id } = await pausedAs(change);
		expect((await end()).items).toMatchObject([{ json: { taskId: id, state: 'succeeded' } }]);
	});
});
