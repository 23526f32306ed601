import { problemOfNoValue } from '../shared/fields/field';
import { idIn, isCertainlyId } from '../shared/fields/ids';
import { enteredId } from '../shared/output/settings';
import { PackError } from '../shared/util/errors';
import { listInJson } from '../shared/util/looseJson';
import { formatValue } from '../shared/util/quote';
import { getTaskMessages } from './getTask.messages';

/* The ID of a task, as the user entered it or an expression gave it. */

/**
 * Reads what stands in the field 'Task ID', or in the `taskId` of an item.
 *
 * @returns the ID without spaces around it; empty for none
 * @throws PackError when it cannot be the ID of one task
 */
export function enteredTaskId(given: unknown): string {
	if (namesSeveralTasks(given)) throw new PackError(getTaskMessages.severalIds(formatValue(given)));
	// Leaves out quotes, names and whatever else people paste along with an ID.
	const pasted = idIn(given, 'taskId');
	const taskId = enteredId(pasted, 'Task ID');
	// That the text is no value, such as "[object Object]" or "undefined"; such a problem always has its own message.
	const problem = problemOfNoValue(taskId, "'Task ID'");
	if (problem?.is === 'broken') throw new PackError(problem.message);
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
	const words = given.split(/[\s,;|]+/).filter((word) => word !== '');
	// Each word has to be an ID: in a sentence such as "Task 1001201 is done", the others are none.
	return words.length > 1 && words.every(isCertainlyId);
}
