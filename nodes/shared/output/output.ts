import { defaults, omit, pick, round, uniq } from 'lodash';
import {
	type FunctionsBase,
	type IBinaryKeyData,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	NodeOperationError,
	type IDisplayOptions,
	type INodeProperties,
} from 'n8n-workflow';

import { countedWord } from '../tasks/kinds';
import {
	type Cost,
	type FailedItem,
	failedItem,
	type FinishedItem,
	type ItemResult,
	type PassedThroughItem,
	taskOf,
} from '../model/itemResult';
import { isFailure, isUnread, type Task, TASK_FIELDS, taskJson } from '../model/task';
import { leaveEmptyOutputsEmpty } from '../n8n/engineState';
import { isGetTask } from '../n8n/nodeTypes';
import { FILES_IN_JSON } from '../n8n/itemFiles';
import { cancelSignalOf, countsAsCanceled } from '../n8n/runs';
import { isToolExecution } from '../n8n/toolRuns';
import { routesErrorDetails } from '../n8n/versions';
import { CancelledError } from '../util/async';
import {
	formatDuration,
	formatTime,
	type Explanation,
	inOneText,
	plainText,
	withFullStop,
} from '../util/text';
import { errorText, PackError } from '../util/errors';
import { outputMessages } from './messages';
import { factsOf, toNodeError } from './nodeError';

/** Since when and why the status of a task could not be read, in the workflow's time zone. */
function unreadWords(context: Pick<FunctionsBase, 'getTimezone'>, task: Task): string {
	const { statusUnknownSince: since, statusUnknownReason: reason = '' } = task;
	if (since === undefined) return reason;
	const time = formatTime(since, context.getTimezone());
	return `since ${time ?? since}: ${reason}`;
}

/** The error of a finished task without files, because its status could not be read. */
export function unreadFilesError(context: IExecuteFunctions, task: Task): Error {
	const unread = withFullStop(unreadWords(context, task));
	return new PackError(outputMessages.unreadFiles(unread, finishedNote(task)));
}

/** What to do about a finished task whose files are missing. */
export function finishedNote({ taskId }: Task): string {
	return `Task ID: ${taskId}. The task itself has finished: 'Digital Human Get Task' downloads its result again, without a new task.`;
}

/** Shows in the output panel how many tasks could not be read, and how many were not awaited. */
export function hintOfTasks(
	context: IExecuteFunctions,
	results: readonly ItemResult[],
	timeLimitMs: number,
): void {
	const tasks = results.flatMap((result) => taskOf(result) ?? []);
	const unread = results.flatMap((result) =>
		result.is === 'open' && isUnread(result.task) ? [result.task] : [],
	);
	if (unread[0]) {
		const many = unread.length === 1 ? 'one task' : `${unread.length} tasks`;
		hint(context, `The status of ${many} could not be read ${unreadWords(context, unread[0])}`);
	}
	const { length } = tasks.filter((task) => task.timedOut && !isUnread(task));
	if (length === 0) return;
	const words = countedWord(uniq(tasks.map(({ taskKind }) => taskKind)), tasks.length);
	const count = tasks.length > 1 ? `${length} of ${tasks.length} ${words}` : `The ${words}`;
	hint(
		context,
		`${count} ${length > 1 ? 'were' : 'was'} still in progress after ${formatDuration(timeLimitMs)}. Nothing is lost, and nothing needs to be submitted again: fetch the results later with 'Digital Human Get Task', or increase 'Limit Wait Time (Minutes)' for the next run`,
	);
}

/** Shows how many of several items failed, where the workflow goes on without them. */
export function hintOfFailures(context: IExecuteFunctions, results: readonly ItemResult[]): void {
	const failed = results.filter(({ is }) => is === 'failed').length;
	if (failed === 0 || results.length < 2) return;
	const place = hasErrorOutput(context) ? 'in the error output' : "in their field 'error'";
	hint(context, `${failed} of ${results.length} items failed. The reasons are ${place}`);
}

/** Writes a warning into n8n's log and shows it in the output panel. */
export function warnInOutput(context: IExecuteFunctions, message: string): void {
	context.logger.warn(message);
	hint(context, message);
}

/** Shows a warning in the output panel. */
export function hint(context: IExecuteFunctions, message: string): void {
	context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
}

/** A task with its credits, where their price is published and the charged length is known. */
function withCredits(task: Task, cost: Cost | undefined): Task {
	const { durationSeconds = NaN } = task;
	const credits = cost?.creditA ?? (cost?.perSecond.creditA ?? NaN) * durationSeconds;
	return isFailure(task) || !Number.isFinite(credits)
		? task
		: { ...task, estimatedCredits: round(credits, 2) };
}

export interface OutputSettings {
	onTaskFailure: 'fail' | 'output';
	simple: boolean;
	/** Output field for the first result file; undefined for none. */
	downloadField?: string;
	includeInput?: boolean;
}

/** The output item of a result, paired to its input item: what happened, the task and the input. */
export function outputItem(
	context: Pick<FunctionsBase, 'getNode'>,
	result: ItemResult,
	settings: Pick<OutputSettings, 'simple' | 'includeInput'>,
): INodeExecutionData {
	const { input } = result;
	const pairedItem = { item: result.itemIndex };
	if (result.is === 'passedThrough') {
		return { ...input, json: passedThroughJson(context, input?.json ?? {}), pairedItem };
	}
	if (result.is === 'failed') {
		return withFiles({ json: failedJson(context, result, settings), pairedItem }, input?.binary);
	}
	const task = taskJson(withCredits(result.task, result.cost), settings.simple);
	const json = defaults(task, inputFields(result, settings));
	const files = result.is === 'finished' ? result.files : undefined;
	return withFiles({ json, pairedItem }, files);
}

function withFiles(item: INodeExecutionData, binary?: IBinaryKeyData): INodeExecutionData {
	return binary ? { ...item, binary } : item;
}

/** The JSON of an item that is not about a task. */
function passedThroughJson(context: Pick<FunctionsBase, 'getNode'>, json: IDataObject) {
	// In the error output, an item may have nothing else.
	return hasErrorOutput(context) ? pick(json, ['error', 'message', 'details']) : json;
}

/** The JSON of an item with an error: what happened, its task in the details, and the input. */
function failedJson(
	context: Pick<FunctionsBase, 'getNode'>,
	result: FailedItem,
	settings: Pick<OutputSettings, 'includeInput'>,
): IDataObject {
	const { error, task, itemIndex, cost } = result;
	const failed: IDataObject = {
		error: toNodeError(context.getNode(), error, itemIndex).message,
		details: { ...(task && taskJson(withCredits(task, cost), true)), ...factsOf(error) },
	};
	// In the error output, n8n itself adds the fields of the input.
	if (hasErrorOutput(context)) return errorOutputJson(failed);
	return { ...inputFields(result, settings), ...failed };
}

/** Since when a task is awaited in a loop, as ISO 8601: a field of the items in it. */
export const WAITING_SINCE = 'waitingSince';

/**
 * The fields of an input item that stay: none of an earlier error or another task, and beside a new
 * task no files.
 */
function inputFields(
	result: Exclude<ItemResult, PassedThroughItem>,
	{ includeInput }: Pick<OutputSettings, 'includeInput'>,
): IDataObject {
	if (!includeInput) return {};
	const json = result.input?.json ?? {};
	const hasFailed = result.is === 'failed';
	const isAsInput = result.is !== 'open' && result.isAsInput;
	const left = ['error'];
	if (!hasFailed && !isAsInput) left.push(FILES_IN_JSON);
	if (json.error) left.push('details');
	const fields: IDataObject = omit(json, left);
	const isItsOwn = isAsInput || (hasFailed && fields.taskId === result.task?.taskId);
	// A table has an empty one for a row without a task.
	if (plainText(fields.taskId) === '' || isItsOwn) return fields;
	return omit(fields, [...TASK_FIELDS, WAITING_SINCE]);
}

/**
 * The error that ends a run. Its title counts items from 1; without an item, for n8n's editor adds
 * the number of one, which it counts from 0.
 */
export function runError(
	context: Pick<IExecuteFunctions, 'getNode' | 'getInputData'>,
	error: unknown,
	itemIndex: number,
	note?: string,
): NodeOperationError {
	const ended = toNodeError(context.getNode(), error, itemIndex, note);
	const { length } = context.getInputData();
	if (length < 2) return ended;
	const title = `${ended.message} [item ${itemIndex + 1} of ${length}]`;
	return new NodeOperationError(context.getNode(), title, {
		description: ended.description ?? undefined,
	});
}

export function hasErrorOutput(context: Pick<FunctionsBase, 'getNode'>): boolean {
	return context.getNode().onError === 'continueErrorOutput';
}

/** An older n8n takes no item with other fields than `message` for the error output. */
export function errorOutputJson(
	{ error, details }: IDataObject,
	routesDetails = routesErrorDetails(),
): IDataObject {
	if (routesDetails) return { error, details };
	const { description = '', taskId } = details as { description?: string; taskId?: string };
	const task = taskId && !description.includes(taskId) ? `Task ID: ${taskId}` : '';
	const message = [description, task].filter(Boolean).join(' ');
	return message === '' ? { error } : { error, message };
}

type SettleContext = Pick<FunctionsBase, 'getNode' | 'getTimezone'>;

/**
 * The item of a result where the node cannot fail any more, as after a pause: for the error output,
 * or else with the task, and with the error where its files are missing.
 */
export function settledItem(
	context: SettleContext,
	result: ItemResult,
	settings: OutputSettings,
): INodeExecutionData {
	const task = taskOf(result);
	if (!task) return outputItem(context, result, settings);
	const fails = isFailure(task) && settings.onTaskFailure === 'fail';
	const ownError = result.is === 'failed' ? result.error : undefined;
	const error = fails ? taskError(context, task, result.itemIndex) : ownError;
	if (error !== undefined && hasErrorOutput(context)) {
		return outputItem(context, failedItem(result, error), settings);
	}
	if (result.is !== 'failed') return outputItem(context, result, settings);
	const delivered: FinishedItem = { ...result, is: 'finished', task };
	const item = outputItem(context, delivered, settings);
	return { ...item, json: { ...item.json, error: errorText(ownError) } };
}

/** Whether an item of a paused execution stands for a task that is still open. */
export function isAwaited({ json }: INodeExecutionData): boolean {
	return json.state === 'inProgress' && json.taskId !== undefined && json.error === undefined;
}

/** The error of an item whose task did not succeed. */
export function taskError(context: SettleContext, task: Task, itemIndex: number) {
	const { title, description } = explainTask(context, task);
	return new NodeOperationError(context.getNode(), title, {
		description: `Task ID: ${task.taskId}, status: ${task.serviceStatus ?? 'unknown'}. ${description}`,
		itemIndex,
	});
}

function explainTask(context: Pick<FunctionsBase, 'getTimezone'>, task: Task): Explanation {
	if (task.timedOut && isUnread(task)) {
		return {
			title: 'The time limit was reached before the status of the task could be read',
			description: `The status could not be read ${unreadWords(context, task)} The task may have finished: fetch its result later with 'Digital Human Get Task'.`,
		};
	}
	if (task.timedOut) {
		return {
			title: 'The task did not finish within the time limit',
			description:
				"It keeps running at the service: fetch its result later with 'Digital Human Get Task', or increase 'Limit Wait Time (Minutes)'.",
		};
	}
	const title =
		task.state === 'cancelled'
			? 'The service stopped the task before it finished'
			: 'The task failed';
	const { errorMessage: reason } = task;
	const advice =
		'It is not resubmitted automatically. If the reason concerns the input, change the input, then run the item again.';
	if (!reason) return { title, description: advice };
	if (countsAsCanceled(reason))
		return { title, description: `Reason: ${withFullStop(reason)} ${advice}` };
	return { title: `${title}: ${reason}`, description: advice };
}

/**
 * @param choice what the user chose, as it is labelled
 * @param instead what to choose in its place, as sentences
 * @throws PackError when the node is used as a tool, for whose answer an agent waits
 */
export function refuseAsTool(context: IExecuteFunctions, choice: string, instead: string): void {
	if (!isToolExecution(context)) return;
	throw new PackError(outputMessages.notInTool(choice, withFullStop(instead)));
}

type Outputs = INodeExecutionData[][];

/** The method of a node: what is thrown becomes n8n's error here, or that of all items. */
export const executeNode = (work: (context: IExecuteFunctions) => Promise<Outputs>) =>
	async function (this: IExecuteFunctions): Promise<Outputs> {
		const isTool = isToolExecution(this);
		if (isTool && hasErrorOutput(this)) {
			// n8n looks for the error output, which a tool does not have, and drops results, too.
			const text =
				"'On Error' of this tool is set to its error output, so n8n would drop its answer. Nothing was submitted. Choose 'Continue' in the settings of the tool.";
			throw new NodeOperationError(this.getNode(), text);
		}
		// Of other nodes, n8n takes items without it.
		for (const item of this.getInputData()) item.json ??= {};
		const outputs = await work(this).catch((error: unknown) => failedOutputs(this, error));
		if (outputs.length > 1) leaveEmptyOutputsEmpty(this);
		// A model gets no description of an error, and has to be told how to go on with an open task.
		return isTool ? outputs.map(answerOf) : outputs;
	};

/**
 * The outputs of a node that fails as a whole: n8n would pass its items on as if they had succeeded,
 * into a loop too, and give a model its own arguments as the answer.
 *
 * @throws NodeOperationError where errors stop the workflow; CancelledError when it is stopped
 */
function failedOutputs(context: IExecuteFunctions, error: unknown): Outputs {
	if (error instanceof CancelledError) throw error;
	if (!context.continueOnFail() || cancelSignalOf(context)?.aborted) {
		const node = context.getNode();
		// An agent gets no more than the message.
		const isTool = isToolExecution(context);
		throw isTool ? new NodeOperationError(node, errorText(error)) : toNodeError(node, error);
	}
	const settings = { simple: true, includeInput: true };
	// Of the others, the item's task is an earlier one.
	const isAsInput = isGetTask(context.getNode());
	const items = context.getInputData().map((input, itemIndex) => {
		const failed: FailedItem = { is: 'failed', itemIndex, input, error, isAsInput };
		return outputItem(context, failed, settings);
	});
	const outputs = context.getNodeOutputs().filter(({ category }) => category !== 'error');
	// The last one: the first output of a loop leads back to it.
	return [...outputs.slice(1).map(() => []), items];
}

function answerOf(items: INodeExecutionData[]): INodeExecutionData[] {
	const open = items.findIndex(({ json }) => json.state === 'inProgress' && !json.error);
	return items.map(({ json, pairedItem }, index) => {
		const { error, details } = json;
		if (error !== undefined) {
			// The input of the tool is left out: the model has it already.
			const { description, ...facts } = (details ?? {}) as { description?: string };
			return { json: { error: inOneText(String(error), description), ...facts }, pairedItem };
		}
		if (index !== open) return { json, pairedItem };
		const nextStep = `What is in progress keeps running at the service. Do not submit it again. Check it later by its taskId, with the tool that gets a task (its kind is '${String(json.taskKind)}'); checking costs no credits.`;
		return { json: { ...json, nextStep }, pairedItem };
	});
}

/** What a tool that takes a while answers; `nextStep` is written by answerOf. */
export const TASK_ANSWER =
	'Returns taskId, taskKind and state. Once state is succeeded, outputUrls has the URLs of the files. If state is inProgress, do what nextStep says and do not call this tool again for the same work.';

/**
 * What a language model reads about an operation; n8n itself would only tell the operation's name.
 *
 * @param show when the operation is chosen; left out for a node that has only one
 */
export function toolDescription(
	text: string,
	show: NonNullable<IDisplayOptions['show']> = {},
): INodeProperties {
	return {
		displayName: 'Description',
		name: 'toolDescription',
		type: 'string',
		typeOptions: { rows: 4 },
		default: text,
		required: true,
		displayOptions: { show: { ...show, '@tool': [true] } },
		hint: 'For each field that the agent is to fill in, click the ✨ beside it',
		description:
			'What the AI agent reads about this tool. A precise description helps it to choose the right tool, and not to call it needlessly.',
	};
}
