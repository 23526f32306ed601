import cloneDeep from 'lodash/cloneDeep';
import set from 'lodash/set';

import type { FileChoice } from '../files/choice';
import { requireFile, type FileById, type FileUse } from '../files/requireUsableFile';
import { uploadOnce, type FileItem } from '../files/upload/uploadOnce';

/** A file that has to be made ready before the request can be sent. */
export interface PendingFile {
	choice: FileChoice;
	use: FileUse;
	/** Where the file id goes. */
	idPath: string;
}

/** The files of a request that were chosen by their IDs. */
export function filesById(files: readonly PendingFile[]): FileById[] {
	return files.flatMap(({ choice, use }) =>
		choice.source === 'fileId' ? [{ fileId: choice.fileId, use }] : [],
	);
}

/**
 * Makes the files of a request ready: uploads them, and waits until the service can use them.
 *
 * @returns the body with their ids
 * @throws Error in words for the user, ServiceError or StoppedError, as requireFile and uploadOnce do
 */
export async function withFiles<Body extends object>(
	item: FileItem,
	body: Body,
	files: readonly PendingFile[],
): Promise<Body> {
	const complete = cloneDeep(body);
	for (const { choice, use, idPath } of files) {
		set(complete, idPath, await readyFile(item, choice, use));
	}
	return complete;
}

async function readyFile(item: FileItem, choice: FileChoice, use: FileUse): Promise<string> {
	if (choice.source !== 'fileId') return (await uploadOnce(item, choice, use.purpose)).fileId;
	await requireFile(item, { fileId: choice.fileId, use });
	return choice.fileId;
}
