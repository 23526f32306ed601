import { createHash } from 'crypto';
import omit from 'lodash/omit';
import uniqBy from 'lodash/uniqBy';
import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { type ServiceClient, rateLimiterFor } from '../service/client';
import { type Failure, ServiceError, unclearFailure } from '../service/failure';
import { pagesBackTo } from '../tasks/lookUp';
import type { TaskList } from '../tasks/task';
import { asError, sleepFor } from '../util/async';
import { isToolExecution, runIndexOf } from '../util/capabilities';
import { safeJson } from '../util/text';

interface Entry {
	/** Fingerprints of the node's settings with the input item, and of the request. */
	of: [string, string];
	taskIds?: string[];
	unclear?: { failure: Failure };
	/** Where it was submitted. */
	executionId: string;
	/** Whether one of its tasks has failed. */
	hasFailed?: boolean;
}

type Entries = Record<number, Entry>;

/** Settings about what happens after the submit: with other ones, the task of an item is the same. */
const AFTER_SUBMIT = ['completion', 'callbackUrl', 'downloadResult', 'options'];

/** Where n8n stores what a node remembers in one execution. */
type Memory = ReturnType<IExecuteFunctions['getContext']>;

/** The memories of calls that are under way. */
const held = new WeakMap<Memory, Set<string>>();

/** The memory of each call, by the object of its arguments, which is the same at each try. */
const ofCalls = new WeakMap<object, string>();

/**
 * Finds the memory of a call of a tool: the same at each try, and another one for each of several
 * calls at once. A call takes over what another one for the same has left, unless that ended with a
 * failed task, which the model was told to run again.
 */
function claimCall(memory: Memory, items: readonly INodeExecutionData[]): string {
	const [{ json: call } = { json: {} }] = items;
	const taken = held.get(memory) ?? new Set();
	held.set(memory, taken);
	const name = `submitsOfCall${fingerprint(items.map((item) => inputOf(item, true)))}`;
	const leftBy = (run: string) => Object.values((memory[run] ?? {}) as Entries);
	let run = ofCalls.get(call);
	if (run === undefined || taken.has(run)) {
		const known = Object.keys(memory).filter((key) => key.startsWith(name) && !taken.has(key));
		for (const key of known) if (leftBy(key).some(({ hasFailed }) => hasFailed)) delete memory[key];
		let next = 0;
		while (`${name}_${next}` in memory || taken.has(`${name}_${next}`)) next++;
		run = known.find((key) => key in memory) ?? `${name}_${next}`;
		ofCalls.set(call, run);
	}
	taken.add(run);
	return run;
}

/**
 * Remembers in the execution what became of each submit, so that n8n's "Retry On Fail" continues
 * where it stopped and nothing is paid twice. n8n also runs a node again when the first item of its
 * output has an error.
 */
export class SubmitMemory {
	/** What outlives the execution. */
	readonly journal: SubmitJournal;

	private readonly memory: Memory;

	/** Asked once: n8n copies the whole node for each question. */
	private readonly isTool: boolean;

	private readonly node: INode;

	private readonly items: INodeExecutionData[];

	/** Where it is in the memory: that of a run of the node. */
	private readonly run: string;

	private readonly executionId: string;

	constructor(context: IExecuteFunctions) {
		this.memory = context.getContext('node');
		this.isTool = isToolExecution(context);
		this.node = context.getNode();
		this.items = context.getInputData();
		this.run = this.isTool
			? claimCall(this.memory, this.items)
			: `submitsOfRun${runIndexOf(context)}`;
		this.executionId = context.getExecutionId();
		this.journal = new SubmitJournal(context);
	}

	/** What is known of the submit of an item. All that could fail is done here, before it. */
	of(itemIndex: number, request: object) {
		const { journal, executionId } = this;
		const { parameters, credentials } = this.node;
		// An expression such as {{ $now }} changes the request at each try, but not the item. Before
		// a retry by hand, the node may be changed, but the request may stay the same.
		const input = inputOf(this.items[itemIndex], this.isTool);
		const of: Entry['of'] = [
			fingerprint({ parameters: omit(parameters, AFTER_SUBMIT), credentials, input }),
			fingerprint(request),
		];
		const previous = this.entries[itemIndex];
		const isSame = previous?.of.some((one, index) => one === of[index]);
		const entry: Partial<Entry> = (isSame && previous) || {};
		const { taskIds, unclear, executionId: place } = entry;
		const isElsewhere = place !== undefined && place !== executionId;
		const keep = (entry: Omit<Entry, 'of'>) => {
			((this.memory[this.run] ??= {}) as Entries)[itemIndex] = { of, ...entry };
		};
		const key = journal.expect(of[0]);
		// The journal forgets at the end of each try.
		if (taskIds) journal.accepted(key, taskIds);
		return {
			/** Names the item in the journal. */
			key,
			/** Ids of the tasks that the service accepted for this item. */
			accepted: taskIds,
			/** Whether that was in another execution that the user retries: that one is called back. */
			acceptedElsewhere: taskIds !== undefined && isElsewhere,
			/**
			 * The error of a submit in this execution that may have created a task. Who retries an
			 * execution by hand was asked to look for the task before.
			 */
			unclear: unclear && !isElsewhere ? new ServiceError(unclear.failure) : undefined,
			/** Notes the submit before it is sent. Never fails. */
			begin: async () => await journal.begin(key),
			/** Keeps the ids of the tasks that a submit created. Never fails. */
			accept(ids: string[]) {
				keep({ taskIds: ids, executionId });
				journal.accepted(key, ids);
			},
			/** Keeps the id of the task that the execution has submitted which this one retries. */
			acceptElsewhere(id: string) {
				this.accepted = [id];
				this.acceptedElsewhere = true;
				keep({ taskIds: [id], executionId: '' });
			},
			/** Keeps the error of a submit, if it may have created a task. */
			failed(error: unknown) {
				const failure = unclearFailure(error);
				if (failure) keep({ unclear: { failure }, executionId });
				else journal.refused(key);
			},
		};
	}

	/** Notes in the execution that this run submits. @returns whether it has done so before */
	begin(): boolean {
		const before = this.memory[this.run] !== undefined;
		this.memory[this.run] = this.entries;
		return before;
	}

	/** All accepted ids of this run of the node, by item. */
	all(): Array<{ itemIndex: number; taskIds: string[] }> {
		return Object.entries(this.entries).flatMap(([item, { taskIds }]) =>
			taskIds ? [{ itemIndex: Number(item), taskIds }] : [],
		);
	}

	/** Forgets everything, unless an item has an error, for which n8n may run the node again. */
	forgetUnlessFailed(items: INodeExecutionData[]): void {
		if (!items.some(({ json }) => json.error !== undefined)) delete this.memory[this.run];
	}

	/** Notes that a task has failed: the tool's next call for the same submits again. */
	taskFailed(taskId: string): void {
		for (const entry of Object.values(this.entries)) {
			if (entry.taskIds?.includes(taskId)) entry.hasFailed = true;
		}
	}

	/** Lets other calls of the tool take over what is left; to be called when the node has run. */
	async release(isStopped: boolean): Promise<void> {
		held.get(this.memory)?.delete(this.run);
		await this.journal.end(isStopped);
	}

	private get entries(): Entries {
		return (this.memory[this.run] ?? {}) as Entries;
	}
}

/** What the node was given. A model that repeats a call gives it another ID. */
function inputOf(item: INodeExecutionData | undefined, isTool: boolean): IDataObject | undefined {
	return isTool ? omit(item?.json, 'toolCallId') : item?.json;
}

function fingerprint(value: unknown): string {
	return createHash('sha256').update(safeJson(value)).digest('hex').slice(0, 16);
}

/** Most values that n8n keeps for a node, the newest: three for an item that was accepted. */
const MAX_VALUES = 60_000;

/** How much longer than the last write took, what can wait waits for the next one. */
const PAUSE_PER_WRITE = 40;

/** In milliseconds, after which it is written all the same. */
const MAX_PAUSE_MS = 2_000;

/** How many more keys are recorded ahead than items are likely to begin until the next write. */
const AHEAD = 1.5;

/** Items that the tasks of a page can be of: it has at most 50, and the newest come first. */
const WINDOW = 100;

/** Pages in a row without a task of the node, after which the search ends. */
const MAX_FOREIGN_PAGES = 20;

/** The values of each node of this process that has not ended: equal items have the same. */
const underWay = new Set<ReadonlyMap<string, unknown>>();

const isHeld = (value: string) => [...underWay].some((values) => values.has(value));

/** Says that an item was accepted. */
const accepted = (key: string) => `${key} accepted`;

/** Says which task an item has. */
const taskOf = (key: string, taskId: string) => `${key} task ${taskId}`;

/** What is found of an item that was cut off: its task, or why none could be looked for. */
interface Left {
	taskId?: string;
	error?: ServiceError;
}

/**
 * Notes submits where they outlive Stop and the death of n8n: in the store in which n8n keeps hashes
 * of what a node has processed. An item has its key there before it is sent, and with the ID of its
 * task once it is accepted. When the node ends, they are removed: what remains was cut off.
 *
 * Where the store fails, as in a workflow that was never saved, nothing is noted.
 */
class SubmitJournal {
	/** Names the node. */
	private readonly name: string;

	/** How many equal items there have been. */
	private readonly equals = new Map<string, number>();

	/** Keys that are not recorded, in the order of their items. */
	private readonly expected = new Set<string>();

	/** Keys that are recorded, of items that have not begun. */
	private readonly ahead = new Set<string>();

	/** Keys of items of which certainly no task exists. */
	private readonly taskless = new Set<string>();

	/** Values that are removed when the node ends; of a key, with its write. */
	private readonly own = new Map<string, Promise<void> | undefined>();

	/** Values of the next write. */
	private readonly due = new Set<string>();

	/** The next write, until its turn comes, and what begins it where nothing waits for it. */
	private next?: Promise<void>;

	private later?: Promise<void>;

	/** When the last write ended, and how long what can wait waits after it, in milliseconds. */
	private endedAt = 0;

	private pauseMs = 0;

	/** Answers since then. */
	private answers = 0;

	constructor(private readonly context: IExecuteFunctions) {
		this.name = `${context.getWorkflow().id} ${context.getNode().id}`;
		underWay.add(this.own);
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
		this.ahead.delete(key);
		if (this.expected.delete(key)) this.record(key, this.flush());
		await this.own.get(key);
	}

	/** Notes that an item has certainly no task. */
	refused(key: string): void {
		this.answers += 1;
		this.taskless.add(key);
	}

	/** Notes the tasks of an item, which are recorded in a moment. */
	accepted(key: string, taskIds: readonly string[]): void {
		this.answers += 1;
		if (this.expected.delete(key)) this.record(key);
		for (const value of [accepted(key), ...taskIds.map((id) => taskOf(key, id))])
			this.record(value);
		this.later ??= sleepFor(this.pauseMs).then(async () => {
			this.later = undefined;
			await this.flush();
		});
	}

	/** Records what is due, with what becomes due until its turn comes. Never fails. */
	async flush(): Promise<void> {
		// Those that begin together are recorded together.
		this.next ??= sleepFor(1).then(async () => await this.use(async (store) => this.write(store)));
		await this.next;
	}

	/**
	 * Removes what the node has recorded; to be called when it ends.
	 *
	 * @param isStopped n8n keeps nothing of the node, so what the service may have stays
	 */
	async end(isStopped: boolean): Promise<void> {
		if (isStopped) await this.flush();
		for (const value of this.due) this.own.delete(value);
		this.due.clear();
		await this.use(async (store) => {
			underWay.delete(this.own);
			const { ahead, taskless } = this;
			const gone = [...this.own.keys()].filter(
				(value) => !isHeld(value) && (!isStopped || ahead.has(value) || taskless.has(value)),
			);
			if (gone.length === 0) return;
			// n8n searches its list for each value that it removes, which takes long for many.
			const isAll = (await store.getProcessedDataCount(...KEPT)) === gone.length;
			await (isAll ? store.clearAllProcessedItems(...KEPT) : store.removeProcessed(gone, ...KEPT));
		});
	}

	/**
	 * Finds what an execution has left behind that was cut off. Its tasks are looked for among the
	 * newest of the service. What was found, or certainly not, is removed when the node ends.
	 *
	 * @param keys of the items, in their order
	 * @returns by the keys that are left
	 * @throws CancelledError when the execution is stopped
	 */
	async resume(
		client: ServiceClient,
		list: TaskList | undefined,
		keys: readonly string[],
	): Promise<Map<string, Left>> {
		const left = [...(await this.known(keys))];
		for (const key of left) this.expected.delete(key);
		const found = new Map<string, Left>();
		let error: ServiceError | undefined;
		try {
			await this.search(client, list, left, found);
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
		found: Map<string, Left>,
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
			const own = pairs.filter(({ value }) => values.has(value) && !isHeld(value));
			for (const { key, taskId, value } of uniqBy(own, 'key')) {
				found.set(key, { taskId });
				open.delete(key);
				this.own.set(value, undefined);
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
		this.own.set(key, undefined);
		this.own.set(accepted(key), undefined);
	}

	/** @param write the one by which it is recorded, where something waits for that */
	private record(value: string, write?: Promise<void>): void {
		this.due.add(value);
		this.own.set(value, write);
	}

	private async write(store: Store): Promise<void> {
		const { next: turn } = this;
		this.next = undefined;
		const begun = performance.now();
		const likely = (this.answers / (begun - this.endedAt)) * this.pauseMs * AHEAD;
		for (const key of [...this.expected].slice(0, Math.max(0, likely - this.ahead.size))) {
			this.expected.delete(key);
			this.ahead.add(key);
			this.record(key, turn);
		}
		const values = [...this.due];
		if (values.length === 0) return;
		this.due.clear();
		this.answers = 0;
		await store.checkProcessedAndRecord(values, 'node', {
			mode: 'entries',
			maxEntries: MAX_VALUES,
		});
		this.endedAt = performance.now();
		this.pauseMs = Math.min(MAX_PAUSE_MS, (this.endedAt - begun) * PAUSE_PER_WRITE);
	}

	/** n8n reads and writes the whole store of a node without a lock, so it is used in turn. */
	private async use<T>(work: (store: Store) => Promise<T>): Promise<T | undefined> {
		const { helpers, logger } = this.context;
		const { turns } = rateLimiterFor('the store of', this.name);
		try {
			return await turns.run(async () => await work(helpers));
		} catch (error) {
			logger.debug('Submits could not be noted in the store of n8n', { error });
			return undefined;
		}
	}
}

type Store = IExecuteFunctions['helpers'];

/** Of a question, which must not replace older values. */
const KEPT = ['node', { mode: 'entries' }] as const;
