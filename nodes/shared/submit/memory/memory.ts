import { omit } from 'lodash';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Failure } from '../../api/failure';
import { ServiceError, unclearFailure } from '../../api/serviceError';
import type { TaskMemory } from '../../completion/submittedSentence';
import { taskIn } from '../../model/task';
import { isToolExecution, itemWithFields, ownItemBefore } from '../../n8n/runs';
import { reportedError, taskIdOfError } from '../../output/errorOutput';
import type { Message } from '../../util/catalogue';
import type { PackError } from '../../util/errors';
import type { Match } from './earlierRuns';
import { type BackItem, type BeginningSubmit, ExecutionMemory } from './execution';
import { printsOf, withoutCallId } from './prints';
import { type RunEnd, type StoreAnswer, StoreMemory } from './store';
import { applyEvent, type Created, type ItemSubmit } from './submission';

/*
 * The memory of submits: nothing is charged twice, whenever n8n dies, stops or tries again.
 *
 * A submit sends an item to the service, which creates a task and charges it. Each step of a submit (`submission.ts`)
 * is kept in the execution (`execution.ts`), which "Retry On Fail" reads, and noted in n8n's store (`store.ts`), which
 * outlives the execution and n8n. What becomes of an item that is found there, `recall.ts` decides. Who reads the store
 * is either
 * - a retry by hand: somebody presses n8n's Retry on the execution, which begins again as another execution; or
 * - a new run: the workflow or a step of it is started again, and this node sends the same request.
 *
 * Some words of this folder:
 * - A try is one of "Retry On Fail", within an execution. A retry is one by hand, another execution.
 * - A run is cut off when n8n did not let it end, or when it has failed.
 * - An item is recalled when one of the two memories knows it. To take over what a cut-off run has noted is to recall
 *   it in a new run; to give it back is to let the next run find it again.
 * - To continue with a task is to output the result of what was submitted before, without submitting.
 * - The user is told of an item when its error says that it may have a task. `userTold` stands for this run, and in the
 *   store for some run; `userWasTold` for the execution that is retried, by its data.
 * - "Unpaid" means that this execution sends nothing for an item. What was sent before may have been charged.
 *
 * What becomes of an item whose run n8n did not let end, by the moment of n8n's death or of Stop:
 *
 * | Moment | The store has | A retry by hand | The first new run | The new run after that |
 * | --- | --- | --- | --- | --- |
 * | before the item is noted, as in an upload | nothing | sends it | sends it | sends it |
 * | noted, not yet answered | that it was sent | fails it, unpaid | fails it, unpaid | sends it |
 * | refused for now, as over a limit, so that it is sent again later | nothing | sends it | sends it | sends it |
 * | answered, its task not yet noted | that it was sent | fails it, unpaid | fails it, unpaid | sends it |
 * | its task is noted, as in every wait | its task | continues with it | continues with it | sends it |
 * | after the node has ended | its task | continues with it | sends it | sends it |
 *
 * Tasks are noted about once a second while items are sent, and at once when the last item is answered (`flush`). Only
 * then does a wait or a pause begin (`run.ts`), so each task is noted by then. Who sends an item pays for it; who
 * continues with it outputs the task that was paid for before. If the service does not show that task within a minute,
 * because it is deleted or too far back in the list, the item fails unpaid; if the list cannot be read, it does too,
 * and the next run searches again.
 *
 * Each node of a workflow is at a moment of its own. In a chain of nodes that submit work, a new run repeats the nodes
 * that had ended, and pays for them again. It also pays for the node in which n8n died, if the new results of the nodes
 * before it change its request.
 *
 * No note expires by time: those of the last 1,100 items or so of each node stay, or in a sub-workflow of the last 170
 * calls, and more where runs were larger. As long as another run is alive or counts as cut off, and in a retry by hand,
 * none is dropped before there are those of some 22,000 items. Of translations and persons, whose IDs take more notes,
 * it is a fifth of these (`nodeNotes.ts`).
 *
 * A run counts as alive for up to a minute after n8n has died. Until then, only a retry finds its items, and a new run
 * sends them, and pays again. After Stop, and when the node has failed, a new run finds them at once.
 *
 * Several items and runs:
 * - Each round of a loop is a run of its own. The rounds before the last one had ended, so a new run pays for their
 *   items again. It does not pay for an item that came back and with whose task the last round has continued.
 * - The items of a run may be at different moments: each follows its own row of the table. But where errors stop the
 *   workflow, one item that fails unpaid makes the whole node fail before anything is sent. The next point says what
 *   becomes of its other items then.
 * - If a node fails, as where errors stop the workflow and the credits run out or the time is up, it outputs nothing.
 *   What was on its way is still awaited, and nothing further is sent. Its run then counts as cut off, and the next new
 *   run continues with its tasks. It sends those items again of which the user was told in the error: their task has
 *   failed, or may not exist.
 * - After a retry that has failed or was killed, the next new run continues, too: with the tasks of the original and of
 *   the retry, each of them once.
 * - A further retry of the same execution does what the first one has done, also where a new run has continued with the
 *   item: both output the same task then. When a retry has output its items, a new run sends them; where it has only
 *   had some of the items of its original, a new run continues with the others.
 *   A retry of the retry sends the items whose error in that retry said that they may have a task (see below), but
 *   not those that were certainly accepted: it looks for their tasks once more.
 * - A retry continues with a task that has failed at the service, too, and fails again: only a new run sends its item.
 * - Where an item continues with the tasks of some languages, a language for which the service has given none fails,
 *   unpaid. If the error of a failed run has said so, the next new run does not fail again, but shows a hint.
 * - Items are sent ten at a time, and in runs of over 100 items some are noted ahead, so several may be noted and not
 *   yet answered.
 * - Of two equal runs that are both alive, each sends and pays. If both are in one process, a hint of the later one
 *   says so.
 * - An item that comes back with an error of this node continues with its tasks, but for those that were output, and is
 *   sent again once all of them have failed. So a language that has failed beside others fails in each round, unpaid.
 *   Where the output with the errors leads back, the item has one error there, however many of its tasks have one,
 *   because each item there is the whole input item (`output/errorsOfItem.ts`). It is known by its request alone: with
 *   `{{ $now }}` in a field, it is sent again. Of items with equal requests, none continues with what another one has
 *   output, as long as their other fields come back unchanged.
 * - A retry by hand also finds an item that was refused at first, and accepted when it had come back: by its request,
 *   unless the run has an equal item.
 * - An item that is led back because its task was not finished in time continues with that task alone, as long as its
 *   request is the same; what else was made of its input item has left by itself. Once the task has finished, the item
 *   is sent again. Where the node returns task IDs at once, nothing is awaited, and so what is led back is sent again.
 * - The calls of a tool in an execution count as one run. So if n8n dies during one of them, the first new run also
 *   continues with those that had ended. Of calls at the same time, a refused one also stays noted as sent, because
 *   an equal one has the same notes; so it fails unpaid then.
 * - In a sub-workflow whose caller is retried, a run counts as a retry of the run that did the same in a call of the
 *   original, also where that had ended (`calledRun.ts`); an item that was changed since fails unpaid, as in any retry.
 *   It is a new run where there is none, as where no item is the same, or that run has failed, so that what has failed
 *   is sent again; and before n8n 2.14, which does not say who has called.
 *   Of the calls that the retry keeps, n8n does not name one that has output nothing, so an equal call that follows
 *   outputs the task of that one.
 *
 * Stop and pauses:
 * - After Stop, all that is due is still written, and the notes of what was not sent are removed. So only an item whose
 *   answer did not arrive fails unpaid. n8n's editor offers no retry then.
 * - Between two tries of "Retry On Fail", n8n has dropped what the node has output, also where errors continue. So the
 *   run counts as cut off then, and after Stop or n8n's death the next new run continues with its tasks.
 * - A pause comes after the node has ended: n8n continues the paused execution when it is back, and nothing is sent.
 *
 * How an item is recognized:
 * - A new run finds it by its request. So it sends and pays again for a request with the addresses of a new task of an
 *   earlier node, and where another credential was chosen.
 *   An input file counts by its content there, because n8n gives it another ID each time that a node loads it, and its
 *   name may be a new one. A signed address counts without its signature, which is another one each time that a node
 *   reads it.
 * - A retry finds it by its request or its input, so a new column that no field uses changes nothing. An item without
 *   fields has those of the item from which it comes, as that of a file has those of its row. Items with the same
 *   input are told apart by their order, so none is found by it where the original has sent more of them. Both contain
 *   the ID of the credential, but not its name: with another credential, no item is found. If the original has sent
 *   other items than these, the retry fails all that it does not find, unpaid, and so does every further retry. A new
 *   run with the right credential or the old content still continues with them; one with the new content sends them.
 *   The retry also fails all that it does not find where the store cannot be read.
 * - Unless n8n saved the progress, a retry begins at the first node, and each node finds its own task again: by its
 *   input where the new addresses of an earlier node have changed the request (`prints.ts`).
 *
 * What may have a task:
 * - The ID of each accepted task is in n8n's log at once (`log.ts`), where a user finds what failed unpaid.
 * - What has failed and may have a task is not sent again by "Retry On Fail". A retry by hand sends it, if n8n gives it
 *   the data of the execution that has told the user so; otherwise, it fails unpaid again.
 * - If no memory works, because n8n stores neither, each run sends its items as if for the first time.
 */
export class SubmitMemory implements TaskMemory {
	/** What the execution itself remembers, which "Retry On Fail" reads. */
	private readonly execution: ExecutionMemory;

	/**
	 * What n8n's store remembers, over the end of the execution and of n8n. Others use it for what the execution has no
	 * part in; what both remember is noted by the methods below.
	 */
	readonly store: StoreMemory;

	/**
	 * Submits that have failed and may have a task. The error of their item, which this run outputs, tells the user so.
	 */
	private readonly userTold = new Set<ItemSubmit>();

	/**
	 * Begins to remember one try of a run. `end` has to be called when the try ends, however that happens: until then,
	 * no other run of this process takes over what it has sent.
	 *
	 * @param isListed whether the service has a list in which the tasks of this node can be found
	 */
	constructor(
		private readonly context: IExecuteFunctions,
		isListed: boolean,
	) {
		this.execution = new ExecutionMemory(context);
		this.store = new StoreMemory(context, isListed);
	}

	/**
	 * Begins the submit of an item or of a part of it, in the state that follows from what the execution itself has
	 * kept of it: accepted where its task is known from an earlier try or from the execution that this one retries;
	 * unclear where an earlier try may have created one; otherwise new. n8n's store is not asked here, but in
	 * `beginStore`. Never fails.
	 *
	 * @param request as `prepare` has made it; what look-ups add to it later does not count when it is recognized
	 * @param position index among all submits of the run: the same as that of the item where no item has parts
	 */
	beginSubmit<Request extends object>(
		itemIndex: number,
		request: Request,
		position: number,
	): ItemSubmit<Request> {
		const item = this.context.getInputData()[itemIndex];
		// An agent gives each call of a tool another ID, by which an equal call would not be recognized.
		const isCall = item && isToolExecution(this.context);
		const itemToRecognize = isCall ? withoutCallId(item) : itemWithFields(this.context, itemIndex);
		// By these, an earlier try of the same submit is found.
		const prints = printsOf(this.context.getNode(), itemToRecognize, request);
		const asBack: BeginningSubmit['asBack'] = (isOwnError) =>
			backItemOf(item, ownItemBefore(this.context, itemIndex), isOwnError);
		// A request for a part of an item says which one.
		const { part } = request as { part?: { part: number } };
		const beginning: BeginningSubmit = { itemIndex, position, prints, part: part?.part, asBack };
		const claimed = this.execution.claim(beginning);
		const submit: ItemSubmit<Request> = {
			itemIndex,
			position,
			request,
			prints,
			// The execution that this one retries has told the user that the item may have a task: it may be sent again.
			userWasTold: claimed.is === 'userTold',
			state: { is: 'new' },
		};
		// The event takes the submit to the state in which the earlier try has left it.
		if (claimed.is === 'known') applyEvent(submit, claimed.event);
		// The earlier try has told nobody of it, because n8n has dropped its errors.
		if (submit.state.is === 'unclear') this.userTold.add(submit);
		return submit;
	}

	/**
	 * Asks n8n's store about the submits that are new, and notes there with which tasks the others continue. To be called
	 * once, when all submits have begun, and before anything is sent. Never fails.
	 */
	async beginStore(submits: readonly ItemSubmit[]): Promise<StoreAnswer> {
		return await this.store.begin(submits, this.execution.recalled(submits));
	}

	/**
	 * Notes that an item is about to be sent. Ends when n8n's store has the note, so that the item is found there even
	 * if n8n dies at the next moment; if the store fails, the item has to be sent without the note. To be called before
	 * each request, also where the client repeats one.
	 *
	 * @throws Error where the submit has another state than new or sent, which is a fault of this pack
	 */
	async noteSend(submit: ItemSubmit): Promise<void> {
		applyEvent(submit, { type: 'send' });
		await this.store.noteSent(submit);
	}

	/**
	 * Remembers the tasks that the service has created for a submit: in the execution at once, and in n8n's store
	 * within about a second.
	 *
	 * @throws Error where the state of the submit is not `sent`, which is a fault of this pack
	 */
	noteAccepted(submit: ItemSubmit, created: Created): void {
		applyEvent(submit, { type: 'accept', created });
		this.execution.keepAccepted(submit, created, 'thisExecution');
		this.store.noteAccepted(submit, created);
	}

	/**
	 * Remembers that a submit has failed. If it may have created a task, the item counts as sent, and is not sent again
	 * by "Retry On Fail". If it certainly has not, as where the service refused it or it never left n8n, the next try
	 * may send it.
	 *
	 * @param error what was thrown, from the upload of its files to the answer of the service
	 * @throws Error where the submit has another state than new or sent, or was not sent although its error says that
	 *   it may have a task; both are faults of this pack
	 */
	noteSubmitFailed(submit: ItemSubmit, error: unknown): void {
		const unclear = unclearFailure(error);
		if (!unclear) {
			applyEvent(submit, { type: 'refuse', error });
			this.store.noteTaskless(submit);
			return;
		}
		applyEvent(submit, { type: 'doubt', error });
		this.execution.keepUnclear(submit, unclear);
		// The store has noted it as sent. That the user is told of it is noted there in `end`.
		this.userTold.add(submit);
	}

	/**
	 * Continues with the tasks that another execution has submitted, instead of sending the item. They are noted under
	 * the name of this run, too, so that they are found again if it is cut off.
	 *
	 * @param match the submit of this run, with the earlier run that has sent the same item
	 * @param created the tasks that the earlier run has submitted for it
	 * @throws Error where the submit is not new, which is a fault of this pack
	 */
	continueWith(match: Match, created: Created): void {
		const { submit } = match;
		applyEvent(submit, { type: 'recall', created, by: 'anotherExecution' });
		this.execution.keepAccepted(submit, created, 'anotherExecution');
		this.store.noteAccepted(submit, created);
	}

	/**
	 * Fails an item that another execution may have submitted, without sending it, so that nothing is paid. No further
	 * try of this execution sends it either.
	 *
	 * @param error tells the user that there may be a task, and how to find it
	 * @throws Error where the submit is not new, which is a fault of this pack
	 */
	failUnclear(submit: ItemSubmit, error: PackError | ServiceError): void {
		applyEvent(submit, { type: 'recallDoubt', error });
		this.execution.keepUnclear(submit, failureOrMessage(error));
		this.userTold.add(submit);
	}

	/**
	 * The IDs of the tasks that this run and its earlier tries have, with the index of their input item, in the order
	 * of the items. An item that was sent in parts has an entry for each of them.
	 */
	acceptedTasks(): ReturnType<TaskMemory['acceptedTasks']> {
		return this.execution.acceptedTasks();
	}

	/** Remembers that a task has failed at the service: a new run, or a new call of a tool, submits its item again. */
	noteTaskFailed(taskId: string): void {
		this.execution.noteTaskFailed(taskId);
		this.store.noteTaskFailed(taskId);
	}

	/**
	 * Remembers that the service does not have a task any more: a new run submits its item again. In this execution, the
	 * item is not submitted, because its error says that the credential may belong to another application.
	 */
	noteTaskGone(taskId: string): void {
		this.store.noteTaskGone(taskId);
	}

	/**
	 * Forgets what the execution remembers of this run, but for that for which n8n may run the node again: because an
	 * item has an error, or a task that was not finished in time, or because this is the call of a tool whose task is
	 * still in progress.
	 *
	 * @param output the items that the node outputs
	 * @param isPaused whether the items are output after a pause, perhaps with an error; false if not set
	 */
	forgetUnlessNeeded(output: readonly INodeExecutionData[], isPaused = false): void {
		this.execution.forgetUnlessNeeded(output, isPaused);
	}

	/**
	 * Ends the run, after which nothing can be noted any more: the store writes what it has not yet written. Never
	 * fails.
	 *
	 * @param ending says how the run ends. It is asked again after each write, because the execution may be stopped
	 *   while the store writes
	 */
	async end(ending: () => RunEnd): Promise<void> {
		this.execution.end();
		// After Stop, n8n keeps nothing of the node, and before a further try it drops the errors, so nobody reads them.
		const areErrorsRead = ending() === 'output' || ending() === 'failed';
		if (areErrorsRead) {
			for (const submit of this.userTold) this.store.noteUserTold(submit);
		}
		await this.store.end(ending);
	}
}

/**
 * What the execution keeps of an error, so that the next try can make the same one: how a call to the service has
 * failed, or the message of any other error.
 */
function failureOrMessage(error: PackError | ServiceError): Failure | Message {
	if (error instanceof ServiceError) return error.failure;
	const { code, title, advice } = error;
	return { code, title, advice };
}

/**
 * What an input item says that may be back: it has an error or a task of this pack, or had when it left this node.
 * Undefined for any other one, where there is no item, and for what cannot be read: items of other nodes may be
 * anything, also objects whose fields throw.
 *
 * @param before the item of an earlier run of this node from which it comes. Nodes on the way back may have kept the
 *   prompt alone, so what has left counts, too
 * @param isOwnError whether this node has output the error that an item reports: that of another node, such as one
 *   before this node in the loop, says nothing of what this one has submitted
 */
function backItemOf(
	item: INodeExecutionData | undefined,
	before: INodeExecutionData | undefined,
	isOwnError: (json: IDataObject) => boolean,
): BackItem | undefined {
	try {
		const ofItem = item?.json ?? {};
		const ofBefore = before?.json ?? {};
		const ownError = isOwnError(ofItem) ? errorOfBack(ofItem) : undefined;
		return ownError ?? errorOfBack(ofBefore) ?? taskOfBack(ofItem, ofBefore);
	} catch {
		return undefined;
	}
}

/** What an item says that reports an error; undefined for any other one. */
function errorOfBack(json: IDataObject): BackItem | undefined {
	const reported = reportedError(json);
	if (reported.is === 'none') return undefined;
	const isOpen = reported.is === 'withDetails' && reported.details.state === 'inProgress';
	return { taskId: taskIdOfError(json), hasError: true, isOpen };
}

/** What an item says of its task, or has said when it left this node; undefined for an item without one. */
function taskOfBack(json: IDataObject, before: IDataObject): BackItem | undefined {
	// The error of another node on the way back says nothing of the task.
	const shown = taskIn(omit(json, 'error'));
	const left = taskIn(before);
	// A node behind this one may have looked at the task since.
	const isOfLeft = left === undefined || shown?.taskId === left.taskId;
	const task = isOfLeft ? shown : left;
	if (!task) return undefined;
	const { taskId, part, state } = task;
	return { taskId, part, hasError: false, isOpen: state === 'inProgress' };
}
