import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { hostOf, parsedUrl, toWebAddress } from '../util/webAddress';
import { plainType } from './formats';
import { type FileIdentity, identify } from './identify';
import { insteadOfMedia } from './instead';
import { fileMessages } from './fileMessages';
import {
	formatOfName,
	headerText,
	nameInAddress,
	nameInDisposition,
	nameInQuery,
} from './fileNames';
import { TransferError } from './transferError';
import { type FileContext, type Opening, requestOnce, type WebResponse } from './webResponse';
import { statusProblem } from './webStatus';

/*
 * Opening a file on the web, over redirects, and what its answer says of it.
 */

const MAX_REDIRECTS = 10;

/** The HTTP status of an answer with a part of a file. */
const PARTIAL = 206;

/** A file on the web, opened for reading. */
export interface WebFile extends WebResponse {
	/** Its length as announced, for the whole file; 0 when nothing came; undefined when the server does not say. */
	bytes?: number;
	/** As announced, in lower case and without parameters. */
	mimeType?: string;
	/** By its names in Content-Disposition and the addresses, its announced type and its beginning. */
	identity: FileIdentity;
	/** What came in the place of a file, in words, such as a web page that asks to sign in; undefined for a file. */
	instead?: string;
	/**
	 * The ETag or the date by which the server can be asked for the rest of the same content; undefined where neither
	 * makes it certain that the content is the same.
	 */
	version?: string;
	/** Position of the first byte that is read; Infinity where the server sends a part and does not say which. */
	from: number;
}

/**
 * Opens a file on the web, without any credential. Redirects are followed here, because n8n's helper would follow them
 * without telling where they led, and the name of the file may only be in that address.
 *
 * @throws TransferError when no file is there, or no answer comes
 */
export async function requestWebFile(
	context: FileContext,
	url: string,
	opening: Opening,
): Promise<WebFile> {
	const { what } = opening;
	let address = url;
	for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
		const response = await requestOnce(context, address, opening);
		const target = targetOfRedirect(response);
		if (target === undefined) return fileOf(response, opening, [address, url]);
		response.close();
		const next = toWebAddress(parsedUrl(target, address)?.href);
		if (next === undefined) throw noFileAt(what, fileMessages.invalidRedirect(hostOf(address)));
		address = next;
	}
	throw noFileAt(what, fileMessages.manyRedirects(hostOf(address), MAX_REDIRECTS));
}

/** The HTTP statuses of redirects that lead to the file. */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Where a response leads, as its server writes it; undefined for one that is no redirect. */
function targetOfRedirect({ status, headers }: WebResponse): string | undefined {
	const { location } = headers;
	if (!REDIRECTS.has(status) || typeof location !== 'string') return undefined;
	// It may hold letters as they are, in UTF-8.
	return headerText(location);
}

/** The error of an address that leads to no file. @param what names the file in messages */
function noFileAt(what: string, reason: string): TransferError {
	return new TransferError(fileMessages.notOpened(what, reason, fileMessages.useFileUrl));
}

/**
 * The file that a response brings.
 *
 * @param addresses that led to it, the last one first
 * @throws TransferError where its status says that it brings none
 */
function fileOf(response: WebResponse, opening: Opening, addresses: string[]): WebFile {
	const problem = statusProblem(response, opening.what);
	if (problem) {
		response.close();
		throw problem;
	}
	const { headers, first } = response;
	const { fileName: chosen } = opening;
	const mimeType = plainType(headers['content-type']);
	/** The name by the server. */
	const given = nameInDisposition(headers['content-disposition']);
	/** The names by the addresses: first those in their paths, then those in their queries. */
	const suggested = addresses.map(nameInAddress).concat(addresses.map(nameInQuery));
	// What is named as a text, such as subtitles, is not taken for a page in the place of a file. A name by the user that
	// says what the file is counts alone.
	const isNamedByUser = formatOfName(chosen) !== undefined;
	const names = isNamedByUser ? [chosen] : [given, ...suggested];
	const { bytes, from } = extentOf(response, opening);
	return {
		...response,
		bytes,
		mimeType,
		identity: identify({ chosen, given, suggested, mimeType, first }),
		instead: insteadOfMedia(first, mimeType, names),
		version: versionOf(headers),
		from,
	};
}

/**
 * How long the file is, and from where on its answer brings it.
 *
 * @returns `bytes`: the length of the whole file as announced, and 0 for an answer without content; `from`: the
 *   position of the first byte, and Infinity for a part whose header does not say it
 */
function extentOf(
	{ status, headers, first }: WebResponse,
	{ resume }: Opening,
): Pick<WebFile, 'bytes' | 'from'> {
	const isPart = status === PARTIAL;
	const part = isPart ? partIn(headers['content-range']) : undefined;
	const announced = part ? part.total : bytesInHeader(headers['content-length']);
	const bytes = first.length === 0 ? 0 : announced;
	// A server that calls its answer a part without having been asked for one begins at the start.
	const isFromStart = !isPart || !resume;
	if (isFromStart) return { bytes, from: 0 };
	return { bytes, from: part?.from ?? Infinity };
}

/** A file whose last change is younger than this may be changed again without getting another date. */
const CERTAIN_AGE_MS = 60_000;

/**
 * By what `If-Range` can ask for the same content: a strong ETag, which begins with a quote, or else the time of the
 * last change, if that was clearly before the answer (RFC 9110 8.8.2.2). Undefined where the server gives neither.
 */
function versionOf(headers: IN8nHttpFullResponse['headers']): string | undefined {
	const { etag, date } = headers;
	if (typeof etag === 'string' && etag.startsWith('"')) return etag;
	const changed = String(headers['last-modified']);
	// NaN where one of the dates is missing, and that is not certain either.
	const age = Date.parse(String(date)) - Date.parse(changed);
	return age >= CERTAIN_AGE_MS ? changed : undefined;
}

/** A part and the length of the whole file, such as `bytes 10-29/30`, or `bytes 10-29/*` where that is not known. */
const CONTENT_RANGE = /^bytes (\d+)-\d+\/(\d+|\*)$/i;

/** The part that a `Content-Range` header names, its `total` undefined for a star; undefined for any other header. */
function partIn(header: unknown): { from: number; total?: number } | undefined {
	const [, from, total] = CONTENT_RANGE.exec(String(header).trim()) ?? [];
	if (from === undefined) return undefined;
	return { from: Number(from), total: bytesInHeader(total) };
}

/** A length in bytes, as a header has it; undefined for anything else, such as a star, and where there is none. */
function bytesInHeader(header: unknown): number | undefined {
	const isNumber = /^\d+$/.test(String(header).trim());
	const length = Number(header);
	return isNumber && Number.isSafeInteger(length) ? length : undefined;
}
