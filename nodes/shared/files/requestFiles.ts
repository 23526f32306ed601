import { cloneDeep, set, tail, uniq } from 'lodash';
import type { IDataObject } from 'n8n-workflow';

import type { FileIdRef, FileRef, UploadRef } from '../model/fileRef';
import { asError, mapConcurrent } from '../util/async';
import { PackError } from '../util/errors';
import { inOneText } from '../util/text';
import { toWebAddress } from '../util/webAddress';
import { requireFile } from './fileIds';
import type { FileUse } from './fileUse';
import { lookOnce } from './looking';
import { fileMessages } from './fileMessages';
import type { Purpose } from './purposes';
import type { RunItem } from './runFiles';
import { uploadOnce } from './upload';

/*
 * The files of a request: made ready, and put where the request has them.
 */

/** A file that has to be made ready before the request can be sent. */
export interface PendingFile {
	ref: FileRef;
	use: FileUse;
	/** Place in the request body, such as `file_id` or `ref_resources[1].url`. */
	path: string;
	/** What goes there: the file's id, or the address at which it can be read. */
	as: 'id' | 'url';
	/**
	 * The place for the address of a file that the service takes by its address alone; undefined where it takes none
	 * so.
	 */
	urlPath?: string;
}

/** An item whose files have to be made ready. */
export interface PendingItem extends RunItem {
	/**
	 * If it is set, nothing is uploaded. Instead, an entry is added to it for each file that would be: its place in the
	 * body (`field`), what stands there for it (`file`), and what is known of it without reading all of it.
	 */
	uploads?: IDataObject[];
}

/**
 * Makes the files of a request ready: uploads them, and waits until the service can use them. When one fails, the
 * others are completed before this fails: so none goes on unseen, and 'Retry On Fail' sends none of them again.
 *
 * @returns a copy of the body with their ids and addresses
 * @throws PackError where files cannot be used, read or sent; ServiceError when the service refuses; CancelledError
 *   when the execution is stopped, or an item or another file has failed
 */
export async function withFiles(
	item: PendingItem,
	body: IDataObject,
	files: readonly PendingFile[],
): Promise<IDataObject> {
	const complete = cloneDeep(body);
	const errors: unknown[] = [];
	await mapConcurrent(files, async (file) => {
		try {
			const { path, value } = await readyFile(item, file);
			set(complete, path, value);
		} catch (error) {
			errors.push(error);
		}
	});
	if (errors.length > 0) throw allInOne(errors);
	return complete;
}

/**
 * One error for what is wrong with several files: that of the file that failed first, with the texts of the others in
 * its advice, each once. An error that does not concern a file, such as that the execution was stopped, is given alone.
 *
 * @param errors at least one, in the order in which they came
 */
function allInOne(errors: readonly unknown[]): Error {
	const ofFiles: PackError[] = [];
	for (const error of errors) {
		if (!(error instanceof PackError)) return asError(error);
		ofFiles.push(error);
	}
	const [first] = ofFiles as [PackError];
	const texts = uniq(ofFiles.map(({ title, advice }) => inOneText(title, advice)));
	// The same is wrong with all of them.
	if (texts.length === 1) return first;
	const textsOfOthers = tail(texts).join(' ');
	const advice = `${first.advice} ${fileMessages.alsoWrong(textsOfOthers)}`;
	return new PackError({ ...first, advice }, first.facts, { cause: first });
}

/** A value of the body, and its place there. */
interface BodyValue {
	path: string;
	value: string;
}

/**
 * Makes a file ready: one that the service has is waited for; any other is uploaded, or, where the item has `uploads`,
 * only noted there.
 *
 * @returns what goes where in the body
 * @throws as `withFiles`, for this file alone
 */
async function readyFile(item: PendingItem, file: PendingFile): Promise<BodyValue> {
	const { ref, use, as, path } = file;
	if (ref.source === 'fileId') return await readyUploaded(item, file, ref);
	if (item.uploads) return await lookInstead(item, item.uploads, { ...file, ref });
	const uploaded = await uploadOnce(item, ref, use);
	const { fileId, url } = uploaded;
	if (isSentByAddress(file, uploaded.purpose)) return { path: file.urlPath, value: url };
	return { path, value: as === 'id' ? fileId : url };
}

/**
 * Whether the address of an uploaded file goes into the body, though the ID usually does. So it is where the file was
 * uploaded for another purpose than that of its field, because the service takes its extension by an address alone.
 */
function isSentByAddress(
	file: PendingFile,
	uploadedFor: Purpose,
): file is PendingFile & { urlPath: string } {
	return file.urlPath !== undefined && uploadedFor !== file.use.purpose;
}

/**
 * Opens and checks a file without uploading it, and adds to `uploads` what would be uploaded.
 *
 * @returns what stands in the body for the file: its address on the web, or words for an input file
 * @throws PackError where the file cannot be used or read; CancelledError when the execution is stopped
 */
async function lookInstead(
	item: PendingItem,
	uploads: IDataObject[],
	file: PendingFile & { ref: UploadRef },
): Promise<BodyValue> {
	const { ref } = file;
	const { fileName, purpose: uploadedFor, bytes } = await lookOnce(item, ref, file.use);
	const path = isSentByAddress(file, uploadedFor) ? file.urlPath : file.path;
	const value = ref.source === 'url' ? ref.url : ref.text;
	const upload: IDataObject = { field: path, file: value, fileName };
	if (bytes !== undefined) upload.bytes = bytes;
	upload.purpose = uploadedFor;
	uploads.push(upload);
	return { path, value };
}

/**
 * Waits until the service can use a file that it has already.
 *
 * @returns its ID or its address, as the body wants it
 * @throws PackError where the file cannot be used, and where the body wants an address and the service gives none;
 *   ServiceError when the service refuses to tell; CancelledError when the execution is stopped
 */
async function readyUploaded(
	item: PendingItem,
	{ use, as, path }: PendingFile,
	ref: FileIdRef,
): Promise<BodyValue> {
	const record = await requireFile(item, ref, use);
	const value = as === 'id' ? ref.fileId : toWebAddress(record.file_path);
	if (value === undefined) throw new PackError(fileMessages.fileHasNoUrl(ref.place, ref.fileId));
	return { path, value };
}
