import { attempt } from 'lodash';

import { parseJson } from '../util/json';
import { behindTag, BEGINNING_BYTES, withoutByteOrderMark } from './content';
import { fileMessages } from './fileMessages';
import { extensionOf } from './fileNames';
import { formatOfExtension } from './formats';
import { isKnownFileText } from './fileText';

/*
 * What comes in the place of a media file: a page, a message, a playlist, or what a wrong step has made of the file.
 */

/** The names of one file; undefined for one that it does not have. */
type Names = ReadonlyArray<string | undefined>;

/** Extensions of files that may well begin as a message or a page does. */
const TEXTS: ReadonlySet<string> = new Set('ass csv json md srt svg txt vtt xml'.split(' '));

/**
 * What came in the place of a media file, such as a page that asks to sign in, or the message that an address has
 * expired. Servers send these as if they were the file, so the first bytes decide, and not what is announced. Only a
 * file that is named as a text, and not as media, may begin so.
 *
 * @param first the first bytes of the file, or all of a shorter one
 * @param mimeType the type that the server announced, in lower case
 * @param names the names that the file has or is to have
 * @returns what came, in words; undefined for a file
 */
export function insteadOfMedia(
	first: Buffer,
	mimeType: string | undefined,
	names: Names,
): string | undefined {
	if (isTextByName(names) || first.length === 0) return undefined;
	if (wasReadAsText(first)) return fileMessages.readAsText;
	// Each byte as a letter, which is enough to see what it is.
	const text = withoutByteOrderMark(first.toString('latin1', 0, BEGINNING_BYTES)).trim();
	// Media files have control characters among their first bytes.
	if (hasControlCharacters(text)) return undefined;
	if (text === '') return fileMessages.blankPage;
	if (mimeType === 'text/html') return fileMessages.webPage;
	return isSvg(text, mimeType) ? undefined : kindOfText(text);
}

/** Whether a text has control characters other than breaks, tabs and the like. */
function hasControlCharacters(text: string): boolean {
	return [...text].some((sign) => sign < ' ' && !/\s/.test(sign));
}

/** Whether a text is a picture (SVG), and not a page that has one in it, or a message in the place of one. */
function isSvg(text: string, mimeType: string | undefined): boolean {
	const mayBePicture = mimeType === 'image/svg+xml' || /<svg[\s>]/i.test(text);
	const isPageOrMessage = PAGE.test(text) || JSON_MESSAGE.test(text);
	return mayBePicture && !isPageOrMessage;
}

/** What a text is that came in the place of a file, in words; undefined for a text that shows no sign of that. */
function kindOfText(text: string): string | undefined {
	if (PAGE.test(text)) return fileMessages.webPage;
	if (PLAYLIST.test(text)) return fileMessages.playlist;
	if (JSON_MESSAGE.test(text) || parseJson(text) !== undefined) return fileMessages.jsonMessage;
	if (XML_MESSAGE.test(text)) return fileMessages.xmlMessage;
	if (isKnownFileText(text)) return fileMessages.contentAsText;
	const isMessage = TEXT_MESSAGES.some((message) => message.test(text));
	return isMessage ? fileMessages.textMessage : undefined;
}

/** The sign that stands in UTF-8 for a byte that is no letter. */
const LOST_SIGN = '\u{fffd}';

/** Fewer of these signs may stand in a text that is one, such as a title in a file of sound. */
const MIN_LOST_SIGNS = 8;

/**
 * Whether a media file was read as a text on its way, and written again: each byte that is no letter has become the
 * same sign, so that the file is lost. After that, all of it is UTF-8, which no media file is.
 */
function wasReadAsText(first: Buffer): boolean {
	// The tag of a sound file has texts, which may have lost signs before, so only what stands behind it counts.
	const content = behindTag(first) ?? first;
	const decoder = new TextDecoder('utf-8', { fatal: true });
	// As of a stream, because a letter may be cut in two at the end of the first bytes. What is not UTF-8 is an error.
	const text: unknown = attempt(() => decoder.decode(content, { stream: true }));
	if (typeof text !== 'string') return false;
	const lostSigns = text.split(LOST_SIGN).length - 1;
	return text.startsWith(LOST_SIGN) || lostSigns >= MIN_LOST_SIGNS;
}

/** Whether a file has the name of a text, and none of media. SVG, which is both, counts as a text. */
function isTextByName(names: Names): boolean {
	const extensions = names.map((name) => extensionOf(name));
	const isOfMedia = extensions.some((one) => formatOfExtension(one)?.media && !TEXTS.has(one));
	return !isOfMedia && extensions.some((one) => TEXTS.has(one));
}

/** The beginning of a page, which may have a comment before it. */
const PAGE =
	/^(<!--[^>]{0,500}-->\s*)?<(!doctype\s+html|(html|head|body|title|meta|script|div)[\s/>])/i;

/** What servers say in plain words, and what stands in a folder or a repository in the place of a large file. */
const TEXT_MESSAGES: readonly RegExp[] = [
	// The status of a refusal, from 400 to 599, and words for it: "404 page not found".
	/^(http\S* )?[45]\d\d[:\s-]+(?=[a-z])/i,
	/^(error\b|not found|no such |no healthy |upstream |invalid |missing |too many |rate limit)/i,
	/^(bad (request|gateway)|internal server error|gateway time-?out)/i,
	/^(service (temporarily )?unavailable|virus scan|just a moment)/i,
	/^(forbidden|access ?(denied|to )|unauthori[sz]ed|please (log|sign) ?in)/i,
	/^(log ?in|sign ?in|authentication) required/i,
	/^(version https:\/\/git-lfs|\[internetshortcut\])/i,
	// A file or its address that is gone: "The link has expired".
	/^((the|this|your) )?((file|object|page|resource|link|url|request|token|signature|session|specified key) )?(has |have |was |is |does )?(been )?(not found|not exist|expired|deleted|removed|no longer )/i,
];

/** A list of the pieces of a film, which players fetch one by one. */
const PLAYLIST = /^#EXTM3U/;

/** The beginning of JSON: a text in quotes, an object or a list. Its end may be missing among the first bytes. */
const JSON_MESSAGE = /^("|\{\s*["}]|\[\s*(["[{\]\d-]|true|false|null))/;

/** The beginning of XML: `<error>`, `<?xml`, `<!--`. */
const XML_MESSAGE = /^<[?!a-z_]/i;
