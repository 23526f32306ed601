import { uniq } from 'lodash';

import { countMatches } from '../util/text';
import type { Changes } from './changes';
import { type Rule, withRules } from './rules';
import { asSentence } from './sentences';

/*
 * Emoji, which the service refuses in a text that it speaks (service.md 4.7).
 */

/**
 * A single symbol: what is always shown in color, what is so because `\uFE0F` behind it asks for it, and pictures such
 * as ☀ and ✈, which most programs show in color without being asked. Signs that stand in ordinary text, such as ©, ™
 * and ↔, are none.
 */
const SYMBOL =
	'(?:\\p{Emoji_Presentation}|\\p{Extended_Pictographic}\\uFE0F|(?=\\p{Extended_Pictographic})[\\u2600-\\u27BF\\u{1F000}-\\u{1FAFF}])';

/** Any emoji, for `test`: a symbol, or the box around a sign, as in 1️⃣. */
const EMOJI = new RegExp(`${SYMBOL}|\\uFE0F?\\u20E3`, 'u');

/** What may follow a symbol and belongs to it: its color, its form, the letters of a flag. */
const MORE = '[\\uFE0F\\p{Emoji_Modifier}\\u{E0020}-\\u{E007F}]*';

/** A whole emoji as a reader sees it: a flag, or a family with all its members. */
const WHOLE = `(?:\\p{RI}{2}|${SYMBOL}${MORE}(?:\\u200D(?:${SYMBOL}|\\p{Extended_Pictographic})${MORE})*)`;

/** All whole emoji of a text, for counting. */
const EACH_EMOJI = new RegExp(WHOLE, 'gu');

/** The same, and signs in boxes, as 1️⃣. */
const EMOJI_OR_BOX = new RegExp(`${WHOLE}|[0-9#*]?\\uFE0F?\\u20E3`, 'gu');

/** Emoji in a row, with the blanks between and around them. */
const ROW = new RegExp(`[ \\t]*${WHOLE}(?:[ \\t]*${WHOLE})*[ \\t]*`, 'gu');

/** What is left of emoji that were cut: forms, boxes, and joiners that join no letters. */
const REMAINS = /[\uFE0F\u20E3\p{Emoji_Modifier}\p{RI}]|(?<!\p{L}\p{M}?)\u200D|\u200D(?!\p{L})/gu;

/** The emoji of a text, each once, whole as a reader sees them; an empty list where there are none. */
export function emojiIn(text: string): string[] {
	return uniq(text.match(EMOJI_OR_BOX) ?? []);
}

/**
 * What is replaced before emoji are removed: one that is written with signs by an emoji, so that it is removed and
 * counted as one, and an emoji that calculates by its sign.
 */
const REPLACED_FIRST: readonly Rule[] = [
	/** Emoji that are written with letters and signs, `:smile:` and `:-)`, where nothing else is written so. */
	[
		/(?<=^|\s)(?::(?:[a-z][a-z0-9_+-]{1,30}|[+-]1|100|1234):|[:;=]['’]?[-o^]?[)(DPp*\]]|\^_?\^|xD|(?<=[.!?…] )XD(?=[.!]*$))(?=$|[\s.,!?])/gm,
		'🙂',
	],
	/** A heart: "I <3 Rome", "Thanks <3 see you", "So good <3!"; but no number, as in "for <3 people". */
	[
		/(?<=(?:^|\s)(?:I|we|you|they|ich|je|yo|much|thanks|love (?:it|this)|you all|danke|merci|gracias) )<3(?=$|[\s.,!?])|(?<=(?:with|mit|avec|con) )<3(?= (?:in|by|from|von|aus|par|por) )|(?<=^|\s)<3(?= ?(?:$|[.,!?]))/gim,
		'❤',
	],
	/** Emoji that end a sentence, right behind a word: "真的吗❓", "Really⁉️". */
	[/(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])(?:[❗❕‼]\uFE0F?)+/gu, '！'],
	[/(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])(?:[❓❔⁉]\uFE0F?)+/gu, '？'],
	[/(?<=[\p{L}\p{N}])(?:[❗❕‼]\uFE0F?)+(?=\s|$)/gu, '!'],
	[/(?<=[\p{L}\p{N}])(?:[❓❔⁉]\uFE0F?)+(?=\s|$)/gu, '?'],
	/** Emoji that calculate, between two things: "Ada ➕ Bob", "4 ➖ 1", "4 ➗ 2". */
	[/(?<=[\p{L}\p{N}] ?)➕(?= ?[\p{L}\p{N}])/gu, ' + '],
	[/(?<=[\p{L}\p{N}] ?)➖(?= ?[\p{L}\p{N}])/gu, ' − '],
	[/(?<=[\p{L}\p{N}] ?)➗(?= ?[\p{L}\p{N}])/gu, ' ÷ '],
];

/**
 * Digits in boxes, and 🔟 (`\u{1F51F}`): at the beginning of a line, 1️⃣ is the number of an item of a list; elsewhere
 * it is the digit. `\uFE0F?\u20E3` is the box.
 */
const KEYCAPS: readonly Rule[] = [
	/** All digits of a number but the last one, and all of an amount: 1️⃣0️⃣, 5️⃣0️⃣%. */
	[/([0-9])\uFE0F?\u20E3(?=[0-9]\uFE0F?\u20E3|[%°])/gu, '$1', 'emoji'],
	/** The number of an item: "1️⃣ Rome" is "• 1. Rome". */
	[/^([0-9]{1,3})\uFE0F?\u20E3[ \t]*/gmu, '• $1. ', 'emoji'],
	[/^\u{1F51F}[ \t]*/gmu, '• 10. ', 'emoji'],
	/** Anywhere else, with a blank behind it unless a sign follows. */
	[/([0-9#*])\uFE0F?\u20E3(?=[.,:;!?)：，。])/gu, '$1', 'emoji'],
	[/([0-9#*])\uFE0F?\u20E3[ \t]*/gu, '$1 ', 'emoji'],
	[/\u{1F51F}[ \t]*/gu, '10 ', 'emoji'],
];

/**
 * Removes emoji, and what is left of emoji that were cut. A row of them at the beginning of a line becomes the point of
 * a list, "• ", and a line that ends with them ends as a sentence, because people use them so. Some are read instead: a
 * digit in a box, and signs that calculate.
 *
 * @param changes to whose `emoji` each of them is added
 */
export function withoutEmoji(given: string, changes: Changes): string {
	const text = withRules(given, REPLACED_FIRST, changes);
	const hasEmoji = EMOJI.test(text);
	if (!hasEmoji) return text.replace(REMAINS, '');
	const lines = withRules(text, KEYCAPS, changes).split('\n');
	const plain = lines.map((line) => lineWithoutEmoji(line, changes));
	return plain.join('\n').replace(REMAINS, '');
}

/** A line without its emoji, each of which is counted in `changes`. One that ended with emoji ends as a sentence. */
function lineWithoutEmoji(line: string, changes: Changes): string {
	changes.emoji += countMatches(line, EACH_EMOJI);
	// `replace` gives the place of a match behind its groups. `ROW` has none, so that the place comes right behind the
	// row.
	const words = line.replace(ROW, (row, start: number) => insteadOfRow(line, row, start));
	return endsInRow(line) ? asSentence(words) : words;
}

/** Whether a line ends in a row of emoji and has something before that. */
function endsInRow(line: string): boolean {
	const lastMatch = Array.from(line.matchAll(ROW)).at(-1);
	// At the beginning of a line, a row has nothing before it.
	if (!lastMatch || lastMatch.index === 0) return false;
	const [row] = lastMatch;
	return lastMatch.index + row.length === line.length;
}

/**
 * What stands in the place of a row of emoji: the point of a list at the beginning of the line, a blank where one is
 * needed, or nothing.
 *
 * @param row with the blanks around it
 * @param start where the row begins in the line
 */
function insteadOfRow(line: string, row: string, start: number): string {
	if (start === 0) return '• ';
	const end = start + row.length;
	const before = line.slice(start - 1, start);
	const after = line.slice(end, end + 1);
	const isAtEnd = after === '';
	if (isAtEnd) return '';
	const isBlankBehindRow = row.endsWith(' ');
	return needsBlank(before, after, isBlankBehindRow) ? ' ' : '';
}

/** Letters and signs of Chinese and Japanese, which are written without blanks. Their brackets are from 、 to 】. */
const UNSPACED_SIGN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、-】！，。？：；]/u;

/**
 * Signs that stand right before a word. « is none of them, because it has a blank behind it in French, and “ is none,
 * because it closes in German: „Hi“.
 */
const OPENING = /[([{„（「『【]/u;

/** Signs that stand right behind a word. */
const CLOSING = /[.,;:!?…)\]}”’»，。！？；：、）」』】]/u;

/**
 * Whether a blank is needed in the place of a row of emoji, as between words. None is needed behind a sign that opens,
 * nor within Chinese and Japanese. Before a sign that closes, one is needed only where the author has written it, and
 * never in these languages.
 *
 * @param before the character before the row
 * @param after the character behind the row and its blanks
 * @param isBlankBehindRow whether the author has written a blank between the emoji and `after`
 */
function needsBlank(before: string, after: string, isBlankBehindRow: boolean): boolean {
	const isBehindUnspaced = UNSPACED_SIGN.test(before);
	if (CLOSING.test(after)) {
		// The author's own blank before a closing sign stays, as French has one: "Bravo 🎉 !"
		return isBlankBehindRow && !isBehindUnspaced;
	}
	const isWithinUnspaced = isBehindUnspaced && UNSPACED_SIGN.test(after);
	return !isWithinUnspaced && !OPENING.test(before);
}
