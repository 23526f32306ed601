import { compact } from 'lodash';
import { z } from 'zod';

import type { ServiceClient } from '../api/client';
import { Code } from '../api/codes';
import { answerTo, isTransient, keepsWaiting } from '../api/failure';
import { findFile } from '../api/uploadedFiles';
import { asServiceError, explain, type ServiceError } from '../api/serviceError';
import { asError, growingWait, pollUntil } from '../util/async';
import { fileMessages } from './fileMessages';
import { TransferError } from './transferError';

/*
 * Having the service assemble the parts of a file that the storage has.
 */

/** Where the merged file can be read. */
const mergedFile = z.object({ file_path: z.string().url() });

/** What is merged. */
interface Merge {
	client: ServiceClient;
	/** Names the file in messages. */
	fileName: string;
	/** The service's ID of the upload in parts. */
	uploadId: string;
	/** The ID under which the service has the file once it is merged. */
	fileId: string;
}

/** Longest time that the parts may take to be assembled, in milliseconds. */
const MERGE_LIMIT_MS = 15 * 60_000;

/** Codes after which the file may be there, or come to be: an earlier request may have had the parts assembled. */
const RESOLVABLE: ReadonlySet<number | undefined> = new Set([
	Code.MergeUnderWay,
	Code.UploadGone,
	Code.PartMissing,
]);

/**
 * Has the parts assembled. Where the answer was lost, or a merge was under way already, the file is looked for, which
 * does not exist before it is merged (service.md 3.1). All of that is repeated, because assembling a large file takes
 * minutes.
 *
 * @returns the address at which the merged file can be read
 * @throws TransferError when the upload has to begin anew; ServiceError when the service refuses, or the time is up;
 *   CancelledError when the execution is stopped
 */
export async function mergeParts(merge: Merge): Promise<string> {
	const merging = new Merging(merge);
	const url = await pollUntil(async () => await merging.check(), {
		timeLimitMs: MERGE_LIMIT_MS,
		waitMs: (_: number, checks: number) => growingWait(1_000, checks, 10_000),
		signal: merge.client.signal,
	});
	// The time is up: each check without an address has noted why.
	if (url === undefined) throw asError(merging.problem);
	return url;
}

/** A merge that is asked for again until the file is there. */
class Merging {
	/** Why there was no file when it was asked for last; undefined only before the first check has ended. */
	problem?: ServiceError;

	/** Whether the service has reported once that a part is missing. */
	private wasPartMissing = false;

	constructor(private readonly merge: Merge) {}

	/**
	 * Asks for the merge once. Where the answer does not have the address of the file, and no part is missing, it looks
	 * for the file itself.
	 *
	 * @returns the address of the file; undefined as long as its parts may still be assembled
	 * @throws TransferError when the upload has to begin anew; ServiceError when the service refuses; CancelledError when
	 *   the execution is stopped
	 */
	async check(): Promise<string | undefined> {
		const { client, uploadId, fileId } = this.merge;
		const addressOrError = await askForMerge(client, uploadId);
		if (typeof addressOrError === 'string') return addressOrError;
		const error = addressOrError;
		this.problem = error;
		const { code } = answerTo(error.failure);
		if (code === Code.PartMissing) {
			this.throwIfMissingAgain(error);
			return undefined;
		}
		const found = await findMerged(client, fileId);
		if (found.is === 'merged') return found.url;
		if (found.is === 'unread') return undefined;
		// No earlier request has made the file, and the parts of which it would be made are gone.
		if (code === Code.UploadGone) throw this.goneError(error, fileMessages.multipartUploadTime);
		// Otherwise, the service may still be assembling the parts for an earlier request.
		const mayBeMerging = code === Code.MergeUnderWay || keepsWaiting(error.failure);
		if (!mayBeMerging) throw error;
		return undefined;
	}

	/**
	 * To be called each time that the service reports a missing part. The first time, this is not believed, because a
	 * part that has just arrived may not show at once everywhere in the storage.
	 *
	 * @throws TransferError from the second time on
	 */
	private throwIfMissingAgain(refusal: ServiceError): void {
		if (this.wasPartMissing) throw this.goneError(refusal);
		this.wasPartMissing = true;
	}

	/**
	 * The error of an upload that has to begin anew, because its parts are gone.
	 *
	 * @param firstAdvice stands before the advice of the refusal
	 */
	private goneError(refusal: ServiceError, firstAdvice?: string): TransferError {
		const { reason, advice } = explain(refusal.failure);
		const name = fileMessages.nameInQuotes(this.merge.fileName);
		const allAdvice = compact([firstAdvice, advice]).join(' ');
		const message = fileMessages.notUploaded(name, reason, allAdvice);
		return new TransferError(message, { isGone: true }, { cause: refusal });
	}
}

/** What the service says of a file that is being merged. */
type MergedFile =
	/** It is there, at this address. */
	| { is: 'merged'; url: string }
	/** The service has no file with this ID, or none with an address. */
	| { is: 'missing' }
	/** The look-up failed, but a later one may succeed. */
	| { is: 'unread' };

/**
 * Looks for the merged file.
 *
 * @throws ServiceError when a later look-up would fail as well; CancelledError when the execution is stopped
 */
async function findMerged(client: ServiceClient, fileId: string): Promise<MergedFile> {
	try {
		const file = await findFile(client, fileId);
		return file?.file_path ? { is: 'merged', url: file.file_path } : { is: 'missing' };
	} catch (thrown) {
		const error = asServiceError(thrown);
		if (!keepsWaiting(error.failure)) throw error;
		return { is: 'unread' };
	}
}

/**
 * Asks the service once to assemble the parts.
 *
 * @returns the address of the merged file; or the error, where the file may be there in spite of it, or come to be
 * @throws ServiceError for any other refusal; CancelledError when the execution is stopped
 */
async function askForMerge(
	client: ServiceClient,
	uploadId: string,
): Promise<string | ServiceError> {
	try {
		const body = { upload_id: uploadId };
		const merged = await client.call('completeMultipartUpload', { body }, mergedFile);
		return merged.file_path;
	} catch (thrown) {
		const error = asServiceError(thrown);
		const { failure } = error;
		const isResolvable = RESOLVABLE.has(answerTo(failure).code) || isTransient(failure);
		if (!isResolvable) throw error;
		return error;
	}
}
