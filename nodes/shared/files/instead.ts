import { attempt } from 'lodash';

import { parseJson } from '../util/json';
import { behindTag, BEGINNING_BYTES, withoutByteOrderMark } from './content';
import { fileMessages } from './fileMessages';
import { extensionOf, fileTypeOf } from './fileNames';
import { isKnownFileText } from './fileText';

/*
 * What comes in the place of a media file: a page, a message, a playlist, or what a wrong step has made of the file.
 */

type Names = ReadonlyArray<string | undefined>;

/** Extensions of files that may well begin as a message or a page does. */
const TEXTS: ReadonlySet<string> = new Set('ass csv json md srt svg txt vtt xml'.split(' '));

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
	names: Names,
): string | undefined {
	if (isTextByName(names) || first.length === 0) return undefined;
	if (wasReadAsText(first)) return fileMessages.readAsText;
	const text = textOfBytes(first).trim();
	// Media files have other control characters among their first bytes.
	if (![...text].every((sign) => sign >= ' ' || /\s/.test(sign))) return undefined;
	if (text === '') return fileMessages.blankPage;
	if (mimeType === 'text/html') return fileMessages.webPage;
	return isSvg(text, mimeType) ? undefined : kindOfText(text);
}

/** Whether a text is a picture (SVG), and no page that has one in it, nor a message in the place of one. */
function isSvg(text: string, mimeType: string | undefined): boolean {
	const mayBePicture = mimeType === 'image/svg+xml' || /<svg[\s>]/i.test(text);
	const isPageOrMessage = PAGE.test(text) || JSON_MESSAGE.test(text);
	return mayBePicture && !isPageOrMessage;
}

/** What a text is that came in the place of a file; undefined for one that may be a file. */
function kindOfText(text: string): string | undefined {
	if (PAGE.test(text)) return fileMessages.webPage;
	if (PLAYLIST.test(text)) return fileMessages.playlist;
	if (JSON_MESSAGE.test(text) || parseJson(text) !== undefined) return fileMessages.jsonMessage;
	if (XML_MESSAGE.test(text)) return fileMessages.xmlMessage;
	if (isKnownFileText(text)) return fileMessages.contentAsText;
	const isMessage = STATUS.test(text) || TEXT_MESSAGE.test(text) || GONE.test(text);
	return isMessage ? fileMessages.textMessage : undefined;
}

/** In UTF-8, the sign that stands for a byte that is no letter. */
const LOST_SIGN = '\u{fffd}';

/** A title in a file of sound may have some of these signs, but no title is among the first bytes without a tag. */
const MIN_LOST_SIGNS = 8;

/**
 * Whether a media file was read as a text on its way, and written again: each byte that is no letter has become the
 * same sign, so that the file is lost. The text is UTF-8 throughout, which no media file with such bytes is.
 */
function wasReadAsText(first: Buffer): boolean {
	const sound = behindTag(first) ?? first;
	// A letter may be cut in two at the end of the first bytes.
	const decoder = new TextDecoder('utf-8', { fatal: true });
	const text: unknown = attempt(() => decoder.decode(sound, { stream: true }));
	if (typeof text !== 'string') return false;
	return text.startsWith(LOST_SIGN) || text.split(LOST_SIGN).length > MIN_LOST_SIGNS;
}

/** Whether a file has the name of a text, and none of media. */
function isTextByName(names: Names): boolean {
	const extensions = names.map((name) => extensionOf(name));
	const isOfMedia = extensions.some((one) => fileTypeOf(one) && !TEXTS.has(one));
	return !isOfMedia && extensions.some((one) => TEXTS.has(one));
}

/** A comment may stand before the beginning of a page. */
const PAGE =
	/^(<!--[^>]{0,500}-->\s*)?<(!doctype\s+html|(html|head|body|title|meta|script|div)[\s/>])/i;

/** The number of a refusal before what servers say in plain words: "404 page not found". */
const STATUS = /^(http\S* )?[45]\d\d[:\s-]+(?=[a-z])/i;

/** What servers say in plain words, and what stands in a folder or a repository in the place of a large file. */
const TEXT_MESSAGE =
	/^(error\b|not found|no such |no healthy |upstream |forbidden|access ?(denied|to )|unauthori[sz]ed|invalid |missing |bad (request|gateway)|internal server error|service (temporarily )?unavailable|gateway time-?out|too many |rate limit|please (log|sign) ?in|(log ?in|sign ?in|authentication) required|virus scan|just a moment|version https:\/\/git-lfs|\[internetshortcut\])/i;

/** A file or its address that is gone: "The link has expired". */
const GONE =
	/^((the|this|your) )?((file|object|page|resource|link|url|request|token|signature|session|specified key) )?(has |have |was |is |does )?(been )?(not found|not exist|expired|deleted|removed|no longer )/i;

/** A list of the pieces of a film, which players fetch one by one. */
const PLAYLIST = /^#EXTM3U/;

/** The beginnings of messages, of which the end may be missing. */
const JSON_MESSAGE = /^("|\{\s*["}]|\[\s*(["[{\]\d-]|true|false|null))/;
const XML_MESSAGE = /^<[?!a-z_]/i;

/**
 * First bytes as a text: of UTF-16, its letters; of anything else, each byte as a letter, without the mark of UTF-8.
 */
function textOfBytes(first: Buffer): string {
	const bytes = first.subarray(0, BEGINNING_BYTES);
	const encoding = encodingOf(bytes);
	if (encoding !== undefined) return new TextDecoder(encoding).decode(bytes);
	return withoutByteOrderMark(bytes.toString('latin1'));
}

/**
 * In which order the bytes of UTF-16 stand: such a text begins with a byte order mark, or with a letter of ASCII, of
 * which one byte is 0. Undefined for anything else.
 */
function encodingOf([one = 0, two]: Buffer): 'utf-16le' | 'utf-16be' | undefined {
	if (two === undefined) return undefined;
	if (one === 0xff && two === 0xfe) return 'utf-16le';
	if (one === 0xfe && two === 0xff) return 'utf-16be';
	if (one > 0 && two === 0) return 'utf-16le';
	return one === 0 && two > 0 ? 'utf-16be' : undefined;
}
