import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { errorItem } from '../../shared/completion/items';
import { prepareAll, throwFirstError, type PreparedItem } from '../../shared/completion/prepared';
import { clientOf } from '../../shared/completion/run';
import { toNodeError } from '../../shared/service/nodeError';
import { prepareUpload, type Upload } from './prepare';
import { fileItem } from './output';
import { uploadOnce } from '../../shared/files/uploads';
import { getFile } from '../../shared/service/files';

/**
 * Uploads the file of every input item: all items are checked before anything is sent, then some are sent at
 * once.
 *
 * @returns one item per input item, in their order
 * @throws NodeOperationError when an item fails and the workflow is to stop on errors
 */
export async function uploadAll(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const stopOnError = !context.continueOnFail();
	const prepared = prepareAll(context, (itemIndex) => prepareUpload(context, itemIndex));
	if (stopOnError) throwFirstError(context, prepared);

	const halt = new AbortController();
	const ofNode = await clientOf(context);
	const client = ofNode.until(halt.signal);
	let first: Error | undefined;
	const finish = async (item: PreparedItem<Upload>): Promise<INodeExecutionData> => {
		const { itemIndex } = item;
		try {
			if ('error' in item) return errorItem(context, item.error, itemIndex);
			const { choice, purpose, settings, simple } = item.request;
			const file = await uploadOnce({ context, itemIndex, client }, choice, purpose, settings);
			return fileItem(file, await getFile(client, file.fileId), itemIndex, simple);
		} catch (error) {
			if (!stopOnError && !ofNode.signal?.aborted) return errorItem(context, error, itemIndex);
			first ??= toNodeError(context.getNode(), error, itemIndex);
			halt.abort();
			return { json: {}, pairedItem: { item: itemIndex } };
		}
	};
	const items = await Promise.all(prepared.map(finish));
	if (first) throw first;
	return items;
}
