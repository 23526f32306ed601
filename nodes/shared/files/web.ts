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

/** A file on the web, opened for reading. */
export interface WebFile extends WebResponse {
	/** Its length as announced; 0 when nothing came; undefined when the server does not say. */
	bytes?: number;
	/** As announced, in lower case and without parameters. */
	mimeType?: string;
	/** By its names in Content-Disposition and the addresses, its announced type and its beginning. */
	identity: FileIdentity;
	/** What came in the place of a file, in words, such as a web page that asks to sign in; undefined for a file. */
	instead?: string;
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
	return {
		...response,
		bytes: first.length === 0 ? 0 : bytesInHeader(headers['content-length']),
		mimeType,
		identity: identify({ chosen, given, suggested, mimeType, first }),
		instead: insteadOfMedia(first, mimeType, names),
	};
}

/** A length in bytes, as a header has it; undefined for anything else, and where there is none. */
function bytesInHeader(header: unknown): number | undefined {
	const isNumber = /^\d+$/.test(String(header).trim());
	const length = Number(header);
	return isNumber && Number.isSafeInteger(length) ? length : undefined;
}
