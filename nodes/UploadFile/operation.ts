import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { errorItem } from '../shared/output/taskItems';
import { prepareAll, throwFirstError, type PreparedItem } from '../shared/run/prepareItems';
import { clientOf } from '../shared/run/runSubmit';
import { toNodeError } from '../shared/service/nodeError';
import { runAll } from '../shared/util/runAll';
import { prepareUpload, type Upload } from './request';
import { fileItem } from './output';
import { recordOf, uploadOnce } from '../shared/files/upload/uploadOnce';

/**
 * Uploads the file of every input item: all items are checked before anything is sent, then some are sent at
 * once. When one fails, uploads in progress are completed, so that 'Retry On Fail' does not send them again.
 *
 * @returns one item per input item, in their order
 * @throws NodeOperationError when an item fails and the workflow is to stop on errors
 */
export async function uploadAll(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const stopOnError = !context.continueOnFail();
	const prepared = await prepareAll(context, (itemIndex) => prepareUpload(context, itemIndex));
	if (stopOnError) throwFirstError(context, prepared);

	const halt = new AbortController();
	const client = await clientOf(context);
	const finish = async (prepared: PreparedItem<Upload>): Promise<INodeExecutionData> => {
		const { itemIndex } = prepared;
		try {
			if ('error' in prepared) return errorItem(context, prepared.error, itemIndex);
			const { choice, purpose, settings, simple } = prepared.request;
			const item = { context, itemIndex, client, halt: stopOnError ? halt : undefined };
			const file = await uploadOnce(item, choice, purpose, settings);
			return fileItem(file, await recordOf(item, file.fileId), itemIndex, simple);
		} catch (error) {
			if (!stopOnError && !client.signal?.aborted) return errorItem(context, error, itemIndex);
			throw toNodeError(context.getNode(), error, itemIndex);
		}
	};
	return await runAll(prepared, finish, { haltOnError: halt });
}
