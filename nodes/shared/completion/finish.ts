import type { FunctionsBase, INodeExecutionData } from 'n8n-workflow';

import type { FileContext } from '../files/webFile';
import { taskJson } from '../tasks/task';
import { errorJson } from './items';
import { withResultFiles } from './resultFiles';
import type { OutputSettings } from './settings';

/**
 * Puts the result files into items that a callback brings, if the user wants them. As the node cannot fail any
 * more by then, a file that cannot be fetched makes an item with an error.
 */
export async function withFilesOf(
	context: FileContext & Pick<FunctionsBase, 'getNode'>,
	items: INodeExecutionData[],
	{ simple, downloadField }: OutputSettings,
	signal?: AbortSignal,
): Promise<INodeExecutionData[]> {
	return await withResultFiles(context, items, {
		downloadField,
		signal,
		fail(error, itemIndex, task) {
			const json = errorJson(context, error, itemIndex, task);
			const alone = context.getNode().onError === 'continueErrorOutput';
			return {
				json: alone ? json : { ...taskJson(task, simple), error: json.error },
				pairedItem: { item: itemIndex },
			};
		},
	});
}
