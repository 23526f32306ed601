/*
 * Texts: lists and sentences in words, and what an expression may give where a text is meant.
 */

/**
 * The order of lists by a name: letters and digits, where signs come before both (1:1 before 16:9).
 * Without Intl, whose first use would make n8n start later.
 */
export function alphabetical<Key extends string>(key: Key) {
	return (...entries: [Record<Key, string>, Record<Key, string>]): number => {
		const names = entries.map((entry) => entry[key].toLowerCase().replace(/[^a-z0-9]+/g, ' '));
		const [a = '', b = ''] = names;
		return Number(a > b) - Number(a < b);
	};
}

/** A number without a sign, as services write it in a text. */
export const DECIMAL = /^\d+(\.\d+)?$/;

/** "a, b or c". */
export function formatList(words: ReadonlyArray<string | number>, last: 'or' | 'and' = 'or') {
	if (words.length < 2) return words.join('');
	return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

/** A message of both parts in one text, for a place that shows nothing else. */
export function inOneText(title: string, description?: string | null): string {
	return [title, description].filter(Boolean).join('. ');
}

/** A sentence with the full stop that it may have already. */
export function withFullStop(text: string): string {
	return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** The number of characters as a reader counts them, also those of rare scripts. */
export function charactersIn(text: string): number {
	return [...text].length;
}

const MAX_MESSAGE = 4_000;

/** A text no longer than a message may be, or than so many characters. */
export function clip(text: string, length = MAX_MESSAGE): string {
	return text.length > length ? `${text.slice(0, length)}…` : text;
}

/**
 * A text or a number as the text that is meant, without blanks and unseen signs at its ends, save
 * those that end a flag. An expression gives anything; what has no text of its own is empty.
 */
export function plainText(value: unknown): string {
	return isPlain(value) ? String(value).trim().replace(PASTED, '').trim() : '';
}

const PASTED = /^\p{Cf}{1,9}|[^\P{Cf}\u{e0020}-\u{e007f}]{1,9}$/gu;

/** Whether a value is a text, or a number that may stand for one; not a failed calculation (NaN). */
export function isPlain(value: unknown): value is string | number | bigint {
	return ['string', 'bigint'].includes(typeof value) || Number.isFinite(value);
}
