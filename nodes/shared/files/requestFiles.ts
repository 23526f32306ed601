import { cloneDeep, isUndefined, omit, omitBy, set, uniq } from 'lodash';
import type { IDataObject } from 'n8n-workflow';

import type { FileRef } from '../model/fileRef';
import { asError, mapConcurrent } from '../util/async';
import { PackError } from '../util/errors';
import { inOneText } from '../util/text';
import { toWebAddress } from '../util/webAddress';
import { requireFile } from './fileIds';
import type { FileUse } from './fileUse';
import { lookOnce } from './looking';
import { fileMessages } from './fileMessages';
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
	/** Where the address goes of a file that the service takes by its address alone. */
	urlPath?: string;
}

export interface PendingItem extends RunItem {
	/**
	 * Only notes here what would be uploaded, instead of uploading it: the place in the body, the file in
	 * words, which stands there in the meantime, and what is known of it without reading all of it.
	 */
	uploads?: IDataObject[];
}

/**
 * Makes the files of a request ready: uploads them, and waits until the service can use them. When
 * one fails, the others are still completed: none continues unseen, nor is sent again by 'Retry On
 * Fail'.
 *
 * @returns the body with their ids and addresses
 * @throws PackError, ServiceError or CancelledError, as requireFile and uploadOnce do
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

/** One error that names what is wrong with each file; the first one where that cannot be said of all. */
function allInOne(errors: readonly unknown[]): Error {
	const [first, ...others] = errors.map((error) => asError(error));
	const isSaid = errors.every((error) => error instanceof PackError);
	if (!(first instanceof PackError) || others.length === 0 || !isSaid) return asError(errors[0]);
	const texts = uniq((others as PackError[]).map(({ title, advice }) => inOneText(title, advice)));
	const different = texts.filter((text) => text !== inOneText(first.title, first.advice));
	if (different.length === 0) return first;
	const advice = `${first.advice} ${fileMessages.alsoWrong(different.join(' '))}`;
	const { code, title, facts } = first;
	return new PackError({ code, title, advice }, facts, { cause: first });
}

/** @returns what goes where in the body */
async function readyFile(
	item: PendingItem,
	{ ref, use, as, path, urlPath }: PendingFile,
): Promise<{ path: string; value: string }> {
	const { purpose, byUrl } = use;
	if (ref.source === 'fileId') {
		const { file_path: address } = await requireFile(item, { ref, use });
		const url = as === 'id' ? ref.fileId : toWebAddress(address);
		if (url !== undefined) return { path, value: url };
		throw new PackError(fileMessages.fileHasNoUrl(ref.place, ref.fileId));
	}
	if (item.uploads) {
		const seen = omit(await lookOnce(item, ref, { purpose, byUrl }), 'picture');
		const file = ref.source === 'url' ? ref.url : ref.text;
		item.uploads.push({ field: path, file, ...omitBy(seen, isUndefined) });
		return { path, value: file };
	}
	const uploaded = await uploadOnce(item, ref, { purpose, byUrl });
	const { fileId, url } = uploaded;
	if (urlPath !== undefined && uploaded.purpose !== purpose) return { path: urlPath, value: url };
	return { path, value: as === 'id' ? fileId : url };
}
