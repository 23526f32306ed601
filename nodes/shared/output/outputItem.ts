import { defaults, omit, pick, round } from 'lodash';
import type { FunctionsBase, IBinaryKeyData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import {
	type Cost,
	type FailedItem,
	failedItem,
	type FinishedItem,
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
	onTaskFailure: 'fail' | 'output';
	simple: boolean;
	/** Output field for the first result file; undefined for none. */
	downloadField?: string;
	includeInput?: boolean;
}

/** Since when a task is awaited in a loop, as ISO 8601: a field of the items in it. */
export const WAITING_SINCE = 'waitingSince';

type ItemContext = Pick<FunctionsBase, 'getNode'>;

/** Those of the settings that say which fields an item has. */
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
		case 'failed':
			return addFiles(
				{ json: failedJson(context, result, settings), pairedItem },
				result.input?.binary,
			);
		case 'finished':
			return addFiles({ json: deliveredJson(result, settings), pairedItem }, result.files);
		case 'open':
			return { json: deliveredJson(result, settings), pairedItem };
	}
}

function addFiles(item: INodeExecutionData, binary?: IBinaryKeyData): INodeExecutionData {
	return binary ? { ...item, binary } : item;
}

/** The JSON of an item that is not about a task: in the error output, an item may have nothing but the error. */
function passedThroughJson(context: ItemContext, { input }: PassedThroughItem): IDataObject {
	const json = input?.json ?? {};
	return hasErrorOutput(context) ? pick(json, ['error', 'message', 'details']) : json;
}

/** The JSON of an item with its task, over the fields of the input. */
function deliveredJson(
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
	const ofTask = task === undefined ? {} : taskJson(withCredits(task, cost), true);
	const failed: FailedJson = {
		error: toNodeError(context.getNode(), error, itemIndex).message,
		details: { ...ofTask, ...errorDetails(error) },
	};
	// There, n8n itself adds the fields of the input.
	if (hasErrorOutput(context)) {
		return errorOutputJson(failed, factsOf(error).taskId !== undefined);
	}
	return includeInput ? { ...inputFields(result), ...failed } : { ...failed };
}

/** A task with its credits, where their price is published and the charged length is known. */
function withCredits(task: Task, cost: Cost | undefined): Task {
	if (cost === undefined || isFailure(task)) return task;
	const { durationSeconds = NaN } = task;
	const credits = cost.creditA ?? cost.perSecond.creditA * durationSeconds;
	return Number.isFinite(credits) ? { ...task, estimatedCredits: round(credits, 2) } : task;
}

/**
 * The fields of an input item that stay beside those of the output: none of an earlier error or of another task, and beside a
 * new task no files.
 */
function inputFields(result: Exclude<ItemResult, PassedThroughItem>): IDataObject {
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
 * The item of a result where the node cannot fail any more, as after a pause: for the error output,
 * or else with the task, and with the error where its files are missing.
 */
export function settledItem(
	context: Pick<FunctionsBase, 'getNode' | 'getTimezone'>,
	result: ItemResult,
	settings: OutputSettings,
): INodeExecutionData {
	const task = taskOf(result);
	if (!task) return outputItem(context, result, settings);
	const fails = isFailure(task) && settings.onTaskFailure === 'fail';
	const ownError = result.is === 'failed' ? result.error : undefined;
	const error = fails ? taskError(context, task) : ownError;
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
