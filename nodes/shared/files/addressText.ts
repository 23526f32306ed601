import { attempt, compact, isError } from 'lodash';

import { plainText } from '../util/text';
import { toWebAddress } from '../util/webAddress';
import { fileTypeInAddress } from './fileNames';

/*
 * Texts with one address, and with what documents, chats, tables and language models put around it. Words before the
 * address may say anything about it: they may only be a label, unless it ends as a picture, a film or sound does.
 * Words behind it are those of a sentence, and then the address is not read.
 */

/** A longer text is no link, and is not searched. */
const MAX_TEXT = 8_000;

/** An address in a text, up to a sign that no address has, or that has to be encoded in one. */
const ADDRESS = /https?:\/\/[^\s<>"'`|\\^{}[\]\u201c\u201d\u300c\u300d\u00ab\u00bb]+/gi;

/** The scheme that a template has before an address with its own: `https://https://example.com`. */
const DOUBLED_SCHEME = /^https?:\/\/(?=https?:\/\/)/i;

/** The end of a sentence or of markup behind an address, also the bracket of a pair that is around it. */
const BEHIND_ADDRESS = /[.,;:!?*_~\u2026]+$/;

/** The words of a link of Markdown, which may be an address or a picture: `[words](`, `[![words](address)](`. */
const WORDS_OF_LINK = /!?\[(?:!\[[^\]]*\]\([^)]*\)|[^\]]*)\]\(/g;

/** The words of a link in a chat: `<address|words>`. */
const WORDS_IN_CHAT = /(<https?:[^\s<>|]+)\|[^<>]*>/gi;

/** What may stand before an address, at whose beginning each of these patterns ends. */
const BEFORE: readonly RegExp[] = [
	// Signs, and the number of a list: "👉 ", "**", "- ", "1. ".
	/^[^\p{L}\p{N}]*(?:\d{1,3}[.)]\s+)?$/u,
	// A bracket, a quote or an equals sign: "a.png (", `=IMAGE("`, "[a.png|", "[img]".
	/[("'`<|[\]=\u201c\u201e\u2018\u300c\u00ab]$/,
	// Up to three words: "URL: ", "**Download link:** ".
	/^(?:[^\s:]{1,30} ){0,2}[^\s:]{1,60}:(?:[*_]{0,2}\s+)$|^view-source:$/,
	// The name of the file: "a.mp4 - ", "a.mp4 | ".
	/^[^\s/:][^\r\n/:]{0,200}\.[a-z0-9]{2,5}\s*[-–|\s]\s*$/i,
];

/** Words behind an address that belong to it: a title, the rest of a formula, the name of the file, or markup. */
const BEHIND =
	/^(?:\s+"[^"]*"\s*\)|"?\s*[,;][^\r\n]*\)$|\s+\([^()\s/]{1,200}\.[a-z0-9]{2,5}\)|\[\/\w+\]|\|[^\]]*\])/i;

/**
 * The address in a text with a single one, or an encoded address.
 *
 * @returns undefined for any other text, also where it has words that say what the address is for
 */
export function addressInText(text: string): string | undefined {
	const trimmed = plainText(text);
	if (trimmed.length > MAX_TEXT) return undefined;
	const decoded = addressDecoded(trimmed).replace(DOUBLED_SCHEME, '');
	if (/^<(?!https?:)[a-z]/i.test(decoded)) return addressInElements(decoded);
	// An address may be signed, so that nothing but a sign behind its extension is left out.
	const isAddressAlone = /^https?:\S+$/i.test(decoded);
	if (isAddressAlone) return toWebAddress(decoded.replace(/(?<=\.[a-z0-9]{2,5})[.,;!]$/i, ''));
	return addressInWords(decoded);
}

/** The only address in a text that is no HTML; undefined for none, several, and one with other words around it. */
function addressInWords(text: string): string | undefined {
	const withoutWords = text.replace(WORDS_OF_LINK, '(').replace(WORDS_IN_CHAT, '$1>');
	const [found, ...others] = withoutWords.match(ADDRESS) ?? [];
	if (found === undefined || others.length > 0) return undefined;
	const address = withoutEndOfText(found);
	const start = withoutWords.indexOf(address);
	const before = withoutWords.slice(0, start);
	const behind = withoutWords.slice(start + address.length).replace(BEHIND, '');
	const mayStandBehind = !/[\p{L}\p{N}]/u.test(behind);
	const mayStandBefore = endsAsMedia(address) || BEFORE.some((words) => words.test(before));
	return mayStandBefore && mayStandBehind ? toWebAddress(address) : undefined;
}

/** An address without the end of the sentence or of the brackets around it. */
function withoutEndOfText(address: string): string {
	const plain = address.replace(BEHIND_ADDRESS, '');
	const isInBrackets = plain.endsWith(')') && !plain.includes('(');
	return isInBrackets ? withoutEndOfText(plain.slice(0, -1)) : plain;
}

/** Whether an address ends as a picture, a film or sound does. */
function endsAsMedia(address: string): boolean {
	return fileTypeInAddress(address) !== undefined;
}

/** An element of HTML that links or shows a file; the first group is its address. */
const ELEMENT =
	/<(?:a|img|video|audio|source|iframe)\s(?:[^<>]*?\s)?(?:href|src)\s*=\s*["']?(https?:[^"'\s<>]+)[^<>]*>/gi;

/** A link around a picture: `<a href="large.jpg"><img src="small.jpg"></a>`. */
const PICTURE_IN_LINK = /(<a\s[^<>]*>)\s*<img\s[^<>]*>/gi;

/** A link with its words, or any other element without the words in it. */
const LINK_OR_TAG = /<a\s[^<>]*>[^<]*<\/a>|<[^<>]*>/gi;

/**
 * The only address that elements of HTML have. Those of files count before others, and that of the file to which a
 * picture leads before the picture. Undefined where there are several, and where words are around the address of what
 * may be a page.
 */
function addressInElements(html: string): string | undefined {
	const withoutSmallPictures = html.replace(PICTURE_IN_LINK, (both, link: string) => {
		const [address = ''] = addressesOfElements(link);
		return endsAsMedia(address) ? link : both;
	});
	const all = addressesOfElements(withoutSmallPictures);
	const ofMedia = all.filter(endsAsMedia);
	const [address, ...others] = ofMedia.length > 0 ? ofMedia : all;
	const hasWords = html.replace(LINK_OR_TAG, '').trim() !== '';
	const mayBePage = ofMedia.length === 0 && hasWords;
	return others.length > 0 || mayBePage ? undefined : address;
}

/** The addresses of the elements in a text that link or show a file. */
function addressesOfElements(html: string): string[] {
	const addresses = Array.from(html.matchAll(ELEMENT), ([, address]) => toWebAddress(address));
	return compact(addresses);
}

/** The beginning of an address whose slashes JSON has escaped: `https:\/\/`. */
const ESCAPED_SLASHES = /https?:\\\/\\\//i;

/** An address whose signs are encoded as in a page: `https://example.com/a.mp4?x=1&amp;y=2`. */
const AS_IN_PAGE = /https?:\S*&amp;/i;

/** An address as it stands in the query of another one: `https%3A%2F%2Fexample.com`. */
const AS_IN_QUERY = /^https?%3A%2F%2F\S+$/i;

/**
 * A text in which the signs of addresses are no longer escaped, or an address that is no longer encoded for a query.
 * Any other text stays as it is, and so does one that cannot be decoded.
 */
function addressDecoded(text: string): string {
	if (ESCAPED_SLASHES.test(text)) return text.replaceAll('\\/', '/');
	if (AS_IN_PAGE.test(text)) return text.replaceAll('&amp;', '&');
	if (!AS_IN_QUERY.test(text)) return text;
	const decoded = attempt(decodeURIComponent, text);
	return isError(decoded) ? text : decoded;
}
