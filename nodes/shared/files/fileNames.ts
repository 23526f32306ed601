import { attempt, isError, trimEnd, unescape } from 'lodash';
import type { IDataObject } from 'n8n-workflow';

import { plainText } from '../util/text';
import { parsedUrl } from '../util/webAddress';
import { type FileType, formatOfExtension } from './formats';

/*
 * Names of files: what their end says, how they are cleaned and decoded, where addresses and headers have
 * them, and how they are made of titles and texts.
 */

/** What a file with an extension shows or plays; undefined where the extension does not tell. */
export function fileTypeOf(extension: string): FileType | undefined {
	return formatOfExtension(extension)?.media;
}

/** The longest name that usual file systems take, in bytes. */
const MAX_NAME_BYTES = 255;

/** Signs that are not seen: controls, changes of the direction of writing, halves of letters. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u200B\u2028\u2029\u2060\uFEFF]/gu;

/** The extension of a file name in lower case, without the dot: `mp4` of `Clip.MP4`; empty for `Clip` and `.mp4`. */
export function extensionOf(fileName = ''): string {
	return /[^/\\]\.([a-z0-9]{1,8})$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
}

/** A file name without the extension that says what the file is. */
export function withoutExtension(fileName: string): string {
	const extension = extensionOf(fileName);
	return isKnownExtension(extension) ? fileName.slice(0, -extension.length - 1) : fileName;
}

/** Whether an extension shows what a file is; other ends of a name may mean anything. */
export function isKnownExtension(extension: string): boolean {
	return formatOfExtension(extension) !== undefined;
}

/**
 * A file name as it may be shown, logged and sent: without folders, signs that are not seen, and dots and blanks at its
 * end. What of an address stands behind the extension goes, too: `clip.mp4?signature=1`.
 *
 * @returns undefined when nothing is left
 */
export function cleanName(path: string | undefined): string | undefined {
	const last = lastSegment(withoutAddressEnd((path ?? '').normalize('NFC')));
	const name = trimEnd(withoutOuterQuotes(last.replace(UNSEEN, '').trim()), '. ');
	if (!name) return undefined;
	const extension = extensionOf(name);
	const start = extension === '' ? name : name.slice(0, -extension.length - 1);
	return withinLimit(start, name.slice(start.length));
}

/** What stands behind the extension in addresses: a query, a session, the size of a picture, the version of a file. */
function withoutAddressEnd(path: string): string {
	const before = path.slice(0, path.search(/[?#;!]|[:@]!?\w+$|$/));
	return isKnownExtension(extensionOf(before)) ? before : path;
}

/** The name behind the folders; of an address that ends in a slash, only one that is clearly a file. */
function lastSegment(path: string): string {
	const segments = path.split(/[/\\]/);
	const last = segments.pop() ?? '';
	const folder = segments.pop() ?? '';
	if (last === '' && isKnownExtension(extensionOf(folder))) return folder;
	return last;
}

/** Quotes that a program has left around the whole name. */
const IN_QUOTES = /^["'\u201c\u201e\u00ab\u2018](.+)["'\u201d\u201c\u00bb\u2019]$/;

function withoutOuterQuotes(name: string): string {
	return IN_QUOTES.exec(name)?.[1] ?? name;
}

/** A name that every file system takes: as many letters of its start as fit, and its end. */
function withinLimit(start: string, end: string): string {
	let left = MAX_NAME_BYTES - Buffer.byteLength(end);
	if (Buffer.byteLength(start) <= left) return start + end;
	let kept = '';
	for (const letter of start) {
		left -= Buffer.byteLength(letter);
		if (left < 0) break;
		kept += letter;
	}
	return kept.trimEnd() + end;
}

/** Once for each storage that has encoded it. */
const MOST_ENCODINGS = 3;

/**
 * A name that came encoded, as people write it: as in an address (`New%20Recording%205.m4a`, where a plus is a blank if
 * everything else is encoded as forms do it), as in a mail, as in a page, or with each byte of UTF-8 as a letter.
 *
 * @returns undefined when nothing is left of it
 */
export function decodedName(given: string | undefined): string | undefined {
	// The last program that has encoded a name is undone first: that of JSON, of a mail, of a header, of a page.
	const ofHeader = decodedWords(withoutEscapes(given ?? ''));
	const ofPage = unescape(headerText(ofHeader));
	return cleanName(decodedAsAddress(withoutCharset(ofPage)));
}

/** A name without the character set before it, by which it is decoded: `UTF-8''f%C3%BCr.mp4`. Any other stays. */
function withoutCharset(name: string): string {
	const [, charset, encoded = ''] = IN_CHARSET.exec(name) ?? [];
	if (charset === undefined) return name;
	return textIn(charset, bytesOf(encoded, '%')) ?? name;
}

/** A name as it was before it became part of an address, as often as it did. What cannot be decoded stays. */
function decodedAsAddress(encoded: string): string {
	let name = encoded;
	for (let times = 0; times < MOST_ENCODINGS && isEncoded(name); times++) {
		const next = withoutPercents(asInAddress(name));
		if (next === undefined) break;
		name = next;
	}
	return name;
}

/** A name as addresses encode it; forms write a blank as a plus, and never as `%20`. */
function asInAddress(name: string): string {
	const isOfForm = name.includes('+') && !name.includes('%20');
	return isOfForm ? name.replaceAll('+', ' ') : name;
}

/** A name as it stands in a header of HTTP, cut out of it: `UTF-8''f%C3%BCr.mp4`. */
const IN_CHARSET = /^(utf-?8|iso-8859-\d+|windows-\d+)'[a-z-]*'(.+)$/i;

/**
 * A name in which letters are no longer written as `%u00FC`, as older JavaScript does, or `\u00fc`, as JSON does. Where
 * any other backslash is in the name, they are of folders, and stay.
 */
function withoutEscapes(name: string): string {
	const hasFolders = /\\(?!u[0-9a-f]{4})/i.test(name);
	const escape = hasFolders ? /%u([0-9a-f]{4})/gi : /[\\%]u([0-9a-f]{4})/gi;
	return name.replace(escape, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
}

/** Whether a name has a byte as an address writes it, `%20`, and no blank, which no address has. */
function isEncoded(name: string): boolean {
	return /%[0-9a-f]{2}/i.test(name) && !/\s/.test(name);
}

/**
 * A word of a mail's header (RFC 2047), with its character set, how it is
 * encoded, and its text: `=?UTF-8?B?ZsO8ci5tcDQ=?=`.
 */
const ENCODED_WORD = /=\?([\w-]+)\?([bq])\?([^?]*)\?=/gi;

/** A name whose words are no longer as a mail's header has them. Blanks between two of them go. */
function decodedWords(name: string): string {
	const joined = name.replace(/\?=\s+=\?/g, '?==?');
	return joined.replace(ENCODED_WORD, decodedWord);
}

/** A word of a mail's header as text. One that cannot be decoded stays. */
function decodedWord(word: string): string {
	const [, charset = '', how = '', text = ''] = word.split('?');
	return textIn(charset, bytesOfWord(text, how.toLowerCase())) ?? word;
}

/** @param how `b` for base64, and `q` for bytes behind an equals sign, where `_` is a blank */
function bytesOfWord(text: string, how: string): Buffer {
	if (how === 'b') return Buffer.from(text, 'base64');
	return bytesOf(text.replaceAll('_', ' '), '=');
}

/** The bytes of a text in which some are written as two digits behind a sign. */
function bytesOf(text: string, sign: '%' | '='): Buffer {
	const coded = new RegExp(`${sign}([0-9a-f]{2})`, 'gi');
	const letters = text.replace(coded, (_, digits: string) =>
		String.fromCharCode(parseInt(digits, 16)),
	);
	return Buffer.from(letters, 'latin1');
}

/** Bytes as a text in a character set; undefined where that is not known or they are none. */
function textIn(charset: string, bytes: Buffer): string | undefined {
	const text = attempt(() => new TextDecoder(charset, { fatal: true }).decode(bytes));
	return isError(text) ? undefined : text;
}

/** Signs that Windows takes in no file name. */
const REFUSED_BY_WINDOWS = /[<>:"|*]/g;

/** Names of devices, which Windows takes for no file, with any extension. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])(?=\s*(\.|$))/i;

/**
 * A file name made of a title, in which a slash is part of the words: "Q3/Q4".
 * Every system takes it. Undefined without a title.
 */
export function nameFromTitle(title: string | undefined): string | undefined {
	// A break or a tab stands between words.
	const line = title?.replace(/\s+/g, ' ');
	const name = line?.replace(/[/\\]/g, '-').replace(REFUSED_BY_WINDOWS, '-').replaceAll('?', '');
	return cleanName(trimEnd(name, '. ').trimStart().replace(DEVICE, '$1_'));
}

/**
 * A file name made of the title, or else the name, in the json of an item; undefined where it has neither. The name in
 * an item of a person or a voice is theirs, and says nothing about a file.
 */
export function nameOfRow(row: IDataObject): string | undefined {
	const { title, name } = row;
	const ownName = isPersonOrVoice(row) ? undefined : name;
	return nameFromTitle(plainText(title) || plainText(ownName));
}

/**
 * Whether an item is a person or a voice as Library outputs them: a table of the user has an ID of them, but no gender
 * beside it.
 */
function isPersonOrVoice({ personId, voiceId, gender }: IDataObject): boolean {
	const hasId = personId !== undefined || voiceId !== undefined;
	return hasId && gender !== undefined;
}

/** A word with its accents; an apostrophe belongs to it. */
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*/gu;

const TAG_OF_SPEECH = /<[^<>]*>/g;

/** How much of a speech becomes a name. Scripts without blanks have one long word. */
const MOST_WORDS = 4;
const MOST_LETTERS = 40;

/**
 * The first words of a speech as a file name, such as `hola-bienvenidos-a-nuestra`.
 *
 * @param text perhaps with SSML
 * @returns undefined where it has no words
 */
export function nameFromSpeech(text = ''): string | undefined {
	const words = text.replace(TAG_OF_SPEECH, ' ').slice(0, 1000).match(WORD) ?? [];
	let name = '';
	for (const word of words.slice(0, MOST_WORDS)) {
		const plain = word.toLowerCase().replace(/['’]/g, '');
		const longer = name === '' ? plain : `${name}-${plain}`;
		if (name !== '' && longer.length > MOST_LETTERS) break;
		name = longer;
	}
	// A first word that is too long is cut between two letters, and not between a letter and its accent.
	const [start] = /^[^]{0,40}(?!\p{M})/u.exec(name) ?? [];
	return nameFromTitle(start);
}

/**
 * The name of a result file: the file name that was asked for, with the language and the number of the result. In a
 * language, but with no file name, it begins with the title of the item or as the service's name does.
 *
 * @param given by the service; it stays where there is neither a file name nor a language
 * @param of.fileName without extension
 * @param of.row the json of the item that the result is of
 * @param of.number from 1, where there are several
 */
export function resultName(
	given: string,
	of: { fileName?: string; row?: IDataObject; language?: string; number?: number },
): string {
	const { fileName, row = {}, language, number } = of;
	if (!fileName && !language) return given;
	const start = fileName || nameOfRow(row) || withoutExtension(given);
	const marks = [language, number].filter(Boolean).map((mark) => `-${mark}`);
	const extension = extensionOf(given);
	const end = extension === '' ? '' : `.${extension}`;
	return withinLimit(start, marks.join('') + end);
}

/** The name in a Content-Disposition header, without folders; undefined when it names none. */
export function nameInDisposition(header: unknown): string | undefined {
	if (typeof header !== 'string') return undefined;
	const name = extendedName(header);
	if (name !== undefined) return name;
	// filename="talk.mp4" and filename=talk.mp4, up to the next semicolon.
	const [, quoted, plain] = /\bfilename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/i.exec(header) ?? [];
	// Only quotes are escaped in practice; all else is the backslash of a folder.
	if (quoted !== undefined) return decodedName(quoted.replace(/\\"/g, '"'));
	return decodedName(plain?.replaceAll('"', ''));
}

/**
 * The name in `filename*` (RFC 5987), with its character set and encoded, also in numbered pieces
 * (RFC 2231). One that is not encoded as it should be says less than the plain name, so that
 * undefined is given for it, as for a header without one.
 */
function extendedName(header: string): string | undefined {
	const pieces = Array.from(
		header.matchAll(/\bfilename\s*\*(?:\d{1,2}\*?)?\s*=\s*("[^"]*"|[^;]*)/gi),
	);
	const value = pieces.map(([, piece = '']) => piece.trim().replace(/^"|"$/g, '')).join('');
	// UTF-8'en'talk.mp4: the language between the quotes is of no use here.
	const [, charset, ofCharset] = /^([\w-]*)'[^']*'(.*)$/.exec(value) ?? [];
	const encoded = ofCharset ?? value;
	if (BROKEN_CODE.test(encoded)) return undefined;
	return cleanName(textIn(charset || 'utf-8', bytesOf(encoded, '%')));
}

/**
 * The file name at the end of an address's path, decoded: `clip.mp4` of `/clip.mp4` and of `/clip.mp4/`.
 *
 * @returns undefined where the path ends in any other folder, and for what is no address
 */
export function nameInAddress(address: string): string | undefined {
	// A query that lost its question mark: /clip.mp4&width=100
	const path = parsedUrl(address)?.pathname.replace(/(\.\w{2,5})&[\w-]+=.*$/, '$1') ?? '';
	const isOfUtf8 = withoutPercents(path) !== undefined;
	// What is broken, or encoded twice, says nothing of the character set.
	const isUnclear = BROKEN_CODE.test(path) || path.includes('%25');
	if (isOfUtf8 || isUnclear) return decodedName(path);
	// Encoded once, but not as UTF-8: from before that was usual.
	return decodedName(textIn('windows-1252', bytesOf(path, '%')));
}

/** A percent sign that does not stand before two hexadecimal digits, as in `100%.mp4`. */
const BROKEN_CODE = /%(?![0-9a-f]{2})/i;

/**
 * Where scripts that give out files have their names, in lower case and without signs, the surest first; the last ones
 * are addresses and paths of what is passed on.
 */
const NAMES_IN_QUERY =
	'filename file name path filepath attname fn f title download key object url src'.split(' ');

/** Where storages are asked to name a file. */
const DISPOSITIONS_IN_QUERY = ['response-content-disposition', 'rscd'];

/** The name of a file in the query of an address, with a known extension; undefined where there is none. */
export function nameInQuery(address: string): string | undefined {
	const query = parsedUrl(address)?.searchParams;
	const ofStorages = DISPOSITIONS_IN_QUERY.map((key) => nameInDisposition(query?.get(key)));
	// Of a name that stands twice, the first counts, as everywhere on the web.
	const entries = Array.from(query ?? []).reverse();
	const values = new Map(
		entries.map(([key, value]) => [key.toLowerCase().replace(/[_-]/g, ''), value]),
	);
	const ofScripts = NAMES_IN_QUERY.map((key) => cleanName(values.get(key)));
	return ofStorages.concat(ofScripts).find((name) => isKnownExtension(extensionOf(name)));
}

/** Text of a header, which arrives with each byte as a letter, as the UTF-8 that it usually is. */
export function headerText(header: string): string {
	if (/[\u0100-\uffff]/.test(header)) return header;
	const text = Buffer.from(header, 'latin1').toString('utf8');
	return text.includes('\uFFFD') ? header : text;
}

/** @returns undefined for what is not encoded as addresses are: `100%` */
function withoutPercents(text: string): string | undefined {
	const result = attempt(decodeURIComponent, text);
	return isError(result) ? undefined : result;
}
