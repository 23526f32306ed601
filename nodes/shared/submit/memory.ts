import { createHash, randomUUID } from 'crypto';
import { difference, intersection, memoize, noop, omit, some, uniqBy } from 'lodash';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import type { EndpointName } from '../api/endpoints';
import { type Failure } from '../api/failure';
import { pagesBackTo } from '../tasks/lookUp';
import type { KeptFields } from '../model/task';
import type { TaskKind, TaskList } from '../model/taskKind';
import { asError, Semaphore, sleepFor } from '../util/async';
import { isToolExecution, runIndexOf } from '../n8n/capabilities';
import { safeJson } from '../util/text';
import { shortList } from '../output/items';
import { ServiceError, unclearFailure } from '../api/serviceError';

export interface Created {
	/** With what is known of them from the submit, and the service does not return. */
	tasks: Array<KeptFields & { taskId: string }>;
	/** A sentence for each task that was asked for and is not among them. */
	missing?: string[];
}

/** What the execution keeps of the submit of an item. */
interface Entry {
	/** Fingerprints of the node's settings with the input item, and of the request. */
	of: [string, string];
	created?: Created;
	/** How it ended, where it may have created a task. */
	unclear?: Failure;
	executionId: string;
	hasFailed?: boolean;
}

type Entries = Record<number, Entry>;

/** Settings about what happens after the submit: with other ones, the task of an item is the same. */
const AFTER_SUBMIT = ['completion', 'callbackUrl', 'downloadResult', 'options'];

/** What of a request is not sent, such as the name of its result files. */
const NOT_SENT = ['fileName', 'hint', 'source'];

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
	const left = Object.keys(memory).filter((run) => {
		const entries = Object.values(memory[run] as Entries);
		return run.startsWith(name) && !entries.some(({ hasFailed }) => hasFailed);
	});
	const own = ofCalls.get(call);
	const known = own === undefined ? left : [own, ...left];
	const run = known.find((one) => !taken.has(one)) ?? `${name} ${randomUUID()}`;
	ofCalls.set(call, run);
	taken.add(run);
	return run;
}

/** The submit of one item, and what is known of it. */
export interface Submit<Request extends object = object> {
	itemIndex: number;
	request: Request;
	/** Number among the submits of this run. */
	place: number;
	of: Entry['of'];
	/** Names it in n8n's store, also in a retry: with its place among equal ones. */
	key: string;
	accepted?: Created;
	/** Whether that was in another execution that the user retries: that one is called back. */
	isElsewhere?: boolean;
	/** Why it is not sent: it may have created a task. */
	error?: ServiceError;
	/** Whether it was sent, so that there may be a task. */
	mayExist?: boolean;
}

/** Items that the tasks of a page can be of: it has at most 50, and the newest come first. */
const WINDOW = 100;

/** Pages in a row without a task of the node, after which the search ends. */
const MAX_FOREIGN_PAGES = 20;

/** How many keys are noted ahead for each item that was answered since the last write. */
const AHEAD = 1.5;

const accepted = (key: string) => `${key} accepted`;

const taskOf = (key: string, taskId: string) => `${key} task ${taskId}`;

/**
 * Remembers what became of each submit, so that nothing is paid twice.
 *
 * In the execution, for n8n's "Retry On Fail", which continues where it stopped; n8n also runs a
 * node again when the first item of its output has an error. And in n8n's store, which outlives
 * Stop and the death of n8n: an item has its key there before it is sent, and with the ID of its
 * task once it is accepted. When the node ends, they are removed: what remains was cut off.
 */
export class SubmitMemory {
	readonly store: Store;

	/** Where it is in the memory: that of a run of the node. */
	private readonly run: string;

	private readonly equals = new Map<string, number>();

	/** In the order in which they are sent, but for files that take longer. */
	private readonly submits: Submit[] = [];

	/** So many of the first have begun, and so many have their keys in the store. */
	private begun = 0;
	private noted = 0;

	/** Answers since the last write. */
	private answers = 0;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly node = context.getNode(),
		private readonly memory: Memory = context.getContext('node'),
		private readonly isTool = isToolExecution(context),
	) {
		const items = context.getInputData();
		this.run = isTool ? claimCall(memory, items) : `submitsOfRun${runIndexOf(context)}`;
		this.store = new Store(context, () => this.nextKeys());
	}

	/** What is known of the submit of an item. All that could fail is done here, before it. */
	of<Request extends object>(itemIndex: number, request: Request): Submit<Request> {
		const { parameters, credentials } = this.node;
		// An expression such as {{ $now }} changes the request at each try, but not the item. Before
		// a retry by hand, the node may be changed, but the request may stay the same.
		const input = inputOf(this.context.getInputData()[itemIndex], this.isTool);
		const of: Entry['of'] = [
			fingerprint({ parameters: omit(parameters, AFTER_SUBMIT), credentials, input }),
			fingerprint(omit(request, NOT_SENT)),
		];
		const equals = this.equals.get(of[0]) ?? 0;
		this.equals.set(of[0], equals + 1);
		const key = `${this.store.name} ${of[0]} ${equals}`;
		const submit: Submit<Request> = { itemIndex, request, place: this.submits.length, of, key };
		this.submits.push(submit);
		const previous = this.entries[itemIndex];
		if (!previous?.of.some((one, index) => one === of[index])) return submit;
		const { created, unclear, executionId } = previous;
		const isElsewhere = executionId !== this.context.getExecutionId();
		// Who retries an execution by hand was asked to look for the task before.
		if (unclear && !isElsewhere) submit.error = new ServiceError(unclear);
		if (!created) return submit;
		submit.isElsewhere = isElsewhere;
		// The store forgets at the end of each try.
		this.noteTasks(submit, created);
		return submit;
	}

	/** Notes in the execution that this run submits. @returns whether it has done so before */
	beginRun(): boolean {
		const before = this.memory[this.run] !== undefined;
		this.memory[this.run] = this.entries;
		return before;
	}

	/** Notes a submit before it is sent. Never fails. */
	async begin(submit: Submit): Promise<void> {
		submit.mayExist = true;
		this.begun = Math.max(this.begun, submit.place + 1);
		await (this.begun > this.noted ? this.store.flush() : this.store.written);
	}

	/** Keeps what a submit has created. Never fails. */
	accept(submit: Submit, created: Created): void {
		this.answers += 1;
		this.keep(submit, { created });
		this.noteTasks(submit, created);
	}

	/** Keeps the error of a submit, if it may have created a task. Never fails. */
	failed(submit: Submit, error: unknown): void {
		this.answers += 1;
		const unclear = unclearFailure(error);
		if (unclear) this.keep(submit, { unclear });
		else submit.mayExist = false;
	}

	/**
	 * Finds what an execution has submitted before it was stopped or died. Its tasks are looked for
	 * among the newest of the service. What was found, or certainly not, is no longer cut off.
	 *
	 * @returns those of the submits that it has begun, with their tasks or with an error
	 * @throws CancelledError when this execution is stopped
	 */
	async resume(
		client: ServiceClient,
		{ kind: { list }, endpoint }: { kind: Pick<TaskKind, 'list'>; endpoint: EndpointName },
		submits: readonly Submit[],
	): Promise<Submit[]> {
		const begun = await this.store.known(submits.map(({ key }) => key));
		const left = submits.filter(({ key }) => begun.has(key));
		const known = await this.store.known(left.map(({ key }) => accepted(key)));
		const wasAccepted = ({ key }: Submit) => known.has(accepted(key));
		let error = new ServiceError({
			endpoint,
			cause: 'noResponse',
			detail: 'The original execution ended before n8n had recorded the response',
		});
		try {
			if (list) await this.search(client, list, left.filter(wasAccepted));
		} catch (thrown) {
			if (!(thrown instanceof ServiceError)) throw asError(thrown);
			error = thrown;
		}
		for (const submit of left) {
			submit.mayExist = true;
			if (submit.accepted) continue;
			submit.error = error;
			const unclear = unclearFailure(error);
			if (!unclear) continue;
			this.keep(submit, { unclear });
			this.store.hold(submit.key, ...(wasAccepted(submit) ? [accepted(submit.key)] : []));
		}
		return left;
	}

	/**
	 * Names the tasks that exist already, so that none is lost or paid again when a run fails.
	 *
	 * @param mentioned task that the message is about; alone, it needs no second mention
	 */
	note(mentioned?: string): string | undefined {
		const all = Object.entries(this.entries).flatMap(([item, { created }]) =>
			created ? [{ item: Number(item) + 1, ids: created.tasks.map(({ taskId }) => taskId) }] : [],
		);
		if (all.every(({ ids }) => ids.every((id) => id === mentioned))) return undefined;
		const tasks = all.map(({ item, ids }) => `item ${item}: ${ids.join(', ')}`);
		return `Already submitted; 'Retry On Fail' will not resubmit: ${shortList(tasks)}.`;
	}

	/** Forgets everything, unless an item has an error, for which n8n may run the node again. */
	forgetUnlessFailed(items: INodeExecutionData[]): void {
		if (!items.some(({ json }) => json.error !== undefined)) delete this.memory[this.run];
	}

	/** Notes that a task has failed: the tool's next call for the same submits again. */
	taskFailed(taskId: string): void {
		for (const entry of Object.values(this.entries)) {
			if (some(entry.created?.tasks, { taskId })) entry.hasFailed = true;
		}
	}

	/**
	 * Lets other calls of the tool take over what is left; to be called when the node has run.
	 *
	 * @param isStopped whether n8n keeps nothing of the node, so that what the service may have stays
	 */
	async release(isStopped: () => boolean): Promise<void> {
		held.get(this.memory)?.delete(this.run);
		const taskless = this.submits.filter(({ mayExist }) => !mayExist).map(({ key }) => key);
		await this.store.end(taskless, isStopped);
	}

	private get entries(): Entries {
		return (this.memory[this.run] ?? {}) as Entries;
	}

	private keep({ itemIndex, of }: Submit, entry: Partial<Entry>): void {
		const entries = (this.memory[this.run] ??= {}) as Entries;
		entries[itemIndex] = { of, executionId: this.context.getExecutionId(), ...entry };
	}

	private noteTasks(submit: Submit, created: Created): void {
		const { key } = submit;
		Object.assign(submit, { accepted: created, mayExist: true });
		const values = created.tasks.map(({ taskId }) => taskOf(key, taskId));
		this.store.addSoon(key, accepted(key), ...values);
	}

	/** Keys of items that have begun, or are likely to until the next write. */
	private nextKeys(): string[] {
		const next = Math.max(this.noted, Math.ceil(this.begun + this.answers * AHEAD));
		const submits = this.submits.slice(this.noted, next);
		this.noted = next;
		this.answers = 0;
		return submits.flatMap(({ key, error, isElsewhere }) => (error || isElsewhere ? [] : key));
	}

	private async search(client: ServiceClient, list: TaskList, submits: Submit[]): Promise<void> {
		const { store } = this;
		const open = new Set([...submits].reverse());
		if (open.size === 0) return;
		let foreign = 0;
		for await (const { records } of pagesBackTo(client, list)) {
			const pairs = [...open]
				.slice(0, WINDOW)
				.flatMap((submit) =>
					records.map(({ taskId }) => ({ submit, taskId, value: taskOf(submit.key, taskId) })),
				);
			const values = await store.known(pairs.map(({ value }) => value));
			const own = pairs.filter(({ value }) => values.has(value) && !store.isHeld(value));
			for (const { submit, taskId, value } of uniqBy(own, 'submit')) {
				const created = { tasks: [{ taskId }] };
				Object.assign(submit, { accepted: created, isElsewhere: true });
				this.keep(submit, { created, executionId: '' });
				open.delete(submit);
				store.hold(value);
				// Others are of an equal item of another execution, which may be retried as well.
				const isOnly = own.filter((other) => other.submit === submit).length === 1;
				if (isOnly) store.hold(submit.key, accepted(submit.key));
			}
			foreign = own.length === 0 ? foreign + 1 : 0;
			if (open.size === 0 || foreign === MAX_FOREIGN_PAGES) return;
		}
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

/** After which what nothing waits for is written, in milliseconds. */
const LATER_MS = 1_000;

/** Those of the nodes of this process that have not ended: equal items have the same values. */
const underWay = new Set<Store>();

type Helpers = IExecuteFunctions['helpers'];

const turnOf: (node: string) => Semaphore = memoize(() => new Semaphore(1));

/**
 * The store in which n8n keeps hashes of what a node has processed. n8n reads and writes the whole
 * of it without a lock, so it is used in turn, and what is due is written together.
 *
 * Where it fails, as in a workflow that was never saved, nothing is noted.
 */
class Store {
	/** Values that are removed when the node ends. */
	private readonly own = new Set<string>();

	/** Values of executions that were cut off, which stay: a retry needs them. */
	private readonly left = new Set<string>();

	/** Those of its own that are not written yet. */
	private readonly due = new Set<string>();

	/** The last write that has begun or waits for its turn. Never fails. */
	written = Promise.resolve<void>(undefined);

	private waitsForTurn = false;

	private readonly ended = new AbortController();

	/** The end of the time in which nothing has to be written. */
	private later?: Promise<void>;

	/** @param more gives what is written along with what is due */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly more: () => string[],
		readonly name = `${context.getWorkflow().id} ${context.getNode().id}`,
	) {
		underWay.add(this);
	}

	/** Whether another execution of the node, which has not ended, has a value. */
	isHeld(value: string): boolean {
		return this.others.some(({ own }) => own.has(value));
	}

	private get others(): Store[] {
		return [...underWay].filter((one) => one !== this && one.name === this.name);
	}

	addSoon(...values: string[]): void {
		this.add(values);
		this.later ??= sleepFor(LATER_MS, this.ended.signal).then(async () => {
			this.later = undefined;
			await this.flush();
		}, noop);
	}

	/** Has values removed when the node ends. */
	hold(...values: string[]): void {
		values.forEach((value) => this.own.add(value));
	}

	/** Writes what is due, with what becomes due until its turn comes. Never fails. */
	async flush(): Promise<void> {
		if (!this.waitsForTurn) {
			this.waitsForTurn = true;
			// Those that begin together are recorded together.
			const turn = sleepFor(1);
			this.written = turn.then(async () => await this.use(async (helpers) => this.write(helpers)));
		}
		await this.written;
	}

	/** Those of the values that are in the store; none where it fails. */
	async known(values: readonly string[]): Promise<Set<string>> {
		const processed = await this.use(async (helpers) => {
			const all = await helpers.checkProcessedAndRecord([...values], ...KEPT);
			// n8n records what it is asked for.
			if (all.new.length > 0) await helpers.removeProcessed(all.new, ...KEPT);
			return all.processed as string[];
		});
		return new Set(processed);
	}

	/** Removes the values that the node has added; where it was cut off, only those without a task. */
	async end(taskless: readonly string[], isCutOff: () => boolean): Promise<void> {
		this.ended.abort();
		await this.use(async (helpers) => {
			underWay.delete(this);
			const removable = [...this.own].filter((one) => !this.left.has(one) && !this.isHeld(one));
			if (!isCutOff()) await this.remove(helpers, difference(removable, [...this.due]));
			// Also where it was stopped while they were removed.
			if (!isCutOff()) return;
			const left = difference([...this.own], taskless);
			for (const other of this.others) left.forEach((value) => other.left.add(value));
			if (left.length > 0) await helpers.checkProcessedAndRecord(left, ...NOTED);
			await this.remove(helpers, intersection(removable, taskless));
		});
	}

	private async remove(helpers: Helpers, values: string[]): Promise<void> {
		if (values.length === 0) return;
		// n8n searches its list for each value that it removes, which takes long for many.
		const isAll = (await helpers.getProcessedDataCount(...KEPT)) === values.length;
		if (isAll) await helpers.clearAllProcessedItems(...KEPT);
		else await helpers.removeProcessed(values, ...KEPT);
	}

	private add(values: readonly string[]): void {
		for (const value of values.filter((one) => !this.own.has(one))) {
			this.own.add(value);
			this.due.add(value);
		}
	}

	private async write(helpers: Helpers): Promise<void> {
		this.waitsForTurn = false;
		if (this.ended.signal.aborted) return;
		this.add(this.more());
		const values = [...this.due];
		this.due.clear();
		if (values.length === 0) return;
		const { processed } = await helpers.checkProcessedAndRecord(values, ...NOTED);
		// What was there and is not held is of an execution that was cut off.
		for (const value of processed as string[]) if (!this.isHeld(value)) this.left.add(value);
	}

	private async use<T>(work: (helpers: Helpers) => Promise<T>): Promise<T | undefined> {
		const { helpers, logger } = this.context;
		try {
			return await turnOf(this.name).run(async () => await work(helpers));
		} catch (error) {
			logger.debug('Submits could not be noted in the store of n8n', { error });
			return undefined;
		}
	}
}

/** Of a question, which must not replace older values. */
const KEPT = ['node', { mode: 'entries' }] as const;

const NOTED = ['node', { mode: 'entries', maxEntries: MAX_VALUES }] as const;
