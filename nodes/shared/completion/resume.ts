import { map, omit } from 'lodash';
import type {
	IDataObject,
	INodeExecutionData,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { callbackWebhook, hasProof } from '../callbacks/address';
import { Callback } from '../callbacks/callback';
import { sharedChecksOf } from '../callbacks/sharedChecks';
import { deliveredItem, type ItemResult } from '../model/itemResult';
import { createdAtService, isFinal, type Task, taskIn } from '../model/task';
import { pathOf, type TaskKind } from '../model/taskKind';
import type { StatusOf, TaskStatus, WatchedTask } from '../model/taskStatus';
import { storedItems } from '../n8n/runs';
import { isAwaited } from '../output/outputItem';
import { asError } from '../util/async';
import { forgetOldest } from '../util/forget';
import { completionMessages } from './completionMessages';
import { deliverItems } from './delivery';
import { type PauseState, readPauseState, type StoredPause } from './pauseState';

/*
 * Resumes an execution that a node has paused (`pause.ts`), when the service calls back: the webhook of that node
 * checks all its open tasks, and lets the execution continue when all have finished.
 */

/** What a node that can pause has in its description. */
export const pausable = {
	// These nodes begin at 1.1, and there was never a 1: at that version of a node, n8n evaluates an expression of its
	// own at each call of its webhook. That takes longer than the rest, and fails for a paused node in workflows with
	// the newer binary mode.
	version: 1.1,
	waitingNodeTooltip: completionMessages.waitingNode,
	webhooks: [{ ...callbackWebhook, isFullPath: true, restartWebhook: true }],
} satisfies Partial<INodeTypeDescription>;

/**
 * Makes the `webhook` method of a node that submits tasks of a kind: it answers the callbacks for paused executions.
 */
export function resumeWhenFinished(kind: TaskKind) {
	return async function (this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await Callback.answer(this, async (call) => {
			const stored = readPauseState(this);
			if (!isAllowed(call, stored)) return call.refuse(401, completionMessages.wrongProof);
			if (stored.is !== 'kept') return call.refuse(503, completionMessages.otherVersion);
			return await new PausedExecution(this, call, kind, stored.state).answer();
		});
	};
}

/**
 * Whether a call has the proof that the execution expects. If another version of the pack has paused it and its proof
 * cannot be read, this is true, because nothing is done for such a call in any case.
 */
function isAllowed({ query }: Callback, stored: StoredPause): boolean {
	switch (stored.is) {
		case 'missing':
			return false;
		case 'kept':
			return hasProof(query, stored.state.proofHash);
		case 'unreadable':
			return stored.proofHash === undefined || hasProof(query, stored.proofHash);
	}
}

/**
 * How long before the time limit missing files are given up, in milliseconds. At the time limit, n8n resumes the
 * execution itself.
 */
const FILES_BEFORE_MS = 5_000;

/**
 * How long before the time limit the execution is not resumed by a call any more, in milliseconds. n8n may just be
 * resuming it itself, and would not notice that it resumes it twice.
 */
const RESUME_BEFORE_MS = 2_000;

/**
 * A paused execution that is called back.
 *
 * Whatever the call says, it has the secret that only the service was given, so it prompts a check of all
 * open tasks. When all have finished, the execution continues, with one item per task. The secret is checked
 * here because not every n8n checks one of its own. Only for a custom person that the service cannot be
 * asked about, what the call itself says counts.
 */
class PausedExecution {
	/** The items that n8n has stored: one for each task, and those without a task. */
	private readonly items: INodeExecutionData[];

	/** The tasks that were open when the execution paused. */
	private readonly awaited: Task[];

	constructor(
		private readonly context: IWebhookFunctions,
		private readonly call: Callback,
		private readonly kind: TaskKind,
		private readonly state: PauseState,
	) {
		this.items = storedItems(context);
		// The json of an item that is awaited is its task.
		this.awaited = this.items.filter(isAwaited).map(({ json }) => json as unknown as Task);
	}

	/**
	 * Checks the awaited tasks, resumes the execution if all have finished, and answers the call: with 200 where the
	 * service need not call again; with 503 where it should; and with 400 where only one task is awaited, which cannot
	 * be checked, and the call is about another one.
	 *
	 * @throws Error when the service refuses for good, or has not answered in time; `Callback.answer` answers with 503
	 *   then
	 */
	async answer(): Promise<IWebhookResponseData> {
		const { kind, call, items, awaited } = this;
		if (this.isTooLate) return call.refuse(200, completionMessages.tooLate);
		// An open task may soon turn out to have finished, if it could not be read now or was not shown; or if the call
		// names it, because the service's list may show the end of a task late.
		const mayFinishSoon = ({ is, task }: TaskStatus) =>
			is !== 'known' || call.mentions(task.taskId);
		const confirmedStatusOf = await this.checkTasks(mayFinishSoon);
		const isConfirmed = confirmedStatusOf !== undefined;
		// If the service cannot be asked, the call itself counts.
		const statusOf = confirmedStatusOf ?? this.statusInCall();
		if (!statusOf) return this.refuseUnchecked();
		const statuses = awaited.map(({ taskId }) => statusOf(kind, taskId));
		const open = statuses.filter(({ task }) => !isFinal(task));
		if (open.length === 0) return await this.resumeOnce(statusOf, isConfirmed);
		if (open.some(mayFinishSoon)) return call.reply(503, completionMessages.notAllFinished);
		// An item without a task counts as finished, too.
		const finished = items.length - open.length;
		return call.reply(200, completionMessages.someFinished(finished, items.length));
	}

	/** Refuses a call where neither the service nor the call itself says what has become of the awaited tasks. */
	private refuseUnchecked(): IWebhookResponseData {
		const { call, awaited } = this;
		// One call cannot report several tasks. They may be checked later, when the credential has the right path.
		if (awaited.length > 1) return call.refuse(503, completionMessages.cannotBeChecked);
		return call.refuse(400, completionMessages.notTheAwaitedTask);
	}

	/**
	 * Checks the awaited tasks.
	 *
	 * @param mayFinishSoon whether an open task with this status is expected to finish, so that the check is repeated
	 * @returns a function that gives the status of each; undefined where the service cannot be asked, also because the
	 *   path that the user has entered in the credential is wrong
	 * @throws Error when the service refuses for good, or has not answered in time
	 */
	private async checkTasks(
		mayFinishSoon: (status: TaskStatus) => boolean,
	): Promise<StatusOf | undefined> {
		const { kind, awaited, state } = this;
		const tasks = awaited.map((task): WatchedTask => {
			return {
				kind,
				taskId: task.taskId,
				// A task has a status of the service only if the service has shown it before.
				known: { by: task.serviceStatus === undefined ? 'call' : 'service' },
				createdAfter: createdAtService(task),
				submittedAt: state.submittedAt,
			};
		});
		const statusOf = await this.call.ask(kind, tasks, mayFinishSoon);
		if (!statusOf) return undefined;
		const isAtPathOfUser = pathOf(kind) !== undefined;
		// At a wrong path, none of the tasks is known.
		const isNoneKnown = awaited.every(({ taskId }) => statusOf(kind, taskId).is === 'unknown');
		const isWrongPath = isAtPathOfUser && isNoneKnown;
		return isWrongPath ? undefined : statusOf;
	}

	/**
	 * The status of the one awaited task as the call itself reports it; undefined where
	 * it is about another one, or more are awaited.
	 */
	private statusInCall(): StatusOf | undefined {
		const { awaited, kind } = this;
		const { task } = this.call;
		const [first] = awaited;
		if (!task || !first || awaited.length > 1) return undefined;
		const isAwaitedTask = task.taskId === first.taskId && task.taskKind === kind.name;
		return isAwaitedTask ? () => ({ is: 'known', task }) : undefined;
	}

	/**
	 * Returns the items to n8n, which then continues the execution and answers the call. To be called when all tasks
	 * have finished. Where another call has just done so, or the time limit is reached, this call is only answered. So it
	 * is once more where n8n has not noted yet that the execution goes on; later calls, n8n does not bring here.
	 *
	 * @param statusOf gives the end of each awaited task
	 * @param isConfirmed whether the service itself reports them, and not only the call
	 */
	private async resumeOnce(
		statusOf: StatusOf,
		isConfirmed: boolean,
	): Promise<IWebhookResponseData> {
		const { context, call, kind, awaited } = this;
		const { resumedPauses } = sharedChecksOf(context, kind);
		// A pause is named by its tasks: in a loop, an execution pauses several times, each time for other tasks.
		const pause = map(awaited, 'taskId').join(' ');
		if (resumedPauses.has(pause)) return call.reply(200, completionMessages.workflowContinues);
		const response = context.getResponseObject();
		// This is noted before the downloads, because other calls arrive meanwhile. It is taken back where n8n is not given
		// the items, or refuses to continue the execution, so that the next call may continue it.
		resumedPauses.add(pause);
		forgetOldest(resumedPauses);
		try {
			const items = await this.deliveredItems(statusOf, isConfirmed);
			// The time limit may have been reached during the downloads.
			if (this.isTooLate) return call.refuse(200, completionMessages.tooLate);
			// n8n continues the execution even if the service has hung up during the downloads. Only its answer shows that it
			// has refused to. So the connection is watched from now on, and not during the downloads, when another call would
			// begin them again and continue the execution a second time.
			response.once('close', () => {
				if (response.statusCode >= 400) resumedPauses.delete(pause);
			});
			return {
				workflowData: [items],
				webhookResponse: { message: completionMessages.workflowContinues },
			};
		} catch (error) {
			resumedPauses.delete(pause);
			throw asError(error);
		}
	}

	/**
	 * The items with which the execution continues, with their files. All tasks have finished.
	 *
	 * @param isConfirmed whether the service itself reports them; if not, their files are not downloaded
	 */
	private async deliveredItems(
		statusOf: StatusOf,
		isConfirmed: boolean,
	): Promise<INodeExecutionData[]> {
		const { settings, until } = this.state;
		const results = this.items.map((item, index) => this.resultOf(item, index, statusOf));
		const endsAt = until - FILES_BEFORE_MS;
		const delivery = { ...settings, endsAt, isUnconfirmed: !isConfirmed };
		return await deliverItems(this.context, results, delivery);
	}

	/**
	 * The result of a stored item. An awaited task is as the service shows it now, and one that had finished before the
	 * pause is as it was then. An item without a task is passed through.
	 *
	 * @param itemIndex the position of the item among all stored ones, from 0. It is also the index of its input item,
	 *   because a node only pauses where each input item has one task at most
	 */
	private resultOf(item: INodeExecutionData, itemIndex: number, statusOf: StatusOf): ItemResult {
		// The execution keeps this beside the items.
		const { fileName, cost, binary } = this.state.known[itemIndex] ?? {};
		const input = { ...item, binary: item.binary ?? binary };
		const { taskId } = item.json;
		const taskNow = isAwaited(item) ? statusOf(this.kind, String(taskId)).task : undefined;
		const task = taskNow ?? taskBeforePause(item.json);
		if (!task) return { is: 'passedThrough', itemIndex, input };
		return deliveredItem({ itemIndex, fileName, cost, input }, task);
	}

	/** Whether n8n has resumed the execution at its time limit, or is about to. */
	private get isTooLate(): boolean {
		return Date.now() > this.state.until - RESUME_BEFORE_MS;
	}
}

/**
 * The task of an item that had finished before the pause; undefined where the item has none. If the files of the task
 * were still to come, the item was stored as it would be output at the time limit: marked, and with an error. Both are
 * left out here, because an item with an error counts as one without a task.
 */
function taskBeforePause(json: IDataObject): Task | undefined {
	if (json.timedOut !== true) return taskIn(json);
	return taskIn(omit(json, ['timedOut', 'error']));
}
