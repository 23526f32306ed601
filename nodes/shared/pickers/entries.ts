/* The entries of the lists: what an entry shows, and which entries fit what the user typed. */
import { countBy, partition } from 'lodash';
import { DateTime } from 'luxon';
import type { INodeListSearchItems } from 'n8n-workflow';

import { NO_CHOICE } from '../fields/locators';
import { plainWords } from '../fields/words';
import type { ShownTask } from '../model/task';
import { formatValue } from '../util/quote';
import { formatTime } from '../util/time';
import { pickerMessages } from './pickerMessages';

export type Entry = INodeListSearchItems & { value: string };

/** Details of an entry; those that are not known are left out. */
export type Details = ReadonlyArray<string | undefined | false>;

/**
 * An entry with its details, as in "Anna (female, 3 figures)".
 *
 * @param urls for the button beside it; the first one that a browser can open is used
 */
export function entryOf(
	value: string,
	name: string | undefined,
	details: Details,
	...urls: Array<string | null | undefined>
): Entry {
	const more = details.filter(Boolean).join(', ');
	const title = name || 'Unnamed';
	const entry: Entry = { name: more ? `${title} (${more})` : title, value };
	const url = urls.find((one) => /^https?:\/\//.test(one ?? ''));
	if (url) entry.url = url;
	return entry;
}

/** An entry that says something and is no choice. */
export function saying(name: string): Entry {
	return { name, value: '' };
}

/**
 * Entries, or one that says that there are none. Without it, n8n would go on showing the chosen entry, as if it had been found.
 */
export function orNothingFound(entries: Entry[], typed: string): Entry[] {
	if (entries.length > 0) return entries;
	return [{ name: pickerMessages.nothingFound(formatValue(typed)), value: NO_CHOICE }];
}

/** Entries of the same name, each with its ID added. */
export function distinguished(entries: readonly Entry[]): Entry[] {
	const times = countBy(entries, 'name');
	return entries.map((entry) => {
		const { name, value } = entry;
		if (times[name] === 1) return entry;
		const named = name.endsWith(')') ? `${name.slice(0, -1)}, ID` : `${name} (ID`;
		return { ...entry, name: `${named} ${value})` };
	});
}

/**
 * The entries that fit what the user typed: first those that start with it, then those that contain every word of it. Both stay
 * in their order. An ID only counts as a whole.
 */
export function matching<T extends Entry>(entries: readonly T[], typed = ''): T[] {
	const query = plainWords(typed);
	const words = query.match(WORD) ?? [query];
	const fitting = entries.filter(({ name, value }) => {
		const shown = plainWords(name);
		return plainWords(value) === query || words.every((word) => contains(shown, word));
	});
	const [starting, others] = partition(fitting, ({ name }) => plainWords(name).startsWith(query));
	return [...starting, ...others];
}

/** A word or a number; "Person07" has one of each. */
const WORD = /\p{L}+|\p{N}+/gu;

/** Short words and numbers only count at the start of a word: "male" is not in "female", nor "8" in "1080". */
function contains(text: string, typed: string): boolean {
	const isShort = /^(\p{N}+|\p{Script=Latin}{1,4})$/u.test(typed);
	if (!isShort) return text.includes(typed);
	return (text.match(WORD) ?? []).some((shown) => shown.startsWith(typed));
}

/** The states of tasks in words. */
export const STATES: Readonly<Record<ShownTask['state'], string>> = {
	inProgress: 'in progress',
	succeeded: 'succeeded',
	failed: 'failed',
	cancelled: 'canceled',
};

const HOUR = 60;
const DAY = 24 * HOUR;

/** Days after which the date says more. */
const MAX_DAYS = 60;

/**
 * How long ago something was, in words that need no time zone, and its date: ["17 hours ago", "2026-03-01 14:05:30"].
 *
 * @param time ISO 8601
 * @param zone time zone of the workflow
 */
export function whenOf(time: string | undefined, zone: string): Details {
	return [agoOf(time), formatTime(time, zone)];
}

function agoOf(time: string | undefined): string | undefined {
	const moment = DateTime.fromISO(time ?? '');
	if (!moment.isValid) return undefined;
	const minutes = Math.floor((Date.now() - moment.toMillis()) / 60_000);
	if (minutes < 1) return pickerMessages.justNow;
	if (minutes < HOUR) return pickerMessages.ago(minutes, 'minute');
	if (minutes < DAY) return pickerMessages.ago(Math.floor(minutes / HOUR), 'hour');
	const days = Math.floor(minutes / DAY);
	if (days === 1) return pickerMessages.yesterday;
	return days <= MAX_DAYS ? pickerMessages.ago(days, 'day') : undefined;
}
