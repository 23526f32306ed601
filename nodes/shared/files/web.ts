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
		const target = targetOfRedirect(response);
		if (target === undefined) return fileOf(response, opening, [address, url]);
		response.close();
		const next = toWebAddress(parsedUrl(target, address)?.href);
		if (next === undefined) throw noFileAt(what, fileMessages.invalidRedirect(hostOf(address)));
		address = next;
	}
	throw noFileAt(what, fileMessages.manyRedirects(hostOf(address), MAX_REDIRECTS));
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Where a response leads, as its server writes it; undefined for one that is no redirect. */
function targetOfRedirect({ status, headers }: WebResponse): string | undefined {
	const { location } = headers;
	if (!REDIRECTS.has(status) || typeof location !== 'string') return undefined;
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
	const { fileName } = opening;
	const mimeType = plainType(headers['content-type']);
	const given = nameInDisposition(headers['content-disposition']);
	const suggested = addresses.map(nameInAddress).concat(addresses.map(nameInQuery));
	const isNamedByUser = isKnownExtension(extensionOf(fileName));
	const names = isNamedByUser ? [fileName] : [given, ...suggested];
	const { bytes, from } = extentOf(response, opening);
	return {
		...response,
		bytes,
		mimeType,
		identity: identify({ chosen: fileName, given, suggested, mimeType, first }),
		instead: insteadOfMedia(first, mimeType, names),
		version: versionOf(headers),
		from,
	};
}

/** The length of the whole file as announced, 0 for one that is empty, and the position from which it is read. */
function extentOf(
	{ status, headers, first }: WebResponse,
	{ resume }: Opening,
): Pick<WebFile, 'bytes' | 'from'> {
	const isPart = status === PARTIAL;
	const part = isPart ? partIn(headers['content-range']) : undefined;
	const announced = part ? part.total : lengthIn(headers['content-length']);
	const bytes = first.length === 0 ? 0 : announced;
	// Without being asked for a part, a server begins at the start.
	const isFromStart = !isPart || !resume;
	if (isFromStart) return { bytes, from: 0 };
	return { bytes, from: part?.from ?? Infinity };
}

/** A change within this time of the answer may be followed by another one with the same date. */
const CERTAIN_AGE_MS = 60_000;

/**
 * What `If-Range` takes: a strong ETag, else the time of a clearly past change
 * (RFC 9110 8.8.2.2); undefined without both.
 */
function versionOf(headers: IN8nHttpFullResponse['headers']): string | undefined {
	const { etag, 'last-modified': changed, date } = headers;
	if (typeof etag === 'string' && etag.startsWith('"')) return etag;
	// NaN where the server gives no date, and so not certain.
	const age = Date.parse(String(date)) - Date.parse(String(changed));
	return age >= CERTAIN_AGE_MS ? String(changed) : undefined;
}

/**
 * The part of a file that `Content-Range` names, such as `bytes 10-29/30`; its total is undefined where that is a star.
 */
function partIn(header: unknown): { from: number; total?: number } | undefined {
	const [, from, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/i.exec(String(header).trim()) ?? [];
	return from === undefined ? undefined : { from: Number(from), total: lengthIn(total) };
}

/** A length in bytes, as a header has it; undefined for anything else. */
function lengthIn(header: unknown): number | undefined {
	if (header === undefined || header === null) return undefined;
	const length = Number(header);
	return Number.isSafeInteger(length) && length >= 0 ? length : undefined;
}
