import type { IExecuteFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../service/client';
import { type RateLimiter, rateLimiterFor } from '../service/rateLimit';
import { pagesBackTo } from '../tasks/list';
import type { Task, TaskList } from '../tasks/task';
import { sleepFor } from '../util/async';

/** Most values that n8n keeps for a node, the newest: three for an item that was accepted. */
const MAX_VALUES = 60_000;

/** One write takes at most this share of the time until the next one that can wait. */
const SHARE = 1 / 40;

/** Items of which the tasks of a page can be: it has at most 50, in the order of the submits. */
const WINDOW = 100;

/** Pages in a row without a task of the node, after which the search ends. */
const MAX_FOREIGN_PAGES = 20;

/** How many executions of this process have a value: those of equal items have the same. */
const held = new Map<string, number>();

/**
 * Notes submits where they outlive Stop and the death of n8n: in the store of the node by which n8n
 * recognizes items of previous executions. An item has its key there before it is sent; once it is
 * accepted, also the key with the ID of its task. n8n keeps hashes, so it can only be asked for
 * values. When the node ends, its values are removed: what remains was cut off.
 *
 * A store that fails, as that of a workflow that was never saved, changes nothing else.
 */
export class SubmitJournal {
	/** Names the node. */
	private readonly name: string;

	/** n8n reads and writes the whole store of a node without a lock, so it is used in turn. */
	private readonly turns: RateLimiter;

	/** How many equal items there have been. */
	private readonly equals = new Map<string, number>();

	/** Keys that have not been recorded so far, in the order of their items. */
	private readonly expected = new Set<string>();

	/** Values of the next write. */
	private readonly due = new Set<string>();

	/** Values that are removed when the node ends. */
	private readonly own = new Set<string>();

	private readonly written = new Set<string>();

	/** Recorded keys of which certainly no task exists. */
	private readonly unsent = new Set<string>();

	private last: Promise<void> = Promise.resolve();

	private next?: Promise<void>;

	private isFlushingSoon = false;

	/** The last write: its end, and how long it took, in milliseconds. */
	private endedAt = 0;

	private tookMs = 0;

	/** How many keys it recorded before their time. */
	private ahead = 0;

	/** Answers since then. */
	private answers = 0;

	private isBroken = false;

	constructor(private readonly context: IExecuteFunctions) {
		this.name = `${context.getWorkflow().id} ${context.getNode().id}`;
		this.turns = rateLimiterFor('the store of', this.name);
	}

	/**
	 * Takes note of an item that may be submitted.
	 *
	 * @param item settings, credential and input
	 * @returns its key, the same in a retry: with its place among equal ones
	 */
	expect(item: string): string {
		const place = this.equals.get(item) ?? 0;
		this.equals.set(item, place + 1);
		const key = `${this.name} ${item} ${place}`;
		this.expected.add(key);
		return key;
	}

	/** Records the key of an item; to be awaited before it is sent. */
	async begin(key: string): Promise<void> {
		this.unsent.delete(key);
		if (this.expected.delete(key)) this.record(key);
		if (!this.written.has(key)) await this.flush();
	}

	/** Notes that no task of the item can exist. */
	refused(key: string): void {
		this.answers += 1;
		this.unsent.add(key);
	}

	/** Notes the tasks of an item, which are recorded in a moment. */
	accepted(key: string, taskIds: readonly string[]): void {
		this.answers += 1;
		for (const value of [accepted(key), ...taskIds.map((id) => taskOf(key, id))])
			this.record(value);
		if (this.isFlushingSoon) return;
		this.isFlushingSoon = true;
		void sleepFor(this.tookMs / SHARE).then(async () => {
			this.isFlushingSoon = false;
			await this.flush();
		});
	}

	/** Records what is due, together with what becomes due until its turn comes. Never fails. */
	async flush(): Promise<void> {
		this.next ??= this.last.then(async () => {
			this.next = undefined;
			await this.write();
		});
		this.last = this.next;
		await this.last;
	}

	/**
	 * Removes what the node has recorded; to be called when it ends.
	 *
	 * @param isStopped n8n keeps nothing of the node, so what the service may have stays
	 */
	async end(isStopped: boolean): Promise<void> {
		if (isStopped) await this.flush();
		this.due.clear();
		await this.last;
		for (const value of this.own) {
			const others = (held.get(value) ?? 1) - 1;
			if (others > 0) held.set(value, others);
			else held.delete(value);
		}
		const gone = [...(isStopped ? this.unsent : this.own)].filter(
			(value) => this.own.has(value) && !held.has(value),
		);
		this.own.clear();
		if (gone.length === 0) return;
		await this.use(async ({ removeProcessed }) => {
			await removeProcessed(gone, 'node', { mode: 'entries' });
		}, true);
	}

	/** Those of the keys that an execution which was cut off has left behind; they are not recorded. */
	async leftOf(keys: readonly string[]): Promise<string[]> {
		const left = await this.known(keys);
		for (const key of left) this.expected.delete(key);
		return [...left];
	}

	/**
	 * Looks for tasks of items that were left behind, among the newest of the service.
	 *
	 * @param keys of the items, in their order
	 * @param found takes the IDs by key; once all is found or not, it is removed when the node ends
	 * @throws ServiceError when the service does not list its tasks
	 */
	async find(
		client: ServiceClient,
		list: TaskList | undefined,
		keys: readonly string[],
		found: Map<string, string>,
	): Promise<void> {
		const withTask = await this.known(keys.map(accepted));
		// The service lists the newest first.
		const open = new Set(keys.filter((key) => withTask.has(accepted(key))).reverse());
		let foreign = 0;
		const pages = list && open.size > 0 ? pagesBackTo(client, list, () => -Infinity) : [];
		for await (const { records } of pages) {
			const before = found.size;
			for (const [key, ids] of await this.tasksOf([...open].slice(0, WINDOW), records)) {
				const [id, ...others] = ids.filter((one) => !held.has(taskOf(key, one)));
				if (id === undefined) continue;
				found.set(key, id);
				open.delete(key);
				this.hold(taskOf(key, id));
				// Others are of an equal item of another execution, which may be retried as well.
				if (others.length === 0) this.holdItem(key);
			}
			foreign = found.size === before ? foreign + 1 : 0;
			if (open.size === 0 || foreign === MAX_FOREIGN_PAGES) break;
		}
		for (const key of keys) if (!found.has(key)) this.holdItem(key);
	}

	/** The tasks that the store has with the keys, by key. */
	private async tasksOf(
		keys: readonly string[],
		tasks: readonly Task[],
	): Promise<Map<string, string[]>> {
		const pairs = keys.flatMap((key) =>
			tasks.map(({ taskId }) => ({ key, taskId, value: taskOf(key, taskId) })),
		);
		const known = await this.known(pairs.map(({ value }) => value));
		const byKey = new Map<string, string[]>();
		for (const { key, taskId, value } of pairs) {
			if (known.has(value)) byKey.set(key, [...(byKey.get(key) ?? []), taskId]);
		}
		return byKey;
	}

	/** Those of the values that are in the store; none where it fails. */
	private async known(values: readonly string[]): Promise<Set<string>> {
		const processed = await this.use(async ({ checkProcessedAndRecord, removeProcessed }) => {
			const all = await checkProcessedAndRecord([...values], 'node', { mode: 'entries' });
			// n8n records what it is asked for.
			if (all.new.length > 0) await removeProcessed(all.new, 'node', { mode: 'entries' });
			return all.processed;
		});
		return new Set(processed as string[] | undefined);
	}

	private holdItem(key: string): void {
		this.hold(key);
		this.hold(accepted(key));
	}

	private record(value: string): void {
		this.due.add(value);
		this.hold(value);
	}

	/** Has a value removed in the end. */
	private hold(value: string): void {
		if (this.own.has(value)) return;
		this.own.add(value);
		held.set(value, (held.get(value) ?? 0) + 1);
	}

	private async write(): Promise<void> {
		const begun = performance.now();
		// Where the submits are quick, a write has ever more keys; where they are slow, only theirs.
		const isSoon = begun - this.endedAt < this.tookMs / SHARE;
		this.ahead = isSoon ? 2 * Math.max(this.ahead, this.answers) : 0;
		this.answers = 0;
		let count = 0;
		for (const key of this.due.size > 0 ? this.expected : []) {
			if (count++ >= this.ahead) break;
			this.expected.delete(key);
			this.unsent.add(key);
			this.record(key);
		}
		const values = [...this.due];
		this.due.clear();
		if (values.length === 0) return;
		await this.use(async ({ checkProcessedAndRecord }) => {
			const options = { mode: 'entries', maxEntries: MAX_VALUES } as const;
			await checkProcessedAndRecord(values, 'node', options);
		});
		for (const value of values) this.written.add(value);
		this.endedAt = performance.now();
		this.tookMs = this.endedAt - begun;
	}

	/** Once the store has failed, it is only asked to remove what it may have. */
	private async use<T>(
		work: (helpers: IExecuteFunctions['helpers']) => Promise<T>,
		always = false,
	): Promise<T | undefined> {
		if (this.isBroken && !always) return undefined;
		const { helpers, logger } = this.context;
		try {
			return await this.turns.runExclusive(async () => await work(helpers));
		} catch (error) {
			this.isBroken = true;
			logger.debug('Submits could not be noted in the store of n8n', { error });
			return undefined;
		}
	}
}

/** Says that the task of an item is known. */
function accepted(key: string): string {
	return `${key} accepted`;
}

/** Says which task an item has. */
function taskOf(key: string, taskId: string): string {
	return `${key} task ${taskId}`;
}
