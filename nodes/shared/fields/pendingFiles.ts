import cloneDeep from 'lodash/cloneDeep';
import set from 'lodash/set';
import type { IDataObject } from 'n8n-workflow';

import type { FileIdRef, FileRef, FileUse } from '../files/fileRef';
import type { Purpose } from '../files/purposes';
import { type FileById, type FileItem, planUpload, requireFile, uploadOnce } from '../files/upload';
import { asError } from '../util/async';
import { toWebAddress } from '../util/url';

/** A file that has to be made ready before the request can be sent. */
export interface PendingFile {
	ref: FileRef;
	use: FileUse;
	/** Place in the request body, such as `file_id` or `ref_resources[1].url`. */
	path: string;
	/** What goes there: the file's id, or the address at which it can be read. */
	as: 'id' | 'url';
}

/** A file that would be uploaded. */
export interface PlannedUpload {
	/** Place in the request body that gets its id or address. */
	field: string;
	/** The file in words, which stands there in the meantime. */
	file: string;
	fileName: string;
	/** Where it is known without reading the whole file. */
	bytes?: number;
	purpose: Purpose;
}

/** An item whose files are made ready. */
export interface PendingItem extends FileItem {
	/** Only notes here what would be uploaded, instead of uploading it. */
	uploads?: PlannedUpload[];
}

/** The files of a request that were chosen by their IDs. */
export function filesById(files: readonly PendingFile[]): FileById[] {
	return files.flatMap(({ ref, use }) => (ref.source === 'fileId' ? [{ ref, use }] : []));
}

/**
 * Makes the files of a request ready: uploads them, and waits until the service can use them. When one fails, the others
 * are still completed: none continues unseen, and 'Retry On Fail' need not send them again.
 *
 * @returns the body with their ids and addresses
 * @throws Error in words for the user, ServiceError or CancelledError, as requireFile and uploadOnce do
 */
export async function withFiles<Body extends object>(
	item: PendingItem,
	body: Body,
	files: readonly PendingFile[],
): Promise<Body> {
	const complete = cloneDeep(body);
	const ready = await Promise.allSettled(
		files.map(async (file) => {
			set(complete, file.path, await readyFile(item, file));
		}),
	);
	const failed = ready.find(({ status }) => status === 'rejected');
	if (failed?.status === 'rejected') throw asError(failed.reason);
	return complete;
}

async function readyFile(item: PendingItem, { ref, use, as, path }: PendingFile): Promise<string> {
	const { purpose } = use;
	if (ref.source === 'fileId') {
		const { file_path: address } = await requireFile(item, { ref, use });
		return as === 'id' ? ref.fileId : addressOf(address, ref);
	}
	if (item.uploads) {
		const planned = await planUpload(item, ref, purpose);
		const file = ref.source === 'url' ? ref.url : ref.text;
		item.uploads.push({ field: path, file, ...planned, purpose });
		return file;
	}
	const { fileId, url } = await uploadOnce(item, ref, purpose);
	return as === 'id' ? fileId : url;
}

function addressOf(path: string | null | undefined, { fileId, place }: FileIdRef): string {
	const address = toWebAddress(path);
	if (address === undefined) {
		throw new Error(
			`${place}: the service reports no URL for the uploaded file ${fileId}. Upload it again, or use its URL`,
		);
	}
	return address;
}

/** A request body under construction, and everything that is wrong with it. */
export interface Draft {
	body: IDataObject;
	/** Files that have to be made ready before the request can be sent. */
	files: PendingFile[];
	/** Sentences for the user, each naming a field by its label. */
	violations: string[];
}
