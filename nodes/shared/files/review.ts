import type { ServiceClient } from '../api/client';
import { keepsWaiting } from '../api/failure';
import {
	type FileRecord,
	FileStatus,
	fileStatusWords,
	findFile,
	getFile,
	isNoSuchFile,
	lostReason,
} from '../api/uploadedFiles';
import { JUST_NAMED_MS, mayAppearMs } from '../api/justNamed';
import { asServiceError, ServiceError } from '../api/serviceError';
import { growingWait, LAST_CHECK_MS, pollUntil } from '../util/async';
import { formatDuration } from '../util/amounts';
import { PackError } from '../util/errors';
import { fileMessages } from './fileMessages';

/*
 * What the service says of an uploaded file, and waiting until its content review lets it be used.
 */

/** Longest wait for a review in milliseconds, unless the user sets another. */
export const REVIEW_MS = 10 * 60_000;

/**
 * How long the service has to go on with a refusal that waiting cannot end before it is believed, in milliseconds: a
 * minute. It has answered about the file before, or has just given its ID and may not know it everywhere yet.
 */
const DOUBTED_REVIEW_MS = JUST_NAMED_MS;

/** The wait before the next look at a file, in milliseconds, by how many looks there were. */
function waitAfterChecks(_: number, checks: number): number {
	return growingWait(250, checks, 5_000);
}

/** Asks for the state of a file, again while an answer may still come. */
class Review {
	/** What the last check has seen; undefined before the first one. */
	private last?: FileRecord | ServiceError;

	/**
	 * Since when each check has brought a refusal that waiting cannot end, in milliseconds since the epoch; undefined
	 * where the last one brought none.
	 */
	private refusedSince?: number;

	constructor(
		private readonly client: ServiceClient,
		private readonly fileId: string,
	) {}

	/**
	 * Asks once.
	 *
	 * @returns the file once it is usable; undefined as long as it may become so, or the service may still tell
	 * @throws PackError when it never will be; ServiceError once a refusal is believed; CancelledError when the execution
	 *   is stopped
	 */
	async check(): Promise<FileRecord | undefined> {
		// A failed call gives its error here; `asServiceError` throws any other one, as when the execution is stopped.
		this.last = await getFile(this.client, this.fileId).catch(asServiceError);
		if (this.last instanceof ServiceError) {
			this.throwIfBelieved(this.last);
			return undefined;
		}
		this.refusedSince = undefined;
		return this.usableRecord(this.last);
	}

	/**
	 * Judges a file by its status.
	 *
	 * @returns the file if it is usable; undefined where it may become so
	 * @throws PackError when it never will be
	 */
	private usableRecord(record: FileRecord): FileRecord | undefined {
		const { status, msg } = record;
		if (status === FileStatus.Usable) return record;
		const lost = lostReason(status);
		if (!lost) return undefined;
		const reason = msg ? fileMessages.at(lost, msg) : lost;
		throw new PackError(fileMessages.lost(reason, this.fileId));
	}

	/**
	 * Looks at the failure of a check, and notes since when the service has refused. A failure that may pass says nothing
	 * about the file, and ends a row of refusals.
	 *
	 * @throws the failure itself, once the service has refused for `DOUBTED_REVIEW_MS`
	 */
	private throwIfBelieved(error: ServiceError): void {
		// Other waits go on where the service does not have an ID, because it may not have it yet. A file that has just
		// been uploaded is there, so that this counts as a refusal, too.
		const isRefusal = !keepsWaiting(error.failure) || isNoSuchFile(error);
		if (!isRefusal) {
			this.refusedSince = undefined;
			return;
		}
		this.refusedSince ??= Date.now();
		if (Date.now() - this.refusedSince >= DOUBTED_REVIEW_MS) throw error;
	}

	/** The error of a file that did not become usable in this time, in milliseconds, by what the last check has seen. */
	timeUpError(timeLimitMs: number): Error {
		const { last, fileId } = this;
		if (last instanceof ServiceError) return last;
		// Without any answer, the file is taken to be as it was when its upload ended.
		const status = fileStatusWords(last?.status ?? FileStatus.NotSynced).toLowerCase();
		return new PackError(fileMessages.notUsableInTime(formatDuration(timeLimitMs), fileId, status));
	}
}

/**
 * Waits until the content review lets a file be used (service.md 3.1). A look-up that fails for a passing reason does
 * not end the wait, and neither does a refusal of less than a minute.
 *
 * @param timeLimitMs the longest wait in milliseconds; with 0, the file is checked once
 * @throws PackError when the file can never be used or the time is up; ServiceError when it cannot be looked up;
 *   CancelledError when the execution is stopped
 */
export async function awaitUsable(
	client: ServiceClient,
	fileId: string,
	timeLimitMs: number,
): Promise<FileRecord> {
	// The last check begins as the time is up, and still gets the time of one request.
	const checkingClient = client.with({ withinMs: timeLimitMs + LAST_CHECK_MS });
	const review = new Review(checkingClient, fileId);
	const check = async () => await review.check();
	const { signal } = client;
	const usable = await pollUntil(check, { timeLimitMs, waitMs: waitAfterChecks, signal });
	if (usable === undefined) throw review.timeUpError(timeLimitMs);
	return usable;
}

/**
 * Reads the record of a file. The service may not know an ID everywhere at once that it has just given. A file that it
 * does not have is therefore asked for again until a minute has passed since its ID was given. For an older ID, and
 * for one that was not given to this process, the first answer counts.
 *
 * @throws ServiceError when the service has no such file, refuses to tell, or cannot be reached: of these, only the
 *   first is waited out; CancelledError when the execution is stopped
 */
export async function readRecord(client: ServiceClient, fileId: string): Promise<FileRecord> {
	const timeLimitMs = mayAppearMs(fileId);
	if (timeLimitMs > 0) {
		const find = async () => await findFile(client, fileId);
		const { signal } = client;
		const record = await pollUntil(find, { timeLimitMs, waitMs: waitAfterChecks, signal });
		if (record) return record;
	}
	// The ID is not new, or the file has not appeared in its time: now a refusal counts.
	return await getFile(client, fileId);
}
