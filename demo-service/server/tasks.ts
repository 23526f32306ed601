/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { Refusal } from './endpoint';
import type { Fate } from './fate';
import type { Memory, Task } from './memory';

export type { Task };

/** Times of the service: wall time for stamps and expiry, task time that runs `speed` times as fast. */
export class Clock {
	private skippedMs = 0;
	private taskBase: number;
	private realBase: number;
	/** Called when task time goes on otherwise than before. */
	onChange: () => void = () => {};

	/** @param before a moment in task time, and when that was in Unix milliseconds */
	constructor(
		public speed: number,
		before = { task: 0, at: Date.now() },
	) {
		this.taskBase = before.task;
		this.realBase = before.at;
	}

	/** Milliseconds since 1970, plus whatever `advance` skipped. */
	wall(): number {
		return Date.now() + this.skippedMs;
	}

	/** Unix seconds. */
	seconds(): number {
		return Math.floor(this.wall() / 1000);
	}

	/** Milliseconds of task time since the service was first started. */
	task(): number {
		return this.taskBase + (Date.now() - this.realBase) * this.speed;
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

	/** @param rule or what it always decides. @returns a function that removes it */
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

interface TaskTools {
	clock: Clock;
	ids: Ids;
	fates: Fates;
	memory: Memory;
	stores: TaskStore[];
}

export type TaskRecord = Record<string, unknown>;

export interface TaskKind<Input> {
	/** Submit endpoint, as in the journal. */
	endpoint: string;
	/** Life of a task in seconds at speed 1, unless its fate says otherwise. */
	seconds: number | ((input: Input) => number);
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
	/** Sees to the callback of a task that was accepted; resolves when its submit may be answered. */
	announce: (task: Task<Input>) => Promise<void> = async () => {};

	constructor(
		private readonly tools: TaskTools,
		readonly kind: TaskKind<Input>,
	) {
		tools.stores.push(this as unknown as TaskStore);
	}

	/** Accepts a submit. @throws Refusal if the task's fate is to be refused */
	create(token: string, input: Input): Task<Input> {
		const { endpoint, seconds } = this.kind;
		const { clock, fates, ids, memory } = this.tools;
		const fate = fates.decide({ endpoint, body: input }) ?? {};
		if (fate.refuse !== undefined) throw new Refusal(fate.refuse.code, fate.refuse.msg);
		const usual = typeof seconds === 'number' ? seconds : seconds(input);
		const startsAt = clock.task();
		const endsAt = startsAt + (fate.seconds ?? usual) * 1000;
		const createdAt = clock.seconds();
		const [id, number] = [ids.next(), ids.number()];
		const task = { id, number, endpoint, token, input, createdAt, startsAt, endsAt, fate };
		this.enter(task);
		memory.save();
		return task;
	}

	/** Takes up a task, also one of an earlier start, which has gone on since. */
	enter(task: Task<Input>): void {
		this.tools.ids.isTaken(task.id);
		this.tasks.set(task.id, task);
		const others = this.byApplication.get(task.token) ?? [];
		this.byApplication.set(task.token, others);
		others.push(task);
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
	settle(id: string, fate: Fate): boolean {
		const task = this.tasks.get(id);
		if (task === undefined) return false;
		task.fate = { ...task.fate, ...fate };
		task.endsAt = this.tools.clock.task() + (fate.seconds ?? 0) * 1000;
		return true;
	}

	/** Share of the task's life that has passed, 0 to 1. */
	progress({ startsAt, endsAt }: Task<Input>): number {
		const now = this.tools.clock.task();
		if (now >= endsAt) return 1;
		return endsAt === Infinity ? 0 : (now - startsAt) / (endsAt - startsAt);
	}

	/** Real milliseconds until a task ends; 0 once it has ended. */
	endsInMs({ endsAt }: Task<Input>): number {
		const { clock } = this.tools;
		return Math.max(0, (endsAt - clock.task()) / clock.speed);
	}

	/** The record of a task as queries show it, which may lag behind the task's end (see Fate). */
	readonly record = (task: Task<Input>): TaskRecord => {
		const progress = this.progress(task);
		const lagMs = (task.fate.listLagSeconds ?? 0) * 1000;
		const lags = progress >= 1 && this.tools.clock.task() < task.endsAt + lagMs;
		return this.kind.record(task, lags ? MAX_LAGGING_PROGRESS : progress);
	};

	readonly recordOf = (token: string, id: string): TaskRecord | undefined => {
		const task = this.find(token, id);
		return task && this.record(task);
	};

	clear(): void {
		this.tasks.clear();
		this.byApplication.clear();
	}
}
