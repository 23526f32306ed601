import { forgetOldest } from '../util/forget';
import { omit } from 'lodash';
import type {
	INodeExecutionData,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { callbackWebhook, verifyProof } from '../callbacks/address';
import { Callback } from '../callbacks/callback';
import { sharedChecksOf } from '../callbacks/sharedChecks';
import type { ItemResult } from '../model/itemResult';
import { createdAt, isFinal, keptIn, type Task, taskIn } from '../model/task';
import { pathOf, type TaskKind } from '../model/taskKind';
import type { StatusOf, TaskStatus, WatchedTask } from '../model/taskStatus';
import { storedItems } from '../n8n/runs';
import { isAwaited } from '../output/outputItem';
import { completionMessages } from './completionMessages';
import { type PauseState, pauseStateOf } from './pauseState';
import { settledItems } from './delivery';

/*
 * Resumes an execution that a node has paused (`pause.ts`), when the service calls back: the webhook of that node checks all its
 * open tasks, and lets the execution continue when all have finished.
 */

/** What the description of a node says that can pause. */
export const pausable = {
	// For version 1, n8n evaluates an expression of its own at each call, which fails for a paused
	// node in workflows with the newer binary mode.
	version: 1.1,
	waitingNodeTooltip: completionMessages.waitingNode,
	webhooks: [{ ...callbackWebhook, isFullPath: true, restartWebhook: true }],
} satisfies Partial<INodeTypeDescription>;

/** The method of a node that answers the callbacks for paused executions. */
export function resumeWhenFinished(kind: TaskKind) {
	return async function (this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await Callback.answer(this, async (call) => {
			const kept = pauseStateOf(this);
			if (kept.is === 'unreadable') return call.refuse(503, completionMessages.otherVersion);
			if (kept.is === 'missing' || !verifyProof(call.query, kept.state.proofHash)) {
				return call.refuse(401, completionMessages.wrongProof);
			}
			return await new PausedExecution(this, call, kind, kept.state).answer();
		});
	};
}

/** Files that have not arrived so long before n8n resumes the execution itself are left out. */
const FILES_BEFORE_MS = 5_000;

/** n8n takes a moment to resume, and does not notice if it has just done so itself. */
const ITEMS_BEFORE_MS = 2_000;

/**
 * A paused execution that is called back. Whatever the call says, one with the proof that only the
 * service was given prompts a check of all open tasks; when all are final, the execution continues,
 * with one item per task. Not every n8n checks a token of its own before.
 *
 * Only for a custom person that cannot be looked up, the callback itself counts.
 */
class PausedExecution {
	/** As n8n has stored them, one for each input item. */
	private readonly items: INodeExecutionData[];

	/** Those of the tasks that were open when the execution was parked. */
	private readonly awaited: Task[];

	constructor(
		private readonly context: IWebhookFunctions,
		private readonly call: Callback,
		private readonly kind: TaskKind,
		private readonly state: PauseState,
	) {
		this.items = storedItems(context);
		this.awaited = this.items.filter(isAwaited).map(({ json }) => json as unknown as Task);
	}

	async answer(): Promise<IWebhookResponseData> {
		const { kind, call, items, awaited } = this;
		if (this.isTooLate) return call.refuse(200, completionMessages.tooLate);
		// A task that the call names may be ahead of the service's lists.
		const mayFollow = ({ is, task }: TaskStatus) => is !== 'seen' || call.names(task.taskId);
		const confirmed = await this.check(mayFollow);
		const found = confirmed ?? this.reported();
		if (!found) {
			return awaited.length > 1
				? call.refuse(503, completionMessages.cannotBeChecked)
				: call.refuse(400, completionMessages.notTheAwaitedTask);
		}
		const all = awaited.map(({ taskId }) => found(kind, taskId));
		const open = all.filter(({ task }) => !isFinal(task));
		if (open.length === 0) return await this.resume(found, confirmed !== undefined);
		const { length: count } = items;
		const someFinished = completionMessages.someFinished(count - open.length, count);
		return open.some(mayFollow)
			? call.reply(503, completionMessages.notAllFinished)
			: call.reply(200, someFinished);
	}

	/** @returns undefined when the service cannot be asked; a path that is wrong counts as none */
	private async check(mayFollow: (status: TaskStatus) => boolean): Promise<StatusOf | undefined> {
		const { kind, awaited, state } = this;
		const tasks = awaited.map((task): WatchedTask => {
			return {
				kind,
				taskId: task.taskId,
				known: { by: task.serviceStatus === undefined ? 'call' : 'service' },
				createdAfter: createdAt(task),
				submittedAt: state.submittedAt,
			};
		});
		const statusOf = await this.call.ask(kind, tasks, mayFollow);
		const isUnknown = awaited.every(({ taskId }) => statusOf?.(kind, taskId).is === 'unknown');
		return pathOf(kind) && isUnknown ? undefined : statusOf;
	}

	/** What the call itself says of the one awaited person. */
	private reported(): StatusOf | undefined {
		const { task } = this.call;
		const [{ taskId } = { taskId: '' }, ...others] = this.awaited;
		const isIt = task?.taskId === taskId && task.taskKind === this.kind.name;
		return isIt && others.length === 0 ? () => ({ is: 'seen', task }) : undefined;
	}

	/** Hands the finished tasks to n8n, once, which continues the execution and gives the answer. */
	private async resume(found: StatusOf, isConfirmed: boolean): Promise<IWebhookResponseData> {
		const { context, call, kind, awaited } = this;
		const { resumed } = sharedChecksOf(context, kind);
		// In a loop, an execution pauses several times.
		const pause = awaited.map(({ taskId }) => taskId).join(' ');
		if (resumed.has(pause)) return call.reply(200, completionMessages.workflowContinues);
		const response = context.getResponseObject();
		if (!response.closed) forgetOldest(resumed.add(pause));
		response.once('close', () => {
			// The next callback may do it.
			if (response.statusCode >= 400 || !response.writableFinished) resumed.delete(pause);
		});
		const items = await this.itemsOf(found, isConfirmed);
		if (this.isTooLate) return call.refuse(200, completionMessages.tooLate);
		return {
			workflowData: [items],
			webhookResponse: { message: completionMessages.workflowContinues },
		};
	}

	/** The items with which the execution continues, with their files. */
	private async itemsOf(found: StatusOf, isConfirmed: boolean): Promise<INodeExecutionData[]> {
		const { settings, until, known } = this.state;
		const results = this.items.map((item, itemIndex): ItemResult => {
			const { json } = item;
			const { fileName, cost, binary } = known?.[itemIndex] ?? {};
			const input = { ...item, binary: item.binary ?? binary };
			// At the time limit, it would be output as what it is not now.
			const finished = json.timedOut === true ? omit(json, ['timedOut', 'error']) : json;
			const task = isAwaited(item)
				? { ...found(this.kind, String(json.taskId)).task, ...keptIn(json) }
				: taskIn(finished);
			const ofItem = { itemIndex, fileName, cost, input };
			return task
				? { is: 'finished', ...ofItem, task, isAsInput: false }
				: { is: 'passedThrough', ...ofItem };
		});
		const endsAt = until - FILES_BEFORE_MS;
		const delivery = { ...settings, endsAt, isUnconfirmed: !isConfirmed };
		return await settledItems(this.context, results, delivery);
	}

	/** Whether n8n has resumed the execution at its time limit, or is about to. */
	private get isTooLate(): boolean {
		return Date.now() > this.state.until - ITEMS_BEFORE_MS;
	}
}
