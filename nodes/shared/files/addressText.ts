import { compact, uniq } from 'lodash';

import { onlyOne } from '../util/lists';
import { plainText } from '../util/text';
import { toWebAddress } from '../util/webAddress';
import { fileTypeInAddress } from './fileNames';

/*
 * The one address in a text, without what documents, chats, tables and language models put around it. An address that
 * ends as a picture, a film or sound does may have any words before it and behind it. Any other one may only have a
 * label before it, such as "URL:", because other words may say that it leads to something else.
 */

/** A text with more characters is no link, and is not searched. */
const MAX_TEXT = 8_000;

/** An address in a text, up to a sign that no address has, or that has to be encoded in one. */
const ADDRESS = /https?:\/\/[^\s<>"'`|\\^{}[\]\u201c\u201d\u300c\u300d\u00ab\u00bb]+/gi;

/** The scheme that a template has before an address with its own: `https://https://example.com`. */
const DOUBLED_SCHEME = /^https?:\/\/(?=https?:\/\/)/i;

/** Signs that end a sentence or markup, and do not belong to the address before them. */
const BEHIND_ADDRESS = /[.,;:!?*_~\u2026]+$/;

/**
 * The words of a link of Markdown, which may be an address or a picture themselves: `[words](`, `[![words](address)](`.
 */
const WORDS_OF_LINK = /!?\[(?:!\[[^\]]*\]\([^)]*\)|[^\]]*)\]\(/g;

/** The words of a link in a chat: `<address|words>`. */
const WORDS_IN_CHAT = /(<https?:[^\s<>|]+)\|[^<>]*>/gi;

/** What may stand before an address in its text, by patterns that end (`$`) where the address begins. */
const BEFORE: readonly RegExp[] = [
	// Signs, and the number of a list: "👉 ", "**", "- ", "1. ".
	/^[^\p{L}\p{N}]*(?:\d{1,3}[.)]\s+)?$/u,
	// A bracket, a quote or an equals sign: "a.png (", `=IMAGE("`, "[a.png|", "[img]".
	/[("'`<|[\]=\u201c\u201e\u2018\u300c\u00ab]$/,
	// Up to three words: "URL: ", "**Download link:** ".
	/^(?:[^\s:]{1,30} ){0,2}[^\s:]{1,60}:(?:[*_]{0,2}\s+)$/,
	// The name of the file: "a.mp4 - ", "a.mp4 | ".
	/^[^\s/:][^\r\n/:]{0,200}\.[a-z0-9]{2,5}\s*[-–|\s]\s*$/i,
];

/** Words behind an address that belong to it: a title, the rest of a formula, the name of the file, or markup. */
const BEHIND =
	/^(?:\s+"[^"]*"\s*\)|"?\s*[,;][^\r\n]*\)$|\s+\([^()\s/]{1,200}\.[a-z0-9]{2,5}\)|\[\/\w+\]|\|[^\]]*\])/i;

/**
 * The address that a text means: its only one, without the label, the markup or the encoding that came with it.
 *
 * @returns undefined for a text without an address or with several, for one that is too long, and where words around
 *   the address may say that it is not that of the file
 */
export function addressInText(text: string): string | undefined {
	const trimmed = plainText(text);
	if (trimmed.length > MAX_TEXT) return undefined;
	const decoded = addressDecoded(trimmed).replace(DOUBLED_SCHEME, '');
	const isHtml = /^<(?!https?:)[a-z]/i.test(decoded);
	if (isHtml) return addressInElements(decoded);
	// Any sign at the end of a signed address may belong to the signature. So a sign is only left out behind an
	// extension.
	const isAddressAlone = /^https?:\S+$/i.test(decoded);
	if (isAddressAlone) return toWebAddress(decoded.replace(/(?<=\.[a-z0-9]{2,5})[.,;!]$/i, ''));
	return addressInWords(decoded);
}

/**
 * The only address in a text that is no HTML; undefined for none, for several, and where words around it are no label.
 */
function addressInWords(text: string): string | undefined {
	// The words of links go first, because they may be an address, which would count as a second one.
	const withoutWords = text.replace(WORDS_OF_LINK, '(').replace(WORDS_IN_CHAT, '$1>');
	const found = onlyOne(withoutWords.match(ADDRESS) ?? []);
	if (found === undefined) return undefined;
	const address = withoutEndOfText(found);
	const start = withoutWords.indexOf(address);
	const before = withoutWords.slice(0, start);
	const behind = withoutWords.slice(start + address.length).replace(BEHIND, '');
	// A text that ends as a file may be an address with a blank in it: "https://example.com/a.png copy.png".
	const isFileInWords = endsAsMedia(address) && !endsAsMedia(withoutWords);
	const mayStandBehind = isFileInWords || !/[\p{L}\p{N}]/u.test(behind);
	const mayStandBefore = endsAsMedia(address) || BEFORE.some((words) => words.test(before));
	return mayStandBefore && mayStandBehind ? toWebAddress(address) : undefined;
}

/** An address without the end of the sentence or of the brackets around it. */
function withoutEndOfText(address: string): string {
	const plain = address.replace(BEHIND_ADDRESS, '');
	// A bracket that is opened in the address belongs to it: "/clip_(1)".
	const isOpened = plain.split('(').length >= plain.split(')').length;
	const isInBrackets = plain.endsWith(')') && !isOpened;
	return isInBrackets ? withoutEndOfText(plain.slice(0, -1)) : plain;
}

/** Whether an address ends as a picture, a film or sound does. */
function endsAsMedia(address: string): boolean {
	return fileTypeInAddress(address) !== undefined;
}

/** An element of HTML that links or shows a file; the first group is its address. */
const ELEMENT =
	/<(?:a|img|video|audio|source|iframe)\s(?:[^<>]*?\s)?(?:href|src)\s*=\s*["']?(https?:[^"'\s<>]+)[^<>]*>/gi;

/** A link with its words, or any other element without the words in it. */
const LINK_OR_TAG = /<a\s[^<>]*>[^<]*<\/a>|<[^<>]*>/gi;

/**
 * The address that a piece of HTML means, by its links and media. If any of its addresses end as a picture, a film or
 * sound does, only these count. Undefined where no address or several are left, and where the one that is left may be
 * that of a page: it does not end so, and there are words beside the links.
 */
function addressInElements(html: string): string | undefined {
	const all = addressesOfElements(html);
	const ofMedia = all.filter(endsAsMedia);
	const address = onlyOne(ofMedia.length > 0 ? ofMedia : all);
	const hasWords = html.replace(LINK_OR_TAG, '').trim() !== '';
	const mayBePage = ofMedia.length === 0 && hasWords;
	return mayBePage ? undefined : address;
}

/** The addresses of the elements in a text that link or show a file, in their order, each once. */
function addressesOfElements(html: string): string[] {
	const addresses = Array.from(html.matchAll(ELEMENT), ([, address]) => toWebAddress(address));
	// A page may show a file and link to it.
	return uniq(compact(addresses));
}

/** The beginning of an address whose slashes JSON has escaped: `https:\/\/`. */
const ESCAPED_SLASHES = /https?:\\\/\\\//i;

/** An address whose signs are encoded as in a page: `https://example.com/a.mp4?x=1&amp;y=2`. */
const AS_IN_PAGE = /https?:\S*&amp;/i;

/**
 * A text without the encoding in which another program has written its address, that of JSON or of a page. Any other
 * text stays as it is.
 */
function addressDecoded(text: string): string {
	if (ESCAPED_SLASHES.test(text)) return text.replaceAll('\\/', '/');
	return AS_IN_PAGE.test(text) ? text.replaceAll('&amp;', '&') : text;
}
