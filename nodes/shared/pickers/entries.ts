/* The entries of the lists: what an entry shows, and which entries fit what the user typed. */
import { compact, countBy, partition } from 'lodash';
import { DateTime } from 'luxon';
import type { INodeListSearchItems } from 'n8n-workflow';

import { NO_CHOICE } from '../fields/locators';
import { plainWords, wordsOnly } from '../fields/words';
import type { ShownTask } from '../model/task';
import { formatValue } from '../util/quote';
import { formatTime } from '../util/time';
import { pickerMessages } from './pickerMessages';

export type Entry = INodeListSearchItems & { value: string };

/** Details of an entry; those that are not known are left out. */
export type Details = ReadonlyArray<string | undefined | false>;

/** What an entry shows of a record of the service. */
interface Shown {
	/** The ID that is chosen by the entry. */
	value: string;
	/** An entry without one is called "Unnamed". */
	name?: string;
	details?: Details;
	/** Addresses for the button beside the entry; the first one that a browser can open is used. */
	urls?: ReadonlyArray<string | null | undefined>;
}

/** An entry with its details, as in "Anna (female, 3 figures)". */
export function entryOf({ value, name, details = [], urls = [] }: Shown): Entry {
	const title = name || 'Unnamed';
	const inBrackets = compact(details).join(', ');
	const nameWithDetails = inBrackets === '' ? title : `${title} (${inBrackets})`;
	const entry: Entry = { name: nameWithDetails, value };
	const url = compact(urls).find((address) => /^https?:\/\//.test(address));
	if (url !== undefined) entry.url = url;
	return entry;
}

/** An entry that only says something: its empty value is no choice. */
export function noteEntry(name: string): Entry {
	return { name, value: '' };
}

/**
 * Entries, or one that says that there are none. Without it, n8n would go on
 * showing the chosen entry, as if it had been found.
 */
export function orNothingFound(entries: Entry[], typed: string): Entry[] {
	return entries.length > 0 ? entries : [nothingFound(typed)];
}

/** The entry that says that nothing fits what is typed. */
export function nothingFound(typed: string): Entry {
	return { name: pickerMessages.nothingFound(formatValue(typed)), value: NO_CHOICE };
}

/** The entries, of which those with the same name have their ID in it: "Anna (female, ID 17)". */
export function withIdsOfNamesakes(entries: readonly Entry[]): Entry[] {
	const timesByName = countBy(entries, 'name');
	return entries.map((entry) => {
		const hasNamesake = timesByName[entry.name] !== 1;
		return hasNamesake ? { ...entry, name: nameOfNamesake(entry) } : entry;
	});
}

/** The name of an entry with its ID behind it: behind the details in its brackets, or in brackets of its own. */
function nameOfNamesake({ name, value }: Entry): string {
	const hasDetails = name.endsWith(')');
	if (!hasDetails) return `${name} (ID ${value})`;
	const withoutBracket = name.slice(0, -1);
	return `${withoutBracket}, ID ${value})`;
}

/**
 * The entries that fit what the user typed, as their name has every word of it, or their ID is it: first those whose
 * name starts with it, then the others. Both stay in their order. All of them fit while nothing is typed.
 */
export function entriesMatching<T extends Entry>(entries: readonly T[], typed = ''): T[] {
	const query = plainWords(typed);
	// A text of signs alone has no words, and is looked for as a whole; an empty one is in every name.
	const words = wordsOnly(query).match(WORD) ?? [query];
	const matching = entries.filter(({ name, value }) => {
		// An ID only counts as a whole.
		const isId = plainWords(value) === query;
		const plainName = plainWords(name);
		return isId || words.every((word) => hasWord(plainName, word));
	});
	const [starting, others] = partition(matching, ({ name }) => plainWords(name).startsWith(query));
	return starting.concat(others);
}

/** A word or a number; "Person07" has one of each. */
const WORD = /\p{L}+|\p{N}+/gu;

/** A number, or a word of at most four Latin letters. */
const SHORT = /^(\p{N}+|\p{Script=Latin}{1,4})$/u;

/**
 * Whether a text has what was typed in it. A number or a short word is only looked for at the start of words, as
 * "male" is not in "female", nor "8" in "1080".
 */
function hasWord(text: string, typed: string): boolean {
	if (!SHORT.test(typed)) return text.includes(typed);
	const words = text.match(WORD) ?? [];
	return words.some((word) => word.startsWith(typed));
}

/** The states of tasks in words. */
export const STATES: Readonly<Record<ShownTask['state'], string>> = {
	inProgress: 'in progress',
	succeeded: 'succeeded',
	failed: 'failed',
	cancelled: 'canceled',
};

/** An hour and a day, in minutes. */
const HOUR = 60;
const DAY = 24 * HOUR;

/** After so many days, only the date is shown, because it says more. */
const MAX_DAYS = 60;

/**
 * How long ago something was, in words that need no time zone, and its date: ["17 hours ago", "2026-03-01 14:05:30"].
 * For a time long ago, the first is undefined; without a time, both are.
 *
 * @param time ISO 8601
 * @param zone time zone of the workflow
 */
export function whenOf(time: string | undefined, zone: string): Array<string | undefined> {
	return [howLongAgo(time), formatTime(time, zone)];
}

/** "17 hours ago"; "just now" also for a time to come; undefined without a time, and after `MAX_DAYS`. */
function howLongAgo(time: string | undefined): string | undefined {
	// An empty text gives a moment that is not valid.
	const moment = DateTime.fromISO(time ?? '');
	if (!moment.isValid) return undefined;
	// Below zero where the clock of the service is ahead.
	const minutes = Math.floor((Date.now() - moment.toMillis()) / 60_000);
	if (minutes < 1) return pickerMessages.justNow;
	if (minutes < HOUR) return pickerMessages.ago(minutes, 'minute');
	if (minutes < DAY) return pickerMessages.ago(Math.floor(minutes / HOUR), 'hour');
	const days = Math.floor(minutes / DAY);
	if (days === 1) return pickerMessages.yesterday;
	if (days > MAX_DAYS) return undefined;
	return pickerMessages.ago(days, 'day');
}
