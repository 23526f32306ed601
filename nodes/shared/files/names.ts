import { attempt, isError } from 'lodash';
import type { IDataObject } from 'n8n-workflow';

import { parsedUrl, plainText } from '../util/text';

/** The media types of each extension, the usual one first, and the usual extension of a type first. */
const TYPES: ReadonlyArray<readonly [extension: string, types: string[]]> = Object.entries({
	jpg: 'image/jpeg image/jpg image/pjpeg',
	jpeg: 'image/jpeg',
	png: 'image/png image/x-png',
	webp: 'image/webp',
	gif: 'image/gif',
	bmp: 'image/bmp image/x-ms-bmp',
	tiff: 'image/tiff',
	tif: 'image/tiff',
	heic: 'image/heic',
	heif: 'image/heif',
	avif: 'image/avif',
	svg: 'image/svg+xml',
	mp4: 'video/mp4 application/mp4',
	mov: 'video/quicktime',
	webm: 'video/webm',
	avi: 'video/x-msvideo video/avi',
	mkv: 'video/x-matroska',
	mpg: 'video/mpeg',
	wmv: 'video/x-ms-wmv',
	mp3: 'audio/mpeg audio/mp3 audio/x-mp3',
	wav: 'audio/x-wav audio/wav audio/wave audio/vnd.wave',
	m4a: 'audio/x-m4a audio/m4a audio/mp4',
	aac: 'audio/aac',
	ogg: 'audio/ogg',
	flac: 'audio/flac audio/x-flac',
	aiff: 'audio/aiff',
	txt: 'text/plain',
	json: 'application/json',
	srt: 'application/x-subrip',
}).map(([extension, types]) => [extension, types.split(' ')]);

/** Further extensions that show what a file is: none of the media above. */
const OTHERS = new Set(
	(
		'jxl ico psd raw pdf doc docx odt rtf ppt pptx key xls xlsx csv xml md vtt ' +
		'ass html htm zip rar 7z gz tar exe dmg apk iso'
	).split(' '),
);

export type FileType = 'image' | 'video' | 'audio';

/** What a file with an extension shows or plays; undefined where the extension does not tell. */
export function fileTypeOf(extension: string): FileType | undefined {
	return mediaOf(typeOfExtension(extension));
}

/** What a file of a media type shows or plays; undefined for other types. */
export function mediaOf(mimeType = ''): FileType | undefined {
	return /^(image|video|audio)\//.exec(mimeType)?.[1] as FileType | undefined;
}

const FILM_OR_SOUND: ReadonlySet<string> = new Set(['mp4', 'webm', 'ogg']);

/** Whether files with an extension hold films or nothing but sound. */
export function holdsFilmOrSound(extension: string): boolean {
	return FILM_OR_SOUND.has(extension);
}

/** The longest name that usual file systems take. */
const MAX_NAME_LENGTH = 255;

/** Signs that are not seen: controls, changes of the direction of writing, halves of letters. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029\uFEFF]/gu;

/** The extension of a file name in lower case, without the dot; empty when there is none. */
export function extensionOf(fileName = ''): string {
	return /[^/\\]\.([a-z0-9]{1,8})$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
}

/** A file name without the extension that says what the file is. */
export function withoutExtension(fileName: string): string {
	const extension = extensionOf(fileName);
	return isKnownExtension(extension) ? fileName.slice(0, -extension.length - 1) : fileName;
}

/** The media type that belongs to an extension. */
export function typeOfExtension(extension: string): string | undefined {
	return TYPES.find(([one]) => one === extension)?.[1][0];
}

/** Whether an extension shows what a file is; other ends of a name may mean anything. */
export function isKnownExtension(extension: string): boolean {
	return OTHERS.has(extension) || typeOfExtension(extension) !== undefined;
}

/** A media type without its parameters, in lower case; undefined when it is empty. */
export function plainType(mimeType: unknown): string | undefined {
	if (typeof mimeType !== 'string') return undefined;
	return mimeType.split(';', 1)[0]?.trim().toLowerCase() || undefined;
}

/**
 * A file name as it may be shown, logged and sent: without folders and signs that are not seen.
 *
 * @returns undefined when nothing is left
 */
export function cleanName(path: string | undefined): string | undefined {
	const name = path?.split(/[/\\]/).at(-1)?.replace(UNSEEN, '').trim();
	if (!name || /^\.+$/.test(name)) return undefined;
	if (name.length <= MAX_NAME_LENGTH) return name;
	const extension = extensionOf(name);
	const end = extension ? `.${extension}` : '';
	return `${name.slice(0, MAX_NAME_LENGTH - end.length).replace(/\p{Cs}$/u, '')}${end}`;
}

/** A file name made of a title, in which a slash is part of the words: "Q3/Q4". */
export function nameFromTitle(title: string | undefined): string | undefined {
	return cleanName(title?.replace(/[/\\]/g, '-'));
}

/**
 * The name of a result file: of its source or row, with its language, and with its number.
 *
 * @param given by the service
 * @param of.fileName without extension; before that of the row
 * @param of.number where there are several
 */
export function resultName(
	given: string,
	of: { fileName?: string; row?: IDataObject; language?: string; number?: number },
): string {
	const { fileName, row: { title, name } = {}, language, number } = of;
	const base = fileName ?? (language && nameFromTitle(plainText(title) || plainText(name)));
	if (!base && !language) return given;
	const extension = extensionOf(given);
	const parts = [base || withoutExtension(given), language, number].filter(Boolean);
	return extension ? `${parts.join('-')}.${extension}` : parts.join('-');
}

interface NameSources {
	mimeType?: string;
	/** By the user. */
	chosen?: string;
	given?: string;
	/** Names that the places of the file suggest, the best one first. */
	suggested?: ReadonlyArray<string | undefined>;
}

/**
 * Decides how a file is named. The service reads the type off the extension, so a known media type
 * wins over an end that only looks like an extension (`download.php`, `Interview 05.11`) or belongs
 * to another kind of media; an extension that the user chose stays. The name has an extension where
 * one can be found out.
 */
export function fileNameOf({ mimeType, chosen, given, suggested = [] }: NameSources): string {
	const byUser = cleanName(chosen);
	if (byUser && isKnownExtension(extensionOf(byUser))) return byUser;
	const own = byUser ?? cleanName(given);
	const others = suggested.map(cleanName);
	const usual = usualExtension(mimeType);
	const kind = mediaKind(usual);
	const fitting = others.find((other) => fitsKind(other, kind));
	const name = own ?? fitting ?? others.find(Boolean) ?? 'file';
	if (fitsKind(name, kind)) return name;
	const extension = extensionToAdd(name, extensionOf(fitting), usual);
	return extension ? `${name}.${extension}` : name;
}

/** The extension that files of a media type usually have. */
function usualExtension(mimeType: string | undefined): string | undefined {
	const type = plainType(mimeType) ?? '';
	return TYPES.find(([, types]) => types.includes(type))?.[0];
}

/** Whether a name ends in a known extension that a file of this kind may have. */
function fitsKind(name: string | undefined, kind: MediaKind | undefined): boolean {
	const extension = extensionOf(name);
	const kindOfName = mediaKind(extension);
	if (kind && kindOfName) return kindOfName === kind;
	// Behind pages, servers give out anything.
	const isPage = /^html?$/.test(extension);
	return isKnownExtension(extension) && !(kind && isPage);
}

/**
 * @param sibling extension of another name of the file, which is more exact than what its type says
 * @param usual extension of its type
 */
function extensionToAdd(name: string, sibling: string, usual: string | undefined) {
	const kind = mediaKind(usual);
	const isOtherKind = kind !== undefined && mediaKind(sibling) !== kind;
	const fitting = isOtherKind ? usual : sibling;
	if (fitting) return fitting;
	// The end of the name may be an extension that is not known here.
	return extensionOf(name) === '' ? usual : undefined;
}

type MediaKind = 'image' | 'film';

/** Sound and films share formats, and servers mix up their types. */
function mediaKind(extension = ''): MediaKind | undefined {
	const type = fileTypeOf(extension);
	if (type === undefined) return undefined;
	return type === 'image' ? 'image' : 'film';
}

/** The name in a Content-Disposition header, without folders; undefined when it names none. */
export function nameInDisposition(header: unknown): string | undefined {
	if (typeof header !== 'string') return undefined;
	const encoded = /\bfilename\*\s*=\s*"?[\w-]*'[^']*'([^;"]+)/i.exec(header)?.[1];
	// In another character set, or not encoded as it should be, it says less than the plain name.
	const name = cleanName(encoded && decoded(encoded.trim()));
	if (name !== undefined) return name;
	const [, quoted, plain] = /\bfilename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/i.exec(header) ?? [];
	// Only quotes are escaped in practice; all else is the backslash of a folder.
	return cleanName(readable(quoted?.replace(/\\"/g, '"') ?? plain?.replaceAll('"', '')));
}

/** The last segment of an address's path; undefined when it is empty. */
export function nameInAddress(address: string): string | undefined {
	const url = parsedUrl(address);
	return url && cleanName(decoded(url.pathname) ?? url.pathname);
}

/** Text of a header, which arrives with each byte as a letter, as the UTF-8 that it usually is. */
export function readable(header: string | undefined): string | undefined {
	if (!header || /[\u0100-\uffff]/.test(header)) return header;
	const text = Buffer.from(header, 'latin1').toString('utf8');
	return text.includes('\uFFFD') ? header : text;
}

function decoded(text: string): string | undefined {
	const result = attempt(decodeURIComponent, text);
	return isError(result) ? undefined : result;
}

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
	[4, 'ftyphei', 'heic'],
	[4, 'ftypavif', 'avif'],
	[4, 'ftyp', 'mp4'],
];

/** The media type that the first bytes of a file show, if it is a common one. */
export function typeOfContent(first: Buffer): string | undefined {
	const text = first.toString('latin1', 0, 16);
	const found = BEGINNINGS.find(([at, bytes]) => text.startsWith(bytes, at));
	return found && typeOfExtension(found[2]);
}
