import { compact, upperFirst } from 'lodash';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { pathLabel } from '../api/paths';
import type { FileContext } from '../files/webResponse';
import { type ItemResult, taskOf } from '../model/itemResult';
import { isFinal, taskIn } from '../model/task';
import { pathOf, type TaskKind } from '../model/taskKind';
import { type OutputSettings, settledItem } from '../output/outputItem';
import { finishedNote } from '../output/taskErrors';
import { kinds } from '../tasks/kinds';
import { inOneText } from '../util/text';
import type { DownloadContext } from './downloads';
import { completionMessages } from './completionMessages';
import { type ResultFiles, withResultFiles } from './resultFiles';

/*
 * The items of tasks that a callback or a trigger delivers, and of those that had ended before their node paused. As
 * no run of a node is left then that could fail, whatever is missing makes an item with an error.
 */

/** How items are delivered, and whether the service has confirmed their tasks. Both flags are false if not set. */
interface Delivery extends OutputSettings, Pick<ResultFiles, 'endsAt'> {
	/** Whether only a callback reports the tasks, so that anybody may have written the addresses of their files. */
	isUnconfirmed?: boolean;
	/** Whether the node could ask the service about its tasks, but is set not to. */
	canVerify?: boolean;
}

/**
 * The items of tasks that a callback or a trigger delivers, with their files, if the user wants them. Files of tasks
 * that the service has not confirmed are not downloaded; if the user wants them, the log says so.
 *
 * @returns one item for each result, in their order. Where a result has failed, or its files did not arrive, its item
 *   has an error
 * @throws CancelledError when the execution is stopped
 */
export async function deliverItems(
	context: DownloadContext,
	results: ItemResult[],
	delivery: Delivery,
): Promise<INodeExecutionData[]> {
	const { isUnconfirmed = false, canVerify = false, downloadField, endsAt } = delivery;
	let delivered = results;
	if (!isUnconfirmed) {
		delivered = await withResultFiles(context, results, { downloadField, endsAt });
	} else if (downloadField !== undefined) {
		warnOfFiles(context, results, canVerify);
	}
	// The node cannot fail any more, so `settledItem` makes an item of each result, also of one that has failed.
	return delivered.map((result) => settledItem(context, result, delivery));
}

/**
 * Writes into the log which tasks have files that are not downloaded, and how the user gets these files.
 *
 * @param canVerify whether the node could ask the service about its tasks, but is set not to
 */
function warnOfFiles({ logger }: FileContext, results: ItemResult[], canVerify: boolean): void {
	for (const result of results) {
		const task = taskOf(result);
		const urls = task?.outputUrls ?? [];
		const hasFiles = task?.state === 'succeeded' && urls.length > 0;
		if (!hasFiles) continue;
		const ways = waysToFiles(kinds[task.taskKind], canVerify);
		const advice = upperFirst(ways.join(', or '));
		logger.warn(completionMessages.filesNotConfirmed(task.taskId, advice));
	}
}

/**
 * The ways by which the user gets the files of a kind of task, each in words that stand behind "or": what to turn on
 * or enter so that the service confirms the files, where that is possible; and a download in another node.
 *
 * @param kind undefined for one that this version of the pack does not know
 * @param canVerify whether the node could ask the service about its tasks, but is set not to
 */
function waysToFiles(kind: TaskKind | undefined, canVerify: boolean): string[] {
	const { turnOnVerify, enterPath, downloadElsewhere } = completionMessages;
	const mayBeAsked = kind !== undefined && kind.asked !== 'never';
	const path = kind && pathOf(kind);
	// What the user has to do so that the service confirms the files.
	const toConfirm: string[] = [];
	if (mayBeAsked && canVerify) toConfirm.push(turnOnVerify);
	if (path) toConfirm.push(enterPath(pathLabel(path)));
	// An empty text, where nothing makes the service confirm them, is left out.
	return compact([toConfirm.join(' and '), downloadElsewhere]);
}

/**
 * An item as n8n outputs it where a pause reaches its time limit. An open task is marked as timed out. A finished
 * task whose files were to be downloaded at the callback is marked as well, and its item gets an error. Any other
 * item, also one without a task or with an error, stays as it is.
 *
 * @param item as the node has output it when it paused; it is not changed
 */
export function itemAtTimeLimit(
	item: INodeExecutionData,
	{ downloadField }: OutputSettings,
): INodeExecutionData {
	const task = taskIn(item.json);
	if (!task) return item;
	// Nothing is downloaded before the callback, so none of these files has arrived. An open task has no addresses.
	const hasFilesToDownload = downloadField !== undefined && task.outputUrls !== undefined;
	const isComplete = isFinal(task) && !hasFilesToDownload;
	if (isComplete) return item;
	const json: IDataObject = { ...item.json, timedOut: true };
	if (hasFilesToDownload) {
		const { title, advice } = completionMessages.filesTooLate;
		json.error = `${inOneText(title, advice)} ${finishedNote(task)}`;
	}
	return { ...item, json };
}
