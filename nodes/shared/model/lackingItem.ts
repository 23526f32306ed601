import { get } from 'lodash';
import type { IDataObject } from 'n8n-workflow';

import { quote } from '../util/quote';
import { plainText, withFullStop } from '../util/text';
import { itemMessages } from './itemMessages';

/**
 * Why an item lacks a file or another value that an earlier node should have given it, as a sentence for the user: that
 * node has failed, or its task has no result. Undefined for an item that says neither.
 */
export function reasonOfLack(json: IDataObject): string | undefined {
	const error = errorOfItem(json);
	if (error !== undefined) return withFullStop(itemMessages.itemHasError(quote(error)));
	// Without the ID of a task, the state is a column of the user.
	if (plainText(json.taskId) === '') return undefined;
	switch (json.state) {
		case 'inProgress':
			return itemMessages.taskInProgress;
		case 'failed':
		case 'cancelled':
			return withFullStop(itemMessages.endedWithoutResult(quote(plainText(json.errorMessage))));
		default:
			return undefined;
	}
}

/**
 * The error with which an item failed before, which n8n gives as a text or as an object with a message; undefined for
 * an item without one.
 */
function errorOfItem({ error }: IDataObject): string | undefined {
	const text: unknown = typeof error === 'string' ? error : get(error, 'message');
	const hasError = typeof text === 'string' && text !== '';
	return hasError ? text : undefined;
}
