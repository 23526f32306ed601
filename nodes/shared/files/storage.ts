import type { IExecuteFunctions, Logger } from 'n8n-workflow';

import type { ServiceClient } from '../service/client';
import type { ServiceError } from '../service/failure';
import { AS_IT_COMES, readAnswer, readRetryAfter } from '../service/transport';
import { retrying, throwIfCancelled } from '../util/async';
import { formatBytes } from '../util/format';
import { withoutSystemCode } from '../util/text';
import { BUDGET } from './budget';
import type { ReadableFile, BufferPool } from './memory';
import type { Purpose } from './purposes';
import type { Source } from './sources';

const STEP = 0.1;

/** Logs how far an upload is, in steps of a tenth. */
export class Progress {
	private sent = 0;

	private next = STEP;

	constructor(
		private readonly logger: Logger,
		private readonly fileName: string,
		private readonly total: number,
	) {}

	/** Counts bytes that the storage has accepted. */
	add(bytes: number): void {
		this.sent += bytes;
		const share = this.sent / this.total;
		if (share < this.next || share >= 1) return;
		this.next = (Math.floor(share / STEP) + 1) * STEP;
		this.say(`${Math.floor(share * 100)} % of ${formatBytes(this.total)} sent`);
	}

	/** The upload starts again. */
	restart(reason: string): void {
		this.sent = 0;
		this.next = STEP;
		this.say(`Starting again: ${reason}`);
	}

	say(what: string): void {
		this.logger.info(`Upload of ${this.fileName}: ${what}`);
	}
}

/** One PUT to a signed address. */
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

/**
 * What can be done about a PUT that failed: the same again, get a fresh address, or nothing.
 */
export interface PutFailure {
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
export async function putBytes(
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

/** One file on its way to the service. */
export interface UploadJob {
	context: IExecuteFunctions;
	client: ServiceClient;
	source: Source;
	purpose: Purpose;
	/** Shared by all uploads of the run: bounds the parts in memory and in flight. */
	buffers: BufferPool;
	progress: Progress;
}

/** A file that the service has. */
export interface UploadedFile {
	fileId: string;
	/** The address at which the file can be read once it is usable. */
	url: string;
	/** Relative path, which only a file sent in one piece has. */
	key?: string;
	mimeType?: string;
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

/** The storage did not take the bytes. */
class PutError extends Error {
	constructor(
		message: string,
		readonly failure: PutFailure,
	) {
		super(message);
	}
}

/**
 * Sends the same bytes to the same address until the storage has them.
 *
 * @param what is sent, at the start of a sentence
 * @param life of the address: when it expires, in milliseconds since the epoch, and what helps when that is too soon
 * @param attempt sends them once
 * @throws UploadGoneError when the address is of no use any more; Error when the storage does not take them;
 *   CancelledError when the execution is stopped
 */
export async function sendRepeatedly(
	{ progress }: UploadJob,
	what: string,
	life: { expires: number; hint: string },
	attempt: () => Promise<PutFailure | undefined>,
	signal?: AbortSignal,
): Promise<void> {
	const send = async () => {
		const failure = await attempt();
		if (!failure) return;
		throwIfCancelled(signal);
		if (isAddressGone(failure, life.expires)) throw new UploadGoneError(failure.detail, life.hint);
		const { detail, advice = 'Try again later' } = failure;
		throw new PutError(`${what} could not be uploaded: ${detail}. ${advice}`, failure);
	};
	await retrying(send, {
		attempts: BUDGET.sendTries,
		firstWaitMs: BUDGET.sendWaitMs,
		isTransient: (error) => error instanceof PutError && error.failure.remedy === 'sendAgain',
		retryAfterMs: (error) => (error as PutError).failure.retryAfterMs,
		onRetry: (error) =>
			progress.say(`${what} is being sent again: ${(error as PutError).failure.detail}`),
		signal,
	});
}

/**
 * Whether an address is of no use any more. A storage that refuses an expired address may close the connection
 * before its answer can be read: past the life of the address, that counts as a refusal too.
 */
export function isAddressGone({ remedy }: PutFailure, expires: number): boolean {
	return remedy === 'freshAddress' || (remedy === 'sendAgain' && Date.now() >= expires);
}
