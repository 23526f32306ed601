import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { map, noop } from 'lodash';
import { sleep } from 'n8n-workflow';

import type { EndpointName } from '../../nodes/shared/api/endpoints';
import { submittedTask, type Task } from '../../nodes/shared/model/task';
import type { Answers, Reach, TaskKind } from '../../nodes/shared/model/taskKind';
import type { TaskStatus, WatchedTask } from '../../nodes/shared/model/taskStatus';
import { nextInterval } from '../../nodes/shared/tasks/kindWatch';
import { unreadIn } from '../../nodes/shared/tasks/states';
import { type Watch, watchTasks } from '../../nodes/shared/tasks/watch';
import { answering as serviceThat, clientWith, failed, type Failing } from '../support/noRequests';
import { type ServiceError } from '../../nodes/shared/api/serviceError';

const NOW = Date.UTC(2026, 2, 1);
const MINUTE = 60_000;

beforeEach(() => {
	jest.useFakeTimers({ now: NOW });
});

afterEach(() => {
	jest.useRealTimers();
});

const client = clientWith();

const refusal = failed('getVideo', { code: 10400 });
const down = failed('listAiCreations', { cause: 'unavailable', detail: 'HTTP 503' });

/** What shows tasks, which are in progress unless something else is said. */
const answering = (...tasks: Array<Partial<Task>>): Answers => ({
	tasks: new Map(
		tasks.map((task) => {
			const { taskId = 'a' } = task;
			return [taskId, { ...submittedTask('aiCreation', taskId), ...task }];
		}),
	),
	errorById: new Map(),
});

/** A kind whose tasks succeed after so many seconds; each answer takes so many milliseconds. */
function kindOf(seconds: Record<string, number>, name = 'aiCreation', answerMs = 0) {
	const started = Date.now();
	const lookUps: Array<readonly string[]> = [];
	const kind: TaskKind = {
		name,
		label: 'AI task',
		description: '',
		asked: 'nowhere',
		async lookUp(_, ids) {
			lookUps.push(ids);
			if (answerMs > 0) await sleep(answerMs);
			const known = ids.filter((id) => id in seconds);
			return answering(
				...known.map((taskId) => {
					const isDone = Date.now() - started >= (seconds[taskId] ?? 0) * 1000;
					return { taskId, taskKind: name, state: isDone ? 'succeeded' : 'inProgress' } as const;
				}),
			);
		},
	};
	return { kind, lookUps };
}

/** A kind whose look-ups are answered one after the other, and then with the last answer again. */
function scripted(...answers: Array<Partial<Answers> | Error>) {
	const lookUps: Array<[ids: readonly string[], reach?: Reach]> = [];
	const lookUp: TaskKind['lookUp'] = async (_, ...asked) => {
		const answer = answers[lookUps.push(asked) - 1] ?? answers.at(-1);
		if (answer instanceof Error) throw answer;
		return { ...answering(), ...answer };
	};
	return { kind: { ...kindOf({}).kind, lookUp }, lookUps };
}

/** A look-up that is refused for some tasks. */
const refusing = (refusals: Record<string, ServiceError>) => ({
	errorById: new Map(Object.entries(refusals)),
});

const tasksOf = (kind: TaskKind, ...ids: string[]): WatchedTask[] =>
	ids.map((taskId) => ({ kind, taskId, known: { by: 'submit' } }));

/** Waits for tasks up to twenty minutes. */
async function wait(tasks: WatchedTask[], more: Partial<Watch>, one = client) {
	const waiting = watchTasks(one, { tasks, ...more });
	waiting.catch(noop);
	await jest.advanceTimersByTimeAsync(20 * MINUTE);
	return await waiting;
}

/** Checks tasks every minute for so many minutes. */
const everyMinute = async (tasks: WatchedTask[], minutes: number, more = {}, one = client) =>
	await wait(tasks, { timeLimitMs: minutes * MINUTE, intervalMs: MINUTE, ...more }, one);

describe('Waiting for tasks', () => {
	it('asks only for tasks that are not final yet', async () => {
		const { kind, lookUps } = kindOf({ a: 0, b: 3, c: 5 });
		const ids = ['a', 'b', 'c'];
		const statusOf = await wait(tasksOf(kind, ...ids), { timeLimitMs: MINUTE });
		expect(lookUps).toEqual([ids, ['b', 'c'], ['c']]);
		expect(ids.map((id) => statusOf(kind, id).task.state)).toEqual(Array(3).fill('succeeded'));
	});

	it.each([
		[11, ['done']],
		[61, ['done', 'open']],
	])(
		'makes %i checks of %j, of which one is reported as finished and cannot be read',
		async (checks, ids) => {
			const odd = ids.map((taskId) => ({ taskId, statusUnknownReason: 'No status' }));
			const { kind, lookUps } = scripted(answering(...odd));
			const [done, ...others] = tasksOf(kind, ...ids);
			const known = { by: 'report', task: submittedTask('', 'done') } as const;
			const tasks = [{ ...(done as WatchedTask), known }, ...others];
			const statusOf = await wait(tasks, { timeLimitMs: MINUTE, intervalMs: 1_000 });
			expect(statusOf(kind, 'done').task.statusUnknownReason).toBe('No status');
			expect(lookUps).toHaveLength(checks);
		},
	);

	it('fails when asked for an answer and none came within the time', async () => {
		const check = async (minutes: number, ...answers: Array<Partial<Answers>>) => {
			const tasks = tasksOf(scripted(...answers).kind, 'a', 'b');
			return await everyMinute(tasks, minutes, { mustAnswer: true, stopOnError: true });
		};
		const commonError = down;
		await expect(check(0, { commonError })).rejects.toBe(down);
		await expect(check(2, { commonError })).rejects.toBe(down);
		await expect(check(2, refusing({ a: down, b: refusal }))).rejects.toBe(refusal);
		await check(2, { commonError }, answering({}));
	});

	it('asks for a kind no more often than its limit allows, whatever the user sets', async () => {
		const { kind, lookUps } = scripted(answering({}));
		const tasks = tasksOf({ ...kind, shortestIntervalMs: 6_000 }, 'a');
		await wait(tasks, { timeLimitMs: MINUTE, intervalMs: 1_000 });
		expect(lookUps).toHaveLength(11);
	});

	it('gives a check that begins as the time is up the time of one request', async () => {
		const { client, limits } = serviceThat(() => undefined);
		for (const timeLimitMs of [0, 30_000])
			await wait(tasksOf(scripted({}).kind, 'a'), { timeLimitMs }, client);
		// One check ends with its questions, of which each has a time of its own.
		expect(limits).toEqual([90_000]);
	});

	it.each([
		[60, 21],
		[1800, 187],
	])('notices the end of a task of %d s in time, with %d checks', async (seconds, checks) => {
		const { kind, lookUps } = kindOf({ a: seconds });
		let noticedAt = Infinity;
		const onEnded = ([first]: TaskStatus[]) => {
			if (first) noticedAt = Date.now();
		};
		const tasks = tasksOf(kind, 'a');
		const waiting = watchTasks(client, { tasks, timeLimitMs: 60 * MINUTE, onEnded });
		await jest.advanceTimersByTimeAsync(40 * MINUTE);
		await waiting;
		expect(lookUps).toHaveLength(checks);
		const lateMs = noticedAt - NOW - seconds * 1000;
		expect(lateMs).toBeLessThanOrEqual(Math.max(3_000, seconds * 25));
		expect([0, 600_000].map(nextInterval)).toEqual([3_000, 15_000]);
	});
});

/** A kind with two tasks that take three rounds. */
const slowKind = () => kindOf({ 1: 5, 2: 5 }, 'slow');

describe('Watching tasks of several kinds', () => {
	const watch = async (kinds: TaskKind[], more: Partial<Watch> = {}) => {
		const tasks = kinds.flatMap((kind) => tasksOf(kind, '1', '2', '1'));
		return await wait(tasks, { timeLimitMs: 10 * MINUTE, stopOnError: true, ...more });
	};

	it('asks for all tasks of a kind at once, each once, and tells equal IDs of two kinds apart', async () => {
		const [fast, slow] = [kindOf({ 1: 0, 2: 0 }, 'fast'), slowKind()];
		const sighting = await watch([fast.kind, slow.kind]);
		expect(fast.lookUps).toEqual([['1', '2']]);
		expect(slow.lookUps).toHaveLength(3);
		expect(sighting(fast.kind, '1').task).toMatchObject({ taskKind: 'fast', state: 'succeeded' });
		expect(sighting(slow.kind, '1').task).toMatchObject({ taskKind: 'slow', state: 'succeeded' });
		expect(sighting(slow.kind, '3')).toEqual({ is: 'known', task: submittedTask('slow', '3') });
	});

	it('ends the other kinds when one is refused and the workflow is to stop', async () => {
		const slow = slowKind();
		await expect(watch([slow.kind, scripted({ commonError: refusal }).kind])).rejects.toBe(refusal);
		expect(slow.lookUps.length).toBeLessThanOrEqual(1);
	});
});

const MISSING = 'The service responds, but does not show the task';
const NO_RESULT = 'The service reports success, but has returned no result file yet';

describe('What a wait says in the end of a task', () => {
	const shown = answering({});
	const odd = answering({ statusUnknownReason: 'Odd' });
	const bare = answering({ statusUnknownReason: NO_RESULT });
	const long = failed('getVideo', { cause: 'unavailable', detail: 'x'.repeat(999) });
	const at = (minutes: number) => new Date(NOW + minutes * MINUTE).toISOString();
	const unread = { since: NOW - 5 * MINUTE, reason: 'X' };
	const reported = { by: 'report', task: submittedTask('aiCreation', 'a') } as const;
	const bySubmit = { known: { by: 'submit' } } as const;
	const byService = { known: { by: 'service' } } as const;

	type Before = Partial<WatchedTask & Watch>;
	it.each<[string, Array<Partial<Answers> | Error>, Before, string, number?, unknown?]>([
		['is not there', [{}], {}, 'unknown'],
		['is not there for a minute', [{}, {}], {}, 'unknown'],
		['is new', [{}], bySubmit, 'known'],
		['is missing twice', [{}, {}], bySubmit, 'unreadable', 0, MISSING],
		['was seen before, and is missing', [{}], byService, 'unreadable', 0, MISSING],
		['is reported, and missing', [{}], { known: reported }, 'unreadable', 0, MISSING],
		['is missing for less than a minute', [{}], { awaitedSince: NOW - 59_999 }, 'known'],
		['is missing for a minute', [{}], { awaitedSince: NOW - MINUTE }, 'unknown'],
		['is missing at last', [shown, shown, {}], {}, 'unreadable', 2, MISSING],
		['is shown in a minute', [{}, shown], {}, 'known'],
		['could not be read', [{}], { ...byService, unread }, 'unreadable', -5, MISSING],
		['could be read', [odd], {}, 'unreadable', 0, 'Odd'],
		['cannot be asked for', [new Error('No')], { unread }, 'unasked', -5, 'X'],
		['has an odd status for long', [shown, odd, odd, odd, odd], {}, 'unreadable', 1, 'Odd'],
		['has no result', [bare], {}, 'unreadable', 0, NO_RESULT],
		['has no result at last', [odd, bare], {}, 'unreadable', 0, NO_RESULT],
		[
			'has a long story',
			[{ commonError: long }],
			{},
			'unreadable',
			0,
			expect.stringMatching(/^.{500}$/),
		],
	])('that %s', async (_, answers, before, is, since = 0, reason) => {
		const { kind } = scripted(...answers);
		// What was said first of a task counts.
		const tasks = tasksOf(kind, 'a', 'a').map((task, index) => ({
			...task,
			known: { by: 'id' } as const,
			...(index ? {} : before),
		}));
		const statusOf = await everyMinute(tasks, answers.length - 1);
		const why = reason ? { statusUnknownSince: at(since), statusUnknownReason: reason } : {};
		const task = { ...submittedTask('aiCreation', 'a'), ...why };
		const error = answers.find((one) => one instanceof Error);
		expect(statusOf(kind, 'a')).toEqual({ is, task, error });
	});

	it.each<[EndpointName, Failing, string, [string, string?]]>([
		['getLipSync', { code: 40000, httpStatus: 404 }, 'unknown', ['unknown']],
		['getPerson', { code: 40000 }, 'unknown', ['unknown']],
		['getPerson', { code: 40000, httpStatus: 404 }, 'unknown', ['unasked', 'notTheService']],
		['getPerson', { httpStatus: 404 }, 'unknown', ['unasked', 'notTheService']],
		['getLipSync', { httpStatus: 404 }, 'unknown', ['unasked', 'refused']],
		['getPerson', { code: 40002, httpStatus: 400 }, 'unknown', ['unasked', 'refused']],
		['getPerson', { code: 40002, httpStatus: 500 }, 'unreadable', ['unasked', 'refused']],
		['getPerson', { code: 40002 }, 'unreadable', ['unasked', 'refused']],
		['getPerson', { code: 10400, httpStatus: 401 }, 'unreadable', ['unasked', 'refused']],
		['getPerson', { httpStatus: 429 }, 'unreadable', ['unreadable']],
	])(
		'that %s refuses with %j, beside another one and alone',
		async (name, failure, beside, alone) => {
			const refused = refusing({ b: failed(name, failure) });
			const found = async (answer: Partial<Answers>, ...ids: string[]) => {
				const { kind } = scripted(answer);
				const tasks = tasksOf(kind, ...ids).map((task) => {
					return { ...task, known: { by: 'id' } as const };
				});
				const statusOf = await everyMinute(tasks, 0);
				const status = statusOf(kind, 'b');
				if (status.is !== 'unasked') return [status.is];
				return [status.is, (status.error as ServiceError).failure.cause];
			};
			expect(await found({ ...shown, ...refused }, 'a', 'b')).toEqual([beside]);
			expect(await found(refused, 'b')).toEqual(alone);
		},
	);
});

describe('What an item says of a task that could not be read', () => {
	const statusUnknownSince = new Date(NOW).toISOString();

	it('is since when, and why', () => {
		const item = { taskId: 'a', statusUnknownSince, statusUnknownReason: 'Any words' };
		expect(unreadIn(item)).toEqual({ since: NOW, reason: 'Any words' });
	});

	it.each([
		{},
		{ statusUnknownReason: 'X' },
		{ statusUnknownSince },
		{ statusUnknownReason: 'X', statusUnknownSince: 'yesterday' },
	])('is nothing in %j', (item) => {
		expect(unreadIn(item)).toBeUndefined();
	});
});

it('a list is searched as far back as its oldest task may be, by the clock of the service', async () => {
	const { kind, lookUps } = scripted(answering({ createdAt: new Date(100_000).toISOString() }));
	const submittedAt = NOW - 3 * MINUTE;
	const known: Array<Partial<WatchedTask>> = [
		{ createdAfter: 50 },
		{ submittedAt },
		{ createdAfter: undefined },
	];
	for (const first of known) {
		jest.setSystemTime(NOW);
		const [one, other] = tasksOf(kind, 'a', 'b') as [WatchedTask, WatchedTask];
		await everyMinute(
			[
				{ ...one, ...first },
				{ ...other, createdAfter: 60 },
			],
			1,
		);
	}
	expect(lookUps.map(([, reach]) => reach)).toEqual([
		{ createdAfter: 50 },
		{ createdAfter: 60 },
		{ createdAfter: 60, ageSeconds: 180 },
		{ createdAfter: 60 },
		undefined,
		{ createdAfter: 60 },
	]);
});

it('tasks that cannot be read are warned of once, and again after they could be', async () => {
	const both = (statusUnknownReason?: string) =>
		answering({ statusUnknownReason }, { taskId: 'b', statusUnknownReason });
	const last = answering({ state: 'succeeded' }, { taskId: 'b', statusUnknownReason: 'No' });
	const { kind } = scripted(both('Odd'), both('Odd'), both(), both(), last);
	const { client, warnings } = serviceThat(() => undefined);
	const all: string[] = [];
	const onEnded = (ended: TaskStatus[]) => void all.push(map(ended, 'task.taskId').join());
	await everyMinute(tasksOf(kind, 'a', 'b'), 4, { onEnded }, client);
	expect(warnings).toEqual([
		'The status of 2 tasks cannot be read at the moment. Odd',
		'The status of one task cannot be read at the moment. No',
	]);
	expect(all).toEqual(['', '', '', '', 'a']);
});
