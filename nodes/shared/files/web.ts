import type { IExecuteFunctions, IN8nHttpFullResponse } from 'n8n-workflow';

import { AS_IT_COMES, noAnswer, readRetryAfter } from '../api/transport';
import { anySignal, onAbort } from '../util/async';
import { hostOf, parsedUrl, parseJson, toWebAddress } from '../util/text';
import { type ReadableFile, Reader, readMemory } from './buffers';
import {
	extensionOf,
	fileNameOf,
	fileTypeOf,
	isKnownExtension,
	mediaOf,
	nameInAddress,
	nameInDisposition,
	plainType,
	readable,
	typeOfContent,
} from './names';

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

/** The answer of a server, of which nothing was taken yet. */
interface Answer extends Pick<IN8nHttpFullResponse, 'headers'> {
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
export interface WebFile extends Answer {
	/** As announced, for the whole file; undefined when the server does not say. */
	bytes?: number;
	mimeType?: string;
	/** From Content-Disposition or the address, with an extension where one can be found out. */
	name: string;
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

/** A file could not be opened, read, stored or sent. */
export class TransferError extends Error {
	constructor(
		message: string,
		readonly failure: {
			/** It may be possible later. */
			passing?: boolean;
			/** The address is of no use any more; the file may have another one. */
			expired?: boolean;
			/** The addresses of an upload are of no use any more; a fresh upload may do. */
			isGone?: boolean;
			/** How long the server asks to wait, in milliseconds. */
			retryAfterMs?: number;
		},
		cause?: unknown,
	) {
		super(message, { cause });
	}
}

/**
 * Opens a file on the web, without any credential. Redirects are followed by hand: n8n's helper does
 * not report where they led.
 *
 * @throws TransferError when there is none
 */
export async function requestWebFile(context: FileContext, url: string, opening: Opening) {
	let address = url;
	const noFile = (why: string) =>
		notOpened(opening.what, `${hostOf(address)} ${why}`, 'Use a URL that leads to the file itself');
	for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
		const answer = await request(context, address, opening);
		const { status, headers } = answer;
		const to = [301, 302, 303, 307, 308].includes(status) ? headers.location : undefined;
		if (typeof to === 'string') {
			answer.close();
			const next = toWebAddress(parsedUrl(readable(to) ?? '', address)?.href);
			if (next === undefined) throw noFile('redirects to an invalid URL');
			address = next;
			continue;
		}
		const problem = statusProblem(answer, opening.what);
		if (!problem) return toWebFile(answer, opening, [address, url]);
		answer.close();
		throw problem;
	}
	throw noFile(`redirects more than ${MAX_REDIRECTS} times`);
}

function notOpened(
	what: string,
	reason: string,
	advice = 'Check that anyone can open the URL',
	failure: TransferError['failure'] = {},
): TransferError {
	return new TransferError(`${what} could not be opened: ${reason}. ${advice}`, failure);
}

async function request(
	context: FileContext,
	url: string,
	{ what, resume, signal, readBytes }: Opening,
): Promise<Answer> {
	const begin = AbortSignal.timeout(BEGIN_MS);
	const end = new AbortController();
	const limits = anySignal(signal, end.signal, AbortSignal.timeout(TIME_LIMIT_MS));
	const hasBegun = onAbort(begin, () => end.abort());
	const host = hostOf(url);
	const memory = readMemory(readBytes);
	try {
		const { statusCode, headers, body } = (await context.helpers.httpRequest({
			url,
			headers: {
				Accept: '*/*',
				// A compressed answer would not have the announced length.
				'Accept-Encoding': 'identity',
				...(resume && { Range: `bytes=${resume.from}-`, 'If-Range': resume.version }),
			},
			...AS_IT_COMES,
			...memory.options,
			abortSignal: limits.signal,
		})) as IN8nHttpFullResponse;
		const stream = body as unknown as ReadableFile;
		stream.once('close', limits.release);
		let hasFailed = false;
		// One that comes when nobody reads any more must not end n8n.
		stream.on('error', () => (hasFailed = true));
		const first = await Reader.peek(stream, memory);
		const hasStalled = watchStalls(stream, () => end.abort());
		return {
			status: statusCode,
			headers,
			stream,
			first,
			host,
			reason: (error) =>
				hasStalled()
					? `${host} sent nothing for ${STALL_MS / 1000} seconds`
					: noAnswer(error, url).detail,
			hasBroken: () => hasFailed || hasStalled(),
			close() {
				// The signal first: a stream that is destroyed does not end its request.
				end.abort();
				stream.destroy();
			},
		};
	} catch (error) {
		limits.release();
		const detail = begin.aborted
			? `${host} did not respond within ${BEGIN_MS / 1000} seconds`
			: noAnswer(error, url).detail;
		throw notOpened(what, detail, undefined, { passing: true });
	} finally {
		hasBegun();
	}
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

function toWebFile(answer: Answer, { fileName, resume }: Opening, addresses: string[]): WebFile {
	const { status, headers, first } = answer;
	const mimeType = plainType(headers['content-type']);
	// Some servers announce a text for each file whose type they do not know.
	const usual = mimeType === 'text/plain' ? undefined : mimeType;
	const namingType = (mediaOf(mimeType) ? undefined : typeOfContent(first)) ?? usual;
	const given = nameInDisposition(headers['content-disposition']);
	const suggested = addresses.map(nameInAddress);
	const isByUser = isKnownExtension(extensionOf(fileName));
	const part = status === PARTIAL ? partOf(headers['content-range']) : undefined;
	const announced = part ? part.total : count(headers['content-length']);
	return {
		...answer,
		bytes: first.length === 0 ? 0 : announced,
		mimeType,
		name: fileNameOf({ mimeType: namingType, chosen: fileName, given, suggested }),
		instead: insteadOfMedia(first, mimeType, isByUser ? [fileName] : [given, ...suggested]),
		version: versionOf(headers),
		from: resume && status === PARTIAL ? (part?.from ?? Infinity) : 0,
	};
}

/** Extensions of files that may well begin as a message or a page does. */
const TEXTS = new Set(['ass', 'csv', 'json', 'md', 'srt', 'svg', 'txt', 'vtt', 'xml']);

/**
 * What a server sends with HTTP 200 in the place of a media file: a page that asks to sign in, or
 * the message that the address has expired. The first bytes show it, whatever is announced; only a
 * file with the name of a text, and none of media, may begin so.
 *
 * @param mimeType as announced
 * @param names that the file has or is to have
 * @returns what it is, in words; undefined for a file
 */
export function insteadOfMedia(
	first: Buffer,
	mimeType: string | undefined,
	names: ReadonlyArray<string | undefined>,
): string | undefined {
	const extensions = names.map((name) => extensionOf(name));
	const isText = extensions.some((one) => TEXTS.has(one));
	if (isText && !extensions.some((one) => fileTypeOf(one) && !TEXTS.has(one))) return undefined;
	const text = textOf(first).trim();
	// Media files have other control characters among their first bytes.
	if (![...text].every((sign) => sign >= ' ' || /\s/.test(sign))) return undefined;
	if (text === '') return first.length > 0 ? 'a blank page' : undefined;
	if (PAGE.test(text) || mimeType === 'text/html') return 'a web page';
	if (JSON_MESSAGE.test(text) || parseJson(text) !== undefined) return 'a message (JSON)';
	const isPicture = mimeType === 'image/svg+xml' || /<svg[\s>]/i.test(text);
	return XML_MESSAGE.test(text) && !isPicture ? 'a message (XML)' : undefined;
}

/** A comment may stand before the beginning of a page. */
const PAGE = /^(<!--[^>]{0,500}-->\s*)?<(!doctype\s+html|html)[\s>]/i;

/** The beginnings of messages, of which the end may be missing. */
const JSON_MESSAGE = /^("|\{\s*["}]|\[\s*(["[{\]\d-]|true|false|null))/;
const XML_MESSAGE = /^<[?!a-z_]/i;

/** The beginning of a text, a byte as a letter where it is not UTF-16; media files give anything. */
function textOf(first: Buffer): string {
	const [one, two] = first;
	const bytes = first.subarray(0, 1024);
	// Of letters beyond ASCII, a text in UTF-16 has none among its first.
	const isLittle = (one === 0xff && two === 0xfe) || (one && two === 0);
	const isBig = (one === 0xfe && two === 0xff) || (one === 0 && two);
	if (isLittle || isBig) return new TextDecoder(isBig ? 'utf-16be' : 'utf-16le').decode(bytes);
	return bytes.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '');
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
	return from === undefined ? undefined : { from: Number(from), total: count(total) };
}

function count(header: unknown): number | undefined {
	const length = Number(header ?? NaN);
	return Number.isSafeInteger(length) && length >= 0 ? length : undefined;
}

function statusProblem({ status, headers, host }: Answer, what: string): TransferError | undefined {
	// Success without a file: it is not ready, or there is nothing to send.
	const isEarly = status === 202 || status === 204;
	if (status >= 200 && status < 300 && !isEarly) return undefined;
	const passing = isEarly || status === 408 || status === 429 || status >= 500;
	// How storages answer at a signed address that has expired, or where the file is not any more.
	const expired = [401, 403, 404, 410].includes(status);
	const failure = { passing, expired, retryAfterMs: readRetryAfter({ headers }) };
	const [reason, advice] = MEANINGS[status] ?? OTHER_STATUS;
	return notOpened(what, `${host} ${reason} (HTTP ${status})`, advice, failure);
}

const OTHER_STATUS = ['returned no file', 'Check the URL, or try again later'] as const;
const NO_SUCH_FILE = ['has no such file', 'Check the URL: it may have expired'] as const;
const DENIED = ['denied access', 'Check that anyone can open the URL without signing in'] as const;

/** What a status without a file means, and what helps. */
const MEANINGS: Readonly<Record<number, readonly [reason: string, advice: string]>> = {
	202: ['does not have the file ready yet', 'Try again later'],
	401: DENIED,
	403: DENIED,
	404: NO_SUCH_FILE,
	410: NO_SUCH_FILE,
};
