import { lowerFirst } from 'lodash';

import { type FileRecord, FileStatus, isNoSuchFile } from '../api/uploadedFiles';
import { explain, ServiceError } from '../api/serviceError';
import type { FileIdRef } from '../model/fileRef';
import { asError } from '../util/async';
import type { Message } from '../util/catalogue';
import { PackError } from '../util/errors';
import { formatValue } from '../util/quote';
import { recordProblem } from './fileRules';
import { atPlace, type FileUse } from './fileUse';
import { fileMessages } from './fileMessages';
import { REVIEW_MS } from './review';
import type { RunItem } from './runFiles';

/*
 * Files that the service has already, chosen by their IDs.
 */

/**
 * Makes sure that an uploaded file can be used in a field: waits until the service has reviewed it, and checks that it
 * was uploaded for that use. The service is asked once for each file of a run.
 *
 * @param ref the file, as it was chosen in the field
 * @param use for what the field uses the file
 * @returns what the service knows of the file
 * @throws ServiceError when the service has no such file, or refuses to tell; PackError when the file cannot be used.
 *   Both name the field. CancelledError when the execution is stopped
 */
export async function requireFile(
	{ client, files }: Pick<RunItem, 'client' | 'files'>,
	ref: FileIdRef,
	use: FileUse,
): Promise<FileRecord> {
	const { fileId } = ref;
	try {
		// `review` goes on after errors for a while. But this may be the first call of the run, and what is wrong with the
		// credential has to show at once. So `record` comes first, which fails at once.
		let record = await files.record(client, fileId);
		if (record.status !== FileStatus.Usable) {
			record = await files.review(client, fileId, REVIEW_MS);
		}
		const problem = recordProblem(record, use);
		if (!problem) return record;
		const advice = `${problem.advice} ${fileMessages.idOfFile(fileId)}`;
		throw new PackError({ ...problem, advice });
	} catch (error) {
		throw fileIdError(ref, error);
	}
}

/**
 * The error of a file that was chosen by its ID, with the name of its field before its text. One that is not about the
 * file, such as CancelledError, stays as it is.
 */
export function fileIdError({ fileId, place }: FileIdRef, error: unknown): Error {
	if (error instanceof ServiceError) {
		const { code, reason, advice } = explain(error.failure);
		const message: Message = { code, title: reason, advice };
		if (isNoSuchFile(error)) {
			message.title = fileMessages.unknownFileId(formatValue(fileId));
			message.advice = `${fileMessages.fileIdsExpire} ${advice}`;
		}
		return new ServiceError(error.failure, atPlace(place, message));
	}
	if (error instanceof PackError) {
		const title = lowerFirst(error.title);
		return new PackError(atPlace(place, { ...error, title }), error.facts, { cause: error });
	}
	return asError(error);
}
