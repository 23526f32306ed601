/* eslint-disable @n8n/community-nodes/no-restricted-globals */
import { partition, sortBy } from 'lodash';
import pLimit from 'p-limit';

import { isLoopback } from './server/endpoint';
import type { Memory } from './server/memory';
import { type Rule, Rules } from './server/tasks';

/** How the callback of one task is delivered. */
export interface Delivery {
	drop?: boolean;
	/** Times it is sent; default 1. */
	copies?: number;
	/** One more, with the unfinished record, right after the submit. */
	early?: boolean;
	/** One more, sent and answered before the submit itself is answered. */
	beforeAnswer?: boolean;
}

type Submit = Pick<CallbackTask, 'endpoint' | 'taskId'>;

/** A callback that was sent, or could not be. */
export interface SentCallback {
	time: number;
	taskId: string;
	url: string;
	body: string;
	/** HTTP status of the receiver; absent when it was not reached. */
	status?: number;
	answer?: string;
	failure?: string;
}

/** A task whose end is to be called back. */
interface CallbackTask {
	endpoint: string;
	taskId: string;
	url: string;
	/** Real milliseconds until it ends, 0 once it has; Infinity as long as nobody knows. */
	endsInMs(): number;
	/** Body as service.md 6 describes it, by the task's present state. */
	body(): unknown;
}

const MAX_TIMER_MS = 2 ** 31 - 1;

const MAX_AT_ONCE = 50;
const MAX_SENT = 10_000;
const ANSWER_MS = 100_000;

/** Completion callbacks (service.md 6); only loopback addresses are ever called. */
export class Callbacks {
	private readonly deliveries = new Rules<Submit, Delivery>();
	private pending = new Map<CallbackTask, Delivery>();
	private addresses = new Map<string, string>();
	/** Ids of the tasks whose callback has been sent, also by earlier starts. */
	readonly called: Set<string>;
	private held: Array<() => Promise<void>> | undefined;
	private timer: NodeJS.Timeout | undefined;
	private readonly limit = pLimit(MAX_AT_ONCE);
	private sentList: SentCallback[] = [];

	constructor(
		private readonly stopping: AbortSignal,
		private readonly memory: Memory,
	) {
		this.called = new Set(memory.earlier?.calledBack);
		stopping.addEventListener('abort', () => clearTimeout(this.timer), { once: true });
	}

	/** Decides how callbacks of new tasks are delivered; later rules go first. */
	plan(rule: Rule<Submit, Delivery> | Delivery): () => void {
		return this.deliveries.add(rule);
	}

	/** Keeps all callbacks back from now on. */
	hold(): void {
		this.held ??= [];
	}

	/** Sends what was kept back: in order of the tasks' ends, or shuffled. */
	async release(order: 'ended' | 'shuffled' = 'ended'): Promise<void> {
		const held = this.held ?? [];
		this.held = undefined;
		// The same disorder every time, so that a failing test can be repeated.
		const sending = order === 'ended' ? held : sortBy(held, (_, at) => (at * 7919) % 101);
		await Promise.all(sending.map(async (send) => await send()));
	}

	get heldCount(): number {
		return this.held?.length ?? 0;
	}

	addressOf(taskId: string): string | undefined {
		return this.addresses.get(taskId);
	}

	/** Everything sent so far, the newest 10,000. */
	sent(taskId?: string): SentCallback[] {
		return this.sentList.filter((entry) => taskId === undefined || entry.taskId === taskId);
	}

	/** Posts any body to an address as a callback would be: forged, malformed, repeated. */
	async post(url: string, body: unknown, taskId = ''): Promise<SentCallback> {
		const content = typeof body === 'string' ? body : JSON.stringify(body);
		const entry: SentCallback = { time: Date.now(), taskId, url, body: content };
		this.sentList.push(entry);
		if (this.sentList.length > MAX_SENT) this.sentList.splice(0, MAX_SENT / 10);
		if (!isLoopback(url)) {
			entry.failure = 'not sent: only loopback addresses are called';
			return entry;
		}
		await this.limit(async () => await this.send(entry));
		return entry;
	}

	private async send(entry: SentCallback): Promise<void> {
		try {
			const response = await fetch(entry.url, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: entry.body,
				redirect: 'manual',
				signal: AbortSignal.any([this.stopping, AbortSignal.timeout(ANSWER_MS)]),
			});
			entry.answer = await response.text();
			entry.status = response.status;
		} catch (error) {
			entry.failure = error instanceof Error ? error.message : String(error);
		}
	}

	/** Takes care of a new task's callback; resolves when its submit may be answered. */
	async created(task: CallbackTask): Promise<void> {
		this.addresses.set(task.taskId, task.url);
		const { endpoint, taskId } = task;
		const delivery = this.deliveries.decide({ endpoint, taskId }) ?? {};
		if (delivery.beforeAnswer === true) await this.post(task.url, task.body(), task.taskId);
		if (delivery.early === true) void this.post(task.url, task.body(), task.taskId);
		if (delivery.drop === true) return;
		this.pending.set(task, delivery);
		this.endsChanged();
	}

	/** To be called when tasks end at other times than was known. */
	readonly endsChanged = (): void => this.checkIn(0);

	clear(): void {
		this.deliveries.clear();
		this.pending.clear();
		this.addresses.clear();
		this.called.clear();
		this.held = undefined;
		this.sentList = [];
	}

	private checkIn(ms: number): void {
		clearTimeout(this.timer);
		if (ms === Infinity || this.stopping.aborted) return;
		const waitMs = Math.min(Math.ceil(ms), MAX_TIMER_MS);
		this.timer = setTimeout(() => this.sendEnded(), waitMs).unref();
	}

	/** Sends what is due, and comes back when the next task ends. */
	private sendEnded(): void {
		const [ended, others] = partition([...this.pending], ([task]) => task.endsInMs() === 0);
		for (const [task, delivery] of ended) {
			this.pending.delete(task);
			const send = async (): Promise<void> => await this.deliver(task, delivery);
			if (this.held === undefined) void send();
			else this.held.push(send);
		}
		this.checkIn(Math.min(...others.map(([task]) => task.endsInMs())));
	}

	private async deliver(task: CallbackTask, { copies = 1 }: Delivery): Promise<void> {
		const body = task.body();
		const send = async () => await this.post(task.url, body, task.taskId);
		await Promise.all(Array.from({ length: copies }, send));
		if (this.stopping.aborted) return;
		this.called.add(task.taskId);
		this.memory.save();
	}
}
