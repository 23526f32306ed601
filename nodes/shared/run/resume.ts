import { omit } from 'lodash';
import type {
	INodeExecutionData,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { createdAt, isFinal, type Task, taskIn, type TaskKind } from '../tasks/task';
import type { StatusOf, TaskStatus } from '../tasks/watch';
import { storedItems } from '../util/capabilities';
import { Callback, forgetOldest, verifyProof, WEBHOOK_PATH } from './callback';
import type { OutputSettings } from './options';
import { isAwaited, type Result, withCredits } from './output';
import { settledItems } from './resultFiles';

/**
 * Of nodes that can pause: for version 1, n8n evaluates an expression of its own at each call,
 * which fails for a paused node in workflows with the newer binary mode.
 */
export const PAUSABLE_VERSION = 1.1;

/** Kept in the execution: at a callback, expressions would read the tasks in place of the input. */
export interface PauseState {
	/** The run of the node that has parked the execution. */
	runIndex: number;
	/** Recognizes the proof in the address that the service was given. */
	proofHash: string;
	/** When n8n resumes the execution itself, in milliseconds since the epoch. */
	until: number;
	settings: OutputSettings;
	/** Unix seconds before which none of the tasks was created. */
	createdAfter?: number;
	/**
	 * What the items do not say of their results, by the index of the input item; with an error output,
	 * also the files of the input, which belong to an item that fails.
	 */
	known?: Record<number, Pick<Result, 'fileName' | 'cost' | 'binary'>>;
}

/** What was kept, for the node's webhook; undefined when it has not parked the execution. */
function pauseStateOf(context: IWebhookFunctions): PauseState | undefined {
	// n8n would take braces for the end of the expression, and some signs for that of the line.
	const node = JSON.stringify(context.getNode().name).replace(
		/[^ -|]/g,
		(sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
	return context.evaluateExpression(`{{ $node[${node}].context.parked }}`) as unknown as
		| PauseState
		| undefined;
}

/** The address of a paused execution. */
export const resumeWebhooks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST',
		responseMode: 'onReceived',
		// The answer is the sentence that the node gives.
		responseData: '',
		path: WEBHOOK_PATH,
		isFullPath: true,
		restartWebhook: true,
	},
];

/** The method of a node that answers the callbacks for paused executions. */
export function resumeWhenFinished(kind: TaskKind) {
	return async function (this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await Callback.answer(this, async (call) => {
			const state = pauseStateOf(this);
			return state && verifyProof(call.query, state.proofHash)
				? await new PausedExecution(this, call, kind, state).answer()
				: call.refuse(401, 'The address does not contain the right proof');
		});
	};
}

/** Files that have not arrived so long before n8n resumes the execution itself are left out. */
const FILES_BEFORE_MS = 5_000;

/** n8n takes a moment to resume, and does not notice if it has just done so itself. */
const ITEMS_BEFORE_MS = 2_000;

const TOO_LATE = 'The time limit was reached; the workflow continues without the results';

const GOES_ON = 'All tasks are finished; the workflow continues';

/** Runs of nodes that this process has resumed: n8n may have let a second callback in before. */
const resumed = new Set<string>();

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
		if (this.isTooLate) return call.refuse(200, TOO_LATE);
		// A task that the call names may be ahead of the service's lists.
		const mayFollow = ({ is, task }: TaskStatus) => is !== 'seen' || call.names(task.taskId);
		const confirmed = await this.check(mayFollow);
		const found = confirmed ?? this.reported();
		if (!found) {
			return awaited.length > 1
				? call.refuse(
						503,
						"The tasks cannot be checked: 'Person Detail Path' of the credential is missing or wrong",
					)
				: call.refuse(400, 'This is not the callback of the awaited task');
		}
		const all = awaited.map(({ taskId }) => found(kind, taskId));
		const open = all.filter(({ task }) => !isFinal(task));
		if (open.length === 0) return await this.resume(found, confirmed !== undefined);
		return open.some(mayFollow)
			? call.reply(503, 'The service does not report all tasks as finished yet')
			: call.reply(200, `${items.length - open.length} of ${items.length} tasks are finished`);
	}

	/** @returns undefined when the service cannot be asked; a path that is wrong counts as none */
	private async check(mayFollow: (status: TaskStatus) => boolean): Promise<StatusOf | undefined> {
		const { kind, awaited, state } = this;
		const tasks = awaited.map((task) => ({
			kind,
			taskId: task.taskId,
			createdAfter: createdAt(task) ?? state.createdAfter,
			wasSeen: task.serviceStatus !== undefined,
		}));
		const statusOf = await this.call.ask(kind, tasks, mayFollow);
		const isUnknown = awaited.every(({ taskId }) => statusOf?.(kind, taskId).is === 'unknown');
		return kind.detailPath && isUnknown ? undefined : statusOf;
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
		const { context, call, awaited } = this;
		const key = [context.getExecutionId(), ...awaited.map(({ taskId }) => taskId)].join(' ');
		if (resumed.has(key)) return call.reply(200, GOES_ON);
		const response = context.getResponseObject();
		if (!response.closed) forgetOldest(resumed.add(key));
		response.once('close', () => {
			// The next callback may do it.
			if (response.statusCode >= 400 || !response.writableFinished) resumed.delete(key);
		});
		const items = await this.itemsOf(found, isConfirmed);
		if (this.isTooLate) return call.refuse(200, TOO_LATE);
		return { workflowData: [items], webhookResponse: { message: GOES_ON } };
	}

	/** The items with which the execution continues, with their files. */
	private async itemsOf(found: StatusOf, isConfirmed: boolean): Promise<INodeExecutionData[]> {
		const { settings, until, known } = this.state;
		const results = this.items.map((item, itemIndex): Result => {
			const { json } = item;
			const { fileName, cost, binary } = known?.[itemIndex] ?? {};
			const result = { itemIndex, fileName, input: { ...item, binary: item.binary ?? binary } };
			// At the time limit, it would be output as what it is not now.
			const finished = json.timedOut === true ? omit(json, ['timedOut', 'error']) : json;
			const task = isAwaited(item)
				? withCredits(found(this.kind, String(json.taskId)).task, cost)
				: taskIn(finished);
			return { ...result, task };
		});
		const delivery = { endsAt: until - FILES_BEFORE_MS, isUnconfirmed: !isConfirmed };
		return await settledItems(this.context, results, settings, delivery);
	}

	/** Whether n8n has resumed the execution at its time limit, or is about to. */
	private get isTooLate(): boolean {
		return Date.now() > this.state.until - ITEMS_BEFORE_MS;
	}
}
