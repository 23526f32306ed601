import { round, sumBy } from 'lodash';

import { charactersIn, countMatches } from '../util/text';

/*
 * How long a voice takes to say a text. The service publishes no numbers, so these are the usual
 * speeds of reading aloud. Voices differ by a quarter in both directions, and languages by less. So
 * may the result: it is an estimate, and is called one everywhere.
 */

/** Letters, blanks and signs that a voice says in a second. */
const LETTERS_PER_SECOND = 15;

/**
 * Characters that do not take the time of a letter, because most are a syllable or a word each, with the seconds that a
 * voice takes for one. No character may fit two of the patterns: it would count twice.
 */
const SECONDS_OF_CHARACTERS: ReadonlyArray<[character: RegExp, seconds: number]> = [
	/** A digit of any script is a word of its own, such as "seven". */
	[/\p{Nd}/gu, 0.35],
	/** Characters of Chinese, which Japanese has too. */
	[/\p{Script=Han}/gu, 0.22],
	/** Syllables of Japanese, with the sign that makes one longer, which Unicode counts to no script. */
	[/[\p{Script=Hiragana}\p{Script=Katakana}ー]/gu, 0.14],
	/** Letters of Korean, which are syllables. */
	[/\p{Script=Hangul}/gu, 0.18],
];

/** How long a voice pauses after a sentence. */
const SECONDS_PER_SENTENCE = 0.4;

/** The end of a sentence: a sign before a blank, a sign of Chinese or Japanese, or the end of a line. */
const SENTENCE_END = /[.!?…:;](?=\s|$)|[。！？：；]|\n+/gu;

/** A tag of SSML, which is not said. */
const TAG = /<[^<>]*>/gu;

/** A pause that a text asks for by SSML: `<break time="1.5s"/>`. The groups are its time and the unit of it. */
const PAUSE_TAG = /<break\s[^<>]*time\s*=\s*["']?(\d{1,5}(?:\.\d{1,3})?)\s*(ms|s)/giu;

/**
 * Estimates how long a voice takes to say a text. The pauses that SSML asks for are as long at any speed.
 *
 * @param text as it is sent, perhaps with SSML
 * @param speed from 0.5 to 2; 1 is normal; 2 is twice as fast (service.md 4.7)
 * @returns whole seconds, at least one, also for an empty text
 */
export function estimateSeconds(text: string, speed = 1): number {
	const spoken = text.replace(TAG, '');
	let seconds = countMatches(spoken, SENTENCE_END) * SECONDS_PER_SENTENCE;
	let letters = charactersIn(spoken);
	for (const [character, secondsForOne] of SECONDS_OF_CHARACTERS) {
		const count = countMatches(spoken, character);
		seconds += count * secondsForOne;
		letters -= count;
	}
	seconds += letters / LETTERS_PER_SECOND;
	return Math.max(1, round(seconds / speed + secondsOfPauses(text)));
}

/** The sum of the pauses that a text asks for by SSML, in seconds; 0 for a text without any. */
function secondsOfPauses(text: string): number {
	return sumBy(Array.from(text.matchAll(PAUSE_TAG)), ([, time, unit = '']) => {
		const isInMilliseconds = unit.toLowerCase() === 'ms';
		return isInMilliseconds ? Number(time) / 1000 : Number(time);
	});
}
