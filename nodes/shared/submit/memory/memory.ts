import { omit } from 'lodash';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Failure } from '../../api/failure';
import { ServiceError, unclearFailure } from '../../api/serviceError';
import type { TaskMemory } from '../../completion/taskMemory';
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
 * For a new run, an item is the same if its request is; for a retry, also if its input is (`prints.ts`). Another item
 * is sent. But a retry fails it, unpaid, if its original has sent an item that is not found among those of the retry:
 * it may be that one, with another content.
 *
 * Who sends an item pays for it. Each item follows its own row. Tasks are noted about once a second while items are
 * sent, and at once when the last item is answered (`flush`), before a wait or a pause begins (`run.ts`). Ten items are
 * sent at a time, and in runs of over 100 items some are noted ahead, so several may be noted and not yet answered. The
 * ID of each accepted task is in n8n's log at once (`log.ts`), where a user finds what failed unpaid.
 *
 * Example: a node makes images, the next one makes a video of each, and n8n dies while the videos are awaited. A retry
 * pays for nothing, nor does a retry of an execution that has called this one as a sub-workflow: both nodes continue
 * with their tasks. A new run pays for the images, whose node had ended, and for the videos of these new images.
 *
 * The other ends of a run:
 * - After Stop, all that is due is still written, and the notes of what was not sent are removed. So only an item whose
 *   answer did not arrive fails unpaid. A new run finds the others at once; n8n's editor offers no retry then.
 * - If a node fails, as where errors stop the workflow and the credits run out or the time is up, it outputs nothing.
 *   What was on its way is still awaited, and nothing further is sent. Its run then counts as cut off, and the next new
 *   run continues with its tasks. It sends those items again of which the user was told in the error: their task has
 *   failed, or may not exist. Where errors stop the workflow, one item that fails unpaid is enough for the node to fail
 *   before anything is sent.
 * - Between two tries of "Retry On Fail", n8n has dropped what the node has output, also where errors continue. So the
 *   run counts as cut off then. What has failed and may have a task is not sent again by a further try.
 * - A pause comes after the node has ended: n8n continues the paused execution when it is back, and nothing is sent.
 * - A further retry of the same execution does what the first one has done, also where a new run has continued with the
 *   item: both output the same task then. When a retry has output its items, a new run sends them; where it has only
 *   had some of the items of its original, a new run continues with the others. After a retry that has failed or was
 *   killed, it continues with the tasks of the original and of the retry, each of them once.
 * - A retry sends what may have a task if n8n gives it the data of the execution that has told the user so; otherwise,
 *   it fails it, unpaid. Of what was certainly accepted, it looks for the task once more.
 *
 * Beyond that, an item is paid for again
 * - by a new run in which its request is another one, as with the addresses of a new task of an earlier node, or with
 *   another credential. In a chain of nodes that submit work, a new run repeats the nodes that had ended, and pays for
 *   them; so it may pay for the node in which n8n died, too;
 * - by a new run within a minute after n8n's death, because the run counts as alive until then (`openRuns.ts`); and by
 *   each of two equal runs that are both alive, of which the later one shows a hint if one process has both;
 * - by a new run, where it had left the node in an earlier round of a loop: each round is a run of its own, and all but
 *   the last one had ended. But not if it had come back, and the last round has continued with its task;
 * - where newer notes have pushed out its own, which takes those of some 1,500 items (`nodeNotes.ts`): none expires by
 *   time;
 * - where it comes back to the node with another request; with an error, once all of its tasks have failed; because its
 *   time was up, once its task has finished; and in progress, where the node returns task IDs at once (`execution.ts`);
 * - in a sub-workflow whose caller is retried, before n8n 2.14: it is a new run there. Since then, it counts as a retry
 *   of the run that did the same, or some of it, in a call of the original, also if that had ended, unless it has
 *   failed (`calledRun.ts`);
 * - if no memory works, because n8n stores neither: each run sends its items as if for the first time.
 *
 * Beyond that, an item fails unpaid
 * - where the service does not show its task within a minute, because it is deleted or too far back in the list; and
 *   where the list cannot be read, after which the next run searches again;
 * - in every further retry, where it has failed in the first one because it may be another one with other content. A
 *   new run with the right credential or the old content still continues with what was sent; one with the new content
 *   sends it. A retry also fails what it does not find where the store cannot be read;
 * - in a sub-workflow whose caller is retried, where a call with the same items has sent something else, as where a
 *   model writes each text anew (`calledRun.ts`);
 * - in a retry whose task has failed at the service: only a new run sends its item;
 * - for a language for which the service has given no task beside others. If the error of a failed run has said so, the
 *   next new run does not fail again, but shows a hint;
 * - as a call of a tool that was refused while an equal one was sent, because both have the same notes.
 *
 * An item gets the task of another one, which costs nothing, where the two cannot be told apart:
 * - The calls of a tool in an execution count as one run. So if n8n dies during one of them, the first new run also
 *   continues with those that had ended.
 * - Of the calls that the retry of a caller keeps, n8n does not name one that has output nothing, so an equal call that
 *   follows outputs the task of that one.
 * - Before n8n 2.14, another execution with equal items may be taken for the original of a retry (`store.ts`).
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
		await this.store.noteSend(submit);
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
