import { randomUUID } from 'crypto';
import { groupBy, some } from 'lodash';
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

/** How a submit has ended of which there is a task, or may be one. */
type KeptOutcome =
	| { is: 'accepted'; created: Created }
	/** Why it is not known: the call that failed, or what the user was told. */
	| { is: 'unclear'; why: Failure | Message };

/** What is kept of one submit. */
interface KeptSubmit {
	itemIndex: number;
	prints: Prints;
	outcome: KeptOutcome;
	/** The execution that has submitted it; empty for another one than this, of which no more is known. */
	executionId: string;
	/** Whether its task has failed at the service, so that a tool's next call for the same submits again. */
	hasFailed: boolean;
}

/** What is kept of the submits of one run, by slots: that of a submit is its place, unless another one has it already. */
type KeptSubmits = Record<number, KeptSubmit>;

/** Where n8n stores what a node remembers in one execution: what is kept of each of its runs. */
type SubmitsOfNode = Record<string, KeptSubmits>;

type MemoryContext = Pick<
	IExecuteFunctions,
	'evaluateExpression' | 'getContext' | 'getExecutionId' | 'getInputData' | 'getNode'
>;

/** What this execution knows of the submit of an item. */
interface Recalled {
	/** What becomes of the submit by it; undefined where it may be sent. */
	event?: SubmissionEvent;
	/** Whether the user was told, by the execution that is retried, that there may be a task. */
	wasTold: boolean;
}

export class ExecutionMemory {
	private readonly context: SubmitsOfNode;

	/** The name of what is kept of this run: the same at each try. */
	readonly run: string;

	private readonly executionId: string;

	private readonly isTool: boolean;

	/** What was recalled already: each belongs to one submit only. */
	private readonly taken = new Set<KeptSubmit>();

	/** The slots of this run that belong to its submits, by their places. */
	private readonly slots = new Map<number, number>();

	/** The slots of earlier tries by their requests; read once, because there may be thousands. */
	private readonly slotsByRequest: Readonly<Record<string, string[]>>;

	/** Where a search for a free slot begins. */
	private nextSlot: number;

	constructor(context: MemoryContext) {
		this.context = context.getContext('node') as SubmitsOfNode;
		this.executionId = context.getExecutionId();
		this.isTool = isToolExecution(context);
		this.run = this.isTool
			? calls.claim(this.context, context.getInputData())
			: `submitsOfRun${runIndexOf(context as IExecuteFunctions)}`;
		const slots = Object.keys(this.kept);
		this.slotsByRequest = groupBy(slots, (slot) => this.kept[Number(slot)]?.prints.request);
		this.nextSlot = context.getInputData().length;
	}

	/**
	 * What is known of the submit of an item, if its request or its input is the same as then.
	 *
	 * @param hasError whether the item reports an error, as one that has left this node by its error output and comes back:
	 *   what another run has said of the same request holds for it, too, unless its task has failed
	 */
	recall({ place, prints }: Pick<ItemSubmit, 'place' | 'prints'>, hasError: boolean): Recalled {
		const kept = this.takeOwn(place, prints) ?? (hasError ? this.takeReturned(prints) : undefined);
		if (!kept) return { wasTold: false };
		const isElsewhere = kept.executionId !== this.executionId;
		const { outcome } = kept;
		if (outcome.is === 'accepted') {
			const by = isElsewhere ? 'anotherExecution' : 'thisExecution';
			return { event: { type: 'recall', created: outcome.created, by }, wasTold: false };
		}
		// Whoever retries an execution by hand was asked by it to look for the task first.
		if (isElsewhere) return { wasTold: true };
		return { event: { type: 'recallDoubt', error: errorOf(outcome.why) }, wasTold: false };
	}

	/**
	 * Finds what an earlier try of this run has kept of a submit, and claims it: no other submit recalls it, and what is kept of
	 * this one from now on goes to the same slot.
	 *
	 * @param place index of the submit among all of the run
	 */
	private takeOwn(place: number, prints: Prints): KeptSubmit | undefined {
		const slot = this.slotOf(place, prints);
		const kept = slot === undefined ? undefined : this.kept[slot];
		if (slot === undefined || !kept) return undefined;
		this.slots.set(place, slot);
		this.taken.add(kept);
		return kept;
	}

	/**
	 * The slot of a submit at an earlier try: at its place, by its request or its input; or at another place, by its request,
	 * because an item before it may have become more or fewer submits than at that try.
	 */
	private slotOf(place: number, { request, input }: Prints): number | undefined {
		const atPlace = this.kept[place];
		const isSame = atPlace?.prints.request === request || atPlace?.prints.input === input;
		if (atPlace && isSame && !this.taken.has(atPlace)) return place;
		const others = this.slotsByRequest[request]?.map(Number);
		return others?.find((slot) => {
			const kept = this.kept[slot];
			return kept !== undefined && !this.taken.has(kept);
		});
	}

	/** What another run of this node in this execution knows of a request, each for one item. */
	private takeReturned({ request }: Prints): KeptSubmit | undefined {
		const runs = Object.keys(this.context).filter((name) => name.startsWith('submitsOf'));
		const ofAll = runs.flatMap((name) => Object.values(this.context[name] ?? {}));
		const kept = ofAll.find(
			(one) => one.prints.request === request && !one.hasFailed && !this.taken.has(one),
		);
		if (kept) this.taken.add(kept);
		return kept;
	}

	/** Keeps that the item has been accepted, if it has. */
	keepAccepted(submit: ItemSubmit): void {
		const { state } = submit;
		if (state.is !== 'accepted') return;
		// A task of another execution is called back there, and a retry of this one has to know that.
		const executionId = state.by === 'thisExecution' ? this.executionId : '';
		this.keep(submit, { is: 'accepted', created: state.created }, executionId);
	}

	/** Keeps that the item may have been accepted, so that no further try of this execution sends it. */
	keepUnclear(submit: ItemSubmit, why: Failure | Message): void {
		this.keep(submit, { is: 'unclear', why }, this.executionId);
	}

	private keep(submit: ItemSubmit, outcome: KeptOutcome, executionId: string): void {
		const { itemIndex, place, prints } = submit;
		const kept = (this.context[this.run] ??= {});
		const slot = this.slots.get(place) ?? this.freeSlot(place);
		this.slots.set(place, slot);
		kept[slot] = { itemIndex, prints, outcome, executionId, hasFailed: false };
	}

	/** A slot that no submit has yet: the place itself, or one behind all others. */
	private freeSlot(place: number): number {
		if (!this.kept[place]) return place;
		while (this.kept[this.nextSlot]) this.nextSlot += 1;
		return this.nextSlot;
	}

	/** The IDs of the tasks that exist, by the index of their item. */
	tasks(): Array<{ itemIndex: number; ids: string[] }> {
		return Object.values(this.kept).flatMap(({ itemIndex, outcome }) => {
			if (outcome.is !== 'accepted') return [];
			const ids = outcome.created.tasks.map(({ taskId }) => taskId);
			return [{ itemIndex, ids }];
		});
	}

	/** Notes that a task has failed: the tool's next call for the same submits again. */
	taskFailed(taskId: string): void {
		for (const kept of Object.values(this.kept)) {
			const { outcome } = kept;
			if (outcome.is === 'accepted' && some(outcome.created.tasks, { taskId })) {
				kept.hasFailed = true;
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

	private get kept(): Readonly<KeptSubmits> {
		return this.context[this.run] ?? {};
	}
}

function errorOf(why: Failure | Message): Error {
	return 'title' in why ? new PackError(why) : new ServiceError(why);
}

/**
 * The calls of a tool: an agent may call it several times in one execution, also at once.
 *
 * What is kept of each call stands alone, the same at each try of n8n, which gives each try the same object of arguments. A call
 * takes over what an earlier one with the same arguments has left, unless its task has failed, which the model was told to
 * run again. Both tables last as long as n8n has the execution in memory.
 */
class ToolCalls {
	/** The runs of the calls that are under way, by the context of their node. */
	private readonly underWay = new WeakMap<SubmitsOfNode, Set<string>>();

	/** The run of each call, by the object of its arguments. */
	private readonly runs = new WeakMap<object, string>();

	claim(context: SubmitsOfNode, items: readonly INodeExecutionData[]): string {
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

	release(context: SubmitsOfNode, run: string): void {
		this.underWay.get(context)?.delete(run);
	}
}

function hasFailedTask(kept: KeptSubmits = {}): boolean {
	return Object.values(kept).some(({ hasFailed }) => hasFailed);
}

/** It belongs to the process, because n8n hands nothing from one call of a tool to the next but the object of its arguments. */
const calls = new ToolCalls();
