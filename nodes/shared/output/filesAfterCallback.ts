import upperFirst from 'lodash/upperFirst';
import type { FunctionsBase, IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { FileContext } from '../files/webFile';
import { createClient } from '../service/client';
import { detailPathLabel } from '../service/detailPaths';
import type { ServiceContext } from '../service/transport';
import { kinds } from '../tasks/kinds';
import { taskJson, type Task } from '../tasks/task';
import { throwIfStopped } from '../util/sleep';
import { inOneText } from '../util/text';
import { errorJson } from './taskItems';
import { withResultFiles, type ResultFiles } from './resultFiles';
import type { OutputSettings } from './settings';

type FinishContext = FileContext & Pick<FunctionsBase, 'getNode'> & ServiceContext;

/**
 * Puts the result files into items that a callback delivers, or the check of a trigger, if the user wants them. As the
 * node cannot fail any more by then, a file that cannot be downloaded makes an item with an error.
 *
 * @throws StoppedError when the execution is stopped
 */
export async function withFilesOf(
	context: FinishContext,
	items: INodeExecutionData[],
	settings: OutputSettings,
	limits: Pick<ResultFiles, 'signal' | 'endsAt'> = {},
): Promise<INodeExecutionData[]> {
	return await withResultFiles(context, items, {
		downloadField: settings.downloadField,
		...limits,
		connect: async () => await createClient(context),
		fail(error, itemIndex, task) {
			throwIfStopped(limits.signal);
			return withoutFiles(context, error, itemIndex, task, settings);
		},
	});
}

/**
 * The same for tasks that only a callback reports: anybody may have written its addresses, so none of them is
 * opened, and the items keep them as they are.
 *
 * @param canVerify the node could ask the service about its tasks, but is set not to
 */
export function withoutFilesOf(
	context: FinishContext,
	items: INodeExecutionData[],
	settings: OutputSettings,
	canVerify = false,
): INodeExecutionData[] {
	if (settings.downloadField === undefined) return items;
	for (const { json } of items) {
		const task = json as unknown as Task;
		if (task.state !== 'succeeded' || !task.outputUrls?.length) continue;
		context.logger.warn(
			`The result files of task ${task.taskId} were not downloaded, because only URLs that the service has just confirmed are opened. ${toGetFiles(task, canVerify)}`,
		);
	}
	return items;
}

/** What to do about files of a task that was not confirmed. */
function toGetFiles({ taskKind }: Task, canVerify: boolean): string {
	const kind = kinds[taskKind];
	const path = kind?.detailPath && `the '${detailPathLabel(kind.detailPath)}' in the credential`;
	const steps = [
		kind && canVerify ? "turn on 'Verify With Service'" : undefined,
		path && `enter ${path}`,
	].filter(Boolean);
	return upperFirst(
		[steps.join(' and '), "download 'outputUrls' in another node"].filter(Boolean).join(', or '),
	);
}

function withoutFiles(
	context: FinishContext,
	error: unknown,
	itemIndex: number,
	task: Task,
	{ simple }: OutputSettings,
): INodeExecutionData {
	const json = errorJson(context, error, itemIndex, task);
	const alone = context.getNode().onError === 'continueErrorOutput';
	return {
		json: alone ? json : { ...taskJson(task, simple), error: adviceIncluded(json) },
		pairedItem: { item: itemIndex },
	};
}

/** The whole text of an error, for an item without `details`. */
function adviceIncluded({ error, details }: IDataObject): string {
	return inOneText(String(error), (details as { description?: string }).description);
}
