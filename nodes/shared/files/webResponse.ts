import type { IExecuteFunctions, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { noAnswerAfter } from '../api/noAnswer';
import { AS_IT_COMES } from '../n8n/requests';
import { anySignal, onAbort } from '../util/async';
import { hostOf } from '../util/webAddress';
import { fileMessages } from './fileMessages';
import { type ReadableFile, readMemory } from './readMemory';
import { tellingBeginningOf } from './streamReader';
import { passingError, TransferError } from './transferError';

/*
 * One request for a file on the web: its limits of time, and how its answer fares while it is read.
 */

/** The beginning of an answer has to be there within this time. */
const BEGIN_MS = 60_000;

/** It may not pause for longer. */
const STALL_MS = 60_000;

/** As long as the addresses of an upload live (service.md 8). */
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
	reason(error: unknown): string;
	/** Whether the connection ended the reading, and not its reader. */
	hasBroken(): boolean;
	close(): void;
}

/** How a file is asked for. */
export interface Opening {
	/** Names the file in messages, such as `'Video URL'`. */
	what: string;
	fileName?: string;
	/** Where to read on, if the server still has the same content. */
	resume?: { from: number; version: string };
	/** Ends the request, and the reading after it, when the execution is stopped. */
	signal?: AbortSignal;
	/** What is read at once from the connection, where it is not what Node.js reads by itself. */
	readBytes?: number;
}

/** Asks a server once for a file, without following redirects. @throws TransferError where no answer begins */
export async function requestOnce(
	context: FileContext,
	url: string,
	opening: Opening,
): Promise<WebResponse> {
	const { what, signal, readBytes } = opening;
	const { begin, stop, limits, releaseBegin } = limitsOfRequest(signal);
	const memory = readMemory(readBytes);
	try {
		const { statusCode, headers, body } = (await context.helpers.httpRequest({
			url,
			headers: headersOf(opening),
			...AS_IT_COMES,
			...memory.options,
			abortSignal: limits.signal,
		})) as IN8nHttpFullResponse;
		const stream = body as unknown as ReadableFile;
		stream.once('close', limits.release);
		const reading = new WatchedReading(stream, stop, url);
		const first = await tellingBeginningOf(stream, memory);
		reading.watchPauses();
		const { reason, hasBroken, close } = reading;
		const host = hostOf(url);
		return { status: statusCode, headers, stream, first, host, reason, hasBroken, close };
	} catch (error) {
		limits.release();
		if (begin.aborted) throw notOpened(what, fileMessages.noResponse(hostOf(url), BEGIN_MS / 1000));
		throw notOpened(what, noAnswerAfter(error, url).detail);
	} finally {
		releaseBegin();
	}
}

/**
 * Limits of one request: until its answer begins, and until it ends.
 *
 * @returns `limits.signal` for the request, which `stop` aborts too; `releaseBegin` is called once the answer has begun
 */
function limitsOfRequest(signal: AbortSignal | undefined) {
	const begin = AbortSignal.timeout(BEGIN_MS);
	const stop = new AbortController();
	const limits = anySignal(signal, stop.signal, AbortSignal.timeout(TIME_LIMIT_MS));
	const releaseBegin = onAbort(begin, () => stop.abort());
	return { begin, stop, limits, releaseBegin };
}

/** Headers with which a server sends the file as it is, or its rest if it still has the same version of it. */
function headersOf({ resume }: Opening): NonNullable<IHttpRequestOptions['headers']> {
	// A compressed answer would not have the announced length.
	const headers = { Accept: '*/*', 'Accept-Encoding': 'identity' };
	if (!resume) return headers;
	return { ...headers, Range: `bytes=${resume.from}-`, 'If-Range': resume.version };
}

/** The error of a file whose address gave no answer, which may be another one at the next try. */
function notOpened(what: string, reason: string): TransferError {
	return passingError(fileMessages.notOpened(what, reason, fileMessages.openToAnyone));
}

/** How the reading of an answer fares. One that pauses too long is ended, unless it waits for its reader. */
class WatchedReading {
	private hasFailed = false;

	private hasStalled = false;

	/** Pieces that have arrived since pauses are watched. */
	private pieces = 0;

	private stopWatching = () => {};

	/** @param stop ends the request */
	constructor(
		private readonly stream: ReadableFile,
		private readonly stop: AbortController,
		private readonly url: string,
	) {
		// An error that comes when nobody reads any more must not end n8n.
		stream.on('error', () => (this.hasFailed = true));
	}

	/** Begins to watch for pauses. Called once, when the beginning is there: until then, another limit holds. */
	watchPauses(): void {
		// Unlike one that is added by `on`, it does not set the stream going.
		this.stream.prependListener('data', () => this.pieces++);
		this.stream.once('close', () => this.stopWatching());
		this.watchNextPause();
	}

	/** Looks after a while whether anything has arrived in it. What was read ahead waits for its reader. */
	private watchNextPause(): void {
		const piecesBefore = this.pieces;
		this.stopWatching = onAbort(AbortSignal.timeout(STALL_MS), () => {
			this.hasStalled = this.pieces === piecesBefore && this.stream.readableLength === 0;
			if (this.hasStalled) this.stop.abort();
			else this.watchNextPause();
		});
	}

	/** What ended the reading, in words. */
	readonly reason = (error: unknown): string => {
		if (this.hasStalled) return fileMessages.stalled(hostOf(this.url), STALL_MS / 1000);
		return noAnswerAfter(error, this.url).detail;
	};

	/** Whether the connection ended the reading, and not its reader. */
	readonly hasBroken = (): boolean => this.hasFailed || this.hasStalled;

	readonly close = (): void => {
		// The signal first: a stream that is destroyed does not end its request.
		this.stop.abort();
		this.stream.destroy();
	};
}
