import type {
	INodeExecutionData,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { createdAt, isFinal, type Task, type TaskKind } from '../tasks/task';
import type { StatusOf, TaskStatus } from '../tasks/watch';
import { asError } from '../util/async';
import { storedItems } from '../util/capabilities';
import { inLog, safeJson } from '../util/text';
import {
	answerAt,
	askTogether,
	bodyOf,
	forgetOldest,
	isProven,
	readPerson,
	refuse,
	reply,
	WEBHOOK_PATH,
} from './callback';
import type { OutputSettings } from './options';
import { isAwaited, type Result, withCredits } from './output';
import { beforeTimeLimit, withFilesOf, withoutFilesOf } from './resultFiles';

/**
 * Of nodes that can pause: for version 1, n8n evaluates an expression of its own at each call,
 * which fails for a paused node in workflows with the newer binary mode.
 */
export const PAUSABLE_VERSION = 1.1;

/** Kept in the execution: at a callback, expressions would read the tasks in place of the input. */
export interface Parked {
	/** The run of the node that has parked the execution. */
	runIndex: number;
	/** Recognizes the proof in the address that the service was given. */
	seal: string;
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
function parkedState(context: IWebhookFunctions): Parked | undefined {
	// n8n would take braces for the end of the expression, and some signs for that of the line.
	const node = JSON.stringify(context.getNode().name).replace(
		/[^ -|]/g,
		(sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
	return context.evaluateExpression(`{{ $node[${node}].context.parked }}`) as unknown as
		| Parked
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

/**
 * The method of a node that answers the callbacks for paused executions, whatever happens: with an
 * error that is thrown here, n8n would resume the execution with an empty item.
 */
export function resumeWhenFinished(kind: TaskKind) {
	return async function (this: IWebhookFunctions): Promise<IWebhookResponseData> {
		try {
			return await takeCallback(this, kind);
		} catch (error) {
			const id = this.getExecutionId();
			const message = inLog(asError(error).message);
			this.logger.error(`A callback for the paused execution ${id} failed: ${message}`);
			return reply(this, 503, 'The callback cannot be processed at the moment');
		}
	};
}

/**
 * Takes a callback for a paused execution. Whatever it says, a call with the proof that only the
 * service was given prompts a check of all open tasks; when all are final, the execution continues,
 * with one item per task. Not every n8n checks a token of its own before.
 *
 * Only for a custom person that cannot be looked up, the callback itself counts.
 */
async function takeCallback(
	context: IWebhookFunctions,
	kind: TaskKind,
): Promise<IWebhookResponseData> {
	const endsAt = answerAt();
	const body = await bodyOf(context);
	const parked = parkedState(context);
	if (!parked || !isProven(context.getQueryData() as object, parked.seal)) {
		return refuse(context, 401, 'The address does not contain the right proof', body);
	}
	const items = storedItems(context);
	const awaited = items.filter(isAwaited).map(({ json }) => json as unknown as Task);
	if (isTooLate(parked.until)) return tooLate(context, awaited);

	const text = safeJson(body);
	const ids = awaited.map(({ taskId }) => taskId);
	const named = new Set(ids.filter((taskId) => text.includes(taskId)));
	const statusOf = await check(context, kind, { awaited, named, endsAt, parked });
	const reported = statusOf ? undefined : reportedPerson(body, kind, awaited);
	const found = statusOf ?? (reported && ((): TaskStatus => ({ is: 'seen', task: reported })));
	if (!found) {
		return awaited.length > 1
			? refuse(context, 503, CANNOT_CHECK, body)
			: refuse(context, 400, 'This is not the callback of the awaited task', body);
	}
	const open = awaited.filter(({ taskId }) => !isFinal(found(kind, taskId).task));
	if (open.length === 0) {
		return await resume(context, { kind, items, awaited, found, parked, confirmed: !reported });
	}
	if (statusOf && open.some(({ taskId }) => named.has(taskId))) {
		return reply(context, 503, 'The service does not report the task as finished yet');
	}
	if (open.some(({ taskId }) => found(kind, taskId).is !== 'seen')) {
		return reply(context, 503, 'Not all tasks can be checked at the moment');
	}
	const finished = items.length - open.length;
	return reply(context, 200, `${finished} of ${items.length} tasks are finished`);
}

const CANNOT_CHECK =
	"The tasks cannot be checked: 'Person Detail Path' of the credential is missing or wrong";

/**
 * Asks about the awaited tasks.
 *
 * @param named IDs of those that the callback names, which may be ahead of the service's lists
 * @returns undefined when the service cannot be asked; a path that is wrong counts as none
 */
async function check(
	context: IWebhookFunctions,
	kind: TaskKind,
	{
		awaited,
		named,
		endsAt,
		parked,
	}: { awaited: Task[]; named: Set<string>; endsAt: number; parked: Parked },
): Promise<StatusOf | undefined> {
	const statusOf = await askTogether(context, {
		kind,
		tasks: awaited.map((task) => ({
			kind,
			taskId: task.taskId,
			createdAfter: createdAt(task) ?? parked.createdAfter,
			wasSeen: task.serviceStatus !== undefined,
		})),
		group: `execution ${context.getExecutionId()}`,
		endsAt,
		goesOn: ({ is, task }) => is !== 'seen' || (!isFinal(task) && named.has(task.taskId)),
	});
	const isUnknown = awaited.every(({ taskId }) => statusOf?.(kind, taskId).is === 'unknown');
	return kind.detailPath && isUnknown ? undefined : statusOf;
}

/** What the callback itself says of the one awaited person. */
function reportedPerson(body: unknown, kind: TaskKind, awaited: Task[]): Task | undefined {
	const [{ taskId } = { taskId: '' }, ...others] = awaited;
	const task = others.length > 0 ? undefined : readPerson(body, taskId);
	return task?.taskKind === kind.name ? task : undefined;
}

/** Files that have not arrived so long before n8n resumes the execution itself are left out. */
const FILES_BEFORE_MS = 5_000;

/** n8n takes a moment to resume, and does not notice if it has just done so itself. */
const ITEMS_BEFORE_MS = 2_000;

function isTooLate(until: number): boolean {
	return Date.now() > until - ITEMS_BEFORE_MS;
}

/** Leaves the execution to n8n, which has resumed it at the time limit, or is about to. */
function tooLate(context: IWebhookFunctions, tasks: Task[]): IWebhookResponseData {
	const taskIds = tasks.map(({ taskId }) => taskId);
	context.logger.warn(
		`A callback is too late for the paused execution ${context.getExecutionId()}, which continues at its time limit without the results. Task IDs: ${taskIds.join(', ')}`,
	);
	return reply(
		context,
		200,
		'The time limit was reached; the workflow continues without the results',
	);
}

const GOES_ON = 'All tasks are finished; the workflow continues';

/** Runs of nodes that this process has resumed: n8n may have let a second callback in before. */
const resumed = new Set<string>();

/** A paused execution of which all tasks are finished. */
interface Finished {
	/** As n8n has stored them. */
	items: INodeExecutionData[];
	kind: TaskKind;
	awaited: Task[];
	found: StatusOf;
	parked: Parked;
	/** Whether the service itself has confirmed what was found. */
	confirmed: boolean;
}

/** Hands the finished tasks to n8n, once, which continues the execution and gives the answer. */
async function resume(
	context: IWebhookFunctions,
	finished: Finished,
): Promise<IWebhookResponseData> {
	const { awaited, parked } = finished;
	const key = [context.getExecutionId(), ...awaited.map(({ taskId }) => taskId)].join(' ');
	if (resumed.has(key)) return reply(context, 200, GOES_ON);
	resumed.add(key);
	forgetOldest(resumed);
	let isHandedOver = false;
	try {
		const complete = await outputOf(context, finished);
		if (isTooLate(parked.until)) return tooLate(context, awaited);
		const response = context.getResponseObject();
		isHandedOver = !response.closed;
		response.once('close', () => {
			if (response.statusCode >= 400 || !response.writableFinished) resumed.delete(key);
		});
		return { workflowData: [complete], webhookResponse: { message: GOES_ON } };
	} finally {
		// The next callback may do it.
		if (!isHandedOver) resumed.delete(key);
	}
}

/** The items with which the execution continues, with their files. */
async function outputOf(
	context: IWebhookFunctions,
	{ kind, items, found, confirmed, parked: { settings, until, known } }: Finished,
): Promise<INodeExecutionData[]> {
	const results = items.map((item, index): Result => {
		const itemIndex = inputOf(item, index);
		const { fileName, cost, binary } = known?.[itemIndex] ?? {};
		const input = { ...item, binary: item.binary ?? binary };
		if (!isAwaited(item)) return { ...beforeTimeLimit(item, itemIndex), input, fileName };
		const { task } = found(kind, String(item.json.taskId));
		return { itemIndex, input, task: withCredits(task, cost), fileName };
	});
	return confirmed
		? await withFilesOf(context, results, settings, { endsAt: until - FILES_BEFORE_MS })
		: withoutFilesOf(context, results, settings);
}

function inputOf({ pairedItem }: INodeExecutionData, index: number): number {
	return typeof pairedItem === 'object' && 'item' in pairedItem ? pairedItem.item : index;
}
