import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { range } from 'lodash';
import { sleep } from 'n8n-workflow';

import { CancelledError } from '../../nodes/shared/util/async';
import type { ServiceError } from '../../nodes/shared/service/failure';
import type { Answers, TaskKind, Task } from '../../nodes/shared/tasks/task';
import {
	nextInterval,
	TaskWatch,
	type WaitSettings,
	type Watch,
} from '../../nodes/shared/tasks/watch';
import { clientWith, failed } from '../support/noRequests';
import type { ServiceClient } from '../../nodes/shared/service/client';

beforeEach(() => {
	jest.useFakeTimers();
});

afterEach(() => {
	jest.useRealTimers();
});

const client = clientWith();

const down = failed('listAiCreations', { cause: 'unavailable', detail: 'HTTP 503' });

const watchTasks = async (one: ServiceClient, watched: Watch) =>
	await new TaskWatch(one, watched).run();

const answering = (tasks: Array<[string, Task]>): Answers => ({
	tasks: new Map(tasks),
	refusals: new Map(),
});

const unreadTask = (taskId: string, statusUnknownReason: string): Task => ({
	taskId,
	taskKind: 'aiCreation',
	state: 'inProgress',
	statusUnknownReason,
});

/** Waits for tasks of one kind. */
async function waitForTasks(
	one: ServiceClient,
	kind: TaskKind,
	ids: string[],
	{ reported, ...settings }: WaitSettings & { reported?: ReadonlySet<string> },
	hooks: Partial<Watch> = {},
) {
	const tasks = ids.map((taskId) => ({
		kind,
		taskId,
		reported: reported?.has(taskId) ? unreadTask(taskId, '') : undefined,
	}));
	const statusOf = await watchTasks(one, { tasks, ...settings, stopOnError: true, ...hooks });
	const all = ids.map((id) => [id, statusOf(kind, id)] as const);
	return {
		tasks: new Map(all.flatMap(([id, { is, task }]) => (is === 'unknown' ? [] : [[id, task]]))),
		unknown: new Set(all.flatMap(([id, { is }]) => (is === 'unknown' ? [id] : []))),
	};
}

/** A kind whose tasks succeed after so many seconds; a failure is the answer of its round. */
function kindOf(
	seconds: Record<string, number>,
	failures: ReadonlyArray<ServiceError | undefined> = [],
	name = 'aiCreation',
) {
	const started = Date.now();
	const lookUps: Array<readonly string[]> = [];
	const kind: TaskKind = {
		name,
		label: 'AI task',
		title: '',
		description: '',
		async lookUp(_, ids) {
			lookUps.push(ids);
			const failure = failures[lookUps.length - 1];
			if (failure) return { ...answering([]), failure };
			const known = ids.filter((id) => id in seconds);
			return answering(
				known.map((taskId): [string, Task] => {
					const isDone = Date.now() - started >= (seconds[taskId] ?? 0) * 1000;
					return [taskId, { taskId, taskKind: name, state: isDone ? 'succeeded' : 'inProgress' }];
				}),
			);
		},
	};
	return { kind, lookUps };
}

/** Waits until so much time has passed. */
async function finish<T>(promise: Promise<T>, ms = 700_000): Promise<T> {
	promise.catch(() => undefined);
	await jest.advanceTimersByTimeAsync(ms);
	return await promise;
}

describe('Waiting for tasks', () => {
	/** Waits for one task, or several, for so long. */
	const wait = async (
		kind: TaskKind,
		timeLimitMs: number,
		more: Omit<Parameters<typeof waitForTasks>[3], 'timeLimitMs'> = {},
		ids = ['a'],
	) => await finish(waitForTasks(client, kind, ids, { timeLimitMs, ...more }), timeLimitMs);

	it('asks only for tasks that are not final yet', async () => {
		const { kind, lookUps } = kindOf({ a: 0, b: 3, c: 30 });
		const { tasks } = await wait(kind, 60_000, {}, ['a', 'b', 'c']);
		expect(lookUps[0]).toEqual(['a', 'b', 'c']);
		expect(lookUps[1]).toEqual(['b', 'c']);
		expect(lookUps.at(-1)).toEqual(['c']);
		expect([...tasks.values()].map(({ state }) => state)).toEqual(Array(3).fill('succeeded'));
	});

	it.each([0, 20_000])('gives a new task a minute, when answers take %i ms', async (answerMs) => {
		const begun = Date.now();
		const { kind, lookUps } = kindOf({ new: 0 });
		const { lookUp } = kind;
		kind.lookUp = async (service, ids) => {
			await sleep(answerMs / (lookUps.length + 1));
			const found = await lookUp(service, ids);
			return Date.now() - begun < 58_000 ? answering([]) : found;
		};
		const settings = { timeLimitMs: 60_000, intervalMs: 1_000, mayBeUnknown: true };
		const waiting = waitForTasks(client, kind, ['new', 'none'], settings);
		const { tasks, unknown } = await finish(waiting, 130_000);
		expect(tasks.get('new')?.state).toBe('succeeded');
		expect([...unknown]).toEqual(['none']);
	});

	it('takes a task as unknown at once where it is asked for once, and never where that is not said', async () => {
		const unknown = async (timeLimitMs: number, mayBeUnknown?: boolean) => {
			const settings = { timeLimitMs, mayBeUnknown };
			const waiting = waitForTasks(client, kindOf({}).kind, ['a'], settings);
			return [...(await finish(waiting, 120_000)).unknown];
		};
		expect(await unknown(0, true)).toEqual(['a']);
		expect(await unknown(59_999, true)).toEqual([]);
		expect(await unknown(60_000, true)).toEqual(['a']);
		expect(await unknown(120_000)).toEqual([]);
	});

	it('gives a task that is reported as finished no more time than that when it cannot be read', async () => {
		const kind: TaskKind = {
			...kindOf({}).kind,
			async lookUp(_, ids) {
				return answering(ids.map((id) => [id, unreadTask(id, 'No status')]));
			},
		};
		const waited = async (ids: string[]) => {
			const begun = Date.now();
			const reported = new Set(['done']);
			const settings = { timeLimitMs: 60_000, intervalMs: 1_000, mayBeUnknown: true, reported };
			const waiting = waitForTasks(client, kind, ids, settings);
			const tookMs = waiting.then(() => Date.now() - begun);
			const { tasks } = await finish(waiting, 60_000);
			return { tookMs: await tookMs, reason: tasks.get('done')?.statusUnknownReason };
		};
		expect(await waited(['done'])).toEqual({ tookMs: 10_000, reason: 'No status' });
		expect(await waited(['done', 'open'])).toEqual({ tookMs: 60_000, reason: 'No status' });
	});

	it('fails when asked for an answer and none came within the time', async () => {
		const check = async (failures: ServiceError[], timeLimitMs: number) =>
			await wait(kindOf({ a: 1000 }, failures).kind, timeLimitMs, { mustAnswer: true });
		await expect(check([down], 0)).rejects.toBe(down);
		await expect(check(Array<ServiceError>(100).fill(down), 60_000)).rejects.toBe(down);
		const { tasks } = await check([down], 60_000);
		expect(tasks.get('a')?.state).toBe('inProgress');
	});

	it('asks for some in each round where each takes a request, in turn, and for all in the last', async () => {
		const ids = range(7).map(String);
		const { kind, lookUps } = kindOf(Object.fromEntries(ids.map((id) => [id, 1000])));
		const some = { ...kind, mostPerRound: 3 };
		const { tasks } = await wait(some, 8_000, { intervalMs: 2_000 }, ids);
		expect(lookUps.map((round) => round.join(''))).toEqual(['012', '345', '601', '234', '5601234']);
		expect(tasks.size).toBe(7);
	});

	it('asks for a kind no more often than its limit allows, whatever the user sets', async () => {
		const { kind, lookUps } = kindOf({ a: 1000 });
		await wait({ ...kind, shortestIntervalMs: 6_000 }, 60_000, { intervalMs: 1_000 });
		expect(lookUps).toHaveLength(11);
	});

	it('says of a task that no answer shows since when it is missing, but not after one answer', async () => {
		const task = async (timeLimitMs: number) =>
			(await wait(kindOf({}).kind, timeLimitMs)).tasks.get('a');
		expect(await task(0)).not.toHaveProperty('statusUnknownReason');
		expect(await task(5_000)).toHaveProperty('statusUnknownReason');
		expect(await task(30_000)).toEqual({
			taskId: 'a',
			taskKind: 'aiCreation',
			state: 'inProgress',
			statusUnknownSince: expect.any(String),
			statusUnknownReason: 'The service responds, but does not show the task',
		});
	});

	it('gives a check that begins as the time is up the time of one request', async () => {
		const limits: number[] = [];
		const limited: ServiceClient = {
			...client,
			with({ withinMs }) {
				if (withinMs !== undefined) limits.push(withinMs);
				return limited;
			},
		};
		for (const timeLimitMs of [0, 30_000])
			await finish(waitForTasks(limited, kindOf({}).kind, ['a'], { timeLimitMs }), 30_000);
		// One check ends with its questions, of which each has a time of its own.
		expect(limits).toEqual([90_000]);
	});

	it('ends within half a second when the execution is stopped', async () => {
		const stop = new AbortController();
		const { kind } = kindOf({ a: 1000 });
		const stoppable = clientWith(stop.signal);
		const waiting = waitForTasks(stoppable, kind, ['a'], { timeLimitMs: 60_000 });
		const expected = expect(waiting).rejects.toThrow(CancelledError);
		await jest.advanceTimersByTimeAsync(700);
		stop.abort();
		await jest.advanceTimersByTimeAsync(500);
		await expected;
	});

	it('asks often at first and every fifteen seconds in the end', () => {
		const intervals = range(0, 600_000, 1000).map(nextInterval);
		expect(intervals).toEqual([...intervals].sort((a, b) => a - b));
		expect([intervals[0], intervals.at(-1)]).toEqual([5_000, 15_000]);
	});

	it.each([
		[60, 13],
		[1800, 144],
	])('notices the end of a task of %d s in time, with %d checks', (seconds, most) => {
		let checks = 1;
		let now = 0;
		while (now < seconds * 1000) {
			now += nextInterval(now);
			checks++;
		}
		expect(checks).toBe(most);
		expect(checks).toBeLessThanOrEqual(seconds / 5 + 1);
		expect(now - seconds * 1000).toBeLessThanOrEqual(Math.max(5_000, seconds * 50));
	});
});

const refusal = failed('getVideo', { code: 10400 });

/** Kinds with two tasks: one that has finished, one that takes three rounds, and one whose queries fail. */
const fastKind = () => kindOf({ 1: 0, 2: 0 }, [], 'fast');
const slowKind = () => kindOf({ 1: 8, 2: 8 }, [], 'slow');
const brokenKind = () => kindOf({}, Array<ServiceError>(99).fill(refusal), 'broken');

describe('Watching tasks of several kinds', () => {
	const succeeded = { is: 'seen', task: expect.objectContaining({ state: 'succeeded' }) };
	const watch = async (kinds: TaskKind[], more: Partial<Watch> = {}) => {
		const tasks = kinds.flatMap((kind) => ['1', '2', '1'].map((taskId) => ({ kind, taskId })));
		const watched = { tasks, timeLimitMs: 600_000, stopOnError: true, ...more };
		return await finish(watchTasks(client, watched));
	};

	it('asks for all tasks of a kind at once, each once, and tells equal IDs of two kinds apart', async () => {
		const [fast, slow] = [fastKind(), slowKind()];
		const progress: string[] = [];
		const onRound = (n: number, all: number) => void progress.push(`${n}/${all}`);
		const sighting = await watch([fast.kind, slow.kind], { onRound });
		expect(fast.lookUps).toEqual([['1', '2']]);
		expect(slow.lookUps).toHaveLength(3);
		expect(sighting(fast.kind, '1').task).toMatchObject({ taskKind: 'fast', state: 'succeeded' });
		expect(sighting(slow.kind, '1').task).toMatchObject({ taskKind: 'slow', state: 'succeeded' });
		expect(progress.at(-1)).toBe('4/4');
		expect(progress).toContain('2/4');
	});

	it('ends the other kinds when one is refused and the workflow is to stop', async () => {
		const slow = slowKind();
		await expect(watch([slow.kind, brokenKind().kind])).rejects.toBe(refusal);
		expect(slow.lookUps.length).toBeLessThanOrEqual(1);
	});

	it('keeps the other kinds when one is refused and the workflow continues', async () => {
		const [{ kind: broken }, { kind: slow }] = [brokenKind(), slowKind()];
		const sighting = await watch([broken, slow], { stopOnError: false });
		const open = { taskId: '1', state: 'inProgress' };
		expect(sighting(broken, '1')).toMatchObject({ error: refusal, task: open });
		expect(sighting(slow, '2')).toEqual(succeeded);
	});

	it('keeps what had finished before the query was refused', async () => {
		let rounds = 0;
		const kind: TaskKind = {
			...slowKind().kind,
			async lookUp() {
				if (++rounds > 1) throw refusal;
				return answering([['1', { taskId: '1', taskKind: 'slow', state: 'succeeded' }]]);
			},
		};
		const seen: string[] = [];
		const onFinal = (tasks: Task[]) => seen.push(...tasks.map(({ taskId }) => taskId));
		const sighting = await watch([kind], { stopOnError: false, onFinal });
		expect(seen).toEqual(['1']);
		expect(sighting(kind, '1')).toEqual(succeeded);
		expect(sighting(kind, '2')).toMatchObject({ error: refusal, task: { state: 'inProgress' } });
	});
});
