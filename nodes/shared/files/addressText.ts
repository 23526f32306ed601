import { attempt, isError } from 'lodash';

import { plainText } from '../util/text';
import { toWebAddress } from '../util/webAddress';

/*
 * Texts that are nothing but a link: an address with what documents, chats and tables put around it. An address within
 * a sentence is not read, because the sentence may say anything about it.
 */

/** A longer text is no link, and is not searched. */
const MAX_TEXT = 8_000;

/** The forms in which links are written. The first group of each is the address. */
const LINKS: readonly RegExp[] = [
	// In quotes or brackets, perhaps with a comma behind them: <address>, “address”.
	/^["'`<([\u300c\u00ab\u201c\u201e\u2018]+(https?:[^\s<>"'`|]+?)["'`>)\]\u300d\u00bb\u201d\u201c\u2019]+[,;]?$/i,
	// A chat: <address|words>.
	/^<(https?:[^\s<>|]+)\|[^<>]*>$/i,
	// Markdown: [words](address), also of a picture, around one, and with a title.
	/^!?\[(?:!\[[^\]]*\]\([^)]*\)|[^\]]*)\]\(<?(https?:[^\s<>]+?)>?(?:\s+"[^"]*")?\)$/i,
	// Wikis and forums: [words|address], [url]address[/url].
	/^\[[^\]|]*\|(https?:[^\s|\]]+)(?:\|[^\]]*)?\]$/i,
	/^\[(?:url|img|video|audio)\](https?:[^\s[\]]+)\[\/\w+\]$/i,
	// Cells of tables: name (address), or a formula such as =HYPERLINK("address", "name").
	/^[^\s(][^(\r\n]*\((https?:[^\s,]+)\)$/i,
	/^=\s*(?:HYPERLINK|IMAGE)\(\s*"(https?:[^"]+)"[^\r\n]*\)$/i,
	// HTML, also within another element: <p><a href="address">words</a></p>.
	/^(?:<(?!img\b)\w+[^<>]*>\s*)?<(?:a|img|video|audio|source)\s[^>]*?(?:href|src)\s*=\s*["'](https?:[^"']+)["'][^>]*>(?:[^<>]*<\/\w+>)*$/i,
	// A part of HTML or CSS: src="address", url(address).
	/^(?:src|href|url)\s*[=(]\s*["']?(https?:[^\s"')]+)["']?\)?;?$/i,
	// Up to three words before it: "URL: address", "Download link: address".
	/^(?:(?:[^\s:]{1,30} ){0,2}[^\s:]{1,60}:\s+|view-source:)(https?:\S+)$/i,
	// The name of the file before it, or behind it: "a.mp4 - address", "a.mp4 | <address>", "address (a.mp4)".
	/^[^\s/:][^\r\n/:]{0,200}\.[a-z0-9]{2,5}\s*[-–|\s]\s*<?(https?:[^\s<>]+)>?$/i,
	/^(https?:\S+)\s+\([^()\s/]{1,200}\.[a-z0-9]{2,5}\)$/i,
	// A list of one, as tables export it, with a comma behind an address that ends as a file does.
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
	const decoded = addressDecoded(trimmed);
	const wasEncoded = decoded !== trimmed;
	const bareAddress = wasEncoded ? toWebAddress(decoded) : undefined;
	if (bareAddress !== undefined) return bareAddress;
	const addresses = LINKS.map((link) => toWebAddress(link.exec(decoded)?.[1]));
	return addresses.find((address) => address !== undefined);
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
