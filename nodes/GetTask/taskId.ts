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
	const entered = enteredId(idIn(given, 'taskId'), 'Task ID');
	const problem = problemOfNoValue(entered, "'Task ID'");
	if (problem?.is === 'broken') throw new PackError(problem.message);
	if (/^https?:\/\//i.test(entered)) throw new PackError(getTaskMessages.idIsUrl);
	return entered;
}

/** Whether a value holds several IDs: a list, a list as JSON, or IDs in a row, such as "1001201, 1001202". */
function namesSeveralTasks(given: unknown): boolean {
	if (Array.isArray(given)) return given.length > 1;
	if (typeof given !== 'string') return false;
	const listed = listInJson(given);
	if (listed) return listed.length > 1;
	const words = given.split(/[\s,;|]+/).filter((word) => word !== '');
	// A sentence with an ID in it has other words, too.
	return words.length > 1 && words.every(isCertainlyId);
}
