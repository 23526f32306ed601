import { plainText } from '../util/text';
import { toWebAddress } from '../util/webAddress';

/*
 * An address with what documents, chats and tables put around it. Only what is nothing but a link is read; an address in a
 * sentence may be about anything.
 */

/** A longer text is no link. */
const MAX_TEXT = 8_000;

/** Of each, the first group is the address. */
const LINKS: readonly RegExp[] = [
	/^["'`<\u00ab\u201c\u201e\u2018]+(https?:[^\s<>"'`|]+?)["'`>\u00bb\u201d\u201c\u2019]+[,;]?$/i,
	// A chat: <address|words>.
	/^<(https?:[^\s<>|]+)\|[^<>]*>$/i,
	// Markdown: [words](address), also of a picture and with a title.
	/^!?\[[^\]]*\]\(<?(https?:[^\s<>]+?)>?(?:\s+"[^"]*")?\)$/i,
	// Cells of tables: name (address).
	/^[^\s(][^(\r\n]*\((https?:[^\s,]+)\)$/i,
	/^=\s*(?:HYPERLINK|IMAGE)\(\s*"(https?:[^"]+)"[^\r\n]*\)$/i,
	/^<(?:a|img|video|audio|source)\s[^>]*?(?:href|src)\s*=\s*["'](https?:[^"']+)["'][^>]*>(?:[^<>]*<\/\w+>)?$/i,
	// A list of one, as tables export it.
	/^(https?:[^\s,;]+\.[a-z0-9]{2,5})[,;]$/i,
];

/** The address in a text that is nothing but a link; undefined for any other, and for an address alone. */
export function addressInText(text: string): string | undefined {
	const line = plainText(text);
	if (line.length > MAX_TEXT) return undefined;
	for (const link of LINKS) {
		const address = toWebAddress(link.exec(line)?.[1]);
		if (address !== undefined) return address;
	}
	return undefined;
}
