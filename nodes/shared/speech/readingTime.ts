import { round, sumBy } from 'lodash';

import { charactersIn, countMatches } from '../util/text';

/*
 * How long a voice takes to say a text. The service publishes no numbers, so these are the usual
 * speeds of reading aloud. Voices differ by a quarter in both directions, and so may the result: it
 * is an estimate, and is called one everywhere.
 */

/** Characters a second, with blanks and signs, of languages in letters, by the first two letters of their codes. */
const LETTERS_PER_SECOND: Readonly<Record<string, number>> = {
	de: 14,
	en: 15,
	es: 16,
	fr: 15.5,
	it: 16,
	nl: 14.5,
	pl: 14,
	pt: 15.5,
	ru: 13.5,
};

/** For any other language, and where the language is not known, as in Lip Sync. */
const USUAL_LETTERS_PER_SECOND = 15;

/** Characters of Chinese, which Japanese has too, one syllable or several each. */
const HAN = /\p{Script=Han}/gu;

/** Syllables of Japanese, with the sign that makes one longer, which Unicode counts to no script. */
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}ー]/gu;

/** Letters of Korean, which are syllables. */
const HANGUL = /\p{Script=Hangul}/gu;

/** A digit of any script is a word of its own, such as "seven". */
const DIGIT = /\p{Nd}/gu;

const SECONDS_PER_DIGIT = 0.35;

/** How long a voice pauses after a sentence. */
const SECONDS_PER_SENTENCE = 0.4;

/** The end of a sentence: a sign before a blank, a sign of Chinese or Japanese, or the end of a line. */
const SENTENCE_END = /[.!?…:;](?=\s|$)|[。！？：；]|\n+/gu;

/** A tag of SSML, which is not said. */
const TAG = /<[^<>]*>/gu;

/** A pause that a text asks for by SSML: `<break time="1.5s"/>`. The groups are its time and the unit of it. */
const PAUSE_TAG = /<break\s[^<>]*time\s*=\s*["']?(\d{1,5}(?:\.\d{1,3})?)\s*(ms|s)/giu;

/** How a text is read. */
interface WayOfReading {
	/** From 0.5 to 2; 1 is normal, and the default; 2 is twice as fast (service.md 4.7). */
	speed?: number;
	/** Code of the language, such as en or en-US, of which the first two letters count; a usual speed if not set. */
	language?: string;
}

/**
 * Estimates how long a voice takes to say a text. The pauses that SSML asks for are as long at any speed.
 *
 * @param text as it is sent, perhaps with SSML
 * @returns whole seconds, at least one, also for an empty text
 */
export function estimateSeconds(
	text: string,
	{ speed = 1, language = '' }: WayOfReading = {},
): number {
	const spoken = text.replace(TAG, '');
	const digits = countMatches(spoken, DIGIT);
	const sentences = countMatches(spoken, SENTENCE_END);
	let seconds = digits * SECONDS_PER_DIGIT + sentences * SECONDS_PER_SENTENCE;
	/** How many other characters there are: letters, blanks and signs. Those that are syllables are subtracted below. */
	let letters = charactersIn(spoken) - digits;
	for (const [character, perSecond] of speedsByScript(spoken)) {
		const count = countMatches(spoken, character);
		seconds += count / perSecond;
		letters -= count;
	}
	const code = language.slice(0, 2).toLowerCase();
	const lettersPerSecond = LETTERS_PER_SECOND[code] ?? USUAL_LETTERS_PER_SECOND;
	seconds += letters / lettersPerSecond;
	return Math.max(1, round(seconds / speed + secondsOfPauses(text)));
}

/**
 * Characters a second of scripts in which a character is a syllable or a word. In Japanese, a character of Chinese has
 * two syllables as a rule; in Chinese it has one.
 */
const CHARACTERS_PER_SECOND = { chinese: 4.5, chineseInJapanese: 3.5, kana: 7, hangul: 5.5 };

/**
 * The scripts in which a character is a syllable or a word, each with the characters of it that a voice says in a
 * second of this text. A text with kana is Japanese.
 */
function speedsByScript(text: string): ReadonlyArray<[character: RegExp, perSecond: number]> {
	const { chinese, chineseInJapanese, kana, hangul } = CHARACTERS_PER_SECOND;
	const isJapanese = countMatches(text, KANA) > 0;
	return [
		[HAN, isJapanese ? chineseInJapanese : chinese],
		[KANA, kana],
		[HANGUL, hangul],
	];
}

/** The sum of the pauses that a text asks for by SSML, in seconds; 0 for a text without any. */
function secondsOfPauses(text: string): number {
	return sumBy(Array.from(text.matchAll(PAUSE_TAG)), ([, time, unit = '']) => {
		const isInMilliseconds = unit.toLowerCase() === 'ms';
		return isInMilliseconds ? Number(time) / 1000 : Number(time);
	});
}
