import { uniq } from 'lodash';

import type { Changes } from './changes';
import { asSentence } from './sentences';

/*
 * Emoji, which the service refuses in a text that it speaks (service.md 4.7).
 */

/**
 * Symbols that are shown in color on their own or on demand, flags and keycaps. Signs that stand in
 * ordinary text, such as ©, ™ and ↔, are none.
 */
const ONE =
	'(?:\\p{Emoji_Presentation}|\\p{Extended_Pictographic}\\uFE0F|(?=\\p{Extended_Pictographic})[\\u2600-\\u27BF\\u{1F000}-\\u{1FAFF}])';

const EMOJI = new RegExp(`${ONE}|\\uFE0F?\\u20E3`, 'u');

/** What may follow an emoji and belongs to it: its color, its form, the letters of a flag. */
const MORE = '[\\uFE0F\\p{Emoji_Modifier}\\u{E0020}-\\u{E007F}]*';

/** A whole emoji as a reader sees it: a flag, or a family with all its members. */
const WHOLE = `(?:\\p{RI}{2}|${ONE}${MORE}(?:\\u200D(?:${ONE}|\\p{Extended_Pictographic})${MORE})*)`;

/** Emoji in a row with the blanks between and around them. */
const ROW = new RegExp(`[ \\t]*${WHOLE}(?:[ \\t]*${WHOLE})*[ \\t]*`, 'gu');

const EACH = new RegExp(WHOLE, 'gu');

/** A digit in a box, which stands for the number of a step at the beginning of a line. */
const KEYCAP = /(?:([0-9#*])\uFE0F?\u20E3|\u{1F51F})[ \t]*/gu;

/** What is left of emoji that were cut: forms, boxes, and joiners that join no letters. */
const REMAINS = /[\uFE0F\u20E3\p{Emoji_Modifier}\p{RI}]|(?<!\p{L}\p{M}?)\u200D|\u200D(?!\p{L})/gu;

/** The emoji of a text, each kind once, whole as a reader sees them. */
export function emojiIn(text: string): string[] {
	if (!EMOJI.test(text)) return [];
	// Made here, because the first use of Intl takes longer than all other code of the node.
	const segments = new Intl.Segmenter('en').segment(text);
	return uniq(Array.from(segments, ({ segment }) => segment).filter((one) => EMOJI.test(one)));
}

/**
 * Emoji that are written with letters and signs, `:smile:` and `:-)`, where nothing else is written so. Each is taken for the
 * emoji that it stands for.
 */
const TYPED =
	/(?<=^|\s)(?::(?:[a-z][a-z0-9_+-]{1,30}|[+-]1|100|1234):|[:;=]['’]?[-o^]?[)(DPp*\]]|<3|\^_?\^|[xX]D)(?=$|[\s.,!?])/gm;

/** Emoji that calculate, between two things. */
const CALCULATING = /(?<=[\p{L}\p{N}] ?)[➕➖➗](?= ?[\p{L}\p{N}])/gu;
const PLAIN_SIGNS: Readonly<Record<string, string>> = { '➕': ' + ', '➖': ' − ', '➗': ' ÷ ' };

/**
 * Removes emoji. One at the beginning of a line is taken for the point of a list, one at its end for
 * the end of a sentence, as people use them.
 */
export function withoutEmoji(given: string, changes: Changes): string {
	const text = given.replace(TYPED, '🙂').replace(CALCULATING, (sign) => PLAIN_SIGNS[sign] ?? sign);
	if (!EMOJI.test(text)) return text.replace(REMAINS, '');
	const plain = text.replace(KEYCAP, (_keycap, sign: string = '10', at: number) => {
		changes.emoji += 1;
		const isStep = /\d/.test(sign) && isLineStart(text, at);
		return isStep ? `${sign}. ` : `${sign} `;
	});
	return plain
		.split('\n')
		.map((line) => lineWithoutEmoji(line, changes))
		.join('\n')
		.replace(REMAINS, '');
}

function isLineStart(text: string, at: number): boolean {
	return at === 0 || text[at - 1] === '\n';
}

function lineWithoutEmoji(line: string, changes: Changes): string {
	let endsWithEmoji = false;
	const words = line.replace(ROW, (row, at: number) => {
		changes.emoji += row.match(EACH)?.length ?? 0;
		const after = line.slice(at + row.length, at + row.length + 1);
		if (at === 0) return '• ';
		if (after !== '') return blankBetween(line.slice(at - 1, at), row, after);
		endsWithEmoji = true;
		return '';
	});
	return endsWithEmoji ? asSentence(words) : words;
}

/** What separates the words around emoji: a blank, but where their script or a sign needs none. */
function blankBetween(before: string, row: string, after: string): string {
	const isUnspaced =
		UNSPACED_SIGN.test(before) && (UNSPACED_SIGN.test(after) || CLOSING.test(after));
	const isBeforeSign = CLOSING.test(after) && !row.endsWith(' ');
	return isUnspaced || isBeforeSign ? '' : ' ';
}

/** Letters and signs of Chinese and Japanese, which are written without blanks. */
const UNSPACED_SIGN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、-】！，。？：；]/u;

/** Signs that stand right behind a word. */
const CLOSING = /[.,;:!?…)\]}”’»，。！？；：、）」』】]/u;
