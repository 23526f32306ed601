import { z } from 'zod';

import { asError } from '../util/async';
import { isoTime } from '../util/time';
import type { ServiceClient } from './client';
import { anyNumber, recordOf, shownNumber, shownText, shownTime, taskId, withId } from './schemas';
import { Code } from './codes';
import { answerTo, holdsNoRecord, mayMeanNoSuchId } from './failure';
import { apiMessages } from './apiMessages';
import { asServiceError, ServiceError } from './serviceError';
import { PAGE_SIZE, readPage, type Page } from './pages';

/** The status of a file (service.md 2.1). */
export const FileStatus = {
	NotSynced: 0,
	Usable: 1,
	Unsafe: 98,
	Deleted: 99,
	Purged: 100,
} as const;

/** Each status in words (`words`); and why a file of that status can never be used any more (`lost`), if so. */
const MEANINGS: Readonly<Record<number, { words: string; lost?: string }>> = {
	[FileStatus.NotSynced]: { words: apiMessages.fileNotSynced },
	[FileStatus.Usable]: { words: apiMessages.fileUsable },
	[FileStatus.Unsafe]: { words: apiMessages.fileUnsafe, lost: apiMessages.lostToReview },
	[FileStatus.Deleted]: { words: apiMessages.fileDeleted, lost: apiMessages.lostToDeletion },
	[FileStatus.Purged]: { words: apiMessages.filePurged, lost: apiMessages.lostToAge },
};

/** The status of a file in words; one that is not documented by its number. */
export function fileStatusWords(status: number): string {
	return MEANINGS[status]?.words ?? apiMessages.unknownFileStatus(status);
}

/** Why a file of a status can never be used any more, as a sentence; undefined when it is usable, or may become so. */
export function lostReason(status: number): string | undefined {
	return MEANINGS[status]?.lost;
}

/** A file as the service reports it (service.md 2.1). */
const fileRecord = recordOf(
	z.object({
		id: taskId,
		service: shownText,
		bytes: shownNumber,
		create_time: shownTime,
		file_path: z.string().nullish(),
		status: anyNumber.pipe(z.number().int()),
		msg: shownText,
	}),
);

export type FileRecord = z.infer<typeof fileRecord>;

/** How long the service keeps a file (service.md 8): 30 days. */
const MAX_AGE_SECONDS = 30 * 24 * 3600;

/**
 * Reads the record of one file (service.md 4.1).
 *
 * @throws ServiceError that names the file, also when the service has none with this ID; CancelledError when the
 *   execution is stopped
 */
export async function getFile(client: ServiceClient, id: string): Promise<FileRecord> {
	const record = withId(fileRecord, 'id', id);
	return await client.call('getFile', { query: { id } }, record).catch((error: unknown) => {
		const { failure } = asServiceError(error);
		throw new ServiceError({ ...failure, fileId: id });
	});
}

/**
 * When the service deletes an uploaded file, 30 days after it was created, as ISO 8601.
 *
 * @param created when that was, as ISO 8601; undefined where it is not known
 * @returns undefined where `created` is, or is no time
 */
export function expiryOf(created: string | undefined): string | undefined {
	if (!created) return undefined;
	return isoTime(Date.parse(created) / 1000 + MAX_AGE_SECONDS);
}

/**
 * Whether an error is one of `getFile` and says that the service has no file with this ID: the service has refused the
 * ID, or has answered without a file. False for any other error.
 */
export function isNoSuchFile(error: unknown): error is ServiceError {
	if (!(error instanceof ServiceError)) return false;
	const { failure } = error;
	if (failure.endpoint !== 'getFile') return false;
	return holdsNoRecord(failure) || mayMeanNoSuchId(failure);
}

/**
 * Reads the record of one file; undefined when the service has none with this ID. A deleted file may still have one.
 *
 * @throws ServiceError when the service does not say whether it has it; CancelledError when the execution is stopped
 */
export async function findFile(
	client: ServiceClient,
	fileId: string,
): Promise<FileRecord | undefined> {
	try {
		return await getFile(client, fileId);
	} catch (error) {
		if (isNoSuchFile(error)) return undefined;
		throw asError(error);
	}
}

/**
 * Deletes a file (service.md 4.1). A file that is deleted already is no failure, because this request may be a further
 * try of one that has deleted it and whose answer was lost.
 *
 * @returns the service's text of confirmation; undefined where it gives none, as for a file that was deleted already
 * @throws ServiceError when the file is not deleted, or it cannot be found out whether it is
 */
export async function deleteFile(client: ServiceClient, id: string): Promise<string | undefined> {
	try {
		return await client.call('deleteFile', { body: { id } }, shownText);
	} catch (thrown) {
		const error = asServiceError(thrown);
		// The code also stands for other faults of a request, so the file itself shows whether it is deleted.
		if (answerTo(error.failure).code !== Code.BadRequest) throw error;
		const { status } = await getFile(client, id);
		if (status === FileStatus.Deleted || status === FileStatus.Purged) return undefined;
		throw error;
	}
}

/**
 * Reads one page of uploaded files. Of this list alone, the service counts pages from 0 (service.md 4.1).
 *
 * @param number of the page, from 1 as in all lists of the pack
 * @param filter `service`: only files of this upload purpose; `order`: create_time_desc or create_time_asc, by the time
 *   when the upload address was created. Neither has to be set
 */
export async function filePage(
	client: ServiceClient,
	number: number,
	filter: { service?: string; order?: string },
): Promise<Page<FileRecord>> {
	const body = { ...filter, page: number - 1, page_size: PAGE_SIZE };
	return await readPage(client, 'listFiles', { input: { body }, record: fileRecord, number });
}
