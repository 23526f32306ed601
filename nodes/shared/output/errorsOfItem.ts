import { compact, groupBy } from 'lodash';

import { type FailedItem, type ItemResult, taskOf } from '../model/itemResult';
import { PackError, wordsOf } from '../util/errors';
import { shortList } from './items';
import { factsOf, withNote } from './nodeError';
import { outputMessages } from './outputMessages';

/*
 * The errors of an input item that has several tasks: several videos of a long text, or several languages.
 */

/**
 * The results with one error at most for each input item: its first one, which names the others.
 *
 * That is for an output with errors that leads back to the node: there, each item with an error is the whole input item
 * again, so that several of them would be submitted as often.
 */
export function withOneErrorOfItem(results: readonly ItemResult[]): ItemResult[] {
	const failed = results.filter(isFailed);
	const ofItems = groupBy(failed, 'itemIndex');
	return results.flatMap((result): ItemResult[] => {
		if (!isFailed(result)) return [result];
		const [first, ...others] = ofItems[result.itemIndex] ?? [];
		if (result !== first) return [];
		return [others.length === 0 ? result : withOthers(result, others)];
	});
}

function isFailed(result: ItemResult): result is FailedItem {
	return result.is === 'failed';
}

/** A failed result whose error also names others of its input item, with the IDs of their tasks. */
function withOthers(first: FailedItem, others: readonly FailedItem[]): FailedItem {
	const errors = others.map((other) => {
		const { title } = wordsOf(other.error);
		const taskId = taskOf(other)?.taskId ?? factsOf(other.error).taskId;
		return taskId === undefined ? title : outputMessages.errorOfTask(title, taskId);
	});
	const { error } = first;
	const notes = [factsOf(error).note, outputMessages.furtherErrors(shortList(errors))];
	const note = compact(notes).join(' ');
	return {
		...first,
		error: error instanceof PackError ? error.with({ note }) : withNote(error, note),
	};
}
