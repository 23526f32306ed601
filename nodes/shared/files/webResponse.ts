import type { IExecuteFunctions, IN8nHttpFullResponse } from 'n8n-workflow';

import { noAnswerAfter } from '../api/noAnswer';
import { AS_IT_COMES } from '../n8n/requests';
import { anySignal, onAbort } from '../util/async';
import { hostOf } from '../util/webAddress';
import { fileMessages } from './fileMessages';
import { type ReadableFile, readMemory } from './readMemory';
import { beginningOf } from './streamReader';
import { passingError, TransferError } from './transferError';

/*
 * One request for a file on the web: its limits of time, and how its answer fares while it is read.
 */

/** The beginning of an answer has to be there within this time. */
const BEGIN_MS = 60_000;

/** The rest of an answer may not pause for longer. */
const STALL_MS = 60_000;

/** An answer has to be read within this time: the addresses to which the file is sent live as long (service.md 8). */
const TIME_LIMIT_MS = 6 * 3600_000;

/** What of n8n is needed to fetch and store files. */
export type FileContext = Pick<IExecuteFunctions, 'logger'> & {
	helpers: Pick<
		IExecuteFunctions['helpers'],
		'getBinaryMetadata' | 'httpRequest' | 'prepareBinaryData'
	>;
};

/** The answer of a server to a request for a file, of which nothing was taken yet. */
export interface WebResponse extends Pick<IN8nHttpFullResponse, 'headers'> {
	status: number;
	stream: ReadableFile;
	/** Its beginning, which stays in it. */
	first: Buffer;
	/** Where it is read from, for messages. */
	host: string;
	/** What ended the reading, in words, by the error with which it failed. */
	reason: (error: unknown) => string;
	/** Whether the connection ended the reading, and not its reader. */
	hasBroken(): boolean;
	/** Ends the request and the reading. */
	close(): void;
}

/** How a file is asked for. */
export interface Opening {
	/** Names the file in messages, such as `'Video URL'`. */
	what: string;
	/** The name that the user has chosen for the file. */
	fileName?: string;
	/** Ends the request, and the reading after it, when the execution is stopped. */
	signal?: AbortSignal;
	/** How many bytes are read at once from the connection; without it, as many as Node.js reads by itself. */
	readBytes?: number;
}

/**
 * Asks a server once for a file, without following redirects, and waits until its answer begins. The answer may have
 * any HTTP status.
 *
 * @throws TransferError where no answer begins, also because the execution was stopped
 */
export async function requestOnce(
	context: FileContext,
	url: string,
	opening: Opening,
): Promise<WebResponse> {
	const { what, signal, readBytes } = opening;
	// Ends the request and the reading after it.
	const stop = new AbortController();
	const limits = anySignal(signal, stop.signal, AbortSignal.timeout(TIME_LIMIT_MS));
	// Only holds until the answer has begun.
	const begin = AbortSignal.timeout(BEGIN_MS);
	const releaseBegin = onAbort(begin, () => stop.abort());
	const memory = readMemory(readBytes);
	try {
		const { statusCode, headers, body } = (await context.helpers.httpRequest({
			url,
			headers: HEADERS,
			...AS_IT_COMES,
			...memory.options,
			abortSignal: limits.signal,
		})) as IN8nHttpFullResponse;
		const stream = body as unknown as ReadableFile;
		// The limits hold as long as the answer is read.
		stream.once('close', limits.release);
		const reading = new WatchedReading(stream, stop, url);
		const first = await beginningOf(stream, memory);
		reading.watchPauses();
		const { reason, hasBroken, close } = reading;
		const host = hostOf(url);
		return { status: statusCode, headers, stream, first, host, reason, hasBroken, close };
	} catch (error) {
		limits.release();
		const isTooLate = begin.aborted;
		if (isTooLate) throw notOpened(what, fileMessages.noResponse(hostOf(url), BEGIN_MS / 1000));
		throw notOpened(what, noAnswerAfter(error, url).detail);
	} finally {
		releaseBegin();
	}
}

/** Headers with which a server sends the file as it is: a compressed answer would not have the announced length. */
const HEADERS = { Accept: '*/*', 'Accept-Encoding': 'identity' };

/** The error of a file whose address gave no answer, though it may give one at the next try. */
function notOpened(what: string, reason: string): TransferError {
	return passingError(fileMessages.notOpened(what, reason, fileMessages.openToAnyone));
}

/**
 * Watches how the reading of an answer fares. One that pauses too long is ended, unless it waits for its reader. The
 * last three functions are given to others without the object, so they are arrow functions, which keep it.
 */
class WatchedReading {
	/** The stream has ended with an error. */
	private hasFailed = false;

	/** The answer has paused too long, and was ended for it. */
	private hasStalled = false;

	/** How many pieces have been read since pauses are watched. */
	private pieces = 0;

	/** Ends the watch for pauses; does nothing before that has begun. */
	private stopWatching = () => {};

	/**
	 * @param stop ends the request
	 * @param url names the server in messages
	 */
	constructor(
		private readonly stream: ReadableFile,
		private readonly stop: AbortController,
		private readonly url: string,
	) {
		// Without a listener, an error that comes when nobody reads any more would end n8n.
		stream.on('error', () => (this.hasFailed = true));
	}

	/** Begins to watch for pauses. Called once, when the beginning is there: until then, another limit holds. */
	watchPauses(): void {
		// Not by `on`, which would set the stream going before anybody reads it.
		this.stream.prependListener('data', () => this.pieces++);
		this.stream.once('close', () => this.stopWatching());
		this.watchNextPause();
	}

	/** Looks after `STALL_MS` whether the answer has paused all that time. If so, ends the request; else, begins anew. */
	private watchNextPause(): void {
		const piecesBefore = this.pieces;
		this.stopWatching = onAbort(AbortSignal.timeout(STALL_MS), () => {
			const isNothingRead = this.pieces === piecesBefore;
			// Otherwise, bytes have arrived, and it is their reader who pauses.
			const isNothingWaiting = this.stream.readableLength === 0;
			this.hasStalled = isNothingRead && isNothingWaiting;
			if (this.hasStalled) this.stop.abort();
			else this.watchNextPause();
		});
	}

	/** What ended the reading, in words. @param error with which it failed */
	readonly reason = (error: unknown): string => {
		if (this.hasStalled) return fileMessages.stalled(hostOf(this.url), STALL_MS / 1000);
		return noAnswerAfter(error, this.url).detail;
	};

	/** Whether the connection ended the reading, and not its reader. */
	readonly hasBroken = (): boolean => this.hasFailed || this.hasStalled;

	/** Ends the request and the reading. */
	readonly close = (): void => {
		// A stream that is destroyed does not end its request, so that is ended first.
		this.stop.abort();
		this.stream.destroy();
	};
}
