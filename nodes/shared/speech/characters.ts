import { letterOfHex } from '../util/text';
import type { Changes } from './changes';
import { type Rule, withRules } from './rules';

/*
 * The characters of a text: with one kind of line break and of blank, and without what nobody sees, so that the other
 * stages of the cleanup need not know about it. Styled letters become plain ones.
 */

const CHARACTERS: readonly Rule[] = [
	/** The line breaks of all systems are one. */
	[/\r\n?|[\v\f\u0085\u2028\u2029]/gu, '\n'],
	/** Where a language model has its words from, as it is copied from a chat: "citeturn0search1". */
	[/\uE200[^\uE200\uE201\n]{0,200}\uE201|\bcite(?:turn\d{1,3}[a-z]{1,12}\d{1,3})+/gu, ''],
	/**
	 * Controls, but no tabs and line breaks; halves of letters, as they remain where a text was cut; and the sign
	 * that programs show for a letter that they cannot read.
	 */
	[/(?![\t\n])\p{Cc}|\p{Cs}|\uFFFD/gu, ''],
	/** Signs that are not seen: byte order marks, soft hyphens, private letters. */
	[
		/[\uFE00-\uFE0E\u{E0100}-\u{E01EF}]|\u034F|[\u180B-\u180E]|[\u00AD\u061C\u115F\u1160\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\u3164\uFEFF\uFFA0\uFFFC\uE000-\uF8FF]/gu,
		'',
	],
	/** Joiners of letters in scripts that have none; and the sign that keeps letters apart, where there are none. */
	[
		/(?<=[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}\p{P}\p{N}\s])[\u200C\u200D]|\u200C(?![\p{L}\p{M}])/gu,
		'',
	],
	/** Blanks of all widths are one, and blanks in a row as well. */
	[/[\p{Zs}\t]+/gu, ' '],
	/**
	 * Letters that are styled as signs of their own, as in posts of social networks, and ligatures: "𝗯𝗼𝗹𝗱" is "bold".
	 */
	[
		/[\u{1D400}-\u{1D7FF}\u{1F130}-\u{1F149}\uFB00-\uFB06\u249C-\u24E9\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A]+/gu,
		(letters) => letters.normalize('NFKC'),
		'signs',
	],
	/**
	 * A number in a circle, from 1 to 20, that begins an item of a list: "① Yes" is
	 * "1. Yes"; not the first of several in a line.
	 */
	[
		/^ ?([\u2460-\u2473]) ?(?![^\n]*[\u2460-\u2473])/gmu,
		(_found, number = '') => `${number.normalize('NFKC')}. `,
		'signs',
	],
	/** Any other of them: "①②" is "1 2". */
	[/([\u2460-\u2473]) ?/gu, (_found, number = '') => `${number.normalize('NFKC')} `, 'signs'],
];

/**
 * Replaces or removes characters that a voice, and the other stages of the cleanup, do not know. Of these changes, only
 * those of styled letters and numbers are counted, as `signs`.
 */
export function withPlainCharacters(text: string, changes: Changes): string {
	// Composed, because a voice may not know a letter and its accent as two characters.
	const withLetters = withRealLetters(text).normalize();
	const withBreaks = withRealLineBreaks(withLetters);
	return withRules(withBreaks, CHARACTERS, changes);
}

/**
 * The text with real letters in place of those that JSON escapes: `caf\u00e9` is "café". An escape may also stand for a
 * control, or for one half of a character without the other: `CHARACTERS` removes these afterwards.
 */
function withRealLetters(text: string): string {
	return text.replace(/\\u([\da-f]{4})/giu, letterOfHex);
}

/**
 * A line break as JSON escapes it, `\n`, behind which a line begins: with another one, a letter that is not small,
 * or the point of a list. Before a small letter, it may be the beginning of a name in a path: `C:\news`.
 */
const ESCAPED_BREAK = /\\n(?:\\n|[\p{Lu}\p{Lo}•*-])/u;

/**
 * A text with real line breaks and quotes in place of escaped ones, where it has escaped line breaks and no real one:
 * it came as JSON, and was not read as such. Any other text stays as it is.
 */
function withRealLineBreaks(text: string): string {
	const cameAsJson = ESCAPED_BREAK.test(text) && !text.includes('\n');
	if (!cameAsJson) return text;
	return text.replace(/(?:\\r)?\\n/g, '\n').replaceAll('\\"', '"');
}
