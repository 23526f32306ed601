import { defaults, omit, pick } from 'lodash';
import type { FunctionsBase, IBinaryKeyData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import {
	type Cost,
	creditsOf,
	type FailedItem,
	failedItem,
	type FinishedItem,
	isAsInput,
	type ItemResult,
	type OpenItem,
	type PassedThroughItem,
	taskOf,
} from '../model/itemResult';
import { isFailure, type Task, TASK_FIELDS, taskJson } from '../model/task';
import { FILES_IN_JSON } from '../n8n/itemFiles';
import { errorText } from '../util/errors';
import { plainText } from '../util/text';
import { errorOutputJson, type FailedJson, hasErrorOutput } from './errorOutput';
import { errorDetails, factsOf, toNodeError } from './nodeError';
import { taskError } from './taskErrors';

/*
 * The item that a node outputs for a result: the fields of the task, or of the error with the task in its `details`, over those
 * of the input item.
 */

export interface OutputSettings {
	/** What becomes of a task that ended without a result: an error of its item, or an item like any other. */
	onTaskFailure: 'fail' | 'output';
	/** Whether the service's own object is left out. */
	simple: boolean;
	/** Output field for the first result file; undefined for none. */
	downloadField?: string;
	/** Whether the fields of the input item stand beside those of the output. */
	includeInput?: boolean;
}

/** Since when a task is awaited in a loop, as ISO 8601: a field of the items in it. */
export const WAITING_SINCE = 'waitingSince';

type ItemContext = Pick<FunctionsBase, 'getNode'>;

/** The settings that say which fields an item has. */
type FieldSettings = Pick<OutputSettings, 'simple' | 'includeInput'>;

/** The output item of a result, paired to its input item. */
export function outputItem(
	context: ItemContext,
	result: ItemResult,
	settings: FieldSettings,
): INodeExecutionData {
	const pairedItem = { item: result.itemIndex };
	switch (result.is) {
		case 'passedThrough':
			return { ...result.input, json: passedThroughJson(context, result), pairedItem };
		case 'failed': {
			const json = failedJson(context, result, settings);
			return withBinary({ json, pairedItem }, result.input?.binary);
		}
		case 'finished':
			return withBinary({ json: taskItemJson(result, settings), pairedItem }, result.files);
		case 'open':
			return { json: taskItemJson(result, settings), pairedItem };
	}
}

function withBinary(item: INodeExecutionData, binary?: IBinaryKeyData): INodeExecutionData {
	return binary ? { ...item, binary } : item;
}

/** The JSON of an item that is not about a task: in the error output, an item may have nothing but the error. */
function passedThroughJson(context: ItemContext, { input }: PassedThroughItem): IDataObject {
	const json = input?.json ?? {};
	return hasErrorOutput(context) ? pick(json, ['error', 'message', 'details']) : json;
}

/** The JSON of an item with its task, over the fields of the input. */
function taskItemJson(
	result: OpenItem | FinishedItem,
	{ simple, includeInput }: FieldSettings,
): IDataObject {
	const task = taskJson(withCredits(result.task, result.cost), simple);
	return includeInput ? defaults(task, inputFields(result)) : task;
}

/** The JSON of an item with an error: what happened, its task in the details, and the input. */
function failedJson(
	context: ItemContext,
	result: FailedItem,
	{ includeInput }: FieldSettings,
): IDataObject {
	const { error, task, itemIndex, cost } = result;
	const ofTask = task ? taskJson(withCredits(task, cost), true) : {};
	const failed: FailedJson = {
		error: toNodeError(context.getNode(), error, itemIndex).message,
		details: { ...ofTask, ...errorDetails(error) },
	};
	// In the error output, n8n itself adds the fields of the input.
	if (hasErrorOutput(context)) {
		return errorOutputJson(failed, factsOf(error).taskId !== undefined);
	}
	const input = includeInput ? inputFields(result) : {};
	return { ...input, ...failed };
}

/** A task with its credits, where their price is published and the charged length is known. */
function withCredits(task: Task, cost: Cost | undefined): Task {
	if (cost === undefined || isFailure(task)) return task;
	const estimatedCredits = creditsOf(cost, task.durationSeconds);
	if (estimatedCredits === undefined) return task;
	return { ...task, estimatedCredits };
}

/**
 * The fields of an input item that stay beside those of the output: none of an earlier error or of another task, and beside a
 * new task no files.
 */
function inputFields(result: Exclude<ItemResult, PassedThroughItem>): IDataObject {
	const json = result.input?.json ?? {};
	const fields: IDataObject = omit(json, 'error');
	if (json.error) delete fields.details;
	const isSameTask = isAsInput(result);
	if (result.is !== 'failed' && !isSameTask) delete fields[FILES_IN_JSON];
	// A table has an empty ID for a row without a task.
	const hasTask = plainText(fields.taskId) !== '';
	const isTaskOfError = result.is === 'failed' && fields.taskId === result.task?.taskId;
	if (!hasTask || isSameTask || isTaskOfError) return fields;
	return omit(fields, [...TASK_FIELDS, WAITING_SINCE]);
}

/**
 * The item of a result where the node cannot fail any more, as after a pause. An item with an error goes to the error output,
 * where the node has one. Without it, the task is output: with the error where its files are missing, and without where the
 * task itself has failed, which its state tells.
 */
export function settledItem(
	context: Pick<FunctionsBase, 'getNode' | 'getTimezone'>,
	result: ItemResult,
	settings: OutputSettings,
): INodeExecutionData {
	const task = taskOf(result);
	if (!task) return outputItem(context, result, settings);
	const ownError = result.is === 'failed' ? result.error : undefined;
	const isTaskError = isFailure(task) && settings.onTaskFailure === 'fail';
	const error = isTaskError ? taskError(context, task) : ownError;
	if (error !== undefined && hasErrorOutput(context)) {
		return outputItem(context, failedItem(result, error), settings);
	}
	if (result.is !== 'failed') return outputItem(context, result, settings);
	const delivered: FinishedItem = { ...result, is: 'finished', task };
	const item = outputItem(context, delivered, settings);
	item.json.error = errorText(ownError);
	return item;
}

/** Whether an item of a paused execution stands for a task that is still open. */
export function isAwaited({ json }: INodeExecutionData): boolean {
	return json.state === 'inProgress' && json.taskId !== undefined && json.error === undefined;
}
