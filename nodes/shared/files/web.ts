import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { hostOf, parsedUrl, toWebAddress } from '../util/webAddress';
import { plainType } from './formats';
import { type FileIdentity, identify } from './identify';
import { insteadOfMedia } from './instead';
import { fileMessages } from './fileMessages';
import {
	extensionOf,
	headerText,
	isKnownExtension,
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

export type { FileContext };

const MAX_REDIRECTS = 10;

const PARTIAL = 206;

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
		const response = await requestOnce(context, address, opening);
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
