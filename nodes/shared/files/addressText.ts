import { attempt, isError } from 'lodash';

import { plainText } from '../util/text';
import { toWebAddress } from '../util/webAddress';

/*
 * An address with what documents, chats and tables put around it. Only what is nothing but a link is read;
 * an address in a sentence may be about anything.
 */

/** A longer text is no link. */
const MAX_TEXT = 8_000;

/** Of each, the first group is the address. */
const LINKS: readonly RegExp[] = [
	// In quotes or brackets: <address>, “address”.
	/^["'`<([\u300c\u00ab\u201c\u201e\u2018]+(https?:[^\s<>"'`|]+?)["'`>)\]\u300d\u00bb\u201d\u201c\u2019]+[,;]?$/i,
	// A chat: <address|words>.
	/^<(https?:[^\s<>|]+)\|[^<>]*>$/i,
	// Markdown: [words](address), also of a picture, around one, and with a title.
	/^!?\[(?:!\[[^\]]*\]\([^)]*\)|[^\]]*)\]\(<?(https?:[^\s<>]+?)>?(?:\s+"[^"]*")?\)$/i,
	// Wikis and forums: [words|address], [url]address[/url].
	/^\[[^\]|]*\|(https?:[^\s|\]]+)(?:\|[^\]]*)?\]$/i,
	/^\[(?:url|img|video|audio)\](https?:[^\s[\]]+)\[\/\w+\]$/i,
	// Cells of tables: name (address).
	/^[^\s(][^(\r\n]*\((https?:[^\s,]+)\)$/i,
	/^=\s*(?:HYPERLINK|IMAGE)\(\s*"(https?:[^"]+)"[^\r\n]*\)$/i,
	// HTML, also within another element, and what is left of it.
	/^(?:<(?!img\b)\w+[^<>]*>\s*)?<(?:a|img|video|audio|source)\s[^>]*?(?:href|src)\s*=\s*["'](https?:[^"']+)["'][^>]*>(?:[^<>]*<\/\w+>)*$/i,
	/^(?:src|href|url)\s*[=(]\s*["']?(https?:[^\s"')]+)["']?\)?;?$/i,
	// One word before it: "URL: address".
	/^(?:[^\s:]{1,60}:\s+|view-source:)(https?:\S+)$/i,
	// A list of one, as tables export it.
	/^(https?:[^\s,;]+\.[a-z0-9]{2,5})[,;]$/i,
];

/**
 * The address in a text that is nothing but a link, or an encoded address.
 *
 * @returns undefined for any other text, and for a plain address, which needs no reading
 */
export function addressInText(text: string): string | undefined {
	const trimmed = plainText(text);
	if (trimmed.length > MAX_TEXT) return undefined;
	const decoded = withoutEncoding(trimmed);
	const isEncoded = decoded !== trimmed;
	const candidates = LINKS.map((link) => toWebAddress(link.exec(decoded)?.[1]));
	if (isEncoded) candidates.unshift(toWebAddress(decoded));
	return candidates.find((address) => address !== undefined);
}

/**
 * A text with the slashes that JSON escapes (`https:\/\/`), or an address with what the query of another one encodes
 * (`https%3A%2F%2F`), as they were before; any other text as it is.
 */
function withoutEncoding(text: string): string {
	if (/https?:\\\/\\\//i.test(text)) return text.replaceAll('\\/', '/');
	if (!/^https?%3A%2F%2F\S+$/i.test(text)) return text;
	const decoded = attempt(decodeURIComponent, text);
	return isError(decoded) ? text : decoded;
}
