import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { FileContext } from '../files/webResponse';
import { type ItemResult, taskOf } from '../model/itemResult';
import { isFinal, taskIn } from '../model/task';
import { type OutputSettings, settledItem } from '../output/outputItem';
import { finishedNote } from '../output/taskErrors';
import { inOneText } from '../util/text';
import type { DownloadContext } from './downloads';
import { completionMessages } from './completionMessages';
import { type ResultFiles, withResultFiles } from './resultFiles';

/*
 * The items of tasks that a callback or a trigger delivers, and of those that had ended before their node paused. As
 * no run of a node is left then that could fail, whatever is missing makes an item with an error.
 */

/** How items are delivered, and whether the service has confirmed their tasks. */
interface Delivery extends OutputSettings, Pick<ResultFiles, 'endsAt'> {
	/**
	 * Whether only a callback reports the tasks, so that anybody may have written the addresses of their files; false if
	 * not set.
	 */
	isUnconfirmed?: boolean;
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
	const { isUnconfirmed = false, downloadField, endsAt } = delivery;
	let delivered = results;
	if (!isUnconfirmed) {
		delivered = await withResultFiles(context, results, { downloadField, endsAt });
	} else if (downloadField !== undefined) {
		warnOfFiles(context, results);
	}
	// The node cannot fail any more, so `settledItem` makes an item of each result, also of one that has failed.
	return delivered.map((result) => settledItem(context, result, delivery));
}

/** Writes into the log which tasks have files that are not downloaded, and how the user gets these files. */
function warnOfFiles({ logger }: FileContext, results: ItemResult[]): void {
	for (const result of results) {
		const task = taskOf(result);
		const urls = task?.outputUrls ?? [];
		const hasFiles = task?.state === 'succeeded' && urls.length > 0;
		if (hasFiles) logger.warn(completionMessages.filesNotConfirmed(task.taskId));
	}
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
