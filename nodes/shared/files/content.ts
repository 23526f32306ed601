import { parseJson } from '../util/json';
import { extensionOf, typeOfExtension } from './names';

/** How files of common formats begin; the first that fits counts. */
const BEGINNINGS: ReadonlyArray<readonly [at: number, bytes: string, extension: string]> = [
	[0, '\u0089PNG', 'png'],
	[0, '\u00ff\u00d8\u00ff', 'jpg'],
	[0, 'GIF8', 'gif'],
	[8, 'WEBP', 'webp'],
	[8, 'WAVE', 'wav'],
	[0, 'ID3', 'mp3'],
	[0, '\u001aE\u00df\u00a3', 'webm'],
	[4, 'ftypqt', 'mov'],
	[4, 'ftypM4A', 'm4a'],
	[4, 'ftypavif', 'avif'],
	[4, 'ftyphei', 'heic'],
	[4, 'ftypmif1', 'heif'],
	[4, 'ftyp', 'mp4'],
];

/** The media type that the first bytes of a file show, if it is a common one. */
export function typeOfContent(first: Buffer): string | undefined {
	const text = first.toString('latin1', 0, 16);
	const found = BEGINNINGS.find(([at, bytes]) => text.startsWith(bytes, at));
	return found && typeOfExtension(found[2]);
}

/** Extensions of files that may well begin as a message or a page does. */
const TEXTS = new Set(['ass', 'csv', 'json', 'md', 'srt', 'svg', 'txt', 'vtt', 'xml']);

/**
 * What a server sends with HTTP 200 in the place of a media file: a page that asks to sign in, or
 * the message that the address has expired. The first bytes show it, whatever is announced; only a
 * file with the name of a text may begin so.
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
	if (names.some((name) => TEXTS.has(extensionOf(name ?? '')))) return undefined;
	const text = textOf(first).trim();
	// Media files have other control characters among their first bytes.
	if (![...text].every((sign) => sign >= ' ' || /\s/.test(sign))) return undefined;
	if (PAGE.test(text) || (mimeType === 'text/html' && text !== '')) return 'a web page';
	if (JSON_MESSAGE.test(text) || parseJson(text) !== undefined) return 'a message (JSON)';
	const isPicture = mimeType === 'image/svg+xml' || /<svg[\s>]/i.test(text);
	return XML_MESSAGE.test(text) && !isPicture ? 'a message (XML)' : undefined;
}

/** A comment may stand before the beginning of a page. */
const PAGE = /^(<!--[^>]{0,500}-->\s*)?<(!doctype\s+html|html)[\s>]/i;

/** The beginnings of messages, of which no more than the first byte may have arrived. */
const JSON_MESSAGE = /^(\{\s*(["}]|$)|\[\s*(["[{\]\d-]|true|false|null|$))/;
const XML_MESSAGE = /^<([?!a-z_]|$)/i;

/** The beginning of a text, a byte as a letter where it is not UTF-16; media files give anything. */
export function textOf(first: Buffer): string {
	const [one, two] = first;
	const bytes = first.subarray(0, 1024);
	// Of letters beyond ASCII, a text in UTF-16 has none among its first.
	if ((one === 0xff && two === 0xfe) || (one && two === 0)) return bytes.toString('utf16le');
	if ((one === 0xfe && two === 0xff) || (one === 0 && two)) {
		return Buffer.from(bytes.subarray(0, bytes.length & ~1))
			.swap16()
			.toString('utf16le');
	}
	return bytes.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '');
}
