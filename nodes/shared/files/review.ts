import type { ServiceClient } from '../service/client';
import { ServiceError } from '../service/failure';
import {
	type FileRecord,
	FileStatus,
	fileStatusWords,
	getFile,
	isNoSuchFile,
	lostReason,
} from '../service/files';
import { mayPass } from '../service/retry';
import { asError, LAST_CHECK_MS, poll, slowing } from '../util/async';
import { formatDuration, isoTime } from '../util/format';

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;

/** The service deletes uploaded files after this time (service.md 8). */
const LIFE_DAYS = 30;

/**
 * When the service deletes a file (service.md 8).
 *
 * @param created Unix seconds
 * @returns ISO 8601; undefined when the time is none
 */
export function expiryOf(created: number | null | undefined): string | undefined {
	return created ? isoTime(created + LIFE_DAYS * 24 * 3600) : undefined;
}

/**
 * Waits until the content review lets a file be used (service.md 3.1). A look-up that fails for a passing reason does
 * not end the wait.
 *
 * @param timeLimitMs longest wait in milliseconds
 * @returns the record of the usable file
 * @throws Error when the file can never be used or the time is up; ServiceError that names it when it cannot be looked up; StoppedError when the execution is stopped
 */
export async function awaitUsable(
	client: ServiceClient,
	fileId: string,
	timeLimitMs: number,
): Promise<FileRecord> {
	const limited = client.within(timeLimitMs + LAST_CHECK_MS);
	let status = '';
	let problem: ServiceError | undefined;
	const check = async () => {
		const record = await tryGetFile(limited, fileId);
		problem = record instanceof ServiceError ? record : undefined;
		if (record instanceof ServiceError) return undefined;
		if (record.status === FileStatus.Usable) return record;
		const lost = lostReason(record.status);
		if (lost) {
			const reason = record.msg ? `: ${record.msg}` : '';
			throw new Error(
				`${lost}${reason}. Upload the file again, or choose another one. File ID: ${fileId}`,
			);
		}
		status = fileStatusWords(record.status).toLowerCase();
		return undefined;
	};
	const waitMs = slowing(FIRST_WAIT_MS, LONGEST_WAIT_MS);
	const usable = await poll(check, { timeLimitMs, waitMs, signal: client.signal });
	if (usable) return usable;
	if (problem) throw asError(problem);
	throw new Error(
		`The uploaded file was not usable within ${formatDuration(timeLimitMs)}. It may become usable later: check it with 'Digital Human Library'. File ID: ${fileId}, status: ${status}`,
	);
}

async function tryGetFile(
	client: ServiceClient,
	fileId: string,
): Promise<FileRecord | ServiceError> {
	try {
		return await getFile(client, fileId);
	} catch (error) {
		const passes = error instanceof ServiceError && mayPass(error.failure) && !isNoSuchFile(error);
		if (passes) return error;
		throw asError(error);
	}
}

/**
 * Looks a file up that may not exist.
 *
 * @returns undefined when the service has no file with this ID
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

/** Whether the service has the file and may come to let it be used. */
export async function isThere(client: ServiceClient, fileId: string): Promise<boolean> {
	const record = await findFile(client, fileId);
	return record !== undefined && lostReason(record.status) === undefined;
}
