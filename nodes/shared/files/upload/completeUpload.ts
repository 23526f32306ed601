import { asError } from '../../util/errors';
import type { ServiceClient } from '../../service/client';
import { Code } from '../../service/codes';
import { ServiceError } from '../../service/failure';
import { completeMultipartUpload, type MultipartTask } from '../../service/files';
import { sleepFor } from '../../util/sleep';
import { isPassing } from '../../service/retry';
import { UploadGoneError } from './uploadRetries';
import { findFile } from '../fileStatus';

const LONGEST_WAIT_MS = 15 * 60_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 10_000;

/**
 * Has the parts put together, and finds out what became of it when the answer does not tell.
 *
 * A file does not exist before it is merged (service.md 3.1): that is how an answer that was lost, and a
 * merge that somebody else's request has begun, are resolved.
 *
 * @returns the readable address of the merged file
 * @throws UploadGoneError when the file has to be sent to a fresh task; ServiceError when the service refuses
 */
export async function merge(client: ServiceClient, task: MultipartTask): Promise<string> {
	const started = Date.now();
	let partsMissed = false;
	for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 1.5, LONGEST_PAUSE_MS)) {
		const outcome = await tryToMerge(client, task.upload_id);
		if ('url' in outcome) return outcome.url;
		const { error } = outcome;
		const { code } = error.failure;
		if (code === Code.PartMissing) {
			// A part that has just arrived may not show at once everywhere in the storage.
			if (partsMissed) throw new UploadGoneError(error.failure.detail, false, error);
			partsMissed = true;
		} else {
			const merged = await findFile(client, task.file_id);
			if (merged?.file_path) return merged.file_path;
			if (code === Code.UploadGone) throw new UploadGoneError(error.failure.detail, true, error);
			if (code !== Code.MergeUnderWay) throw asError(error);
		}
		if (Date.now() - started > LONGEST_WAIT_MS) throw asError(error);
		await sleepFor(wait, client.signal);
	}
}

async function tryToMerge(
	client: ServiceClient,
	uploadId: string,
): Promise<{ url: string } | { error: ServiceError }> {
	try {
		return { url: (await completeMultipartUpload(client, uploadId)).file_path };
	} catch (error) {
		if (error instanceof ServiceError && isResolvable(error)) return { error };
		throw asError(error);
	}
}

function isResolvable({ failure }: ServiceError): boolean {
	const { code } = failure;
	const known =
		code === Code.MergeUnderWay || code === Code.UploadGone || code === Code.PartMissing;
	return known || isPassing(failure);
}
