import { isObject } from '../util/json';
import { parseLooseJson } from '../util/looseJson';
import type { Changes } from './changes';
import { oneOf } from './patterns';
import * as words from './scriptWords';
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

/** Names in JSON under which there is what is shown, found or known, and not said, such as "image_prompt" and "url". */
const UNSPOKEN =
	/prompt|visual|image|picture|camera|on[ _-]?screen|overlay|style|music|sound|tone|speaker|voice|^role$|ur[li]$|link|tag|keyword|seo|meta|note|slug|^alt$|^id$|type|model|pub_?date|^date$|[_ ]date$|^creator$|^author|e-?mail|duration|^dauer$|^dura[çct]|^durée$/i;

/** The name of a script, also as the end of a longer one: "script", "video_script", "finalScript", "script_text". */
const NAMES_SCRIPT =
	/(?:(?<!de|sub|tran)script|skript|gui[oó]n|roteiro|copione|[脚腳]本|台本|대본)(?:[ _-]?text)?$/i;

/** The names of parts of what is said, which may stand beside a script. */
const NAMES_PART = new RegExp(`^${oneOf(words.HOOK, words.LAST_PARTS, words.OTHER_PARTS)}$`, 'iu');

/** A text that is nothing but an address. */
const ADDRESS = /^(?:[a-z][\w+.-]*:\/\/|data:|www\.)\S*$/i;

/**
 * Replaces JSON by the texts in it, each as a paragraph that ends as a sentence. A single text is left as it is in the
 * JSON. JSON without any text that is said, and a text that is no JSON, stay as they are.
 *
 * @param changes to whose `json` one is added where the text is replaced
 */
export function fromJson(text: string, changes: Changes): string {
	const value = valueOfAnswer(text);
	if (value === undefined) return text;
	const spoken = sentencesOf(value);
	const [first] = spoken;
	if (first === undefined) return text;
	changes.json += 1;
	// The later stages read a single text as any other one. Several would run into each other without an end.
	if (spoken.length === 1) return first;
	return spoken.map((one) => asSentence(one.trim())).join('\n\n');
}

/** The value of an answer in JSON; undefined for any other text. */
export function valueOfAnswer(text: string): unknown {
	const given = text.trim();
	const json = ANSWER.exec(given)?.[1] ?? ANNOUNCED_ANSWER.exec(given)?.[1];
	return json === undefined ? undefined : parseLooseJson(json);
}

/** What stands beside the error in the answer of a service that has failed. */
const BESIDE_ERROR =
	/^(?:code|details?|message|msg|path|request_?id|status(?:_?code)?|success|timestamp|trace_?id|type)$/i;

/** What an answer that is no failure has under "error": `{"error": "none"}`. */
const NO_ERROR = /^(?:no(?:ne| errors?)?|null|false|0|ok)?$/i;

/** Whether what an answer has under "error" is one. */
function saysThatItFailed(error: unknown): boolean {
	if (typeof error === 'string') return !NO_ERROR.test(error.trim());
	if (isObject(error)) return error.code !== 0;
	return Boolean(error);
}

/** Whether a text is nothing but the error of a service in JSON: `{"error": {"message": "Rate limit reached"}}`. */
export function isErrorInJson(text: string): boolean {
	const value = valueOfAnswer(text);
	if (!isObject(value)) return false;
	const { error, ...others } = value;
	return saysThatItFailed(error) && Object.keys(others).every((name) => BESIDE_ERROR.test(name));
}

/**
 * The texts of a value of JSON that are said, in its order: only the sentences named as narration, where there are any,
 * because the others are then what is seen or known; otherwise only those that may be sentences, because a single word
 * beside them, such as "cheerful", is a code, a language or a tone; otherwise all texts.
 */
function sentencesOf(value: unknown): string[] {
	const narration = narrationIn(value).filter(hasWords).filter(mayBeSentence);
	if (narration.length > 0) return narration;
	const texts = spokenTexts(value).filter(hasWords);
	const sentences = texts.filter(mayBeSentence);
	return sentences.length > 0 ? sentences : texts;
}

/** All texts under names such as "narration" and "voiceover_text", at any depth. */
function narrationIn(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(narrationIn);
	if (!isObject(value)) return [];
	return Object.entries(value).flatMap(([name, inner]) => {
		const inWords = wordsOfName(name);
		// "voiceover_style" names no narration, because of its "style". The "voiceover" is left out for that, because
		// `UNSPOKEN` has "voice".
		const isNarration =
			NAMES_NARRATION.test(inWords) && !UNSPOKEN.test(inWords.replace(NAMES_NARRATION, ''));
		return isNarration ? spokenTexts(inner) : narrationIn(inner);
	});
}

/**
 * All texts in a value, at any depth, except those under a name that fits `UNSPOKEN`, and those beside a script that
 * are no parts of it, but its title, what it is for, or how the model came to it.
 */
function spokenTexts(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (Array.isArray(value)) return value.flatMap(spokenTexts);
	if (!isObject(value)) return [];
	const spoken = Object.entries(value).filter(([name]) => !UNSPOKEN.test(name));
	const named = spoken.map(([name, inner]) => ({ name, texts: spokenTexts(inner) }));
	// An empty script says nothing, so that the others count.
	const hasScript = named.some(
		({ name, texts }) => NAMES_SCRIPT.test(name) && texts.some(hasWords),
	);
	const said = hasScript ? named.filter(({ name }) => isOfScript(name)) : named;
	return said.flatMap(({ texts }) => texts);
}

/** Whether a name is that of a script, or of a part that may stand beside it. */
function isOfScript(name: string): boolean {
	return NAMES_SCRIPT.test(name) || NAMES_PART.test(wordsOfName(name));
}

/** The name of a value as words: "voice Over text" for "voiceOver_text". */
function wordsOfName(name: string): string {
	return name.replace(/_/g, ' ').replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
}

/** Whether a text has letters, and is more than a web address. */
function hasWords(text: string): boolean {
	return /\p{L}/u.test(text) && !ADDRESS.test(text.trim());
}

/**
 * Whether a text may be a sentence: it has several words, or one with a sign at its end, such as "Hello!". Any text in
 * Chinese or Japanese may be one, because they have no blanks between words.
 */
function mayBeSentence(text: string): boolean {
	return /\S\s+\S|[.!?…]\s*$/.test(text) || IDEOGRAPH.test(text);
}
