/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { Refusal } from './endpoint';
import type { Fate } from './fate';
import type { Ledger, SavedTask } from './ledger';

/** Times of the service: wall time for stamps and expiry, task time that runs `speed` times as fast. */
export class Clock {
	private skippedMs = 0;
	private taskBase = 0;
	private realBase = Date.now();
	/** Called when task time goes on otherwise than before. */
	onChange: () => void = () => {};

	/** @param speed how many times as fast as the wall tasks progress */
	constructor(public speed: number) {}

	/** Milliseconds since 1970, plus whatever `advance` skipped. */
	wall(): number {
		return Date.now() + this.skippedMs;
	}

	/** Unix seconds. */
	seconds(): number {
		return Math.floor(this.wall() / 1000);
	}

	/** Milliseconds of task time since the service was started. */
	task(): number {
		return this.taskBase + (Date.now() - this.realBase) * this.speed;
	}

	/** Task time of a moment, also of one before the service was started. @param ms Unix milliseconds */
	taskAt(ms: number): number {
		return this.task() - (Date.now() - ms) * this.speed;
	}

	/** Changes how fast tasks progress from now on. */
	setSpeed(speed: number): void {
		this.taskBase = this.task();
		this.realBase = Date.now();
		this.speed = speed;
		this.onChange();
	}

	/** Lets both times jump ahead: tasks progress, addresses expire. */
	advance(seconds: number): void {
		this.skippedMs += seconds * 1000;
		this.taskBase += seconds * 1000;
		this.onChange();
	}
}

/** Resolves after `ms` real milliseconds, or at once when the service stops. */
export async function pause(ms: number, stopping: AbortSignal): Promise<void> {
	if (ms > 0) await delay(ms, undefined, { signal: stopping }).catch(() => undefined);
}

export interface FateQuestion {
	endpoint: string;
	body: unknown;
}

/** `index` counts the questions about this endpoint, from 0. */
export type Rule<Question, Decision> = (
	question: Question & { index: number },
) => Decision | undefined;

/** Decides by rules, of which a later one goes before an earlier one. */
export class Rules<Question extends { endpoint: string }, Decision extends object> {
	private rules: Array<Rule<Question, Decision>> = [];
	private counts = new Map<string, number>();

	/**
	 * @param rule or what it always decides
	 * @returns a function that removes the rule
	 */
	add(rule: Rule<Question, Decision> | Decision): () => void {
		const added = typeof rule === 'function' ? rule : () => rule;
		this.rules.unshift(added);
		return () => {
			this.rules = this.rules.filter((other) => other !== added);
		};
	}

	decide(question: Question): Decision | undefined {
		const index = this.counts.get(question.endpoint) ?? 0;
		this.counts.set(question.endpoint, index + 1);
		for (const rule of this.rules) {
			const decision = rule({ ...question, index });
			if (decision !== undefined) return decision;
		}
		return undefined;
	}

	clear(): void {
		this.rules = [];
		this.counts.clear();
	}
}

/** The fates of new tasks. */
export type Fates = Rules<FateQuestion, Fate>;

/** Ids as the service gives them: 19 digits, beyond what a JavaScript number can hold exactly. */
export class Ids {
	/** Of all services of this process: a client that talks to several must not meet an id again. */
	private static last = 1_957_000_000_000_000_003n;
	private count = 0;

	/** @returns a 19-digit text; never the same one twice, and always an odd number */
	next(): string {
		Ids.last += 7918n;
		return Ids.last.toString();
	}

	/** Leaves out an id of an earlier start, and all before it. */
	isTaken(id: string): void {
		const taken = BigInt(id);
		if (taken > Ids.last) Ids.last = taken;
	}

	/** @returns an auto-increment number, as AI-creation tasks carry beside their unique id */
	number(): number {
		this.count += 1;
		return 100_000 + this.count;
	}

	trace(): string {
		return randomUUID().replaceAll('-', '');
	}
}

/** A running or finished piece of work of one kind. */
export interface Task<Input = unknown> {
	id: string;
	number: number;
	endpoint: string;
	/** Access token of the application that owns it. */
	token: string;
	input: Input;
	/** Unix seconds. */
	createdAt: number;
	/** Task time in milliseconds (see Clock) of the submit. */
	askedAt: number;
	/** Task time of the start; Infinity while it waits for its turn. */
	startsAt: number;
	endsAt: number;
	/** Milliseconds of task time from start to end. */
	life: number;
	fate: Fate;
}

interface TaskTools {
	clock: Clock;
	ids: Ids;
	fates: Fates;
	ledger: Ledger;
	/** The stores of all kinds. */
	stores: TaskStore[];
}

export type TaskRecord = Record<string, unknown>;

export interface TaskKind<Input> {
	/** Submit endpoint, as in the journal. */
	endpoint: string;
	/** Life of a task in seconds at speed 1, unless its fate says otherwise. */
	seconds: number | ((input: Input) => number);
	/** How many tasks are worked on at once, those above wait; no bound by default. */
	slots?: number;
	/** What queries answer about a task, by the share of its life that has passed. */
	record(task: Task<Input>, progress: number): TaskRecord;
}

/** Progress of a task whose end is not shown yet. */
const MAX_LAGGING_PROGRESS = 0.99;

/** Tasks of one kind, of all applications. */
export class TaskStore<Input = unknown> {
	private tasks = new Map<string, Task<Input>>();
	/** By access token, oldest first. */
	private byApplication = new Map<string, Array<Task<Input>>>();
	/** Tasks that wait for a slot, oldest first. */
	private waiting: Array<Task<Input>> = [];
	/** Sees to the callback of a task that was accepted; resolves when its submit may be answered. */
	announce: (task: Task<Input>) => Promise<void> = async () => {};
	/** Task time before which no slot becomes free; spares looking through all tasks for every question. */
	private noSlotBefore = -Infinity;

	constructor(
		private readonly tools: TaskTools,
		readonly kind: TaskKind<Input>,
	) {
		tools.stores.push(this as unknown as TaskStore);
	}

	/**
	 * Accepts a submit.
	 * @throws Refusal if the task's fate is to be refused
	 */
	create(token: string, input: Input): Task<Input> {
		const { endpoint, seconds } = this.kind;
		const { clock, fates, ids, ledger } = this.tools;
		const fate = fates.decide({ endpoint, body: input }) ?? {};
		if (fate.refuse !== undefined) throw new Refusal(fate.refuse.code, fate.refuse.msg);
		const usual = typeof seconds === 'number' ? seconds : seconds(input);
		const saved = {
			id: ids.next(),
			number: ids.number(),
			endpoint,
			token,
			input,
			createdAt: clock.seconds(),
			life: (fate.seconds ?? usual) * 1000,
			fate,
		};
		ledger.note({ is: 'task', task: saved });
		return this.enter(saved, clock.task());
	}

	/** Takes up a task of an earlier start, which has gone on since. @param at when it was submitted, in Unix milliseconds */
	restore(saved: SavedTask, at: number): void {
		const { clock, ids } = this.tools;
		ids.isTaken(saved.id);
		this.enter(saved as Task<Input>, clock.taskAt(at));
	}

	private enter(saved: Omit<Task<Input>, 'askedAt' | 'startsAt' | 'endsAt'>, askedAt: number) {
		const task: Task<Input> = { ...saved, askedAt, startsAt: Infinity, endsAt: Infinity };
		this.tasks.set(task.id, task);
		this.byApplication.set(task.token, this.byApplication.get(task.token) ?? []);
		this.byApplication.get(task.token)?.push(task);
		this.waiting.push(task);
		this.startWaiting();
		return task;
	}

	find(token: string, id: string): Task<Input> | undefined {
		const task = this.tasks.get(id);
		return task?.token === token ? task : undefined;
	}

	/** All tasks of an application, newest first. */
	ofApplication(token: string): Array<Task<Input>> {
		return [...(this.byApplication.get(token) ?? [])].reverse();
	}

	/** Tasks of an application that have not ended. */
	unfinished(token: string): number {
		return this.ofApplication(token).filter((task) => this.progress(task) < 1).length;
	}

	/** All tasks, oldest first. */
	all(): Array<Task<Input>> {
		return [...this.tasks.values()];
	}

	/** Ends a task now (in task time), with the fate given. @returns false if there is no such task */
	settle(id: string, fate: Fate = {}, now = this.tools.clock.task()): boolean {
		const task = this.tasks.get(id);
		if (task === undefined) return false;
		task.fate = { ...task.fate, ...fate };
		task.startsAt = Math.min(task.startsAt, now);
		task.endsAt = now + (fate.seconds ?? 0) * 1000;
		this.waiting = this.waiting.filter((other) => other !== task);
		this.noSlotBefore = -Infinity;
		return true;
	}

	/** Share of the task's life that has passed, 0 to 1. */
	progress(task: Task<Input>): number {
		this.startWaiting();
		const now = this.tools.clock.task();
		if (now >= task.endsAt) return 1;
		if (now <= task.startsAt || task.endsAt === Infinity) return 0;
		return (now - task.startsAt) / (task.endsAt - task.startsAt);
	}

	/** Real milliseconds until a task ends, or until one that waits for a slot may get it; 0 once it has ended. */
	endsInMs(task: Task<Input>): number {
		this.startWaiting();
		const { clock } = this.tools;
		const isWaiting = task.startsAt === Infinity;
		const at = isWaiting ? this.noSlotBefore : task.endsAt;
		return Math.max(0, (at - clock.task()) / clock.speed);
	}

	/** The record of a task as queries show it, which may lag behind the task's end (see Fate). */
	readonly record = (task: Task<Input>): TaskRecord => {
		const progress = this.progress(task);
		const lagMs = (task.fate.listLagSeconds ?? 0) * 1000;
		const lags = progress >= 1 && this.tools.clock.task() < task.endsAt + lagMs;
		return this.kind.record(task, lags ? MAX_LAGGING_PROGRESS : progress);
	};

	/** The record of an application's task. */
	readonly recordOf = (token: string, id: string): TaskRecord | undefined => {
		const task = this.find(token, id);
		return task && this.record(task);
	};

	/** Tasks that get their turn before this one; undefined once it has started. */
	ahead(task: Task<Input>): number | undefined {
		this.startWaiting();
		const position = this.waiting.indexOf(task);
		return position < 0 ? undefined : position;
	}

	clear(): void {
		this.tasks.clear();
		this.byApplication.clear();
		this.waiting = [];
		this.noSlotBefore = -Infinity;
	}

	/** Starts waiting tasks at the moment their slot became free, which may lie in the past. */
	private startWaiting(): void {
		const now = this.tools.clock.task();
		const { slots } = this.kind;
		if (now < this.noSlotBefore) return;
		for (let [task] = this.waiting; task !== undefined; [task] = this.waiting) {
			const free = slots === undefined ? -Infinity : this.freeAt(slots);
			if (free > now) {
				this.noSlotBefore = free;
				return;
			}
			this.waiting.shift();
			task.startsAt = Math.max(free, task.askedAt);
			task.endsAt = task.startsAt + task.life;
		}
	}

	/** Task time at which fewer than `slots` started tasks are unfinished. */
	private freeAt(slots: number): number {
		const ends = this.all()
			.filter(({ startsAt }) => startsAt !== Infinity)
			.map(({ endsAt }) => endsAt)
			.sort((a, b) => b - a);
		return ends[slots - 1] ?? -Infinity;
	}
}
