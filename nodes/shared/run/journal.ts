import uniqBy from 'lodash/uniqBy';
import type { IExecuteFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../service/client';
import { ServiceError } from '../service/failure';
import { rateLimiterFor } from '../service/rateLimit';
import { pagesBackTo } from '../tasks/lookUp';
import type { TaskList } from '../tasks/task';
import { asError, sleepFor } from '../util/async';

/** Most values that n8n keeps for a node, the newest: three for an item that was accepted. */
const MAX_VALUES = 60_000;

/** From so many values on, n8n, which searches its list for each that it removes, would take long. */
const MANY = 1_000;

/** How much longer than the last write took, what can wait waits for the next one. */
const PAUSE_PER_WRITE = 40;

/** In milliseconds, after which it is written all the same. */
const MAX_QUIET_MS = 2_000;

/** Items that the tasks of a page can be of: it has at most 50, and the newest come first. */
const WINDOW = 100;

/** Pages in a row without a task of the node, after which the search ends. */
const MAX_FOREIGN_PAGES = 20;

/** How many executions of this process have a value: those of equal items have the same. */
const held = new Map<string, number>();

/** Says that an item was accepted. */
const accepted = (key: string) => `${key} accepted`;

/** Says which task an item has. */
const taskOf = (key: string, taskId: string) => `${key} task ${taskId}`;

/**
 * Notes submits where they outlive Stop and the death of n8n: in the store in which n8n keeps hashes
 * of what a node has processed. An item has its key there before it is sent, and with the ID of its
 * task once it is accepted. When the node ends, they are removed: what remains was cut off.
 *
 * Where the store fails, as in a workflow that was never saved, nothing is noted.
 */
export class SubmitJournal {
	/** Names the node. */
	private readonly name: string;

	/** How many equal items there have been. */
	private readonly equals = new Map<string, number>();

	/** Keys that are not recorded, in the order of their items. */
	private readonly expected = new Set<string>();

	/** Values of the next write. */
	private readonly due = new Set<string>();

	/** Values that are removed when the node ends. */
	private readonly own = new Set<string>();

	/** Recorded keys of which certainly no task exists. */
	private readonly unsent = new Set<string>();

	private last: Promise<void> = Promise.resolve();

	private next?: Promise<void>;

	private isFlushingSoon = false;

	/** When the last write ended, and how long what can wait waits after it, in milliseconds. */
	private endedAt = 0;

	private quietMs = 0;

	/** Answers since then. */
	private answers = 0;

	constructor(private readonly context: IExecuteFunctions) {
		this.name = `${context.getWorkflow().id} ${context.getNode().id}`;
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

	/** Records the key of an item; to be awaited before it is sent. Never fails. */
	async begin(key: string): Promise<void> {
		this.unsent.delete(key);
		if (this.expected.delete(key)) this.record(key);
		await (this.due.has(key) ? this.flush() : this.last);
	}

	/** Notes that an item has certainly no task. */
	refused(key: string): void {
		this.answers += 1;
		this.unsent.add(key);
	}

	/** Notes the tasks of an item, which are recorded in a moment. */
	accepted(key: string, taskIds: readonly string[]): void {
		this.answers += 1;
		if (this.expected.delete(key)) this.record(key);
		for (const value of [accepted(key), ...taskIds.map((id) => taskOf(key, id))])
			this.record(value);
		if (this.isFlushingSoon) return;
		this.isFlushingSoon = true;
		void this.flushSoon();
	}

	/** Records what is due, with what becomes due until its turn comes. Never fails. */
	async flush(): Promise<void> {
		this.next ??= this.last.then(async () => {
			// Those that begin together are recorded together.
			await sleepFor(1);
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
		const gone = [...this.own].filter(
			(value) => !held.has(value) && (!isStopped || this.unsent.has(value)),
		);
		this.own.clear();
		if (gone.length === 0) return;
		await this.use(async (store) => {
			const isMany = gone.length > MANY;
			const isAll = isMany && (await store.getProcessedDataCount(...KEPT)) === gone.length;
			await (isAll ? store.clearAllProcessedItems(...KEPT) : store.removeProcessed(gone, ...KEPT));
		});
	}

	/**
	 * Finds what an execution has left behind that was cut off. Its tasks are looked for among the
	 * newest of the service. What was found, or certainly not, is removed when the node ends.
	 *
	 * @param keys of the items, in their order
	 * @returns by the keys that are left: the task, where there is one, or why none could be looked for
	 * @throws CancelledError when the execution is stopped
	 */
	async resume(
		client: ServiceClient,
		list: TaskList | undefined,
		keys: readonly string[],
	): Promise<Map<string, { taskId?: string; error?: ServiceError }>> {
		const left = [...(await this.known(keys))];
		for (const key of left) this.expected.delete(key);
		const found = new Map<string, { taskId?: string; error?: ServiceError }>();
		let error: ServiceError | undefined;
		try {
			await this.search(client, list, left, (key, taskId) => found.set(key, { taskId }));
		} catch (thrown) {
			if (!(thrown instanceof ServiceError)) throw asError(thrown);
			error = thrown;
		}
		for (const key of left.filter((one) => !found.has(one))) {
			found.set(key, { error });
			if (!error) this.holdItem(key);
		}
		return found;
	}

	private async search(
		client: ServiceClient,
		list: TaskList | undefined,
		keys: readonly string[],
		onFound: (key: string, taskId: string) => void,
	): Promise<void> {
		const known = await this.known(keys.map(accepted));
		const open = new Set(keys.filter((key) => known.has(accepted(key))).reverse());
		if (!list || open.size === 0) return;
		let foreign = 0;
		for await (const { records } of pagesBackTo(client, list, () => -Infinity)) {
			const some = [...open].slice(0, WINDOW);
			const pairs = some.flatMap((key) =>
				records.map(({ taskId }) => ({ key, taskId, value: taskOf(key, taskId) })),
			);
			const values = await this.known(pairs.map(({ value }) => value));
			const own = pairs.filter(({ value }) => values.has(value) && !held.has(value));
			for (const { key, taskId, value } of uniqBy(own, 'key')) {
				onFound(key, taskId);
				open.delete(key);
				this.hold(value);
				// Others are of an equal item of another execution, which may be retried as well.
				if (own.filter((other) => other.key === key).length === 1) this.holdItem(key);
			}
			foreign = own.length === 0 ? foreign + 1 : 0;
			if (open.size === 0 || foreign === MAX_FOREIGN_PAGES) return;
		}
	}

	/** Those of the values that are in the store; none where it fails. */
	private async known(values: readonly string[]): Promise<Set<string>> {
		const processed = await this.use(async (store) => {
			const all = await store.checkProcessedAndRecord([...values], ...KEPT);
			// n8n records what it is asked for.
			if (all.new.length > 0) await store.removeProcessed(all.new, ...KEPT);
			return all.processed as string[];
		});
		return new Set(processed);
	}

	private holdItem(key: string): void {
		this.hold(key);
		this.hold(accepted(key));
	}

	private async flushSoon(): Promise<void> {
		for (let left = 1; left > 0; left = this.endedAt + this.quietMs - performance.now())
			await sleepFor(left);
		this.isFlushingSoon = false;
		await this.flush();
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
		if (this.due.size === 0) return;
		const begun = performance.now();
		// Also the keys whose turn comes while the next write has to wait, as quickly as answers come.
		const ahead = Math.floor((this.answers / (begun - this.endedAt)) * this.quietMs);
		this.answers = 0;
		const early = ahead > 0 ? [...this.expected].slice(0, ahead) : [];
		for (const key of early) {
			this.expected.delete(key);
			this.unsent.add(key);
			this.record(key);
		}
		const values = [...this.due];
		this.due.clear();
		await this.use(async ({ checkProcessedAndRecord: check }) => {
			await check(values, 'node', { mode: 'entries', maxEntries: MAX_VALUES });
		});
		this.endedAt = performance.now();
		this.quietMs = Math.min(MAX_QUIET_MS, (this.endedAt - begun) * PAUSE_PER_WRITE);
	}

	/** n8n reads and writes the whole store of a node without a lock, so it is used in turn. */
	private async use<T>(
		work: (store: IExecuteFunctions['helpers']) => Promise<T>,
	): Promise<T | undefined> {
		const { helpers, logger } = this.context;
		const turns = rateLimiterFor('the store of', this.name);
		try {
			return await turns.runExclusive(async () => await work(helpers));
		} catch (error) {
			logger.debug('Submits could not be noted in the store of n8n', { error });
			return undefined;
		}
	}
}

/** Of a question, which must not replace older values. */
const KEPT = ['node', { mode: 'entries' }] as const;
