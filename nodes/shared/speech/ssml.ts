/*
 * SSML, the markup by which a text says how it is to be read: `<break time="1s"/>`. The service supports it for
 * characters with several readings and for numbers, and does not list its elements (service.md 4.7). So all elements of
 * SSML 1.1 stay as they are, but for those that are also HTML and mean a part of a page there.
 */

/**
 * The elements of SSML 1.1 that are not HTML, or mean nothing else there, and `number`, because the service names a
 * tag by which numbers are read (service.md 9).
 */
const ELEMENTS =
	'speak|phoneme|say-as|break|prosody|emphasis|voice|lexicon|lookup|token|w|lang|number';

/**
 * `mark` and `sub` are HTML too. In SSML, the one has a name, and the other an
 * alias, which is said in place of its content.
 */
const TAGS = `<(?:/?(?:${ELEMENTS})(?:\\s[^<>]*)?/?>|mark\\s[^<>]*name[^<>]*>|sub\\s[^<>]*alias[^<>]*>[^<>]*</sub>)`;

/** A sign of markup that belongs to the text, which is escaped where a text has SSML: `&lt;`. */
const ESCAPE = '&(?:lt|gt|amp);';

const TAG = new RegExp(TAGS, 'giu');

/** In a text with other elements of SSML, `s` is a sentence and not struck out. */
const TAG_AMONG_TEXT = new RegExp(`${TAGS}|${ESCAPE}|</?s>`, 'giu');

/** In a document of SSML, `p` and `s` are paragraphs and sentences, though HTML has elements of these names, too. */
const TAG_OF_DOCUMENT = new RegExp(`${TAGS}|${ESCAPE}|</?[ps](?:\\s[^<>]*)?>`, 'giu');

/** The beginning of a document of SSML: `<speak>`. */
const DOCUMENT = /^\s*(?:<\?xml[^<>]*>\s*)?<speak[\s>]/iu;

/** Letters without a meaning, which no text uses (Unicode has them for private use). Each tag is replaced by one. */
const FIRST_LETTER = 0xf0000;
const LAST_LETTER = 0x10fffd;
const LETTERS = /[\u{F0000}-\u{10FFFD}]/gu;

/**
 * A text in which letters stand for its tags of SSML, so that no stage of the cleanup takes a tag for anything else.
 */
interface ProtectedText {
	text: string;
	/** The tags: the first letter stands for the first one, and so on. */
	tags: string[];
}

/**
 * Puts a letter without a meaning in the place of each tag of SSML, until `restoreSsml` puts the tags back. Such
 * letters of the text itself are removed before. There are about 130,000; a tag for which none is left becomes a blank.
 */
export function protectSsml(given: string): ProtectedText {
	const tags: string[] = [];
	const withoutLetters = given.replace(LETTERS, '');
	const text = withoutLetters.replace(patternFor(withoutLetters), (tag) => {
		const codePoint = FIRST_LETTER + tags.length;
		if (codePoint > LAST_LETTER) return ' ';
		tags.push(tag);
		return String.fromCodePoint(codePoint);
	});
	return { text, tags };
}

/**
 * The pattern for what is kept as it is in a text: the tags of SSML; where there are any, also escaped signs such as
 * `&lt;`, because HTML would turn these into signs of markup. What counts as a tag depends on whether the text is a
 * document of SSML.
 */
function patternFor(text: string): RegExp {
	if (DOCUMENT.test(text)) return TAG_OF_DOCUMENT;
	// Not `test`, which begins behind its last match where a pattern is global.
	const hasTags = text.search(TAG) >= 0;
	return hasTags ? TAG_AMONG_TEXT : TAG;
}

/**
 * The text with its tags in the place of their letters. A letter without a tag is removed. Letters that a stage of the
 * cleanup has removed are missing, with their tags.
 */
export function restoreSsml({ text, tags }: ProtectedText): string {
	return text.replace(LETTERS, (letter) => {
		const index = (letter.codePointAt(0) ?? FIRST_LETTER) - FIRST_LETTER;
		return tags[index] ?? '';
	});
}
