/* The entries of the lists: what an entry shows, and which entries fit what the user typed. */
import { compact, countBy, partition } from 'lodash';
import { DateTime } from 'luxon';
import type { INodeListSearchItems } from 'n8n-workflow';

import { NO_CHOICE } from '../fields/locators';
import { plainWords, wordsOnly } from '../fields/words';
import type { Task } from '../model/task';
import { formatValue } from '../util/quote';
import { formatTime } from '../util/time';
import { pickerMessages } from './pickerMessages';

/** An entry of a list: its name, the value that is chosen by it, and perhaps the address for the button beside it. */
export type Entry = INodeListSearchItems & { value: string };

/** What an entry shows of a record of the service. */
interface Shown {
	/** The ID that is chosen by the entry. */
	value: string;
	/** An entry without one is called "Unnamed". */
	name?: string;
	/** Those that are not known are left out. */
	details?: ReadonlyArray<string | undefined>;
	/** Addresses for the button beside the entry; the first one that a browser can open is used. */
	urls?: ReadonlyArray<string | null | undefined>;
}

/** The entry of a record, with its details in brackets behind its name: "Anna (female, 3 figures)". */
export function entryOf({ value, name, details = [], urls = [] }: Shown): Entry {
	const title = name || pickerMessages.unnamed;
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

/** The entry that says that nothing fits what is typed. Its value is refused if a user chooses it nevertheless. */
export function nothingFound(typed: string): Entry {
	return { name: pickerMessages.nothingFound(formatValue(typed)), value: NO_CHOICE };
}

/**
 * The entries, where each that shares its name with another one has its ID added to the name: "Anna (female, ID 17)".
 */
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
 * The entries that fit what the user typed: their name has every word of it, in any order, or their whole ID is what
 * was typed. Those whose name starts with it come first; apart from that, the order stays. All entries fit an empty
 * text.
 */
export function entriesMatching<T extends Entry>(entries: readonly T[], typed = ''): T[] {
	const query = plainWords(typed);
	// A text of signs alone has no words, and is looked for as a whole; an empty text is found in every name.
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

/**
 * What a list method gives, of all entries that there are: those that fit the filter, or, where there are none, a
 * single one that says that nothing was found. In an empty list, n8n would still show the entry that was chosen before,
 * as if it had been found.
 *
 * @param filter what the user typed; n8n leaves it out while nothing is typed
 */
export function resultsAmong(entries: readonly Entry[], filter = ''): { results: Entry[] } {
	const typed = filter.trim();
	const matching = entriesMatching(entries, typed);
	return { results: matching.length > 0 ? matching : [nothingFound(typed)] };
}

/** A word or a number; "Person07" has one of each. */
const WORD = /\p{L}+|\p{N}+/gu;

/** A number, or a word of at most four Latin letters. */
const SHORT = /^(\p{N}+|\p{Script=Latin}{1,4})$/u;

/**
 * Whether a text has the typed word in it. A number or a short word has to be the beginning of a word in the text, so
 * that "male" does not find "female", nor "8" the size "1080"; any other may stand anywhere.
 *
 * @param text in the form in which words are compared, as is `typed`: in lower case and without accents
 */
function hasWord(text: string, typed: string): boolean {
	if (!SHORT.test(typed)) return text.includes(typed);
	const words = text.match(WORD) ?? [];
	return words.some((word) => word.startsWith(typed));
}

/** The states of tasks in words. */
export const STATE_WORDS: Readonly<Record<Task['state'], string>> = {
	inProgress: 'in progress',
	succeeded: 'succeeded',
	failed: 'failed',
	cancelled: 'canceled',
};

/** An hour and a day, in minutes. */
const HOUR = 60;
const DAY = 24 * HOUR;

/** Of something longer ago than so many days, only the date is shown, because it says more. */
const MAX_DAYS = 60;

/**
 * How long ago something was, in words, and its date and time: ["17 hours ago", "2026-03-01 14:05:30"]. The first is
 * undefined for what was more than `MAX_DAYS` ago, and both are where there is no valid time.
 *
 * @param time ISO 8601
 * @param zone time zone of the workflow, in which the date and the time are shown
 */
export function whenOf(time: string | undefined, zone: string): Array<string | undefined> {
	return [howLongAgo(time), formatTime(time, zone)];
}

/** "17 hours ago"; "just now" also for a time in the future; undefined without a valid time, and after `MAX_DAYS`. */
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
