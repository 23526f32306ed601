import { attempt, isError, trimEnd } from 'lodash';
import type { IDataObject } from 'n8n-workflow';

import { withoutEntities } from '../util/entities';
import { isObject } from '../util/json';
import { letterOfHex, plainText } from '../util/text';
import { parsedUrl, percentDecoded } from '../util/webAddress';
import { type FileType, type Format, formatOfExtension } from './formats';

/*
 * Names of files: what their extension says, how they are cleaned and decoded, where addresses and headers have them,
 * and how they are made of titles and speeches.
 */

/** The longest name that usual file systems take, in bytes. */
const MAX_NAME_BYTES = 255;

/** Signs that are not seen: controls, changes of the direction of writing, halves of letters. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u200B\u2028\u2029\u2060\uFEFF]/gu;

/**
 * The extension of a file name in lower case, without the dot: `mp4` of `Clip.MP4`. Empty for `Clip`, for `.mp4`, and
 * where there is no name.
 */
export function extensionOf(fileName = ''): string {
	return splitName(fileName).end.slice(1).toLowerCase();
}

/** An extension with the dot before it, which is not the first sign of a name. */
const EXTENSION = /(?<=[^/\\])\.[a-z0-9]{1,8}$/i;

/** A file name in two parts: the second one is its extension with the dot before it, and empty where it has none. */
function splitName(fileName: string): { start: string; end: string } {
	const [end = ''] = EXTENSION.exec(fileName) ?? [];
	const start = fileName.slice(0, fileName.length - end.length);
	return { start, end };
}

/** The format that the extension of a file name says; undefined for any other end, which may mean anything. */
export function formatOfName(fileName: string | undefined): Format | undefined {
	return formatOfExtension(extensionOf(fileName));
}

/** A file name without the extension that says what the file is, and without its dot. An unknown extension stays. */
export function withoutExtension(fileName: string): string {
	return formatOfName(fileName) ? splitName(fileName).start : fileName;
}

/**
 * A file name as it may be shown, logged and sent: without folders, quotes around it, signs that are not seen, and dots
 * and blanks at its end, and of 255 bytes at most. What stands behind the extension in an address goes, too:
 * `clip.mp4?signature=1`.
 *
 * @returns undefined when nothing is left
 */
export function cleanName(path: string | undefined): string | undefined {
	const composed = (path ?? '').normalize('NFC');
	const last = lastSegment(withoutAddressEnd(composed));
	const visible = last.replace(UNSEEN, '').trim();
	const name = trimEnd(withoutOuterQuotes(visible), '. ').trimStart();
	if (!name) return undefined;
	const { start, end } = splitName(name);
	return withinLimit(start, end);
}

/**
 * An extension behind which stands what stands there in addresses: a query, an anchor or a session (`a.jpg;id=1`), the
 * size of a picture (`a.jpg!small`, `a.jpg:large`), or a version (`a.jpg@2`).
 */
const EXTENSION_IN_ADDRESS = /(?<=[^/\\])\.([a-z0-9]{1,8})(?=[?#;!]|[:@]!?\w+$)/gi;

/** A path without what stands behind a known extension in addresses. Any other path stays. */
function withoutAddressEnd(path: string): string {
	// The name itself may have such signs, too: `Episode #3.mp4?signature=1`.
	for (const { 0: end, 1: extension = '', index } of path.matchAll(EXTENSION_IN_ADDRESS)) {
		if (formatOfExtension(extension)) return path.slice(0, index + end.length);
	}
	return path;
}

/** The name behind the folders. Of an address that ends in a slash, the last folder, if that is clearly a file. */
function lastSegment(path: string): string {
	const segments = path.split(/[/\\]/);
	const last = segments.pop() ?? '';
	const folder = segments.pop() ?? '';
	if (last === '' && formatOfName(folder)) return folder;
	return last;
}

/** Quotes that a program has left around the whole name. */
const IN_QUOTES = /^["'\u201c\u201e\u00ab\u2018](.+)["'\u201d\u201c\u00bb\u2019]$/;

/** A name without quotes around it; any other as it is. */
function withoutOuterQuotes(name: string): string {
	return IN_QUOTES.exec(name)?.[1] ?? name;
}

/**
 * The name that a start and an end make. Where it would be too long for file systems, the start is cut.
 *
 * @param end what has to stay, such as the extension with its dot
 */
function withinLimit(start: string, end: string): string {
	let bytesLeft = MAX_NAME_BYTES - Buffer.byteLength(end);
	if (Buffer.byteLength(start) <= bytesLeft) return start + end;
	let kept = '';
	for (const letter of start) {
		bytesLeft -= Buffer.byteLength(letter);
		if (bytesLeft < 0) break;
		kept += letter;
	}
	return trimEnd(kept, '. ') + end;
}

/** How often a name is decoded at most: each storage on its way may have encoded it once more. */
const MOST_ENCODINGS = 3;

/**
 * A name as people write it, of one that came encoded: as in an address (`New%20Recording%205.m4a`) or a mail, or with
 * each byte of UTF-8 as a letter. One that is not encoded is only cleaned.
 *
 * @returns undefined when nothing is left of it
 */
export function decodedName(given = ''): string | undefined {
	return cleanName(decodedAsAddress(headerText(decodedWords(given))));
}

/** A name as it was before it became part of an address, which may have happened several times. Any other stays. */
function decodedAsAddress(encoded: string): string {
	let name = encoded;
	for (let times = 0; times < MOST_ENCODINGS && isEncoded(name); times++) {
		const next = percentDecoded(withoutPluses(name));
		if (next === undefined) break;
		name = next;
	}
	return name;
}

/** Whether a name has a byte as an address writes it, `%20`, and no blank, which no address has. */
function isEncoded(name: string): boolean {
	return /%[0-9a-f]{2}/i.test(name) && !/\s/.test(name);
}

/**
 * An encoded name with a blank for each plus, as forms write blanks. In a name with `%20`, which no form writes, a plus
 * is a plus.
 */
function withoutPluses(name: string): string {
	const isOfForm = name.includes('+') && !name.includes('%20');
	return isOfForm ? name.replaceAll('+', ' ') : name;
}

/**
 * A word in the header of a mail (RFC 2047): its character set, how it is encoded, and its text, each behind a question
 * mark, as in `=?UTF-8?B?ZsO8ci5tcDQ=?=`.
 */
const ENCODED_WORD = /=\?[\w-]+\?[bq]\?[^?]*\?=/gi;

/** A name whose words are no longer encoded as in the header of a mail. Blanks between two encoded words go. */
function decodedWords(name: string): string {
	const joined = name.replace(/\?=\s+=\?/g, '?==?');
	return joined.replace(ENCODED_WORD, decodedWord);
}

/** The text of an encoded word. One that cannot be decoded stays. */
function decodedWord(word: string): string {
	const [, charset = '', encoding = '', text = ''] = word.split('?');
	return textIn(charset, bytesOfWord(text, encoding.toLowerCase())) ?? word;
}

/**
 * The bytes of an encoded word.
 *
 * @param encoding `b` for base64, and `q` for bytes as two digits behind an equals sign, where `_` is a blank
 */
function bytesOfWord(text: string, encoding: string): Buffer {
	if (encoding === 'b') return Buffer.from(text, 'base64');
	return bytesOf(text.replaceAll('_', ' '), '=');
}

/** The bytes of a text in which some are written as two hexadecimal digits behind a sign: `%FC`, `=FC`. */
function bytesOf(text: string, sign: '%' | '='): Buffer {
	const coded = new RegExp(`${sign}([0-9a-f]{2})`, 'gi');
	return Buffer.from(text.replace(coded, letterOfHex), 'latin1');
}

/** The text that bytes are in a character set; undefined where that is not known, or the bytes are no text of it. */
function textIn(charset: string, bytes: Buffer): string | undefined {
	const text = attempt(() => new TextDecoder(charset, { fatal: true }).decode(bytes));
	return isError(text) ? undefined : text;
}

/** Signs of a title that become a hyphen: a slash is part of its words ("Q3/Q4"), and Windows refuses the others. */
const NOT_IN_FILE_NAMES = /[/\\<>:"|*]/g;

/**
 * A file name made of a title without the quotes around it, which every system takes. Undefined where nothing of the
 * title is left.
 */
export function nameFromTitle(title = ''): string | undefined {
	// A break or a tab stands between words.
	const line = title
		.replace(/\s+/g, ' ')
		.trim()
		.replace(/^["“„«](.*)["”“»]$/, '$1');
	return cleanName(line.replace(NOT_IN_FILE_NAMES, '-').replaceAll('?', ''));
}

/** What people call the column with the title of a row, the surest name first. */
const TITLE_COLUMNS: readonly RegExp[] = [
	/^title$/i,
	/^(?:video|post|page|article|product|lesson|episode|chapter)[ _-]?(?:title|name)$/i,
	/^(?:titel|überschrift|título|titre|titolo|tytuł|başlık|judul|tiêu đề|rubrik|headline|subject|betreff)$/i,
	/^(?:заголовок|العنوان|शीर्षक|标题|標題|タイトル|제목)$/i,
	/^(?:topic|thema|tema|sujet|тема|主题|主題)$/i,
];

/** A column that only counts where none has a title. */
const NAME_COLUMN = /^(?:name|product)$/i;

/**
 * A file name made of the title, or else the name, in the json of an item, without the extension of a picture, a film
 * or sound; undefined where the json has neither. Of the answer of a language model, and of a record as a trigger gives
 * it, the fields stand in an object of the json. In the item of a person or a voice, the name is that of the person or
 * the voice, and says nothing about a file.
 */
export function nameOfRow(row: IDataObject): string | undefined {
	const columns = isPersonOrVoice(row) ? TITLE_COLUMNS : TITLE_COLUMNS.concat(NAME_COLUMN);
	const titles = columns.map((column) => titleInColumn(row, column));
	const name = nameFromTitle(titles.find((title) => title !== ''));
	const fields = [row.output, row.fields].find(isObject);
	if (name === undefined && fields) return nameOfRow(fields as IDataObject);
	// A list of files has their names as titles: "intro.mp4".
	const isNameOfMedium = formatOfName(name)?.media !== undefined;
	return isNameOfMedium ? withoutExtension(name ?? '') : name;
}

/**
 * The text in the first column with such a name, without the marks of HTML and Markdown; empty where there is none.
 */
function titleInColumn(row: IDataObject, column: RegExp): string {
	const key = Object.keys(row).find((name) => column.test(name.trim()));
	const value: unknown = key === undefined ? undefined : row[key];
	// WordPress gives an object with the title as it is shown.
	const text = plainText(isObject(value) ? value.rendered : value);
	return withoutEntities(text)
		.replace(/<\/?[a-z][^<>]*>|\*\*|__|^#{1,6} /gi, '')
		.trim();
}

/**
 * Whether an item is a person or a voice as the node Library outputs them. A table of the user may have the ID of one
 * as well, but no gender beside it.
 */
function isPersonOrVoice({ personId, voiceId, gender }: IDataObject): boolean {
	const hasId = personId !== undefined || voiceId !== undefined;
	return hasId && gender !== undefined;
}

/** A word with its accents; an apostrophe belongs to it. */
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*/gu;

/** A tag of SSML, with which a speech says how it is spoken. */
const TAG_OF_SPEECH = /<[^<>]*>/g;

/** So many characters of a speech are searched for words. */
const MOST_SEARCHED = 1000;

/** How much of a speech becomes a name. In scripts without blanks, a whole sentence is one long word. */
const MOST_WORDS = 4;
const MOST_LETTERS = 40;

/** As many letters as a name may have. It is not cut between a letter and its accent (`\p{M}`). */
const WITHIN_MOST_LETTERS = new RegExp(`^[^]{0,${MOST_LETTERS}}(?!\\p{M})`, 'u');

/**
 * The first words of a speech as a file name, such as `hola-bienvenidos-a-nuestra`.
 *
 * @param text perhaps with SSML
 * @returns undefined where it has no words
 */
export function nameFromSpeech(text = ''): string | undefined {
	const spoken = text.replace(TAG_OF_SPEECH, ' ').slice(0, MOST_SEARCHED);
	const words = spoken.match(WORD) ?? [];
	let name = '';
	for (const word of words.slice(0, MOST_WORDS)) {
		const plain = word.toLowerCase().replace(/['’]/g, '');
		const longer = name === '' ? plain : `${name}-${plain}`;
		if (name !== '' && longer.length > MOST_LETTERS) break;
		name = longer;
	}
	// Only a first word can be too long.
	const [start] = WITHIN_MOST_LETTERS.exec(name) ?? [];
	return nameFromTitle(start);
}

/**
 * The name of a result file, such as `talk-de-2.mp4`: the file name that was asked for, the language and the number of
 * the result, and the extension of the name that the service gave. Where no file name was asked for, but the result has
 * a language, the name begins with the title or the name in the item, or else with the name that the service gave.
 *
 * @param given the name by the service, which stays where there is neither a file name nor a language
 * @param of.fileName without extension
 * @param of.row the json of the item that the result is of
 * @param of.language as a code, such as `de`
 * @param of.number from 1, where there are several results
 */
export function resultName(
	given: string,
	of: { fileName?: string; row?: IDataObject; language?: string; number?: number },
): string {
	const { fileName, row = {}, language, number } = of;
	if (!fileName && !language) return given;
	const start = fileName || nameOfRow(row) || withoutExtension(given);
	const marks = [language, number].filter(Boolean).map((mark) => `-${mark}`);
	const extension = splitName(given).end.toLowerCase();
	return withinLimit(start, marks.join('') + extension);
}

/** The plain name in a header: `filename="talk.mp4"`, or `filename=talk.mp4` up to the next semicolon. */
const PLAIN_NAME = /\bfilename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/i;

/**
 * The file name in a Content-Disposition header, decoded and without folders. The extended one (`filename*=`) counts
 * before the plain one. Undefined when the header names none, or is missing.
 */
export function nameInDisposition(header: unknown): string | undefined {
	if (typeof header !== 'string') return undefined;
	const name = extendedName(header);
	if (name !== undefined) return name;
	const [, quoted, unquoted] = PLAIN_NAME.exec(header) ?? [];
	// In practice, only quotes are escaped with a backslash. Any other backslash stands behind a folder.
	if (quoted !== undefined) return decodedName(quoted.replaceAll('\\"', '"'));
	return decodedName(unquoted?.replaceAll('"', ''));
}

/** A percent sign that does not stand before two hexadecimal digits, as in `100%.mp4`. */
const BROKEN_CODE = /%(?![0-9a-f]{2})/i;

/**
 * The extended name in a header: its character set, a language, which is of no use here, and the name, as in
 * `filename*=UTF-8'en'talk.mp4`. Some servers leave out what stands before the name.
 */
const EXTENDED_NAME = /\bfilename\s*\*\s*=\s*"?(?:([\w-]+)'[^']*')?([^;"]*)/i;

/**
 * The extended name in a header (RFC 5987), which is encoded as in an address. Undefined for a header without one, and
 * for one that is not encoded as it should be, because that says less than the plain name.
 */
function extendedName(header: string): string | undefined {
	const [, charset = 'utf-8', encoded = ''] = EXTENDED_NAME.exec(header) ?? [];
	if (BROKEN_CODE.test(encoded)) return undefined;
	return cleanName(textIn(charset, bytesOf(encoded, '%')));
}

/** A query that has lost its question mark, behind the extension of a file: `/clip.mp4&width=100`. */
const LOST_QUERY = /(\.\w{2,5})&[\w-]+=.*$/;

/**
 * The file name at the end of an address's path, decoded: `clip.mp4` of `/clip.mp4` and of `/clip.mp4/`.
 *
 * @returns undefined where the path ends in any other folder, and for what is no address
 */
export function nameInAddress(address: string): string | undefined {
	// `decodedName` leaves out the folders before the name.
	return decodedName(parsedUrl(address)?.pathname.replace(LOST_QUERY, '$1'));
}

/** What the file shows or plays with whose name an address ends; undefined where its extension does not tell. */
export function fileTypeInAddress(address: string): FileType | undefined {
	return formatOfName(nameInAddress(address))?.media;
}

/**
 * The parameters in which scripts that give out files are told the name of one, in lower case and without signs, the
 * surest first. The last ones are paths and addresses of what such a script passes on.
 */
const PARAMETERS_OF_SCRIPTS =
	'filename file name path filepath attname fn f title download key object url src'.split(' ');

/**
 * The name of a file in the query of an address, if it has a known extension: `clip.mp4` of `/get.php?file=clip.mp4`.
 * Undefined where there is none.
 */
export function nameInQuery(address: string): string | undefined {
	const parameters = Array.from(parsedUrl(address)?.searchParams ?? []);
	const values = new Map(
		parameters.map(([key, value]) => [key.toLowerCase().replace(/[_-]/g, ''), value]),
	);
	return PARAMETERS_OF_SCRIPTS.map((key) => cleanName(values.get(key))).find(formatOfName);
}

/**
 * The text of a header, which arrives with each byte as a letter, and usually is UTF-8. A text with letters that are no
 * bytes stays as it is, and so does one that is not UTF-8.
 */
export function headerText(header: string): string {
	const hasMoreThanBytes = /[\u0100-\uffff]/.test(header);
	if (hasMoreThanBytes) return header;
	const text = Buffer.from(header, 'latin1').toString('utf8');
	// The sign that stands for bytes that are not UTF-8.
	return text.includes('\uFFFD') ? header : text;
}
