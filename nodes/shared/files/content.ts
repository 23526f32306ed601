import { extensionOf, typeOfExtension } from './names';

/** Whether a media type is that of something to see or hear. */
export function isMediaType(mimeType = ''): boolean {
	return /^(image|video|audio)\//.test(mimeType);
}

/** How files of common formats begin: a position, what stands there, and the extension. The first that fits counts. */
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

/** The media type that the first bytes of a file show; undefined where they show none of the common ones. */
export function typeOfContent(first: Buffer): string | undefined {
	const text = first.toString('latin1', 0, 16);
	const found = BEGINNINGS.find(([at, bytes]) => text.startsWith(bytes, at));
	return found && typeOfExtension(found[2]);
}

/** What an answer says of its content. */
interface Content {
	/** The first bytes. */
	first: Buffer;
	/** As announced. */
	mimeType?: string;
	/** Names that the file has or is to have, as far as there are any. */
	names: ReadonlyArray<string | undefined>;
}

/** Extensions of files that may well begin as a message or a page does. */
const TEXTS = new Set(['ass', 'csv', 'json', 'md', 'srt', 'svg', 'txt', 'vtt', 'xml']);

/**
 * What a server sends with HTTP 200 in the place of a media file: a page that asks to sign in, or the message that the
 * address has expired. What could be the file never counts: a message has to be announced as what its first bytes show,
 * and a file whose name is that of a text may be one.
 *
 * @returns what it is, in words; undefined for a file
 */
export function insteadOfMedia({ first, mimeType = '', names }: Content): string | undefined {
	if (names.some((name) => TEXTS.has(extensionOf(name ?? '')))) return undefined;
	// A byte order mark may stand before everything else.
	const text = first
		.toString('latin1', 0, 1024)
		.replace(/^\u00ef\u00bb\u00bf/, '')
		.trimStart();
	if (isPage(text) || (mimeType === 'text/html' && isText(first))) return 'a web page';
	if (isOf('json', mimeType) && /^[[{]/.test(text)) return 'a message (JSON)';
	const isXml = isOf('xml', mimeType) && text.startsWith('<') && !/<svg[\s>]/i.test(text);
	return isXml ? 'a message (XML)' : undefined;
}

/** A comment may stand before the beginning of a page. */
function isPage(text: string): boolean {
	return /^(<!--[^>]{0,500}-->\s*)?<(!doctype\s+html|html)[\s>]/i.test(text);
}

/** Media files have other control characters among their first bytes than the breaks and blanks of a text. */
function isText(first: Buffer): boolean {
	return !first.subarray(0, 1024).some((byte) => byte < 9 || (byte > 13 && byte < 32));
}

/** Whether a media type is that of a text format, such as `application/json` and `application/problem+json`. */
function isOf(format: 'json' | 'xml', mimeType: string): boolean {
	const [family, type = ''] = mimeType.split('/');
	return (family === 'application' || family === 'text') && type.split('+').at(-1) === format;
}
