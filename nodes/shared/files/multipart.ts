import type { ServiceClient } from '../service/client';
import { Code } from '../service/codes';
import { ServiceError } from '../service/failure';
import {
	completeMultipartUpload,
	createMultipartUpload,
	type MultipartTask,
} from '../service/files';
import { isTransient } from '../service/retry';
import { anySignal, asError, backoff, poll, throwIfCancelled } from '../util/async';
import { findFile } from './review';
import { changed } from './sources';
import {
	putBytes,
	sendRepeatedly,
	type UploadedFile,
	UploadGoneError,
	type UploadJob,
} from './storage';

/** One part within this time: far below any line on which uploads of this size make sense. */
const PART_TIME_LIMIT_MS = 10 * 60_000;

export interface Part {
	/** Position in the list of parts, from 0. */
	index: number;
	body: Buffer;
	/** What the body lies in, to be given back after use. */
	buffer: Buffer;
}

/**
 * Cuts a file into parts of exactly the given sizes, in order. The bytes are copied once,
 * into buffers that are used again and again, so that memory does not grow with the file.
 *
 * @param chunks the bytes of the file
 * @param sizes bytes of each part
 * @param takeBuffer waits for a buffer of at least that size; not asked for the next part before one is free
 * @param giveBack takes an unfinished part's buffer back when the source fails
 * @throws Error when the source has more or fewer bytes than the parts
 */
export async function* cut(
	chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
	sizes: readonly number[],
	takeBuffer: (size: number) => Promise<Buffer>,
	giveBack: (buffer: Buffer) => void,
): AsyncGenerator<Part> {
	const total = sizes.reduce((sum, size) => sum + size, 0);
	let index = 0;
	let filled = 0;
	let received = 0;
	let buffer: Buffer | undefined;
	try {
		for await (const chunk of chunks) {
			received += chunk.length;
			if (received > total) throw changed(total, received);
			for (let at = 0; at < chunk.length; ) {
				const size = sizes[index] ?? 0;
				buffer ??= await takeBuffer(size);
				const copied = chunk.copy(buffer, filled, at, Math.min(chunk.length, at + size - filled));
				at += copied;
				filled += copied;
				if (filled < size) continue;
				const part = { index: index++, body: buffer.subarray(0, size), buffer };
				buffer = undefined;
				filled = 0;
				yield part;
			}
		}
	} finally {
		if (buffer) giveBack(buffer);
	}
	if (received < total) throw changed(total, received);
}

/**
 * What is wrong with the list of parts that the service returned: they have to be numbered from 1 without a
 * gap and to make up the whole file.
 */
export function partsProblem(parts: MultipartTask['parts'], bytes: number): string | undefined {
	const gap = parts.findIndex(({ part_number: number }, index) => number !== index + 1);
	if (gap >= 0) return `part ${gap + 1} is missing in the list of parts`;
	const sum = parts.reduce((total, { size }) => total + size, 0);
	return sum === bytes ? undefined : `the parts make up ${sum} bytes, but the file has ${bytes}`;
}

const TIME_LIMIT_MS = 15 * 60_000;
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 10_000;

/** How long a task and its addresses are valid (service.md 8). */
const TASK_LIFE_MS = 6 * 3600_000;

const LIFETIME =
	'An upload in parts must finish within 6 hours: if it takes longer, use a faster connection or a smaller file';

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
async function merge(client: ServiceClient, task: MultipartTask): Promise<string> {
	let partMissed = false;
	let problem: ServiceError | undefined;
	const check = async (): Promise<string | undefined> => {
		const outcome = await tryToMerge(client, task.upload_id);
		if ('url' in outcome) return outcome.url;
		problem = outcome.error;
		const { code, detail } = problem.failure;
		if (code === Code.PartMissing) {
			// A part that has just arrived may not show at once everywhere in the storage.
			if (partMissed) throw new UploadGoneError(detail, undefined, problem);
			partMissed = true;
			return undefined;
		}
		const merged = await findFile(client, task.file_id);
		if (merged?.file_path) return merged.file_path;
		if (code === Code.UploadGone) throw new UploadGoneError(detail, LIFETIME, problem);
		if (code !== Code.MergeUnderWay) throw problem;
		return undefined;
	};
	const waitMs = backoff(FIRST_WAIT_MS, MAX_WAIT_MS);
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
	return RESOLVABLE.has(failure.code) || isTransient(failure);
}

/**
 * Sends a file in parts, several at once (service.md 4.1). A part that fails is sent again on its own.
 *
 * @throws UploadGoneError when the task or its addresses are gone; ServiceError when the service refuses; Error when the bytes cannot be read or sent; CancelledError when
 *   the execution is stopped
 */
export async function multipartUpload(job: UploadJob): Promise<UploadedFile> {
	const { client, source, purpose } = job;
	const { fileName, bytes } = source;
	const task = await createMultipartUpload(client, { service: purpose, name: fileName }, bytes);
	const problem = partsProblem(task.parts, bytes);
	if (problem) {
		throw new Error(
			`The service returned an unexpected response to the upload: ${problem}. Try again later`,
		);
	}
	await sendParts(job, { ...task, expires: Date.now() + TASK_LIFE_MS });
	const url = await merge(client, task);
	const mimeType = task.mime_type ?? undefined;
	const uploadedAt = Date.now();
	return { fileId: task.file_id, url, mimeType, fileName, bytes, purpose, uploadedAt };
}

interface OpenTask extends MultipartTask {
	/** Milliseconds since the epoch, by the clock of n8n. */
	expires: number;
}

/** Reads the source once; as many parts are on their way as there are buffers. */
async function sendParts(job: UploadJob, task: OpenTask): Promise<void> {
	const { client, source, buffers } = job;
	const stop = new AbortController();
	const ends = anySignal(client.signal, stop.signal);
	const { signal } = ends;
	const sending = new Set<Promise<void>>();
	let failure: { error: unknown } | undefined;
	const fail = (error: unknown) => {
		failure ??= { error };
		stop.abort();
		source.close();
	};
	const sizes = task.parts.map(({ size }) => size);
	const take = async (size: number) => await buffers.take(size, signal);
	const give = (buffer: Buffer) => buffers.give(buffer);
	try {
		for await (const part of cut(source.pieces(), sizes, take, give)) {
			const sent = sendPart(job, task, part, signal)
				.catch(fail)
				.finally(() => {
					give(part.buffer);
					sending.delete(sent);
				});
			sending.add(sent);
		}
	} catch (error) {
		fail(error);
	}
	await Promise.all(sending);
	ends.release();
	source.close();
	throwIfCancelled(client.signal);
	if (failure) throw asError(failure.error);
}

async function sendPart(
	job: UploadJob,
	{ parts, headers, expires }: OpenTask,
	{ index, body }: Part,
	signal: AbortSignal,
): Promise<void> {
	const { sign_url: url = '' } = parts[index] ?? {};
	const put = { url, headers, body, bytes: body.length, timeLimitMs: PART_TIME_LIMIT_MS };
	const what = `Part ${index + 1} of ${parts.length} of '${job.source.fileName}'`;
	const attempt = async () => await putBytes(job.context, put, signal);
	await sendRepeatedly(job, what, { expires, hint: LIFETIME }, attempt, signal);
	job.progress.add(body.length);
}
