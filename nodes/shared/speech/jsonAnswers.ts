import { isObject } from '../util/json';
import { parseLooseJson } from '../util/looseJson';
import type { Changes } from './changes';
import { NAMES_NARRATION } from './scripts';
import { asSentence, IDEOGRAPH } from './sentences';

/*
 * The answer of a language model that was asked for JSON, perhaps between the fences of a block of code. A voice reads
 * the texts in it, because names and brackets make no sense to a listener.
 */

/** A whole text in JSON, perhaps between fences such as "```json". The group is the JSON. */
const ANSWER =
	/^(?:(?:```|~~~)[ \t]*(?:json5?|jsonc)?[ \t]*\n\s*)?([[{][^]*[\]}])(?:\s*\n[ \t]*(?:```|~~~))?$/i;

/** JSON between fences, with nothing around it but one line that announces it, and one of an offer. */
const ANNOUNCED_ANSWER =
	/^[^\n]{1,200}[:：]\**\s*\n\s*```[ \t]*json[ \t]*\n\s*([[{][^]*[\]}])\s*\n[ \t]*```(?:\s*\n[^\n]{1,300})?$/i;

/** Names of what is shown, found or known, and not said. */
const UNSPOKEN =
	/prompt|visual|image|picture|camera|on[ _-]?screen|overlay|style|music|sound|tone|speaker|voice|^role$|ur[li]$|link|tag|keyword|seo|meta|note|slug|^alt$|^id$|type|model|pub_?date|^date$|[_ ]date$|^creator$|^author|e-?mail|duration|^dauer$|^dura[çct]|^durée$/i;

/** A text that is nothing but an address. */
const ADDRESS = /^(?:[a-z][\w+.-]*:\/\/|data:|www\.)\S*$/i;

/**
 * Replaces JSON by the texts in it, each as a paragraph that ends as a sentence. A single text ends as it does in the
 * JSON. JSON without any text, and a text that is no JSON, stay as they are.
 */
export function fromJson(text: string, changes: Changes): string {
	const given = text.trim();
	const json = ANSWER.exec(given)?.[1] ?? ANNOUNCED_ANSWER.exec(given)?.[1];
	if (json === undefined) return text;
	const value = parseLooseJson(json);
	if (value === undefined) return text;
	const spoken = sentencesOf(value);
	const [first] = spoken;
	if (first === undefined) return text;
	changes.json += 1;
	// The later stages read a single text as any other one. Several would run into each other without an end.
	if (spoken.length === 1) return first;
	return spoken.map((one) => asSentence(one.trim())).join('\n\n');
}

/**
 * The texts of a value that are said. Where some are named as narration, the others are what is seen or known. Beside
 * sentences, a single word such as "cheerful" is a code, a language or a tone.
 */
function sentencesOf(value: unknown): string[] {
	const narration = narrationIn(value).filter(hasWords).filter(mayBeSentence);
	if (narration.length > 0) return narration;
	const texts = spokenTexts(value).filter(hasWords);
	const sentences = texts.filter(mayBeSentence);
	return sentences.length > 0 ? sentences : texts;
}

/** All texts under a name that says that they are narration, at any depth. */
function narrationIn(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(narrationIn);
	if (!isObject(value)) return [];
	return Object.entries(value).flatMap(([name, inner]) => {
		// "voiceOver_text" is "voice Over text".
		const words = name.replace(/_/g, ' ').replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
		// "voiceover_style" is none, and "voiceover" is no name of a voice.
		const isNarration =
			NAMES_NARRATION.test(words) && !UNSPOKEN.test(words.replace(NAMES_NARRATION, ''));
		return isNarration ? spokenTexts(inner) : narrationIn(inner);
	});
}

/** All texts in a value, at any depth, except those under a name that is in `UNSPOKEN`. */
function spokenTexts(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (Array.isArray(value)) return value.flatMap(spokenTexts);
	if (!isObject(value)) return [];
	const spoken = Object.entries(value).filter(([name]) => !UNSPOKEN.test(name));
	return spoken.flatMap(([, inner]) => spokenTexts(inner));
}

/** Whether a text has letters, and is more than a web address. */
function hasWords(text: string): boolean {
	return /\p{L}/u.test(text) && !ADDRESS.test(text.trim());
}

/**
 * Whether a text is several words, or one such as "Hello!". Chinese and Japanese have no blanks between
 * words, so that a text in them may be a sentence.
 */
function mayBeSentence(text: string): boolean {
	return /\S\s+\S|[.!?…]\s*$/.test(text) || IDEOGRAPH.test(text);
}
