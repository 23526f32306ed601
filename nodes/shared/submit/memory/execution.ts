import { randomUUID } from 'crypto';
import { some } from 'lodash';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Failure } from '../../api/failure';
import { ServiceError } from '../../api/serviceError';
import { runIndexOf } from '../../n8n/runs';
import { isToolExecution } from '../../n8n/toolRuns';
import type { Message } from '../../util/catalogue';
import { PackError } from '../../util/errors';
import { fingerprint, withoutCallId } from './prints';
import type { Created, ItemSubmit, Prints, SubmissionEvent } from './submission';

/*
 * What one execution remembers of the submits of a node.
 *
 * Promise: with "Retry On Fail", and in a retry by hand of an execution that ended with an error, an item that was accepted
 * is not submitted again, and one that may have been accepted is not submitted again by "Retry On Fail". Whoever retries
 * by hand was told of such an item, and asked to look for its task first. An agent that calls its tool again for a task
 * that is still in progress gets that task.
 *
 * Needs of n8n: the context of a node (`getContext('node')`), which is the same object at each try, and which n8n stores with
 * an execution that ends with an error, pauses, or has 'Save execution progress' on.
 *
 * Without it: n8n stores nothing of a node that is stopped or dies. That is what `store.ts` is for.
 */

/** How the submit of an item has ended, where there is a task or may be one. */
type Outcome =
	| { is: 'accepted'; created: Created }
	/** Why it is not known: the call that failed, or what the user was told. */
	| { is: 'unclear'; why: Failure | Message };

interface Entry {
	itemIndex: number;
	prints: Prints;
	outcome: Outcome;
	executionId: string;
	/** Whether its task has failed at the service, so that a tool's next call for the same submits again. */
	hasFailed: boolean;
}

/** By the place of the submit. */
type Entries = Record<number, Entry>;

/** Where n8n stores what a node remembers in one execution: the entries of each of its runs. */
type NodeContext = Record<string, Entries>;

type MemoryContext = Pick<
	IExecuteFunctions,
	'evaluateExpression' | 'getContext' | 'getExecutionId' | 'getInputData' | 'getNode'
>;

export class ExecutionMemory {
	private readonly context: NodeContext;

	/** Where the entries of this run are: the same at each try. */
	readonly run: string;

	private readonly executionId: string;

	private readonly isTool: boolean;

	/** Entries that were taken, each for one submit. */
	private readonly taken = new Set<Entry>();

	constructor(context: MemoryContext) {
		this.context = context.getContext('node') as NodeContext;
		this.executionId = context.getExecutionId();
		this.isTool = isToolExecution(context);
		this.run = this.isTool
			? calls.claim(this.context, context.getInputData())
			: `submitsOfRun${runIndexOf(context as IExecuteFunctions)}`;
	}

	/**
	 * What is known of the submit of an item, if its request or its input is the same as then.
	 *
	 * @param hasError whether the item reports an error, as one that has left this node by its error output and comes back:
	 *   what another run has said of the same request holds for it, too, unless its task has failed
	 */
	recall(
		{ place, prints }: Pick<ItemSubmit, 'place' | 'prints'>,
		hasError: boolean,
	): SubmissionEvent | undefined {
		const entry = this.takeOwn(place, prints) ?? (hasError ? this.takeReturned(prints) : undefined);
		if (!entry) return undefined;
		const isElsewhere = entry.executionId !== this.executionId;
		const { outcome } = entry;
		if (outcome.is === 'accepted') {
			const by = isElsewhere ? 'anotherExecution' : 'thisExecution';
			return { type: 'recall', created: outcome.created, by };
		}
		// Who retries an execution by hand was asked to look for the task before.
		return isElsewhere ? undefined : { type: 'recallDoubt', error: errorOf(outcome.why) };
	}

	/**
	 * What this run knows of a submit: at its place, by its request or its input; or at another place, by its request, since an
	 * item before it may have become more or fewer submits than at the last try.
	 */
	private takeOwn(place: number, { request, input }: Prints): Entry | undefined {
		const isOpen = (one: Entry) => !this.taken.has(one);
		const atPlace = this.entries[place];
		const isSame = atPlace?.prints.request === request || atPlace?.prints.input === input;
		const entry =
			atPlace && isSame && isOpen(atPlace)
				? atPlace
				: Object.values(this.entries).find((one) => one.prints.request === request && isOpen(one));
		if (entry) this.taken.add(entry);
		return entry;
	}

	/** What another run of this node in this execution knows of a request, each entry for one item. */
	private takeReturned({ request }: Prints): Entry | undefined {
		const runs = Object.keys(this.context).filter((name) => name.startsWith('submitsOf'));
		const entries = runs.flatMap((name) => Object.values(this.context[name] ?? {}));
		const entry = entries.find(
			(one) => one.prints.request === request && !one.hasFailed && !this.taken.has(one),
		);
		if (entry) this.taken.add(entry);
		return entry;
	}

	/** Keeps that the item has been accepted, if it has. */
	keepAccepted({ itemIndex, place, prints, state }: ItemSubmit): void {
		if (state.is !== 'accepted') return;
		const { created, by } = state;
		// That of another execution is called back there, and a retry of this one has to know it.
		const executionId = by === 'thisExecution' ? this.executionId : '';
		this.set(place, {
			itemIndex,
			prints,
			outcome: { is: 'accepted', created },
			executionId,
			hasFailed: false,
		});
	}

	/** Keeps that the item may have been accepted, so that no further try of this execution sends it. */
	keepUnclear({ itemIndex, place, prints }: ItemSubmit, why: Failure | Message): void {
		const { executionId } = this;
		this.set(place, {
			itemIndex,
			prints,
			outcome: { is: 'unclear', why },
			executionId,
			hasFailed: false,
		});
	}

	/** The IDs of the tasks that exist, by the index of their item. */
	tasks(): Array<{ itemIndex: number; ids: string[] }> {
		return Object.values(this.entries).flatMap(({ itemIndex, outcome }) => {
			if (outcome.is !== 'accepted') return [];
			const ids = outcome.created.tasks.map(({ taskId }) => taskId);
			return [{ itemIndex, ids }];
		});
	}

	/** Notes that a task has failed: the tool's next call for the same submits again. */
	taskFailed(taskId: string): void {
		for (const entry of Object.values(this.entries)) {
			const { outcome } = entry;
			if (outcome.is === 'accepted' && some(outcome.created.tasks, { taskId })) {
				entry.hasFailed = true;
			}
		}
	}

	/**
	 * Forgets everything when the node has output its items, unless it is needed: n8n may run the node again for an item with
	 * an error, and an agent may call its tool again for a task that is still in progress.
	 */
	forgetUnlessNeeded(items: readonly INodeExecutionData[]): void {
		const hasFailed = items.some(({ json }) => json.error !== undefined);
		const isOpen = this.isTool && items.some(({ json }) => json.state === 'inProgress');
		if (!hasFailed && !isOpen) delete this.context[this.run];
	}

	/** Lets other calls of the tool take over what is left; to be called when the node has run. */
	release(): void {
		calls.release(this.context, this.run);
	}

	private get entries(): Readonly<Entries> {
		return this.context[this.run] ?? {};
	}

	/** At its place, or behind all others where that is the place of another request at an earlier try. */
	private set(place: number, entry: Entry): void {
		const entries = (this.context[this.run] ??= {});
		const there = entries[place];
		if (!there || there.prints.request === entry.prints.request) {
			entries[place] = entry;
			return;
		}
		const last = Math.max(place, ...Object.keys(entries).map(Number));
		entries[last + 1] = entry;
	}
}

function errorOf(why: Failure | Message): Error {
	return 'title' in why ? new PackError(why) : new ServiceError(why);
}

/**
 * The calls of a tool: an agent may call it several times in one execution, also at once.
 *
 * Each call has entries of its own, the same at each try of n8n, which gives each try the same object of arguments. A call
 * takes over what an earlier one with the same arguments has left, unless its task has failed, which the model was told to
 * run again. Both tables last as long as n8n has the execution in memory.
 */
class Calls {
	/** The runs of the calls that are under way, by the context of their node. */
	private readonly underWay = new WeakMap<NodeContext, Set<string>>();

	/** The run of each call, by the object of its arguments. */
	private readonly runs = new WeakMap<object, string>();

	claim(context: NodeContext, items: readonly INodeExecutionData[]): string {
		const [{ json: call } = { json: {} }] = items;
		const taken = this.underWay.get(context) ?? new Set();
		this.underWay.set(context, taken);
		const name = `submitsOfCall${fingerprint(() => items.map((item) => withoutCallId(item).json))}`;
		const left = Object.keys(context).filter(
			(run) => run.startsWith(name) && !hasFailedTask(context[run]),
		);
		const own = this.runs.get(call);
		const known = own === undefined ? left : [own, ...left];
		const run = known.find((one) => !taken.has(one)) ?? `${name} ${randomUUID()}`;
		this.runs.set(call, run);
		taken.add(run);
		return run;
	}

	release(context: NodeContext, run: string): void {
		this.underWay.get(context)?.delete(run);
	}
}

function hasFailedTask(entries: Entries = {}): boolean {
	return Object.values(entries).some(({ hasFailed }) => hasFailed);
}

const calls = new Calls();
