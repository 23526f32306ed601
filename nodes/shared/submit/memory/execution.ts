import {
	compact,
	difference,
	findLast,
	groupBy,
	map,
	partition,
	pull,
	reject,
	some,
	sortBy,
	union,
	uniqBy,
	without,
} from 'lodash';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Failure } from '../../api/failure';
import { ServiceError } from '../../api/serviceError';
import { taskIn } from '../../model/task';
import { isToolExecution, outputOfEarlierRun, runIndexOf } from '../../n8n/runs';
import { taskIdOfError } from '../../output/errorOutput';
import type { Message } from '../../util/catalogue';
import { PackError } from '../../util/errors';
import { printOfError } from './prints';
import type {
	Created,
	CreatedTask,
	ItemSubmit,
	Prints,
	RecalledSubmit,
	SubmitEvent,
	Submitter,
} from './submission';
import { toolCalls } from './toolCalls';

/*
 * What one execution remembers of the submits of a node.
 *
 * Promise: with "Retry On Fail", an item that was accepted or may have been accepted is not sent again. In a retry by
 * hand of an execution that ended with an error, an item that was accepted is not sent again either. One that may have
 * been accepted is: whoever retries by hand was told of it, and asked to look for its task first. An agent that calls
 * its tool again for a task that is still in progress gets that task.
 *
 * Nor is an item sent again that comes back to the node with the same request:
 * - With an error of this node, it continues with its tasks, but for those that were output, until all of them have
 *   failed. So a language that has failed beside others fails in each round. Of items with equal requests, none
 *   continues with what another one has output, as long as their other fields come back unchanged.
 * - Because its time was up, it continues with that one task until it has finished. What else was made of its input
 *   item has left by itself.
 *
 * How: when an item is accepted or may have been accepted, its outcome is kept in the context of the node. The next
 * try claims it for the same item, recognized by its fingerprints (`prints.ts`). Each outcome is claimed once, so
 * that of two equal items each has its own task.
 *
 * Needs of n8n: the context of a node (`getContext('node')`). It is the same object at each try of "Retry On Fail", and
 * n8n stores it with an execution that ends with an error, pauses, or has 'Save execution progress' on.
 *
 * Without it: n8n stores nothing of a node that is stopped, or whose n8n dies. That is what `store.ts` is for.
 */

/** How a submit has ended that has a task, or may have one. */
type KeptOutcome =
	| { is: 'accepted'; created: Created }
	/** Why that is not known: the call that failed, or what the user was told. */
	| { is: 'unclear'; why: Failure | Message };

/** What is kept of one submit. */
interface KeptSubmit {
	itemIndex: number;
	/** Its position among the submits of the run, at the try that kept it. */
	position: number;
	prints: Prints;
	outcome: KeptOutcome;
	/**
	 * The ID of the execution that has kept this: it has submitted the tasks, or tells the user that there may be one.
	 * Empty where it continues with tasks that another execution has submitted.
	 */
	executionId: string;
	/** Those of its tasks that have failed at the service. */
	failedIds: string[];
	/** Whether all that were asked for have. Another call of a tool with the same arguments submits again then. */
	hasFailed: boolean;
	/** Whether the node has output its item without an error: an equal item that comes back with one is another item. */
	isOutput: boolean;
	/** The fingerprints of the errors with which its item has left the node last. */
	errorPrints: string[];
	/** Those of its tasks that this run has output, although another task or part of the item had an error. */
	outputByThisRun: string[];
	/** Those of its tasks that the runs before it came back have output. */
	outputByEarlierRuns: string[];
	/** Those of its tasks that have left the node in progress and have not come back since; at a pause, all of them. */
	openIds: string[];
}

/** What the context of the node has of its submits, by the name of the run. Other keys of it are not touched. */
type SubmitsOfNode = Partial<Record<string, KeptSubmit[]>>;

/** What the names of all runs, and of all calls of a tool, begin with in the context of the node. */
const PREFIX = 'submitsOf';

/** What the name of a run that is no call of a tool begins with; its number by n8n's `$runIndex` follows. */
const PREFIX_OF_RUN = `${PREFIX}Run`;

/** What an input item that may have left this node in an earlier run says of its task. */
export interface BackItem {
	/** The ID of the task that it names; undefined where its error names none. */
	taskId?: string;
	/** Which part of its input item it is; undefined for a whole one, and beside an error. */
	part?: number;
	/** Whether it reports an error, so that it may be back from the error output. */
	hasError: boolean;
	/** Whether its task was in progress when a node last looked at it. */
	isOpen: boolean;
}

/** The submit of an item that begins. */
export interface BeginningSubmit extends Pick<ItemSubmit, 'itemIndex' | 'position' | 'prints'> {
	/** Which part of the input item it is; undefined for a whole one. */
	part?: number;
	/**
	 * What the input item says where it may be back: it has an error or a task in progress, or had when it left this node
	 * in an earlier run. Undefined for any other item. It is only asked where a run has kept something.
	 *
	 * @param isOwnError whether this node has output the error that an item reports
	 */
	asBack(isOwnError: (json: IDataObject) => boolean): BackItem | undefined;
}

/** What an execution knows of the submit of an item. */
type Claimed =
	/** Nothing: it may be sent. */
	| { is: 'unknown' }
	/** The execution that is retried has told the user that there may be a task: it may be sent. */
	| { is: 'userTold' }
	/** It must not be sent: instead, this event takes the submit to where the earlier try has left it. */
	| { is: 'known'; event: SubmitEvent };

/** What the execution remembers of one run of the node, or of one call of a tool. No method fails. */
export class ExecutionMemory {
	/** Names the run, or the call of a tool, among all of the node in this execution: the same at each try. */
	private readonly runName: string;

	/** The context of the node, which n8n keeps. */
	private readonly context: SubmitsOfNode;

	/** The ID of this execution. */
	private readonly executionId: string;

	/** Whether this run is the call of a tool. */
	private readonly isTool: boolean;

	/**
	 * What earlier tries of the run have kept, by the position of the submit. It is grouped once, when this try begins,
	 * because it may be thousands.
	 */
	private readonly byPosition: Partial<Record<string, KeptSubmit[]>>;

	/** The same by the fingerprint of the request. */
	private readonly byRequest: Partial<Record<string, KeptSubmit[]>>;

	/**
	 * The fingerprints of the input items of which something was kept before this try, but for those that have left
	 * without an error: these do not come back with one.
	 */
	private readonly knownInputs: ReadonlySet<string>;

	/** What is kept of the submits of this try, by their positions: what they have claimed, and what they keep anew. */
	private readonly keptAt = new Map<number, KeptSubmit>();

	/**
	 * Begins a try of the run. `end` has to be called when it ends, because the name of a tool's call is taken until
	 * then.
	 */
	constructor(context: IExecuteFunctions) {
		this.context = context.getContext('node') as SubmitsOfNode;
		this.executionId = context.getExecutionId();
		this.isTool = isToolExecution(context);
		this.runName = this.isTool
			? toolCalls.begin(this.context, context.getInputData())
			: `${PREFIX_OF_RUN}${runIndexOf(context)}`;
		this.takeInPauses(context);
		this.byPosition = groupBy(this.keptOfRun, 'position');
		this.byRequest = groupBy(this.keptOfRun, 'prints.request');
		this.knownInputs = new Set(map(reject(this.keptOfAllRuns, 'isOutput'), 'prints.input'));
	}

	/** What is kept of the submits of this run. */
	private get keptOfRun(): readonly KeptSubmit[] {
		return this.context[this.runName] ?? [];
	}

	/** The names of all runs of the node in this execution of which something is kept. */
	private get runNames(): string[] {
		return Object.keys(this.context).filter((name) => name.startsWith(PREFIX));
	}

	/** What is kept of the submits of all runs of the node in this execution. */
	private get keptOfAllRuns(): readonly KeptSubmit[] {
		return this.runNames.flatMap((name) => this.context[name] ?? []);
	}

	/**
	 * Claims what is known of the submit of an item, so that no other submit can claim the same: what an earlier try of
	 * this run has kept of it. For an item that may be back from another run of the node in this execution, it may also
	 * be what that run has kept.
	 */
	claim(submit: BeginningSubmit): Claimed {
		const kept = this.claimOfThisRun(submit) ?? this.claimOfAnyRun(submit);
		if (!kept) return { is: 'unknown' };
		const { outcome } = kept;
		// In a retry by hand, the context still has what the execution that is retried has kept.
		const isOfThisExecution = kept.executionId === this.executionId;
		if (outcome.is === 'accepted') {
			const by = isOfThisExecution ? 'thisExecution' : 'anotherExecution';
			const { missing } = outcome.created;
			const created = { tasks: tasksLeft(kept), missing };
			return { is: 'known', event: { type: 'recall', created, by } };
		}
		// It is unclear whether it has a task. Where another execution has told the user so, that one is retried by hand:
		// the user has looked for the task.
		if (!isOfThisExecution) return { is: 'userTold' };
		return { is: 'known', event: { type: 'recallDoubt', error: errorOf(outcome.why) } };
	}

	/**
	 * The submits with whose tasks this run continues by what the execution itself has kept, once they are claimed. Where
	 * several continue with tasks of one and the same, as with the languages of a translation that were led back one by
	 * one, only the first of these is returned.
	 */
	recalled(submits: readonly ItemSubmit[]): RecalledSubmit[] {
		const recalled = submits.flatMap((submit) => {
			const outcome = this.keptAt.get(submit.position)?.outcome;
			const created = outcome?.is === 'accepted' ? outcome.created : undefined;
			return created?.tasks.length ? [{ submit, created }] : [];
		});
		return uniqBy(recalled, 'created.tasks[0].taskId');
	}

	/**
	 * Claims what an earlier try of this run has kept of a submit; undefined where it has kept nothing. What this try
	 * keeps of the submit will stand in the place of that.
	 */
	private claimOfThisRun(submit: BeginningSubmit): KeptSubmit | undefined {
		const { position, prints } = submit;
		const kept = this.findAtPosition(position, prints) ?? this.findElsewhere(prints);
		if (kept) this.take(kept, submit);
		return kept;
	}

	/** Takes what was kept as that of a submit of this try. */
	private take(kept: KeptSubmit, { itemIndex, position }: BeginningSubmit): void {
		Object.assign(kept, { itemIndex, position });
		this.keptAt.set(position, kept);
	}

	/** Whether a submit of this try has claimed what was kept: no other one may. */
	private isClaimed(kept: KeptSubmit): boolean {
		return this.keptAt.get(kept.position) === kept;
	}

	/** What an earlier try of this run has kept of the submit at a position, if its request or its input is the same. */
	private findAtPosition(position: number, { request, input }: Prints): KeptSubmit | undefined {
		const keptThere = this.byPosition[position] ?? [];
		return keptThere.find((kept) => {
			const isSame = kept.prints.request === request || kept.prints.input === input;
			return isSame && !this.isClaimed(kept);
		});
	}

	/**
	 * What an earlier try of this run has kept of the same request at any position, because an item before
	 * it may have become more or fewer parts since.
	 */
	private findElsewhere({ request }: Prints): KeptSubmit | undefined {
		const ofRequest = this.byRequest[request] ?? [];
		return ofRequest.find((kept) => !this.isClaimed(kept));
	}

	/**
	 * Claims what another run of this node in this execution has kept of the request of an item that may be back;
	 * undefined where none has, or all of its tasks have failed. From then on, it is kept as that of this run.
	 */
	private claimOfAnyRun(submit: BeginningSubmit): KeptSubmit | undefined {
		const { prints } = submit;
		const all = this.keptOfAllRuns;
		// Usually nothing is kept, and the items may be thousands.
		const back = all.length > 0 ? submit.asBack((json) => hasOutputError(all, json)) : undefined;
		if (!back) return undefined;
		const open = this.claimOpen(submit, back);
		if (open || !back.hasError) return open;
		const ofRequest = all.filter((kept) => kept.prints.request === prints.request);
		// Of equal items that come back one after the other, each has its own task.
		const hasTaskOfError = ({ outcome }: KeptSubmit) => hasTask(outcome, back.taskId);
		// Tasks that have failed are no reason not to send the item again, nor are those of another item.
		if (ofRequest.find(hasTaskOfError)?.hasFailed) return undefined;
		const isOfItem = (kept: KeptSubmit) => kept.prints.input === prints.input;
		// Where nodes on the way back have changed the item, it cannot be told from others with the same request.
		const isItemKnown = this.knownInputs.has(prints.input);
		const candidates = ofRequest.filter((kept) => {
			// What another item has output, such as a part of an equal text, is missing in this one.
			const isOfOther = isItemKnown && !isOfItem(kept) && isAllOutput(kept);
			return !kept.hasFailed && !kept.isOutput && !this.isClaimed(kept) && !isOfOther;
		});
		const kept = candidates.find(hasTaskOfError) ?? candidates.find(isOfItem) ?? candidates[0];
		if (!kept) return undefined;
		// The input may have changed on the way back.
		kept.prints = prints;
		this.moveToThisRun(kept);
		this.take(kept, submit);
		return kept;
	}

	/**
	 * Claims the task of an item that has left the node with that task in progress and is back. It is back for this task
	 * alone, because the other languages or parts of its input item have left as items of their own: of another part,
	 * nothing is left to be done. Undefined where its task has not left so, or another request is made of it now.
	 */
	private claimOpen(submit: BeginningSubmit, back: BackItem): KeptSubmit | undefined {
		const { taskId, part } = back;
		if (!back.isOpen || taskId === undefined) return undefined;
		const kept = findLast(this.keptOfAllRuns, ({ openIds }) => openIds.includes(taskId));
		if (kept?.outcome.is !== 'accepted') return undefined;
		const areParts = part !== undefined && submit.part !== undefined;
		const isOtherPart = areParts && part !== submit.part;
		const isSameRequest = kept.prints.request === submit.prints.request;
		if (!isOtherPart && !isSameRequest) return undefined;
		const tasks = isOtherPart ? [] : kept.outcome.created.tasks;
		// What is missing has left as an error of its own.
		const outcome = { is: 'accepted', created: { tasks, missing: [] } } as const;
		const own = this.keep(submit, outcome, kept.executionId);
		own.failedIds = kept.failedIds.slice();
		own.outputByEarlierRuns = without(taskIdsOf(outcome), taskId);
		return own;
	}

	/** Keeps what another run has kept as that of this one. */
	private moveToThisRun(kept: KeptSubmit): void {
		for (const name of this.runNames) pull(this.context[name] ?? [], kept);
		kept.outputByEarlierRuns.push(...kept.outputByThisRun);
		kept.outputByThisRun = [];
		this.addToThisRun(kept);
	}

	/**
	 * Keeps that an item has been accepted.
	 *
	 * @param by the execution that has submitted it: the service calls that one back, and a retry of this one has to know
	 *   that
	 */
	keepAccepted(submit: ItemSubmit, created: Created, by: Submitter): void {
		const executionId = by === 'thisExecution' ? this.executionId : '';
		this.keep(submit, { is: 'accepted', created }, executionId);
	}

	/** Keeps that an item may have been accepted, so that no further try of this execution sends it. */
	keepUnclear(submit: ItemSubmit, why: Failure | Message): void {
		this.keep(submit, { is: 'unclear', why }, this.executionId);
	}

	/**
	 * Keeps the outcome of a submit, in the place of what an earlier try has kept of it.
	 *
	 * @param executionId as in `KeptSubmit`
	 * @returns what is kept
	 */
	private keep(
		{ itemIndex, position, prints }: Pick<ItemSubmit, 'itemIndex' | 'position' | 'prints'>,
		outcome: KeptOutcome,
		executionId: string,
	): KeptSubmit {
		const kept: KeptSubmit = {
			itemIndex,
			position,
			prints,
			outcome,
			executionId,
			failedIds: [],
			hasFailed: false,
			isOutput: false,
			errorPrints: [],
			outputByThisRun: [],
			outputByEarlierRuns: [],
			openIds: [],
		};
		const earlier = this.keptAt.get(position);
		if (earlier) {
			// It stands in the context already, which n8n stores, so it is changed there.
			return Object.assign(earlier, kept);
		}
		this.keptAt.set(position, kept);
		this.addToThisRun(kept);
		return kept;
	}

	/** Adds to what is kept of the submits of this run. */
	private addToThisRun(kept: KeptSubmit): void {
		const ofRun = this.context[this.runName] ?? [];
		ofRun.push(kept);
		this.context[this.runName] = ofRun;
	}

	/**
	 * The IDs of the tasks that this run and its earlier tries have, with the index of their input item, in the order
	 * of the items. An item that was sent in parts has an entry for each of them.
	 */
	acceptedTasks(): Array<{ itemIndex: number; ids: string[] }> {
		const all: Array<{ itemIndex: number; ids: string[] }> = [];
		for (const { itemIndex, outcome } of sortBy(this.keptOfRun, 'position')) {
			const ids = taskIdsOf(outcome);
			if (ids.length > 0) all.push({ itemIndex, ids });
		}
		return all;
	}

	/**
	 * Notes that a task has failed. Once all tasks of its submit have, these are not continued with in two cases: another
	 * call of the tool with the same arguments, and an item that comes back from the error output to this node, are
	 * submitted again. It is noted with whichever run of the node has submitted the task, because that may be an earlier
	 * one.
	 */
	noteTaskFailed(taskId: string): void {
		for (const kept of this.keptOfAllRuns) {
			const { outcome } = kept;
			if (outcome.is !== 'accepted' || !hasTask(outcome, taskId)) continue;
			// It may be noted already: a task that goes round in a loop fails in each round.
			kept.failedIds = union(kept.failedIds, [taskId]);
			const haveAllFailed = difference(taskIdsOf(outcome), kept.failedIds).length === 0;
			// Of what is missing, there may be a task.
			kept.hasFailed = haveAllFailed && outcome.created.missing.length === 0;
		}
	}

	/**
	 * Forgets the run when the node has output its items, but for what may be needed: n8n may run the node again for an
	 * item with an error, an item may be led back because its time was up, and an agent may call its tool again for a
	 * task that is still in progress.
	 *
	 * @param output the items that the node outputs
	 * @param isPaused as in `SubmitMemory`
	 */
	forgetUnlessNeeded(output: readonly INodeExecutionData[], isPaused: boolean): void {
		const isOpen = ({ json }: INodeExecutionData) => json.state === 'inProgress';
		const isOpenCall = this.isTool && output.some(isOpen);
		// At a pause, nothing has left yet: an item whose task has finished may get an error for its file afterwards.
		const [notDone, done] = partition(output, ({ json }) => isPaused || json.error !== undefined);
		// A node that is set to 'Return Task ID' awaits nothing, and so no task of it is out of time.
		const open = isPaused ? output : output.filter((item) => isOpen(item) && item.json.timedOut);
		const openIds = compact(map(open, 'json.taskId')) as string[];
		this.noteOutput(notDone, done, openIds);
		this.forgetOpenOfOtherRuns();
		if (notDone.length > 0 || isOpenCall) return;
		// Only what is open, because the rounds of a loop may be many.
		this.keepOnly(this.runName, this.keptOfRun.filter(hasOpenTask));
	}

	/** Forgets what a run has kept, but for what is needed of it. */
	private keepOnly(name: string, needed: KeptSubmit[]): void {
		if (needed.length > 0) this.context[name] = needed;
		else delete this.context[name];
	}

	/** Notes of each submit of this run which of its tasks the node outputs, and which of them are open. */
	private noteOutput(
		notDone: readonly INodeExecutionData[],
		done: readonly INodeExecutionData[],
		openIds: readonly string[],
	): void {
		// The node pairs each output item with the index of its input item.
		const notDoneOfItems = groupBy(notDone, 'pairedItem.item');
		const outputIds = new Set(map(done, 'json.taskId'));
		const nowOpen = new Set(openIds);
		for (const kept of this.keptOfRun) {
			const ids = taskIdsOf(kept.outcome);
			const notDoneOfItem = notDoneOfItems[kept.itemIndex] ?? [];
			kept.isOutput = notDoneOfItem.length === 0;
			kept.errorPrints = printsOfErrors(notDoneOfItem);
			kept.outputByThisRun = ids.filter((id) => outputIds.has(id));
			// A task that an earlier run has output and that is not back yet stays open.
			const notBack = kept.openIds.filter((id) => kept.outputByEarlierRuns.includes(id));
			kept.openIds = union(
				notBack,
				ids.filter((id) => nowOpen.has(id)),
			);
		}
	}

	/** Forgets what other runs have kept of the tasks with which this run has continued: it is kept here, if at all. */
	private forgetOpenOfOtherRuns(): void {
		const continued = this.keptOfRun.flatMap(tasksLeft).map(({ taskId }) => taskId);
		const ids = new Set(continued);
		for (const name of without(this.runNames, this.runName)) {
			for (const kept of this.context[name]?.slice() ?? []) {
				const isBack = kept.openIds.some((id) => ids.has(id));
				if (!isBack) continue;
				kept.openIds = kept.openIds.filter((id) => !ids.has(id));
				if (kept.isOutput && kept.openIds.length === 0) pull(this.context[name] ?? [], kept);
			}
		}
	}

	/**
	 * Takes in what has left the node after a pause, by n8n's output of the run: notes the errors, and forgets the tasks
	 * that have finished. Without an error, an item may only be led back for a task that was not finished in time.
	 * Otherwise, a loop that pauses in each round would keep the tasks of all of them, and n8n stores them once more in
	 * each round.
	 */
	private takeInPauses(context: IExecuteFunctions): void {
		for (const name of this.runNames) {
			const ofRun = this.context[name] ?? [];
			const isPausedRun = name.startsWith(PREFIX_OF_RUN) && some(ofRun, hasOpenTask);
			if (!isPausedRun) continue;
			const output = outputOfEarlierRun(context, Number(name.slice(PREFIX_OF_RUN.length)));
			const outputOfItems = groupBy(output, 'pairedItem.item');
			for (const kept of ofRun) {
				const errors = printsOfErrors(outputOfItems[kept.itemIndex] ?? []);
				kept.errorPrints = union(kept.errorPrints, errors);
			}
			const tasks = compact(output.map(({ json }) => taskIn(json)));
			const finished = new Set(map(reject(tasks, { state: 'inProgress' }), 'taskId'));
			const isFinished = (kept: KeptSubmit) =>
				hasOpenTask(kept) && kept.openIds.every((id) => finished.has(id));
			this.keepOnly(name, reject(ofRun, isFinished));
		}
	}

	/**
	 * Ends the try. If this is a call of a tool, another call with the same arguments may get its name from then on, and
	 * so what is kept under it. Otherwise, nothing happens.
	 */
	end(): void {
		toolCalls.end(this.context, this.runName);
	}
}

/** Whether a task of a submit has left the node in progress and has not come back since, or leaves it after a pause. */
function hasOpenTask({ openIds }: KeptSubmit): boolean {
	return openIds.length > 0;
}

/** The fingerprints of the errors of those items that have one. */
function printsOfErrors(items: readonly INodeExecutionData[]): string[] {
	return items.filter(({ json }) => json.error !== undefined).map(({ json }) => printOfError(json));
}

/** The IDs of the tasks that a submit has; none where it is not known whether it has any. */
function taskIdsOf(outcome: KeptOutcome): string[] {
	return outcome.is === 'accepted' ? map(outcome.created.tasks, 'taskId') : [];
}

/** The tasks of a submit but for those that the runs before it came back have output. */
function tasksLeft({ outcome, outputByEarlierRuns }: KeptSubmit): CreatedTask[] {
	if (outcome.is !== 'accepted') return [];
	return outcome.created.tasks.filter(({ taskId }) => !outputByEarlierRuns.includes(taskId));
}

/**
 * Whether a submit has tasks, and all of them were output, in this run or an earlier one. It has none where the item
 * was led back for another part.
 */
function isAllOutput({ outcome, outputByThisRun, outputByEarlierRuns }: KeptSubmit): boolean {
	const ids = taskIdsOf(outcome);
	return ids.length > 0 && difference(ids, outputByThisRun, outputByEarlierRuns).length === 0;
}

/**
 * Whether the error that an item reports is that of a submit: the node has output it with the item of the submit, or it
 * is about a task of the submit, such as an error that was output after a pause. The error of another node is neither.
 */
function hasOutputError(submits: readonly KeptSubmit[], json: IDataObject): boolean {
	const print = printOfError(json);
	const taskId = taskIdOfError(json);
	return submits.some(({ errorPrints, outcome }) => {
		return errorPrints.includes(print) || hasTask(outcome, taskId);
	});
}

/** Whether a submit has the task with this ID; never where that is undefined. */
function hasTask(outcome: KeptOutcome, taskId: string | undefined): boolean {
	return taskId !== undefined && taskIdsOf(outcome).includes(taskId);
}

/**
 * The error of an item that is not sent because of what was kept of it: once more that of the call that failed, or that
 * with the message for the user.
 */
function errorOf(why: Failure | Message): Error {
	// Only a message has a title.
	const isMessage = 'title' in why;
	return isMessage ? new PackError(why) : new ServiceError(why);
}
