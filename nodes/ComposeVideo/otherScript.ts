import { get } from 'lodash';

import { countMatches } from '../shared/util/text';
import { composeVideoMessages } from './composeVideo.messages';
import { LANGUAGES } from './language';
import { spoken } from './speechOfVideo';
import type { VideoBody } from './videoBody';

/*
 * Texts in another script than the language of their speech, such as an English text for a Chinese voice: the service
 * takes and charges them, and what is heard is hardly what was meant. The user is told, and nothing is refused, because
 * a voice may speak more languages than its code says.
 */

/** Which letters the languages are written with, by their codes; the others are written with Latin ones. */
const LETTERS: Record<string, RegExp> = {
	ar: /\p{Script=Arabic}/gu,
	cn: /\p{Script=Han}/gu,
	hi: /\p{Script=Devanagari}/gu,
	ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
	ko: /\p{Script=Hangul}/gu,
	ru: /\p{Script=Cyrillic}/gu,
	th: /\p{Script=Thai}/gu,
};

const LATIN_LETTERS = /\p{Script=Latin}/gu;

/** A text of fewer letters is not judged: it may be a name or a brand, which often has those of another language. */
const FEWEST_LETTERS = 12;

/** If at most this share of the letters of a text belongs to its language, the text is in another script. */
const MOST_OF_OWN_LETTERS = 0.1;

/** Elements of SSML, whose names are no part of what is said. */
const ELEMENTS = /<[^>]*>/g;

/**
 * Whether the text of a request is written in another script than the language that is sent with it. False where that
 * is not judged: without a language that is known here, and for a text of few letters.
 */
function isInOtherScript(body: VideoBody): boolean {
	const code = languageOf(body);
	if (code === undefined) return false;
	// The body has the text as a list of one; there is none where the speech is a recording.
	const given: unknown = get(body, spoken.field.path);
	const text = String(given ?? '').replace(ELEMENTS, '');
	const letterCount = countMatches(text, /\p{L}/gu);
	const ownCount = countMatches(text, LETTERS[code] ?? LATIN_LETTERS);
	return letterCount >= FEWEST_LETTERS && ownCount <= letterCount * MOST_OF_OWN_LETTERS;
}

/** The code of the language that is sent; undefined where none is, or one that is not among the choices. */
function languageOf(body: VideoBody): keyof typeof LANGUAGES | undefined {
	const code: unknown = get(body, 'audio.language');
	const isKnown = typeof code === 'string' && code in LANGUAGES;
	return isKnown ? (code as keyof typeof LANGUAGES) : undefined;
}

/** What the user is told about texts in another script than their language; nothing where there are none. */
export function scriptHints(requests: ReadonlyArray<{ body: VideoBody }>): string[] {
	const others = requests.filter(({ body }) => isInOtherScript(body));
	const [first] = others;
	// The message names one language as an example, that of the first such text.
	const code = first && languageOf(first.body);
	if (code === undefined) return [];
	const language = `${LANGUAGES[code]} (${code})`;
	return [composeVideoMessages.otherScript(others.length, requests.length, language)];
}
