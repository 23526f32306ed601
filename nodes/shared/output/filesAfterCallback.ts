import type { FunctionsBase, IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { FileContext } from '../files/webFile';
import { taskJson, type Task } from '../tasks/task';
import { errorJson } from './taskItems';
import { withResultFiles } from './resultFiles';
import type { OutputSettings } from './settings';

type FinishContext = FileContext & Pick<FunctionsBase, 'getNode'>;

/**
 * Puts the result files into items that a callback brings, if the user wants them. As the node cannot fail any
 * more by then, a file that cannot be fetched makes an item with an error.
 */
export async function withFilesOf(
	context: FinishContext,
	items: INodeExecutionData[],
	settings: OutputSettings,
	signal?: AbortSignal,
): Promise<INodeExecutionData[]> {
	return await withResultFiles(context, items, {
		downloadField: settings.downloadField,
		signal,
		fail: (error, itemIndex, task) => withoutFiles(context, error, itemIndex, task, settings),
	});
}

/**
 * The same for tasks of which only a callback tells: anybody may have written its addresses, so none of them is
 * opened.
 */
export function withoutFilesOf(
	context: FinishContext,
	items: INodeExecutionData[],
	settings: OutputSettings,
): INodeExecutionData[] {
	if (settings.downloadField === undefined) return items;
	return items.map((item) => {
		const task = item.json as unknown as Task;
		if (task.state !== 'succeeded' || !task.outputUrls?.length) return item;
		context.logger.warn(`The files of task ${task.taskId} are not fetched. ${UNCONFIRMED}`);
		const { item: itemIndex } = item.pairedItem as { item: number };
		return withoutFiles(context, new Error(UNCONFIRMED), itemIndex, task, settings);
	});
}

const UNCONFIRMED =
	"'Download Result' only opens addresses that the service itself has just given. It was not asked about this task: switch 'Verify With Service' on, or enter the 'Person Detail Path' in the credential; else open 'outputUrls' in another node";

/** With the advice, which an item without `details` has no other place for. */
function inOneText({ error, details }: IDataObject): string {
	const { description } = details as IDataObject;
	return [error, description].filter(Boolean).join('. ');
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
		json: alone ? json : { ...taskJson(task, simple), error: inOneText(json) },
		pairedItem: { item: itemIndex },
	};
}
