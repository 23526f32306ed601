import type { ServiceClient } from '../api/client';
import { keepsWaiting } from '../api/failure';
import {
	type FileRecord,
	FileStatus,
	fileStatusWords,
	getFile,
	isNoSuchFile,
	lostReason,
} from '../api/uploadedFiles';
import { JUST_NAMED_MS, mayAppearMs } from '../api/justNamed';
import { asServiceError, ServiceError } from '../api/serviceError';
import { asError, growingWait, LAST_CHECK_MS, pollUntil } from '../util/async';
import { formatDuration } from '../util/amounts';
import { PackError } from '../util/errors';
import { fileMessages } from './fileMessages';

/*
 * What the service says of an uploaded file, and waiting until its content review lets it be used.
 */

/** Longest wait for a review in milliseconds, unless the user sets another. */
export const REVIEW_MS = 10 * 60_000;

/** How long a refusal for good is doubted: the service has answered about the file before, or has just given its ID. */
const DOUBTED_REVIEW_MS = JUST_NAMED_MS;

/** Asks for the state of a file, again while an answer may still come. */
class Review {
	/** What was seen last. */
	private last?: FileRecord | ServiceError;

	/**
	 * Since when the service refuses to tell, in milliseconds since the epoch;
	 * undefined while it tells, or may be asked again.
	 */
	private refusedSince?: number;

	constructor(
		private readonly client: ServiceClient,
		private readonly fileId: string,
	) {}

	/**
	 * Asks once.
	 *
	 * @returns the file once it is usable; undefined as long as it may become so, or the service may tell
	 * @throws PackError when it never will be; ServiceError when the service refuses for good to tell
	 */
	async check(): Promise<FileRecord | undefined> {
		this.last = await getFile(this.client, this.fileId).catch(asServiceError);
		if (this.last instanceof ServiceError) {
			this.noteRefusal(this.last);
			return undefined;
		}
		this.refusedSince = undefined;
		return this.usableRecord(this.last);
	}

	/** @returns the file if it is usable; undefined where it may become so. @throws PackError when it never will be */
	private usableRecord(record: FileRecord): FileRecord | undefined {
		const { status, msg } = record;
		if (status === FileStatus.Usable) return record;
		const lost = lostReason(status);
		if (!lost) return undefined;
		if (msg) throw new PackError(fileMessages.lostBecause(lost, msg, this.fileId));
		throw new PackError(fileMessages.lost(lost, this.fileId));
	}

	/**
	 * Notes since when the service refuses to tell, if it does. @throws the error once
	 * it has refused for so long that it is final
	 */
	private noteRefusal(error: ServiceError): void {
		const isRefused = !keepsWaiting(error.failure) || isNoSuchFile(error);
		if (!isRefused) {
			this.refusedSince = undefined;
			return;
		}
		this.refusedSince ??= Date.now();
		if (Date.now() - this.refusedSince >= DOUBTED_REVIEW_MS) throw error;
	}

	/** What to say when the file did not become usable within a time in milliseconds. */
	timeUp(timeLimitMs: number): Error {
		const { last, fileId } = this;
		if (last instanceof ServiceError) return last;
		// Without any answer, it is as it was when the upload ended.
		const status = fileStatusWords(last?.status ?? FileStatus.NotSynced).toLowerCase();
		return new PackError(fileMessages.notUsableInTime(formatDuration(timeLimitMs), fileId, status));
	}
}

/**
 * Waits until the content review lets a file be used (service.md 3.1). A look-up that fails for a
 * passing reason does not end the wait.
 *
 * @throws PackError when the file can never be used or the time is up; ServiceError when it cannot be
 *   looked up; CancelledError when the execution is stopped
 */
export async function awaitUsable(
	client: ServiceClient,
	fileId: string,
	timeLimitMs: number,
): Promise<FileRecord> {
	const review = new Review(client.with({ withinMs: timeLimitMs + LAST_CHECK_MS }), fileId);
	const usable = await pollUntil(async () => await review.check(), {
		timeLimitMs,
		waitMs: (_: number, checks: number) => growingWait(250, checks, 5_000),
		signal: client.signal,
	});
	if (usable === undefined) throw review.timeUp(timeLimitMs);
	return usable;
}

/**
 * Reads the record of a file. One that the service has just named, and does not
 * know yet, is asked for again for a minute.
 *
 * @throws ServiceError that names the file; CancelledError when the execution is stopped
 */
export async function readRecord(client: ServiceClient, fileId: string): Promise<FileRecord> {
	const check = async (): Promise<FileRecord | undefined> => {
		try {
			return await getFile(client, fileId);
		} catch (error) {
			if (isNoSuchFile(error) && mayAppearMs(fileId) > 0) return undefined;
			throw asError(error);
		}
	};
	const waitMs = (_: number, checks: number) => growingWait(250, checks, 5_000);
	const { signal } = client;
	const record = await pollUntil(check, { timeLimitMs: mayAppearMs(fileId), waitMs, signal });
	// It has not appeared in its time, so that a refusal counts now.
	return record ?? (await getFile(client, fileId));
}
