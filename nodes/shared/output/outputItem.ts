import { defaults, omit, pick } from 'lodash';
import type {
	FunctionsBase,
	IBinaryKeyData,
	IDataObject,
	INodeExecutionData,
	IPairedItemData,
} from 'n8n-workflow';

import {
	type Cost,
	creditsOf,
	type FailedItem,
	failedItem,
	deliveredItem,
	type DeliveredItem,
	isAboutInput,
	type ItemResult,
	type OpenItem,
	type PassedThroughItem,
	taskOf,
} from '../model/itemResult';
import { fieldsToReplace, isFailure, type Task, taskJson } from '../model/task';
import { FILES_IN_JSON } from '../n8n/itemFiles';
import { errorText } from '../util/errors';
import { plainText } from '../util/text';
import { errorOutputJson, type FailedJson, hasErrorOutput } from './errorOutput';
import { errorDetails, factsOf, toNodeError } from './nodeError';
import { taskError } from './taskErrors';

/*
 * The item that a node outputs for a result: the fields of the task, or of the error with the task
 * in its `details`, over those of the input item.
 */

/** What the user has set about the output items of a node. */
export interface OutputSettings {
	/** What becomes of a task that ended without a result: an error of its item, or an item like any other. */
	onTaskFailure: 'fail' | 'output';
	/** Whether the service's own object, the field `raw`, is left out. */
	simple: boolean;
	/** Output field for the first result file; undefined where no files are downloaded. */
	downloadField?: string;
	/** Whether the fields of the input item stand beside those of the output; false if not set. */
	includeInput?: boolean;
}

type ItemContext = Pick<FunctionsBase, 'getNode'>;

/** The settings that say which fields an item has. */
type FieldSettings = Pick<OutputSettings, 'simple' | 'includeInput'>;

/**
 * The output item of a result, paired to its input item. A finished task has its result files, an item with an error
 * the files of its input, and one that is passed through all that came with it.
 */
export function outputItem(
	context: ItemContext,
	result: ItemResult,
	settings: FieldSettings,
): INodeExecutionData {
	const pairedItem = { item: result.itemIndex };
	switch (result.is) {
		case 'passedThrough':
			return { ...result.input, json: passedThroughJson(context, result), pairedItem };
		case 'failed':
			return itemWithFiles(failedJson(context, result, settings), pairedItem, result.input?.binary);
		case 'delivered':
			return itemWithFiles(taskItemJson(result, settings), pairedItem, result.files);
		case 'open':
			return { json: taskItemJson(result, settings), pairedItem };
	}
}

/** An item of n8n; one without files has no field for them. */
function itemWithFiles(
	json: IDataObject,
	pairedItem: IPairedItemData,
	binary: IBinaryKeyData | undefined,
): INodeExecutionData {
	return binary ? { json, pairedItem, binary } : { json, pairedItem };
}

/**
 * The JSON of an item that has an error and no task, as it came. Where the node has an error output, only the fields of
 * the error stay, because n8n takes no item with other fields for that output.
 */
function passedThroughJson(context: ItemContext, { input }: PassedThroughItem): IDataObject {
	const json = input?.json ?? {};
	return hasErrorOutput(context) ? pick(json, ['error', 'message', 'details']) : json;
}

/** The JSON of an item with its task and, if the user wants them, the fields of the input beside it. */
function taskItemJson(
	result: OpenItem | DeliveredItem,
	{ simple, includeInput }: FieldSettings,
): IDataObject {
	const task = taskJson(withCredits(result.task, result.cost), simple);
	if (!includeInput) return task;
	// The fields of the task come first, and count where the input has fields of the same names.
	return defaults(task, inputFields(result));
}

/** The JSON of an item with an error: what happened, its task in the details, and the input if the user wants it. */
function failedJson(
	context: ItemContext,
	result: FailedItem,
	{ includeInput }: FieldSettings,
): IDataObject {
	const { error, task, itemIndex, cost } = result;
	// In the details, the task always stands without the service's own object.
	const ofTask = task ? taskJson(withCredits(task, cost), true) : {};
	const failed: FailedJson = {
		error: toNodeError(context.getNode(), error, itemIndex).message,
		details: { ...ofTask, ...errorDetails(error) },
	};
	// In the error output, n8n itself adds the fields of the input.
	if (hasErrorOutput(context)) {
		// An error that knows its task as a fact names it in its title or its advice.
		const isTaskNamed = factsOf(error).taskId !== undefined;
		return errorOutputJson(failed, isTaskNamed);
	}
	const input = includeInput ? inputFields(result) : {};
	return { ...input, ...failed };
}

/**
 * A task with its credits, as far as they can be told: where the price is published, and the charged length is known or
 * does not matter. A task that has failed gets none.
 *
 * @param cost undefined where the price is not published
 */
function withCredits(task: Task, cost: Cost | undefined): Task {
	if (cost === undefined || isFailure(task)) return task;
	const estimatedCredits = creditsOf(cost, task.durationSeconds);
	if (estimatedCredits === undefined) return task;
	return { ...task, estimatedCredits };
}

/**
 * The fields of an input item that stay beside those of the output. Those of an earlier error or of another task are
 * left out, and beside a new task also the files that a newer n8n keeps in the JSON.
 */
function inputFields(result: ResultWithFields): IDataObject {
	const json = result.input?.json ?? {};
	const leftOut = ['error'];
	// Without an error, `details` is a field like any other.
	if (json.error) leftOut.push('details');
	const isOfNewTask = result.is !== 'failed' && !isAboutInput(result);
	// The item of a new task has the files of its results, and not those of the input.
	if (isOfNewTask) leftOut.push(FILES_IN_JSON);
	leftOut.push(...fieldsOfTask(result, plainText(json.taskId)));
	return omit(json, leftOut);
}

/** A result whose item has fields of its own, beside which those of its input item may stand. */
type ResultWithFields = Exclude<ItemResult, PassedThroughItem>;

/**
 * The fields of an input item that say something of its task and must not stand beside the fields of the result.
 *
 * @param taskId the task that the input item names; an empty text where it names none, as in a row of a table
 */
function fieldsOfTask(result: ResultWithFields, taskId: string): readonly string[] {
	if (taskId === '' || isAboutInput(result)) return [];
	const own = taskOf(result)?.taskId;
	// The error of the very task that the item names has no fields that would replace those of the item.
	if (result.is === 'failed' && own === taskId) return [];
	return fieldsToReplace(taskId, own);
}

/**
 * The item of a result where the node cannot fail any more: at a pause and after it, and in what a trigger starts.
 *
 * - With an error output, an item with an error goes there, and so does a failed task, unless the user has chosen to
 *   output it like any other.
 * - Without one, every task is output. A result that failed, as when its files are missing, has its error beside the
 *   task; a task that itself has failed has no error, because its state tells.
 */
export function settledItem(
	context: Pick<FunctionsBase, 'getNode' | 'getTimezone'>,
	result: ItemResult,
	settings: OutputSettings,
): INodeExecutionData {
	const task = taskOf(result);
	if (!task) return outputItem(context, result, settings);
	if (hasErrorOutput(context)) {
		const countsAsError = isFailure(task) && settings.onTaskFailure === 'fail';
		const shown = countsAsError ? failedItem(result, taskError(context, task)) : result;
		return outputItem(context, shown, settings);
	}
	if (result.is !== 'failed') return outputItem(context, result, settings);
	// The item has a task, which is output with the error beside it.
	const { error, isAsInput } = result;
	const delivered: DeliveredItem = { ...deliveredItem(result, task), isAsInput };
	const item = outputItem(context, delivered, settings);
	item.json.error = errorText(error);
	return item;
}

/** Whether an item of a paused execution stands for a task that is still open. */
export function isAwaited({ json }: INodeExecutionData): boolean {
	return json.state === 'inProgress' && json.taskId !== undefined && json.error === undefined;
}
