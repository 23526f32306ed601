import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { range } from 'lodash';

import { nextPollState, findFinished, type PollState } from '../../nodes/TaskPollTrigger/state';
import type { ServiceClient } from '../../nodes/shared/api/client';
import { lipSync } from '../../nodes/shared/tasks/lipSync';
import type { Task } from '../../nodes/shared/model/task';
import type { TaskKind } from '../../nodes/shared/model/taskKind';
import { isoTime } from '../../nodes/shared/util/time';
import { fuzzing } from '../support/fuzz';
import { clientWith, failed } from '../support/noRequests';

interface Planned {
	id: string;
	/** Unix seconds. */
	created: number;
	finished: number;
	/** Seconds until the list shows it. */
	lag: number;
}

const START = 1_790_000_000;
const DAY = 86_400;

const client = clientWith();

const stateAt = (floor: number, more: Partial<PollState> = {}): PollState => ({
	...{ floor, done: {}, open: {}, undated: [] },
	...more,
});

function taskAt({ id, created, finished }: Planned, now: number): Task {
	const state = now >= finished ? 'succeeded' : 'inProgress';
	return { taskId: id, taskKind: 'lipSync', state, createdAt: isoTime(created) };
}

/** A task by seconds after the start; finished as soon as it is created, unless something else is said. */
const planned = (id: string, created: number, finished = created): Planned => ({
	id,
	created: START + created,
	finished: START + finished,
	lag: 0,
});

/** The same as the service has it so many seconds after the start. */
const made = (seconds: number, ...task: Parameters<typeof planned>) =>
	taskAt(planned(...task), START + seconds);

/** What a check so many seconds after the start makes of these tasks. */
const checked = (
	before: PollState | undefined,
	seconds: number,
	tasks: Task[],
	more: { unknown?: Set<string> } = {},
) => nextPollState(before ?? {}, { tasks, now: START + seconds, ...more });

const idsOf = (tasks: Task[]) => tasks.map(({ taskId }) => taskId);

/** The service as the trigger sees it: a list in pages, and look-ups by id. */
function serviceAt(now: number, plan: Planned[], order: 'newest' | 'oldest' = 'newest', size = 7) {
	const listed = plan
		.filter(({ created, lag }) => created + lag <= now)
		.sort((a, b) => (order === 'newest' ? b.created - a.created : a.created - b.created));
	const requests = { pages: 0, lookUps: 0 };
	return {
		requests,
		kind: {
			...lipSync,
			async list(_: ServiceClient, number: number) {
				requests.pages++;
				const page = listed.slice((number - 1) * size, number * size);
				return {
					records: page.map((task) => taskAt(task, now)),
					pages: Math.ceil(listed.length / size),
				};
			},
			async lookUp(_: ServiceClient, ids: readonly string[]) {
				requests.lookUps++;
				const known = listed.filter(({ id }) => ids.includes(id));
				const tasks = new Map(known.map((task) => [task.id, taskAt(task, now)]));
				return { tasks, errorById: new Map() };
			},
		} satisfies TaskKind,
	};
}

/** One check of a kind of tasks. */
const check = async (kind: TaskKind, before: PollState | undefined, now: number) =>
	await findFinished({ client, kind, before: before ?? {}, now });

const plans = fc
	.array(
		fc.record({
			created: fc.oneof(
				fc.integer({ min: -DAY, max: 3 * DAY }),
				fc.integer({ min: -1000, max: 2000 }),
			),
			takes: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: DAY })),
			lag: fc.integer({ min: 0, max: 300 }),
		}),
		{ maxLength: 60 },
	)
	.map((tasks) =>
		tasks.map(
			({ created, takes, lag }, index): Planned => ({
				...planned(`task-${index}`, created, created + takes),
				lag,
			}),
		),
	);

/** Checks at growing intervals; before some of them n8n is restarted and has only what it last stored. */
const schedules = fc.array(
	fc.record({
		after: fc.oneof(fc.integer({ min: 1, max: 120 }), fc.integer({ min: 1, max: DAY })),
		restart: fc.boolean(),
	}),
	{ maxLength: 30 },
);

describe('Task Poll Trigger', () => {
	test('outputs each task that becomes final after the activation, once, over any restarts', async () => {
		await fc.assert(
			fc.asyncProperty(
				plans,
				schedules,
				fc.constantFrom('newest' as const, 'oldest' as const),
				async (plan, schedule, order) => {
					const find = async (before: PollState | undefined, now: number) =>
						await check(serviceAt(now, plan, order).kind, before, now);
					const first = await find(undefined, START);
					expect(first.finished).toEqual([]);
					let state = first.after;
					let stored = JSON.stringify(state);
					const put: string[] = [];
					let now = START;
					for (const { after, restart } of [...schedule, { after: 6 * DAY, restart: true }]) {
						now += after;
						if (restart) state = JSON.parse(stored) as PollState;
						const result = await find(state, now);
						state = result.after;
						put.push(...idsOf(result.finished));
						// n8n stores the state together with the items that it starts a workflow for.
						if (result.finished.length > 0) stored = JSON.stringify(state);
					}
					const requested = plan.filter(
						({ created, lag, finished }) => finished > START || created + lag > START,
					);
					expect(put.sort()).toEqual(requested.map(({ id }) => id).sort());
				},
			),
			fuzzing(400),
		);
	});

	test('reads no further back than needed when the list runs from new to old', async () => {
		const plan = range(700).map((index) => planned(`${index}`, -index * 3600, 60 - index * 3600));
		const first = serviceAt(START + 100, plan);
		const { after } = await check(first.kind, undefined, START + 100);
		expect(first.requests.pages).toBeLessThanOrEqual(8);
		const second = serviceAt(START + 160, plan);
		const result = await check(second.kind, after, START + 160);
		expect(result.finished).toEqual([]);
		expect(second.requests).toEqual({ pages: 1, lookUps: 0 });
	});

	test('outputs no task twice where their creation is not known', () => {
		const undated = (index: number): Task => ({ ...made(0, `${index}`, 0), createdAt: undefined });
		const tasks = range(20).map(undated);
		const { after } = checked(undefined, 0, tasks);
		const later = [made(2 * DAY, 'dated', 30), undated(-1), ...tasks];
		const next = checked(after, 2 * DAY, later);
		expect(idsOf(next.finished)).toEqual(['-1', 'dated']);
		expect(checked(next.after, 2 * DAY + 60, later).finished).toEqual([]);
	});

	test('nor one that an answer lacks', () => {
		const old: Task = { ...made(0, 'a', 0), createdAt: undefined };
		const first = checked(undefined, 0, [old]);
		const gap = checked(first.after, 60, []);
		expect(checked(gap.after, 120, [old]).finished).toEqual([]);
	});

	test('a time from the future does not make it overlook the tasks of today', () => {
		const odd = made(0, 'odd', 400 * DAY, 0);
		const { after } = checked(undefined, 0, [odd]);
		expect(idsOf(checked(after, 60, [odd, made(60, 'next', 30)]).finished)).toEqual(['next']);
	});

	test("a record that could not be read hides no later task where n8n's clock is ahead of the service", () => {
		const ahead = 3600;
		const odd = (seconds: number) => made(seconds, 'odd', 0, Infinity);
		const unreadable: Task = { taskId: 'odd', taskKind: '', state: 'inProgress' };
		const unread = checked(stateAt(START - 600), ahead, [unreadable]);
		const read = checked(unread.after, 60 + ahead, [odd(60)]);
		const tasks = [made(120, 'next', 100, 110), odd(120)];
		expect(idsOf(checked(read.after, 120 + ahead, tasks).finished)).toEqual(['next']);
	});

	test('an open task that the service has forgotten is given up after a day', () => {
		const { after } = checked(undefined, 0, [made(0, 'gone', 0, Infinity)]);
		const unknown = new Set(['gone']);
		const soon = checked(after, 3600, [], { unknown });
		expect(soon.after.open).toEqual({ gone: START });
		expect(checked(soon.after, 2 * DAY, [], { unknown }).after.open).toEqual({});
	});

	test('an open task that never ends is given up after 30 days', () => {
		const open = made(0, 'open', 0, Infinity);
		const { after } = checked(undefined, 0, [open]);
		expect(checked(after, 30 * DAY, [open]).after.open).toEqual({ open: START });
		expect(checked(after, 30 * DAY + 1, [open]).after.open).toEqual({});
	});

	test.each([
		['may show up late at the very second up to which all are handled', [0, -1], ['0 0']],
		['of one second are output from old to new', [10, 10, 10], ['10 2', '10 1', '10 0']],
	])('tasks of a list, which has them from new to old, %s', (_, created, expected) => {
		const tasks = created.map((time, index) => made(60, `${time} ${index}`, time));
		expect(idsOf(checked(stateAt(START), 60, tasks).finished)).toEqual(expected);
	});
});

describe('A service that does not answer everything', () => {
	test.each([{ cause: 'unavailable' }, { cause: 'refused', code: 40000 }] as const)(
		'continues with the list while open tasks cannot be looked up, and gives them up in the end: %j',
		async (failure) => {
			const failing = { ...serviceAt(START + 60, [planned('new', 10, 20)]).kind };
			failing.lookUp = async () => await Promise.reject(failed('getLipSync', failure));
			const before = stateAt(START, { open: { old: START - DAY } });
			const { after, finished } = await check(failing, before, START + 60);
			expect(idsOf(finished)).toEqual(['new']);
			expect(after.open).toEqual({ old: START - DAY });
			const month = await check(failing, after, START + 30 * DAY);
			expect(month.after.open).toEqual({});
		},
	);
});
