import type { FunctionsBase, IDataObject } from 'n8n-workflow';

import { isFinal, taskIn } from '../model/task';
import { routesErrorDetails } from '../n8n/versions';
import { isObject } from '../util/json';
import { plainText } from '../util/text';
import { outputMessages } from './outputMessages';

/*
 * The second output of a node, which it has where the user chose 'Continue (using error output)' in 'On Error'.
 */

/** Whether the node has an error output. */
export function hasErrorOutput(context: Pick<FunctionsBase, 'getNode'>): boolean {
	return context.getNode().onError === 'continueErrorOutput';
}

/** The fields by which an item that failed says so: the title of its error, and what else is known of it. */
export interface FailedJson {
	error: string;
	details: { description?: string; taskId?: string } & IDataObject;
}

/**
 * The json by which n8n takes an item for the error output: with `error` and `details`. Before n8n 2.36, it takes no
 * item that has other fields than `error` and `message`, so what else there is to say then stands in the message.
 *
 * @param namesTask whether the words of the error name the task already, so that its ID is not added to the message
 * @param routesDetails whether n8n takes an item with `details`, too; if not set, the n8n that is running decides
 */
export function errorOutputJson(
	{ error, details }: FailedJson,
	namesTask: boolean,
	routesDetails = routesErrorDetails(),
): IDataObject {
	if (routesDetails) return { error, details };
	const { description, taskId } = details;
	const sentences: string[] = [];
	if (description) sentences.push(description);
	// The details are left out here, and so the ID of the task would be lost with them.
	if (taskId && !namesTask) sentences.push(outputMessages.taskId(taskId));
	if (sentences.length === 0) return { error };
	return { error, message: sentences.join(' ') };
}

/**
 * What an input item says of an error that a node of this pack has output. A column `error` in a row of the user is no
 * such error.
 */
type ReportedError =
	| { is: 'none' }
	/** The node has said more of it, such as its task. */
	| { is: 'withDetails'; details: IDataObject }
	/** The node has said no more, as before n8n 2.36. The other fields of the item are those of the node's input. */
	| { is: 'besideInput' }
	/** The node could not fail any more, as after a pause. Beside it stand the fields of its task, which has finished. */
	| { is: 'besideTask' };

/**
 * The error that an item reports, whether it has left a node of this pack by the error output or by another one.
 *
 * @param routesDetails as for `errorOutputJson`: an n8n that takes no `details` has a `message` in their place
 */
export function reportedError(
	{ error, ...json }: IDataObject,
	routesDetails = routesErrorDetails(),
): ReportedError {
	if (typeof error !== 'string' || error === '') return { is: 'none' };
	const { message, details } = json;
	if (isObject(details)) return { is: 'withDetails', details: details as IDataObject };
	// In this form, `errorOutputJson` writes an error for an n8n that takes no details.
	if (!routesDetails && typeof message === 'string') return { is: 'besideInput' };
	// In this form, `settledItem` writes it where there is no error output. Beside an open task, it is that of another
	// node.
	const task = taskIn(json);
	return { is: task && isFinal(task) ? 'besideTask' : 'none' };
}

/** The ID of the task that the error of an item is about; undefined where the item reports none, or names no task. */
export function taskIdOfError(json: IDataObject): string | undefined {
	const reported = reportedError(json);
	switch (reported.is) {
		case 'withDetails':
			return plainText(reported.details.taskId) || undefined;
		case 'besideTask':
			return plainText(json.taskId);
		case 'besideInput':
			// Before n8n 2.36, the error output has no details, and so no ID of the task.
			return undefined;
		case 'none':
			return undefined;
	}
}
