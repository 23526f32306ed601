import type { Rule } from './rules';

/*
 * Words that are struck out, as in "~~19~~ 15 euros". Their author has taken them back, so they are not said. A price
 * that was is said where the words before it announce it, as in "was ~~19~~, now 15".
 */

/** What announces a price that was, in the languages of the voices. */
const ANNOUNCED = [
	'was|before|from|instead of|originally|regular(?:ly)?|old price|list price|rrp|then',
	'statt|war|vorher|früher|bisher|uvp|alter preis|von',
	'avant|au lieu de|ancien prix|prix barré|était|de',
	'antes|en vez de|en lugar de|precio anterior|era|por',
	'prima|invece di|prezzo pieno|anziché|preço antigo|em vez de',
	'van|voor|was|было|раньше|вместо|старая цена',
].join('|');

/**
 * Holds before what may go: struck-out words without a number, and a number that is not announced. What is left is a
 * price that was, which is said because the words before it need it: "was ~~19~~".
 */
const NOT_ANNOUNCED = `(?:(?! ?~~?[^~\\n]*\\d)|(?<!(?<![\\p{L}\\p{N}])(?:${ANNOUNCED})[ :]{0,3}|(?:原价|原價|定価|通常価格|정가)[ :：]{0,3}))`;

/** Holds before words with a number. */
const NUMBER_AHEAD = '(?=[^~\\n]{0,30}\\d)';
/** Up to 32 characters without a blank at either end. */
const SHORT_WORDS = '[^\\s~](?:[^~\\n]{0,30}[^\\s~])?';

/** What is struck out by two signs that stand apart from words: "now ~~not~~ open". */
const BETWEEN_WORDS = new RegExp(
	`${NOT_ANNOUNCED} ?(?<![\\p{L}\\p{N}~])~~(?=[^\\s~])(?:[^~\\n]|~(?!~)){1,500}?(?<=[^\\s~])~~(?!~)`,
	'giu',
);

/**
 * A number that is struck out by two signs right behind a letter: "EUR~~19~~". Two signs and no
 * number are a long vowel of chats: "so~~ good~~".
 */
const NUMBER_BEHIND_LETTER = new RegExp(
	`${NOT_ANNOUNCED}~~${NUMBER_AHEAD}${SHORT_WORDS}~~(?!~)`,
	'giu',
);

/** A number that is struck out by one sign on either side: "~19~". With words, such a sign adorns them. */
const NUMBER_IN_SINGLE_SIGNS = new RegExp(
	`${NOT_ANNOUNCED} ?(?<![\\p{L}\\p{N}~])~${NUMBER_AHEAD}${SHORT_WORDS}~(?![\\p{L}\\p{N}~])`,
	'giu',
);

/** The rules that remove struck-out words, and count them as `struckOut`. */
export const STRUCK_OUT: readonly Rule[] = [
	[BETWEEN_WORDS, '', 'struckOut'],
	[NUMBER_BEHIND_LETTER, '', 'struckOut'],
	[NUMBER_IN_SINGLE_SIGNS, '', 'struckOut'],
];
