import { round } from 'lodash';

import { charactersIn } from '../util/text';

/*
 * How long a voice takes to say a text. The service publishes no numbers, so these are the usual speeds of reading aloud.
 * Voices differ by a quarter in both directions, and so may the result: it is an estimate, and is called one everywhere.
 */

/** Characters a second, with blanks and signs, of languages in letters. */
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

const USUAL_LETTERS_PER_SECOND = 15;

/** Scripts in which one character is a syllable or a word, with their characters a second. */
const SCRIPTS: ReadonlyArray<[signs: RegExp, perSecond: number]> = [
	[/\p{Script=Han}/gu, 4.5],
	[/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 7],
	[/\p{Script=Hangul}/gu, 5.5],
];

/** A digit is a word of its own, such as "seven". */
const SECONDS_PER_DIGIT = 0.35;

/** How long a voice rests after a sentence. */
const SECONDS_PER_SENTENCE = 0.4;

const SENTENCE_END = /[.!?…:;](?=\s|$)|[。！？：；]|\n+/gu;

const TAG = /<[^<>]*>/gu;

/** The rests that a text asks for by SSML. */
const REST = /<break\s[^<>]*time\s*=\s*["']?(\d{1,5}(?:\.\d{1,3})?)\s*(ms|s)/giu;

/** How a text is read. */
interface WayOfReading {
	/** From 0.5 to 2; 1 is normal (service.md 4.7). */
	speed?: number;
	/** Code of the language, such as en. */
	language?: string;
}

/**
 * Estimates how long a voice takes to say a text.
 *
 * @param text as it is sent, perhaps with SSML
 * @returns seconds, at least one
 */
export function estimateSeconds(
	text: string,
	{ speed = 1, language = '' }: WayOfReading = {},
): number {
	const spoken = text.replace(TAG, '');
	const digits = timesIn(spoken, /\d/g);
	let signs = digits;
	let seconds = digits * SECONDS_PER_DIGIT + timesIn(spoken, SENTENCE_END) * SECONDS_PER_SENTENCE;
	for (const [script, perSecond] of SCRIPTS) {
		const found = timesIn(spoken, script);
		signs += found;
		seconds += found / perSecond;
	}
	const perSecond = LETTERS_PER_SECOND[language.slice(0, 2)] ?? USUAL_LETTERS_PER_SECOND;
	seconds += Math.max(0, charactersIn(spoken) - signs) / perSecond;
	return Math.max(1, round(seconds / speed + restsIn(text)));
}

function timesIn(text: string, pattern: RegExp): number {
	return text.match(pattern)?.length ?? 0;
}

function restsIn(text: string): number {
	const rests = [...text.matchAll(REST)];
	return rests.reduce((sum, [, time, unit]) => {
		return sum + Number(time) / (unit?.toLowerCase() === 'ms' ? 1000 : 1);
	}, 0);
}
