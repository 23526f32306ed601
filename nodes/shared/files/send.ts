import type { IExecuteFunctions, Logger } from 'n8n-workflow';

import type { ServiceClient } from '../service/client';
import { Code } from '../service/codes';
import { ServiceError } from '../service/failure';
import {
	completeMultipartUpload,
	createMultipartUpload,
	createUploadUrl,
	findFile,
	type MultipartTask,
} from '../service/files';
import { isTransient } from '../service/retry';
import { AS_IT_COMES, readAnswer, readRetryAfter } from '../service/transport';
import { anySignal, asError, backoff, poll, throwIfCancelled } from '../util/async';
import { formatBytes } from '../util/format';
import { withoutSystemCode } from '../util/text';
import type { BufferPool, ReadableFile } from './memory';
import type { Purpose } from './purposes';
import { brokenOff, BUDGET, changed, type Source, Tries } from './sources';

/** One file on its way to the service. */
interface UploadJob {
	context: IExecuteFunctions;
	client: ServiceClient;
	source: Source;
	purpose: Purpose;
	/** Shared by all uploads of the run: bounds the parts in memory and in flight. */
	buffers: BufferPool;
	progress: Progress;
}

/** What the service says of a file that it has received. */
interface SentFile {
	fileId: string;
	/** The address at which the file can be read once it is usable. */
	url: string;
	/** Relative path, which only a file sent in one piece has. */
	key?: string;
	mimeType?: string;
}

/** A file that the service has. */
export interface UploadedFile extends SentFile {
	fileName: string;
	bytes: number;
	purpose: Purpose;
	/** Milliseconds since the epoch. */
	uploadedAt: number;
}

/** The addresses of an upload are of no use any more; a fresh upload may do. */
export class UploadGoneError extends Error {
	constructor(
		detail: string,
		/** How long the addresses are valid and what helps, where that may have been too short. */
		readonly hint?: string,
		/** The refusal of the service, where that is how it shows. */
		readonly refusal?: ServiceError,
	) {
		super(detail);
	}
}

/** Logs how far an upload is, in steps of a tenth. */
export class Progress {
	private sent = 0;

	constructor(
		private readonly logger: Logger,
		private readonly fileName: string,
		private readonly total: number,
	) {}

	/** Counts bytes that the storage has accepted. */
	add(bytes: number): void {
		const percent = () => Math.floor((this.sent / this.total) * 100);
		const tenthsBefore = Math.floor(percent() / 10);
		this.sent += bytes;
		if (Math.floor(percent() / 10) === tenthsBefore || this.sent >= this.total) return;
		this.say(`${percent()} % of ${formatBytes(this.total)} sent`);
	}

	say(what: string): void {
		this.logger.info(`Upload of ${this.fileName}: ${what}`);
	}
}

/** How long the address of a file in one piece is valid (service.md 8). */
const ADDRESS_LIFE_MS = 15 * 60_000;

const ADDRESS_HINT =
	"A single upload must finish within 15 minutes: if it takes longer, use 'Digital Human Upload File' with 'Upload Method' set to 'Multipart'";

/**
 * Sends a file in one piece (service.md 4.1): repeated on the same address.
 *
 * @throws as multipartUpload
 */
export async function singleUpload(job: UploadJob): Promise<SentFile> {
	const { context, client, source, purpose } = job;
	const { fileName, bytes } = source;
	const address = await createUploadUrl(client, { service: purpose, name: fileName });
	const { file_id: fileId, full_path: path, key, sign_url: url, mime_type: mimeType } = address;
	const life = { expires: Date.now() + ADDRESS_LIFE_MS, hint: ADDRESS_HINT };
	const headers = { 'Content-Type': mimeType };
	const attempt = async () => {
		const body = await source.open();
		const stop = new AbortController();
		const watched = Buffer.isBuffer(body) ? undefined : watch(body, source, () => stop.abort());
		const ends = anySignal(client.signal, stop.signal);
		const put = { url, headers, body, bytes, timeLimitMs: ADDRESS_LIFE_MS };
		const failure = await putBytes(context, put, ends.signal);
		ends.release();
		source.close();
		throwIfCancelled(client.signal);
		if (watched?.problem) throw watched.problem;
		return failure;
	};
	await sendRepeatedly(job, `'${fileName}'`, life, attempt, client.signal);
	return { fileId, url: path, key, mimeType };
}

/** Notices a source that fails or ends early: the request would wait for the missing bytes. */
function watch(
	stream: ReadableFile,
	{ bytes, reason }: Source,
	stop: () => void,
): { problem?: Error } {
	const seen: { problem?: Error } = {};
	let received = 0;
	const fail = (problem: Error) => {
		seen.problem ??= problem;
		stop();
	};
	stream.on('data', (chunk: Buffer) => {
		received += chunk.length;
		if (received > bytes) fail(changed(bytes, received));
	});
	stream.on('end', () => {
		if (received < bytes) fail(changed(bytes, received));
	});
	stream.on('error', (error) => fail(brokenOff(received, reason(error))));
	// Listening must not start the flow before the request takes the bytes.
	stream.pause();
	return seen;
}

/** How long a task and its addresses are valid (service.md 8). */
const TASK_LIFE_MS = 6 * 3600_000;

const TASK_HINT =
	'An upload in parts must finish within 6 hours: if it takes longer, use a faster connection or a smaller file';

type Part = MultipartTask['parts'][0];

/** One part within this time: far below any line on which uploads of this size make sense. */
const PART_TIME_LIMIT_MS = 10 * 60_000;

/**
 * Sends a file in parts, several at once (service.md 4.1). A failed part is sent again on its own.
 *
 * @throws UploadGoneError when the addresses are gone; ServiceError when the service refuses; Error
 *   when the bytes cannot be read or sent; CancelledError when the execution is stopped
 */
export async function multipartUpload(job: UploadJob): Promise<SentFile> {
	const { client, source, purpose } = job;
	const { fileName, bytes } = source;
	const task = await createMultipartUpload(client, { service: purpose, name: fileName }, bytes);
	const problem = partsProblem(task.parts, bytes);
	if (problem) {
		throw new Error(
			`The service returned an unexpected response to the upload: ${problem}. Try again later`,
		);
	}
	await sendParts(job, task, Date.now() + TASK_LIFE_MS);
	const url = await merge(client, task);
	return { fileId: task.file_id, url, mimeType: task.mime_type ?? undefined };
}

/** What is wrong with a list of parts, which are to be numbered from 1 and make up the whole file. */
export function partsProblem(parts: Part[], bytes: number): string | undefined {
	const gap = parts.findIndex(({ part_number: number }, index) => number !== index + 1);
	if (gap >= 0) return `part ${gap + 1} is missing in the list of parts`;
	const sum = parts.reduce((total, { size }) => total + size, 0);
	return sum === bytes ? undefined : `the parts make up ${sum} bytes, but the file has ${bytes}`;
}

/** Reads the source once; as many parts are on their way as there are buffers. */
async function sendParts(job: UploadJob, task: MultipartTask, expires: number): Promise<void> {
	const { context, client, source, buffers, progress } = job;
	const { headers, parts } = task;
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
	let received = 0;
	const read = async (body: Buffer) => {
		const filled = await source.fill(body);
		received += filled;
		if (filled < body.length) throw changed(source.bytes, received);
	};
	const send = async ({ part_number: number, sign_url: url }: Part, body: Buffer) => {
		const put = { url, headers, body, bytes: body.length, timeLimitMs: PART_TIME_LIMIT_MS };
		const what = `Part ${number} of ${parts.length} of '${source.fileName}'`;
		const attempt = async () => await putBytes(context, put, signal);
		await sendRepeatedly(job, what, { expires, hint: TASK_HINT }, attempt, signal);
		progress.add(body.length);
	};
	try {
		for (const part of parts) {
			const buffer = await buffers.take(part.size, signal);
			const body = buffer.subarray(0, part.size);
			const reading = read(body);
			const sent = reading
				.then(async () => await send(part, body))
				.catch(fail)
				.finally(() => {
					buffers.give(buffer);
					sending.delete(sent);
				});
			sending.add(sent);
			await reading;
		}
		const further = await source.fill(Buffer.alloc(1));
		if (further > 0) throw changed(source.bytes, received + further);
	} catch (error) {
		fail(error);
	}
	await Promise.all(sending);
	ends.release();
	source.close();
	throwIfCancelled(client.signal);
	if (failure) throw asError(failure.error);
}

const MERGE_LIMIT_MS = 15 * 60_000;
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 10_000;

/** Codes after which the parts may still be assembled. */
const RESOLVABLE: ReadonlySet<number | undefined> = new Set([
	Code.MergeUnderWay,
	Code.UploadGone,
	Code.PartMissing,
]);

/**
 * Has the parts assembled. An answer that was lost, and a merge that somebody else has begun, are
 * resolved by looking for the file, which does not exist before (service.md 3.1).
 *
 * @returns the readable address of the merged file
 * @throws UploadGoneError when a fresh task is needed; ServiceError when the service refuses
 */
async function merge(client: ServiceClient, task: MultipartTask): Promise<string> {
	let partMissed = false;
	let problem: ServiceError | undefined;
	const check = async (): Promise<string | undefined> => {
		try {
			return (await completeMultipartUpload(client, task.upload_id)).file_path;
		} catch (error) {
			if (!(error instanceof ServiceError)) throw asError(error);
			const { failure } = error;
			if (!RESOLVABLE.has(failure.code) && !isTransient(failure)) throw asError(error);
			problem = error;
		}
		const { code, detail } = problem.failure;
		if (code === Code.PartMissing) {
			// A part that has just arrived may not show at once everywhere in the storage.
			if (partMissed) throw new UploadGoneError(detail, undefined, problem);
			partMissed = true;
			return undefined;
		}
		const merged = await findFile(client, task.file_id);
		if (merged?.file_path) return merged.file_path;
		if (code === Code.UploadGone) throw new UploadGoneError(detail, TASK_HINT, problem);
		if (code !== Code.MergeUnderWay) throw problem;
		return undefined;
	};
	const waitMs = backoff(FIRST_WAIT_MS, MAX_WAIT_MS);
	const url = await poll(check, { timeLimitMs: MERGE_LIMIT_MS, waitMs, signal: client.signal });
	if (url === undefined) throw asError(problem);
	return url;
}

/**
 * Sends the same bytes to the same address until the storage has them.
 *
 * @param what is sent, at the start of a sentence
 * @param life when the address expires, in milliseconds since the epoch, and what helps then
 * @param attempt sends them once
 * @throws UploadGoneError when the address is gone; Error when the storage does not take them;
 *   CancelledError when the execution is stopped
 */
async function sendRepeatedly(
	{ progress }: UploadJob,
	what: string,
	life: { expires: number; hint: string },
	attempt: () => Promise<PutFailure | undefined>,
	signal?: AbortSignal,
): Promise<void> {
	const tries = new Tries(signal, BUDGET.send);
	for (let failure = await attempt(); failure; failure = await attempt()) {
		throwIfCancelled(signal);
		const { detail, advice = 'Try again later', remedy, retryAfterMs } = failure;
		if (isAddressGone(failure, life.expires)) throw new UploadGoneError(detail, life.hint);
		const error = new Error(`${what} could not be uploaded: ${detail}. ${advice}`);
		if (remedy === 'none') throw error;
		await tries.failedWith(error, retryAfterMs);
		progress.say(`${what} is being sent again: ${detail}`);
	}
}

/**
 * Whether an address is of no use any more. A storage may close the connection before its refusal
 * can be read: past the life of the address, that counts as a refusal too.
 */
export function isAddressGone({ remedy }: PutFailure, expires: number): boolean {
	return remedy === 'freshAddress' || (remedy === 'sendAgain' && Date.now() >= expires);
}

interface Put {
	/** Used exactly as the service returned it. */
	url: string;
	/** The headers that the service returned; no others are added. */
	headers: Record<string, string>;
	body: Buffer | ReadableFile;
	bytes: number;
	/** For the whole request, in milliseconds. */
	timeLimitMs: number;
}

/** What can be done about a PUT that failed: the same again, get a fresh address, or nothing. */
interface PutFailure {
	remedy: 'sendAgain' | 'freshAddress' | 'none';
	detail: string;
	/** What helps, where it is not to try again later. */
	advice?: string;
	/** How long the storage asks to wait, in milliseconds. */
	retryAfterMs?: number;
}

/**
 * Sends bytes to the object storage, without the access token (service.md 5).
 *
 * Redirects are not followed: n8n's request helper would keep the whole body in memory for them.
 *
 * @returns undefined when the storage has the bytes, else what went wrong
 */
async function putBytes(
	context: IExecuteFunctions,
	{ url, headers, body, bytes, timeLimitMs }: Put,
	signal?: AbortSignal,
): Promise<PutFailure | undefined> {
	const answer = await readAnswer(
		async (abortSignal) =>
			await context.helpers.httpRequest({
				method: 'PUT',
				url,
				// `false` keeps n8n's request helper from adding a type of its own.
				headers: { 'Content-Type': false, ...headers, 'Content-Length': String(bytes) },
				body,
				...AS_IT_COMES,
				timeout: timeLimitMs,
				abortSignal,
			}),
		timeLimitMs,
		signal,
	);
	if ('cause' in answer) {
		return { remedy: 'sendAgain', detail: withoutSystemCode(answer.detail) };
	}
	const failure = readPutAnswer(answer.status, answer.text);
	return failure && { ...failure, retryAfterMs: readRetryAfter(answer) };
}

const TOO_LARGE =
	'The storage, or a proxy in front of it, does not accept so much at once: upload the file in parts, or use a smaller one';

/**
 * Decides what the answer of the object storage means.
 *
 * @param status HTTP status
 * @param text body of the answer, XML at most storages
 */
export function readPutAnswer(status: number, text: string): PutFailure | undefined {
	if (status >= 200 && status < 300) return undefined;
	const code = /<Code>([^<]{1,100})<\/Code>/.exec(text)?.[1];
	const detail = `the storage responded with HTTP ${status}${code ? ` (${code})` : ''}`;
	// An address that has expired is refused; an upload that has ended is not found.
	if (status === 403 || status === 404) return { remedy: 'freshAddress', detail };
	if (status === 413) return { remedy: 'none', detail, advice: TOO_LARGE };
	// 400 is how storages answer to a body that was cut off or came too slowly.
	const passing = status === 400 || status === 408 || status === 429 || status >= 500;
	return { remedy: passing ? 'sendAgain' : 'none', detail };
}
