import { asError } from '../../util/errors';
import type { ServiceClient } from '../../service/client';
import { Code } from '../../service/codes';
import { ServiceError } from '../../service/failure';
import { completeMultipartUpload, type MultipartTask } from '../../service/files';
import { poll, slowing } from '../../util/poll';
import { isPassing } from '../../service/retry';
import { UploadGoneError } from './uploadRetries';
import { findFile } from '../fileStatus';

const TIME_LIMIT_MS = 15 * 60_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 10_000;

/** Codes after which the parts may still be assembled. */
const RESOLVABLE: ReadonlySet<number | undefined> = new Set([
	Code.MergeUnderWay,
	Code.UploadGone,
	Code.PartMissing,
]);

/**
 * Has the parts assembled, and finds out what became of it when the answer does not say.
 *
 * A file does not exist before it is merged (service.md 3.1): that is how an answer that was lost, and a
 * merge that somebody else's request has begun, are resolved.
 *
 * @returns the readable address of the merged file
 * @throws UploadGoneError when the file has to be sent to a fresh task; ServiceError when the service refuses
 */
export async function merge(client: ServiceClient, task: MultipartTask): Promise<string> {
	let partMissed = false;
	let problem: ServiceError | undefined;
	const check = async (): Promise<string | undefined> => {
		const outcome = await tryToMerge(client, task.upload_id);
		if ('url' in outcome) return outcome.url;
		problem = outcome.error;
		const { code, detail } = problem.failure;
		if (code === Code.PartMissing) {
			// A part that has just arrived may not show at once everywhere in the storage.
			if (partMissed) throw new UploadGoneError(detail, false, problem);
			partMissed = true;
			return undefined;
		}
		const merged = await findFile(client, task.file_id);
		if (merged?.file_path) return merged.file_path;
		if (code === Code.UploadGone) throw new UploadGoneError(detail, true, problem);
		if (code !== Code.MergeUnderWay) throw problem;
		return undefined;
	};
	const waitMs = slowing(FIRST_WAIT_MS, LONGEST_WAIT_MS);
	const url = await poll(check, { timeLimitMs: TIME_LIMIT_MS, waitMs, signal: client.signal });
	if (url === undefined) throw asError(problem);
	return url;
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
	return RESOLVABLE.has(failure.code) || isPassing(failure);
}
