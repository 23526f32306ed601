import { compact, upperFirst } from 'lodash';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { pathLabel } from '../api/paths';
import type { FileContext } from '../files/web';
import { type ItemResult, taskOf } from '../model/itemResult';
import { isFinal, taskIn } from '../model/task';
import { pathOf } from '../model/taskKind';
import { type OutputSettings, settledItem } from '../output/outputItem';
import { finishedNote } from '../output/taskErrors';
import { kinds } from '../tasks/kinds';
import { inOneText } from '../util/text';
import type { DownloadContext } from './downloads';
import { completionMessages } from './completionMessages';
import { type ResultFiles, withResultFiles } from './resultFiles';

/*
 * The items of tasks that a callback or a trigger delivers. No node runs any more then that could fail.
 */

/** How items are delivered, and of which kind of call. */
interface Delivery extends OutputSettings, Pick<ResultFiles, 'endsAt'> {
	/** Only a callback reports the tasks, so anybody may have written their addresses. */
	isUnconfirmed?: boolean;
	/** Whether the node could ask the service about its tasks, but is set not to. */
	canVerify?: boolean;
}

/**
 * The items of tasks that a callback or a trigger delivers, with their files, if the user wants
 * them. The node cannot fail any more by then, so a missing file makes an item with an error.
 *
 * @throws CancelledError when the execution is stopped
 */
export async function settledItems(
	context: DownloadContext,
	results: ItemResult[],
	delivery: Delivery,
): Promise<INodeExecutionData[]> {
	const { isUnconfirmed, canVerify, downloadField, endsAt } = delivery;
	if (isUnconfirmed && downloadField !== undefined) warnOfFiles(context, results, canVerify);
	const complete = isUnconfirmed
		? results
		: await withResultFiles(context, results, { downloadField, endsAt });
	return complete.map((result) => settledItem(context, result, delivery));
}

/** Says in the log what to do about files of tasks that were not confirmed. */
function warnOfFiles({ logger }: FileContext, results: ItemResult[], canVerify?: boolean): void {
	for (const task of results.flatMap((result) => taskOf(result) ?? [])) {
		if (task.state !== 'succeeded' || !task.outputUrls?.length) continue;
		const kind = kinds[task.taskKind];
		const { turnOnVerify, enterPath, downloadElsewhere, filesNotConfirmed } = completionMessages;
		const verify = kind && kind.asked !== 'never' && canVerify && turnOnVerify;
		const path = kind && pathOf(kind);
		const enter = path && enterPath(pathLabel(path));
		const steps = compact([verify, enter]).join(' and ');
		const advice = compact([steps, downloadElsewhere]).join(', or ');
		logger.warn(filesNotConfirmed(task.taskId, upperFirst(advice)));
	}
}

/** An item at the time limit of a pause: an open task has timed out, and files have not arrived. */
export function atTimeLimit(item: INodeExecutionData, { downloadField }: OutputSettings) {
	const task = taskIn(item.json);
	if (!task) return item;
	const lacksFiles = downloadField !== undefined && task.outputUrls !== undefined;
	if (isFinal(task) && !lacksFiles) return item;
	const json: IDataObject = { ...item.json, timedOut: true };
	if (lacksFiles) {
		const { title, advice } = completionMessages.filesTooLate;
		json.error = `${inOneText(title, advice)} ${finishedNote(task)}`;
	}
	return { ...item, json };
}
