import { compact } from 'lodash';
import type { INodeProperties } from 'n8n-workflow';

import { problemOfNoValue } from '../shared/fields/field';
import { isCertainlyId } from '../shared/fields/ids';
import { optionValue } from '../shared/fields/options';
import { PackError } from '../shared/util/errors';
import { listInJson } from '../shared/util/looseJson';
import { formatValue } from '../shared/util/quote';
import { getTaskMessages } from './getTask.messages';

/* The ID of a task, as the user entered it or an expression gave it. */

/**
 * A field by whose rules an ID is read, whether it stands in 'Task ID' or in an item: quotes, the name of the field and
 * whatever else comes along with an ID are left out. Unlike 'Task ID' itself, it is not required, because an item
 * without an ID may have an error instead, which is passed on.
 */
const anyTaskId: INodeProperties = {
	displayName: 'Task ID',
	name: 'taskId',
	type: 'resourceLocator',
	default: '',
};

/**
 * Reads what stands in the field 'Task ID', or in the `taskId` of an item.
 *
 * @returns the ID without spaces around it; empty for none
 * @throws PackError when it cannot be the ID of one task
 */
export function enteredTaskId(given: unknown): string {
	if (namesSeveralTasks(given)) throw new PackError(getTaskMessages.severalIds(formatValue(given)));
	const taskId = optionValue(anyTaskId, given) ?? '';
	// A text may stand for no value, such as "[object Object]" or "undefined".
	const problem = problemOfNoValue(taskId, "'Task ID'");
	if (problem) throw new PackError(problem);
	const isUrl = /^https?:\/\//i.test(taskId);
	if (isUrl) throw new PackError(getTaskMessages.idIsUrl);
	return taskId;
}

/** Whether a value holds several IDs: a list, a list as JSON, or IDs in a row, such as "1001201, 1001202". */
function namesSeveralTasks(given: unknown): boolean {
	if (Array.isArray(given)) return given.length > 1;
	if (typeof given !== 'string') return false;
	// Undefined for a text that is no list in JSON.
	const listed = listInJson(given);
	if (listed) return listed.length > 1;
	const words = compact(given.split(/[\s,;|]+/));
	// Each word has to be an ID: in a sentence such as "Task 1001201 is done", the others are none.
	return words.length > 1 && words.every(isCertainlyId);
}
