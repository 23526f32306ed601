import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { advance, findFinished, type PollState } from '../../nodes/TaskPollTrigger/state';
import type { ServiceClient } from '../../nodes/shared/service/client';
import { ServiceError } from '../../nodes/shared/service/failure';
import type { Task, TaskKind } from '../../nodes/shared/tasks/task';
import { isoTime } from '../../nodes/shared/util/text';
import { fuzzing } from '../support/fuzz';
import { clientWith } from '../support/noRequests';

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

/** Most tasks that a state holds. */
const MAX_ENTRIES = 5_000;
const noClient = clientWith();

const stateAt = (floor: number, more: Partial<PollState> = {}): PollState => ({
	...{ floor, done: {}, open: {}, undated: [], withoutResult: {} },
	...more,
});

function taskAt({ id, created, finished }: Planned, now: number): Task {
	const state = now >= finished ? 'succeeded' : 'inProgress';
	return { taskId: id, taskKind: 'lipSync', state, createdAt: isoTime(created) };
}

/** The service as the trigger sees it: a list in pages, and look-ups by id. */
function serviceAt(now: number, plan: Planned[], order: 'newest' | 'oldest' = 'newest', size = 7) {
	const listed = plan
		.filter(({ created, lag }) => created + lag <= now)
		.sort((a, b) => (order === 'newest' ? b.created - a.created : a.created - b.created));
	const requests = { pages: 0, lookUps: 0 };
	return {
		requests,
		kind: {
			name: 'lipSync',
			label: '',
			title: '',
			description: '',
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
				return { tasks, refusals: new Map() };
			},
		} satisfies TaskKind,
	};
}

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
				id: `task-${index}`,
				created: START + created,
				finished: START + created + takes,
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
					const first = await findFinished(
						noClient,
						serviceAt(START, plan, order).kind,
						undefined,
						START,
					);
					expect(first.finished).toEqual([]);
					let state = first.after;
					let stored = JSON.stringify(state);
					const put: string[] = [];
					let now = START;
					for (const { after, restart } of [...schedule, { after: 6 * DAY, restart: true }]) {
						now += after;
						if (restart) state = JSON.parse(stored) as PollState;
						const result = await findFinished(
							noClient,
							serviceAt(now, plan, order).kind,
							state,
							now,
						);
						state = result.after;
						put.push(...result.finished.map(({ taskId }) => taskId));
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
		const plan = Array.from({ length: 700 }, (_, index): Planned => {
			const created = START - index * 3600;
			return { id: `task-${index}`, created, finished: created + 60, lag: 0 };
		});
		const first = serviceAt(START + 100, plan);
		const { after } = await findFinished(noClient, first.kind, undefined, START + 100);
		expect(first.requests.pages).toBeLessThanOrEqual(8);
		const second = serviceAt(START + 160, plan);
		const result = await findFinished(noClient, second.kind, after, START + 160);
		expect(result.finished).toEqual([]);
		expect(second.requests).toEqual({ pages: 1, lookUps: 0 });
	});

	test('the state stays small however many tasks there are', () => {
		let state: PollState | undefined;
		let now = START;
		for (let round = 0; round < 8; round++) {
			now += 60;
			const tasks = Array.from({ length: 4_000 }, (_, index) =>
				taskAt(
					{
						id: `${round}-${index}`,
						created: now - (index % 60),
						finished: index % 2 === 0 ? 0 : Infinity,
						lag: 0,
					},
					now,
				),
			);
			state = advance(state, { tasks, now }).after;
		}
		// Those of the second at which the memory ends are forgotten together.
		const done = Object.keys(state?.done ?? {}).length;
		expect(done).toBeLessThanOrEqual(MAX_ENTRIES);
		expect(done).toBeGreaterThan(0.95 * MAX_ENTRIES);
		expect(Object.keys(state?.open ?? {})).toHaveLength(MAX_ENTRIES);
	});

	test('with more tasks than it remembers, none is output twice', () => {
		const tasks = Array.from({ length: 3 * MAX_ENTRIES }, (_, index) =>
			taskAt({ id: `${index}`, created: START + (index % 500), finished: 0, lag: 0 }, START + 600),
		);
		const started = advance(undefined, { tasks: [], now: START }).after;
		const first = advance(started, { tasks, now: START + 600 });
		expect(first.finished).toHaveLength(tasks.length);
		expect(advance(first.after, { tasks, now: START + 660 }).finished).toEqual([]);
	});

	test('a time from the future does not make it overlook the tasks of today', () => {
		const odd = taskAt({ id: 'odd', created: START + 400 * DAY, finished: 0, lag: 0 }, START);
		const started = advance(undefined, { tasks: [odd], now: START }).after;
		const next = taskAt({ id: 'next', created: START + 30, finished: 0, lag: 0 }, START + 60);
		const { finished } = advance(started, { tasks: [odd, next], now: START + 60 });
		expect(finished.map(({ taskId }) => taskId)).toEqual(['next']);
	});

	test("a record that could not be read hides no later task where n8n's clock is ahead of the service", () => {
		const ahead = 3600;
		const odd = { id: 'odd', created: START, finished: Infinity, lag: 0 };
		const before = stateAt(START - 600);
		const unread = advance(before, {
			tasks: [{ taskId: 'odd', taskKind: '', state: 'inProgress' }],
			now: START + ahead,
		});
		const read = advance(unread.after, {
			tasks: [taskAt(odd, START + 60)],
			now: START + 60 + ahead,
		});
		const next = { id: 'next', created: START + 100, finished: START + 110, lag: 0 };
		const { finished } = advance(read.after, {
			tasks: [taskAt(next, START + 120), taskAt(odd, START + 120)],
			now: START + 120 + ahead,
		});
		expect(finished.map(({ taskId }) => taskId)).toEqual(['next']);
	});

	test('a task in progress without a time of its creation is followed until it has finished, and output once', () => {
		const undated = (state: Task['state']): Task => ({
			taskId: 'undated',
			taskKind: 'lipSync',
			state,
		});
		const before = stateAt(START);
		const open = advance(before, { tasks: [undated('inProgress')], now: START + 4000 });
		expect(open.after.floor).toBe(START);
		const tasks = [undated('succeeded')];
		const { after, finished } = advance(open.after, { tasks, now: START + 4060 });
		expect(finished).toEqual(tasks);
		expect(advance(after, { tasks, now: START + 4120 }).finished).toEqual([]);
	});

	test('an open task that the service has forgotten is given up after a day', () => {
		const open = taskAt({ id: 'gone', created: START, finished: Infinity, lag: 0 }, START);
		const { after } = advance(undefined, { tasks: [open], now: START });
		const unknown = new Set(['gone']);
		const soon = advance(after, { tasks: [], unknown, now: START + 3600 });
		expect(soon.after.open).toEqual({ gone: START });
		const later = advance(soon.after, { tasks: [], unknown, now: START + 2 * DAY });
		expect(later.after.open).toEqual({});
	});

	test('an open task that never ends is given up after 30 days', () => {
		const open = taskAt({ id: 'open', created: START, finished: Infinity, lag: 0 }, START);
		const { after } = advance(undefined, { tasks: [open], now: START });
		const openAt = (now: number) => advance(after, { tasks: [open], now }).after.open;
		expect(openAt(START + 30 * DAY)).toEqual({ open: START });
		expect(openAt(START + 30 * DAY + 1)).toEqual({});
	});

	test('a finished task from exactly the time up to which all are dealt with is remembered, older ones are not', () => {
		const before = stateAt(START);
		const now = START + 3600;
		const created = { newest: START + 2000, edge: START + 1400, older: START + 1399 };
		const tasks = Object.entries(created).map(([id, time]) =>
			taskAt({ id, created: time, finished: time, lag: 0 }, now),
		);
		const { after, finished } = advance(before, { tasks, now });
		expect(finished.map(({ taskId }) => taskId)).toEqual(['older', 'edge', 'newest']);
		expect(after).toEqual({
			floor: created.edge,
			done: { newest: created.newest, edge: created.edge },
			open: {},
			undated: [],
			withoutResult: {},
		});
		expect(advance(after, { tasks, now }).finished).toEqual([]);
	});

	test('a task of the very second up to which all are handled may show up late, an older one is old', () => {
		const before = stateAt(START);
		const tasks = [START, START - 1].map((created) =>
			taskAt({ id: `${created}`, created, finished: created, lag: 0 }, START + 60),
		);
		const { finished } = advance(before, { tasks, now: START + 60 });
		expect(finished.map(({ taskId }) => taskId)).toEqual([`${START}`]);
	});

	test('tasks of the same second, which the list has from new to old, are output from old to new', () => {
		const before = stateAt(START);
		const tasks = ['third', 'second', 'first'].map((id) =>
			taskAt({ id, created: START + 10, finished: START + 20, lag: 0 }, START + 60),
		);
		const { finished } = advance(before, { tasks, now: START + 60 });
		expect(finished.map(({ taskId }) => taskId)).toEqual(['first', 'second', 'third']);
	});
});

describe('A service that does not answer everything', () => {
	const at = (id: string, created: number, finished: number): Planned => ({
		id,
		created: START + created,
		finished: START + finished,
		lag: 0,
	});

	test('expects older tasks until a list was read to its end', () => {
		const now = START + 10 * DAY;
		const before = stateAt(START);
		const tasks = [taskAt(at('new', 10 * DAY, 10 * DAY), now)];
		expect(advance(before, { tasks, isCut: true, now }).after.floor).toBe(START);
		expect(advance(before, { tasks, now }).after.floor).toBe(now - 600);
	});

	test.each([
		['for now', { cause: 'unavailable' }],
		['for good', { cause: 'refused', code: 40000 }],
	] as const)(
		'continues with the list while open tasks cannot be looked up %s, and gives them up in the end',
		async (_, failure) => {
			const failing = { ...serviceAt(START + 60, [at('new', 10, 20)]).kind };
			const error = new ServiceError({ operation: 'getLipSync', detail: '', ...failure });
			failing.lookUp = async () => await Promise.reject(error);
			const before = stateAt(START, { open: { old: START - DAY } });
			const { after, finished } = await findFinished(noClient, failing, before, START + 60);
			expect(finished.map(({ taskId }) => taskId)).toEqual(['new']);
			expect(after.open).toEqual({ old: START - DAY });
			const month = await findFinished(noClient, failing, after, START + 30 * DAY);
			expect(month.after.open).toEqual({});
		},
	);

	test('fails when the list cannot be read', async () => {
		const refused = new ServiceError({ operation: 'listLipSyncs', cause: 'refused', detail: '' });
		const list = async () => await Promise.reject(refused);
		const before = stateAt(START, { open: { old: START - DAY } });
		const failing = { ...serviceAt(START + 60, []).kind, list };
		await expect(findFinished(noClient, failing, before, START + 60)).rejects.toBe(refused);
	});
});
