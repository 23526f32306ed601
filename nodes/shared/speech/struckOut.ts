import type { Rule } from './rules';

/*
 * Words that are struck out. Their author has taken them back, so that nobody says them; but a price that was is said where
 * the words before it announce it.
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

/** Before what has no number, or is not announced. */
const NOT_ANNOUNCED = `(?:(?! ?~~?[^~\\n]*\\d)|(?<!(?<![\\p{L}\\p{N}])(?:${ANNOUNCED})[ :]{0,3}|(?:原价|原價|定価|通常価格|정가)[ :：]{0,3}))`;

const NUMBER_AHEAD = '(?=[^~\\n]{0,30}\\d)';
const SHORT_WORDS = '[^\\s~](?:[^~\\n]{0,30}[^\\s~])?';

/** Between letters, the sign is a long vowel of chats, unless it is about a number; a single one always is. */
export const STRUCK_OUT: readonly Rule[] = [
	[
		'struckOut',
		new RegExp(
			`${NOT_ANNOUNCED} ?(?<![\\p{L}\\p{N}~])~~(?=[^\\s~])(?:[^~\\n]|~(?!~)){1,500}?(?<=[^\\s~])~~(?!~)`,
			'giu',
		),
		'',
	],
	['struckOut', new RegExp(`${NOT_ANNOUNCED}~~${NUMBER_AHEAD}${SHORT_WORDS}~~(?!~)`, 'giu'), ''],
	[
		'struckOut',
		new RegExp(
			`${NOT_ANNOUNCED} ?(?<![\\p{L}\\p{N}~])~${NUMBER_AHEAD}${SHORT_WORDS}~(?![\\p{L}\\p{N}~])`,
			'giu',
		),
		'',
	],
];
