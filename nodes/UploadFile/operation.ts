import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { expiryOf } from '../shared/files/review';
import type { UploadedFile } from '../shared/files/storage';
import { recordOf, uploadOnce } from '../shared/files/upload';
import { errorItem, runError } from '../shared/run/output';
import { othersNote, prepareAll, throwFirstError, type PreparedItem } from '../shared/run/prepare';
import { clientOf } from '../shared/service/client';
import { type FileRecord, fileStatusWords } from '../shared/service/files';
import { mapConcurrent } from '../shared/util/async';
import { prepareUpload, type Upload } from './request';

/**
 * The output item of an uploaded file.
 *
 * @param simple leaves the service's own record out
 */
function fileItem(
	{ fileId, url, key, fileName, mimeType, bytes, purpose, uploadedAt }: UploadedFile,
	record: FileRecord,
	itemIndex: number,
	simple: boolean,
): INodeExecutionData {
	const json: IDataObject = {
		fileId,
		url,
		...(key === undefined ? {} : { key }),
		fileName,
		...(mimeType === undefined ? {} : { mimeType }),
		bytes,
		purpose,
		status: fileStatusWords(record.status),
		expiresAt: expiryOf(record.create_time) ?? expiryOf(uploadedAt / 1000),
		...(simple ? {} : { raw: record.raw }),
	};
	return { json, pairedItem: { item: itemIndex } };
}

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
	if (stopOnError) throwFirstError(context, prepared, othersNote(prepared, 'uploaded'));

	const halt = new AbortController();
	const client = await clientOf(context);
	const finish = async (prepared: PreparedItem<Upload>): Promise<INodeExecutionData> => {
		const { itemIndex } = prepared;
		try {
			if ('error' in prepared) return errorItem(context, prepared.error, itemIndex);
			const { ref, purpose, settings, simple } = prepared.request;
			const item = { context, itemIndex, client, halt: stopOnError ? halt : undefined };
			const file = await uploadOnce(item, ref, purpose, settings);
			return fileItem(file, await recordOf(item, file.fileId), itemIndex, simple);
		} catch (error) {
			if (!stopOnError && !client.signal?.aborted) return errorItem(context, error, itemIndex);
			throw runError(context, error, itemIndex);
		}
	};
	return await mapConcurrent(prepared, finish, { haltOnError: halt });
}
