import { NodeOperationError } from 'n8n-workflow';

import { asError } from '../../util/errors';
import { type ServiceError } from '../../service/failure';
import { explain } from '../../service/nodeError';
import { retrying } from '../../util/retrying';
import { throwIfStopped } from '../../util/sleep';
import type { UploadedFile, UploadJob } from './uploadJob';
import type { PutFailure } from './storage';

/** Attempts to send the same bytes to the same address. */
const PUT_ATTEMPTS = 6;

const FIRST_WAIT_MS = 500;

const TRY_LATER = 'Try again later';

/** How often an upload may start again with fresh addresses. */
const FRESH_STARTS = 1;

/** The addresses of an upload are of no use any more; a fresh upload may do. */
export class UploadGoneError extends Error {
	constructor(
		detail: string,
		readonly mayHaveExpired = true,
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
 * Does an upload, and does it once more from its start when its addresses are of no use any more.
 *
 * @param lifetime how long the addresses are valid and what helps when that is too short
 */
export async function withFreshStarts(
	job: UploadJob,
	lifetime: string,
	upload: () => Promise<UploadedFile>,
): Promise<UploadedFile> {
	const { source, progress } = job;
	try {
		return await retrying(upload, {
			attempts: 1 + FRESH_STARTS,
			firstWaitMs: 0,
			mayPass: (error) => error instanceof UploadGoneError,
			onRetry: ({ message }) => progress.restart(message),
		});
	} catch (error) {
		if (!(error instanceof UploadGoneError)) throw asError(error);
		const hint = error.mayHaveExpired ? lifetime : undefined;
		if (error.refusal) throw refused(job, error.refusal, hint);
		const detail = `${error.message}. ${hint ?? TRY_LATER}`;
		throw notUploaded(source.fileName, detail);
	}
}

/**
 * Sends the same bytes to the same address until the storage has them.
 *
 * @param what is sent, at the start of a sentence
 * @param expires when the address expires, in milliseconds since the epoch
 * @param attempt sends them once
 * @throws UploadGoneError when the address is of no use any more; Error when the storage does not take them;
 *   StoppedError when the execution is stopped
 */
export async function sendRepeatedly(
	{ progress }: UploadJob,
	what: string,
	expires: number,
	attempt: () => Promise<PutFailure | undefined>,
	signal?: AbortSignal,
): Promise<void> {
	const send = async () => {
		const failure = await attempt();
		if (!failure) return;
		throwIfStopped(signal);
		if (isAddressGone(failure, expires)) throw new UploadGoneError(failure.detail);
		throw new PutError(`${what} could not be uploaded: ${failure.detail}. ${TRY_LATER}`, failure);
	};
	await retrying(send, {
		attempts: PUT_ATTEMPTS,
		firstWaitMs: FIRST_WAIT_MS,
		mayPass: (error) => error instanceof PutError && error.failure.remedy === 'sendAgain',
		askedMs: (error) => (error as PutError).failure.retryAfterMs,
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

/** The refusal of the service with its code and trace_id, and the name of the file. */
function refused(
	{ context, itemIndex, source }: UploadJob,
	refusal: ServiceError,
	hint?: string,
): NodeOperationError {
	const { reason, description } = explain(refusal.failure);
	return new NodeOperationError(context.getNode(), refusal, {
		message: `'${source.fileName}' could not be uploaded: ${reason}`,
		description: [description, hint].filter(Boolean).join(' '),
		itemIndex,
	});
}

function notUploaded(fileName: string, detail: string): Error {
	return new Error(`'${fileName}' could not be uploaded: ${detail}`);
}
