/*
 * SSML, the markup by which a text says how it is to be read. The service supports it for characters with several readings
 * and for numbers, and does not list its elements (service.md 4.7). So all elements of SSML 1.1 stay as they are, but for
 * those that are also HTML and mean a part of a page there.
 */

/**
 * The elements of SSML 1.1 that are not HTML, or mean nothing else there, and `number`, because the service names a tag by which
 * numbers are read (service.md 9).
 */
const ELEMENTS =
	'speak|phoneme|say-as|break|prosody|emphasis|voice|lexicon|lookup|token|w|lang|number';

/** `mark` and `sub` are HTML too. In SSML, the one has a name, and the other an alias, which is said in place of its content. */
const TAGS = `<(?:/?(?:${ELEMENTS})(?:\\s[^<>]*)?/?>|mark\\s[^<>]*name[^<>]*>|sub\\s[^<>]*alias[^<>]*>[^<>]*</sub>)`;

const TAG = new RegExp(TAGS, 'giu');

/** In a text with SSML, a sign of markup that belongs to the text is escaped. */
const ESCAPE = '&(?:lt|gt|amp);';

/** Beside other elements of SSML, `s` is a sentence and not struck out. */
const TAG_AMONG_TEXT = new RegExp(`${TAGS}|${ESCAPE}|</?s>`, 'giu');

/** In a document of SSML, paragraphs and sentences are marked by names that HTML has too. */
const TAG_OF_DOCUMENT = new RegExp(`${TAGS}|${ESCAPE}|</?[ps](?:\\s[^<>]*)?>`, 'giu');

const DOCUMENT = /^\s*(?:<\?xml[^<>]*>\s*)?<speak[\s>]/iu;

/** Each element of a text gets one sign of these planes, which no text uses. */
const FIRST_PLACE = 0xf0000;
const LAST_PLACE = 0x10fffd;

const PLACE = /[\u{F0000}-\u{10FFFD}]/gu;

/** A text whose SSML cannot be taken for anything else. */
interface ProtectedText {
	text: string;
	/** The tags that the signs in the text stand for, in their order. */
	tags: string[];
}

/** Puts one sign in the place of each tag of SSML, so that no other rule changes it. */
export function protectSsml(text: string): ProtectedText {
	const tags: string[] = [];
	const free = text.replace(PLACE, '');
	const replaced = free.replace(patternFor(free), (tag) => {
		const place = FIRST_PLACE + tags.length;
		if (place > LAST_PLACE) return ' ';
		tags.push(tag);
		return String.fromCodePoint(place);
	});
	return { text: replaced, tags };
}

function patternFor(text: string): RegExp {
	if (DOCUMENT.test(text)) return TAG_OF_DOCUMENT;
	return text.search(TAG) < 0 ? TAG : TAG_AMONG_TEXT;
}

/** Puts the tags back. */
export function restoreSsml({ text, tags }: ProtectedText): string {
	return text.replace(PLACE, (sign) => tags[(sign.codePointAt(0) ?? 0) - FIRST_PLACE] ?? '');
}
