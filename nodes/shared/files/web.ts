import type { IExecuteFunctions, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { readRetryAfter } from '../api/http';
import { noAnswer } from '../api/noAnswer';
import { AS_IT_COMES } from '../n8n/requests';
import { anySignal, onAbort } from '../util/async';
import { hostOf, parsedUrl, toWebAddress } from '../util/webAddress';
import { type ReadableFile, readMemory } from './readMemory';
import { beginningOf } from './streamReader';
import { plainType } from './formats';
import { type FileIdentity, identify } from './identify';
import { insteadOfMedia } from './instead';
import { fileMessages } from './fileMessages';
import {
	extensionOf,
	isKnownExtension,
	nameInAddress,
	nameInDisposition,
	nameInQuery,
	headerText,
} from './fileNames';
import { TransferError, type TransferFacts } from './transferError';

/** The beginning of an answer has to be there within this time. */
const BEGIN_MS = 60_000;

/** It may not pause for longer. */
const STALL_MS = 60_000;

/** As long as the addresses of an upload live (service.md 8). */
const TIME_LIMIT_MS = 6 * 3600_000;

const MAX_REDIRECTS = 10;

const PARTIAL = 206;

/** What of n8n is needed to fetch and store files. */
export type FileContext = Pick<IExecuteFunctions, 'logger'> & {
	helpers: Pick<
		IExecuteFunctions['helpers'],
		'getBinaryMetadata' | 'httpRequest' | 'prepareBinaryData'
	>;
};

/** The answer of a server to a request for a file, of which nothing was taken yet. */
interface WebResponse extends Pick<IN8nHttpFullResponse, 'headers'> {
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

/** A file on the web, opened for reading. */
export interface WebFile extends WebResponse {
	/** As announced, for the whole file; undefined when the server does not say. */
	bytes?: number;
	mimeType?: string;
	/** By its names in Content-Disposition and the addresses, its announced type and its beginning. */
	identity: FileIdentity;
	/** What came in the place of a file, in words, such as a web page that asks to sign in. */
	instead?: string;
	/** With what the server is asked to read on in the same content, where that is certain enough. */
	version?: string;
	/** Position of the first byte that is read; Infinity where the server does not say. */
	from: number;
}

interface Opening {
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

/**
 * Opens a file on the web, without any credential. Redirects are followed by hand: n8n's helper does
 * not report where they led.
 *
 * @throws TransferError when there is none
 */
export async function requestWebFile(
	context: FileContext,
	url: string,
	opening: Opening,
): Promise<WebFile> {
	const { what } = opening;
	let address = url;
	for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
		const response = await request(context, address, opening);
		const next = redirectOf(response, address);
		if (!next) {
			const problem = statusProblem(response, what);
			if (!problem) return toWebFile(response, opening, [address, url]);
			response.close();
			throw problem;
		}
		response.close();
		if (next.url === undefined) throw noFileAt(what, fileMessages.invalidRedirect(hostOf(address)));
		address = next.url;
	}
	throw noFileAt(what, fileMessages.manyRedirects(hostOf(address), MAX_REDIRECTS));
}

/** Where a response leads, without a URL where that is none; undefined where it leads nowhere. */
function redirectOf(
	{ status, headers }: WebResponse,
	address: string,
): { url?: string } | undefined {
	if (!REDIRECTS.has(status) || typeof headers.location !== 'string') return undefined;
	const target = parsedUrl(headerText(headers.location), address);
	return { url: toWebAddress(target?.href) };
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

function noFileAt(what: string, reason: string): TransferError {
	return new TransferError(fileMessages.notOpened(what, reason, fileMessages.useFileUrl));
}

/** Limits of one request: until its answer begins, and until it ends. */
function limitsOfRequest(signal: AbortSignal | undefined) {
	const begin = AbortSignal.timeout(BEGIN_MS);
	const end = new AbortController();
	const limits = anySignal(signal, end.signal, AbortSignal.timeout(TIME_LIMIT_MS));
	const hasBegun = onAbort(begin, () => end.abort());
	return { begin, end, limits, hasBegun };
}

function headersOf({ resume }: Opening): NonNullable<IHttpRequestOptions['headers']> {
	// A compressed answer would not have the announced length.
	const headers = { Accept: '*/*', 'Accept-Encoding': 'identity' };
	if (!resume) return headers;
	return { ...headers, Range: `bytes=${resume.from}-`, 'If-Range': resume.version };
}

/** @throws TransferError where no answer begins */
async function request(context: FileContext, url: string, opening: Opening): Promise<WebResponse> {
	const { what, signal, readBytes } = opening;
	const { begin, end, limits, hasBegun } = limitsOfRequest(signal);
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
		const watch = watchStream(stream, end);
		const first = await beginningOf(stream, memory);
		watch.expectPieces();
		return { status: statusCode, headers, stream, first, host: hostOf(url), ...watch.outcome(url) };
	} catch (error) {
		limits.release();
		const reason = begin.aborted
			? fileMessages.noResponse(hostOf(url), BEGIN_MS / 1000)
			: noAnswer(error, url).detail;
		throw notOpened(what, reason);
	} finally {
		hasBegun();
	}
}

/** What was no answer may be one at the next try. */
function notOpened(what: string, reason: string): TransferError {
	const message = fileMessages.notOpened(what, reason, fileMessages.openToAnyone);
	return new TransferError(message, { passing: true });
}

/** Notes how the stream of an answer fares, and ends the request of one that stalls. */
function watchStream(stream: ReadableFile, end: AbortController) {
	let hasFailed = false;
	let hasStalled = () => false;
	// An error that comes when nobody reads any more must not end n8n.
	stream.on('error', () => (hasFailed = true));
	return {
		/** To be called once the beginning is there. */
		expectPieces() {
			hasStalled = watchStalls(stream, () => end.abort());
		},
		outcome: (url: string): Pick<WebResponse, 'reason' | 'hasBroken' | 'close'> => ({
			reason: (error) =>
				hasStalled()
					? fileMessages.stalled(hostOf(url), STALL_MS / 1000)
					: noAnswer(error, url).detail,
			hasBroken: () => hasFailed || hasStalled(),
			close() {
				// The signal first: a stream that is destroyed does not end its request.
				end.abort();
				stream.destroy();
			},
		}),
	};
}

/** Ends a request that pauses too long, unless it waits for its reader; tells whether it did. */
function watchStalls(stream: ReadableFile, end: () => void): () => boolean {
	let hasStalled = false;
	let release = () => {};
	let pieces = 0;
	// Unlike one that is added by `on`, it does not set the stream going.
	stream.prependListener('data', () => pieces++);
	const watch = () => {
		const before = pieces;
		release = onAbort(AbortSignal.timeout(STALL_MS), () => {
			hasStalled = before === pieces && stream.readableLength === 0;
			if (hasStalled) end();
			else watch();
		});
	};
	stream.once('close', () => release());
	watch();
	return () => hasStalled;
}

/** @param addresses that led to the file, the last one first */
function toWebFile(response: WebResponse, opening: Opening, addresses: string[]): WebFile {
	const { headers, first } = response;
	const { fileName } = opening;
	const mimeType = plainType(headers['content-type']);
	const given = nameInDisposition(headers['content-disposition']);
	const suggested = [...addresses.map(nameInAddress), ...addresses.map(nameInQuery)];
	const isNamedByUser = isKnownExtension(extensionOf(fileName));
	const { announced, from } = extentOf(response, opening);
	return {
		...response,
		bytes: first.length === 0 ? 0 : announced,
		mimeType,
		identity: identify({ chosen: fileName, given, suggested, mimeType, first }),
		instead: insteadOfMedia(first, mimeType, isNamedByUser ? [fileName] : [given, ...suggested]),
		version: versionOf(headers),
		from,
	};
}

/** The length of the whole file as announced, and the position from which it is read. */
function extentOf({ status, headers }: WebResponse, { resume }: Opening) {
	if (status !== PARTIAL) return { announced: lengthIn(headers['content-length']), from: 0 };
	const part = partOf(headers['content-range']);
	const announced = part ? part.total : lengthIn(headers['content-length']);
	return { announced, from: resume ? (part?.from ?? Infinity) : 0 };
}

/** A change within this time of the answer may be followed by another one with the same date. */
const CERTAIN_AGE_MS = 60_000;

/** What `If-Range` takes: a strong ETag, else the time of a clearly past change (RFC 9110 8.8.2.2). */
function versionOf(headers: IN8nHttpFullResponse['headers']): string | undefined {
	const { etag, 'last-modified': changed, date } = headers;
	if (typeof etag === 'string' && etag.startsWith('"')) return etag;
	const age = Date.parse(String(date)) - Date.parse(String(changed));
	return age >= CERTAIN_AGE_MS ? String(changed) : undefined;
}

function partOf(header: unknown): { from: number; total?: number } | undefined {
	const [, from, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/i.exec(String(header).trim()) ?? [];
	return from === undefined ? undefined : { from: Number(from), total: lengthIn(total) };
}

function lengthIn(header: unknown): number | undefined {
	const length = Number(header ?? NaN);
	return Number.isSafeInteger(length) && length >= 0 ? length : undefined;
}

function statusProblem({ status, headers, host }: WebResponse, what: string) {
	// Success without a file: it is not ready, or there is nothing to send.
	const isEarly = status === 202 || status === 204;
	if (status >= 200 && status < 300 && !isEarly) return undefined;
	const facts: TransferFacts = {
		answer: { httpStatus: status, retryAfterMs: readRetryAfter({ headers }) },
		passing: isEarly || status === 408 || status === 429 || status >= 500,
		// How storages answer at a signed address that has expired, or where the file is not any more.
		expired: [401, 403, 404, 410].includes(status),
	};
	const [reason, advice] = MEANINGS[status] ?? OTHER_STATUS;
	const said = fileMessages.withStatus(host, reason, status);
	return new TransferError(fileMessages.notOpened(what, said, advice), facts);
}

type StatusWords = readonly [reason: string, advice: string];

const OTHER_STATUS: StatusWords = [fileMessages.noFile, fileMessages.checkUrlOrLater];
const NO_SUCH_FILE: StatusWords = [fileMessages.noSuchFile, fileMessages.mayHaveExpired];
const DENIED: StatusWords = [fileMessages.denied, fileMessages.withoutSigningIn];

/** What a status without a file means, and what helps. */
const MEANINGS: Readonly<Record<number, StatusWords>> = {
	202: [fileMessages.notReady, fileMessages.tryLater],
	401: DENIED,
	403: DENIED,
	404: NO_SUCH_FILE,
	410: NO_SUCH_FILE,
};
