import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { UploadedFile } from '../shared/files/upload/uploadJob';
import { expiryOf } from '../shared/files/fileStatus';
import { fileStatusWords } from '../shared/service/fileStatus';
import type { FileRecord } from '../shared/service/files';

/**
 * The output item of an uploaded file.
 *
 * @param simple leaves the service's own record out
 */
export function fileItem(
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
