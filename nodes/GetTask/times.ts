import { isNil } from 'lodash';
import { DateTime } from 'luxon';

import { meaningByWord, plainWords, withoutQuotes } from '../shared/fields/words';
import { isObject } from '../shared/util/json';
import { plainText, type Replacement, withReplacements } from '../shared/util/text';
import { unixSeconds } from '../shared/util/time';
import { DAY_WORDS, periodNamed, spanUpToNow } from './namedPeriods';

/*
 * Times as calendars, tables, mails and programs write them, and in words: "yesterday 14:30", "3 days ago".
 */

/**
 * Reads a time in any form that a user or an expression may give.
 *
 * @param zone a known time zone, for times that name none
 * @returns Unix seconds; NaN for what is no time
 */
export function timeOf(given: unknown, zone: string): number {
	// The event of a calendar has an object in an object: { start: { dateTime: "2026-11-20T10:00" } }.
	if (isObject(given)) {
		const held = NAMES_OF_TIMES.map((name) => given[name]).find((one) => !isNil(one));
		// Outlook names the zone beside the time. In one that is not known, no reader finds a time.
		const { timeZone } = given;
		if (!isNil(held)) return timeOf(held, typeof timeZone === 'string' ? timeZone : zone);
	}
	// Either one, made a number, is milliseconds since the epoch.
	if (DateTime.isDateTime(given) || given instanceof Date) return Number(given) / 1000;
	const entered = withoutQuotes(plainText(given));
	if (entered.length > MAX_TIME) return NaN;
	const text = withDate(withReplacements(entered, TIMES_OF_DAY), zone);
	// Seconds or milliseconds since the epoch, such as 1790000000 or 1790000000000. Of 14 digits, it is a date with its
	// time, such as 20261120103000.
	const isUnixTime = /^(?!\d{14}$)\d{9,}(\.\d+)?$/.test(text);
	if (isUnixTime) return unixSeconds(Number(text));
	// A number such as 14 would be read as an hour of today, which nobody means by it.
	const isSmallNumber = /^\d{1,2}$/.test(text);
	if (isSmallNumber) return NaN;
	for (const read of READERS) {
		const time = read(text, zone);
		if (time.isValid) return time.toSeconds();
	}
	return NaN;
}

/** A text with more characters is no time, and some patterns would take very long in it. */
const MAX_TIME = 200;

/** Under which names calendars hold a time in an object; the first one that is there counts. */
const NAMES_OF_TIMES = ['start', 'dateTime', 'date'];

/**
 * How people write the time of day at the end of a text, and what takes its place: the form that all readers know, as
 * "yesterday 3:00 pm" for "yesterday at 3pm". Some of them count on what earlier ones have changed.
 */
const TIMES_OF_DAY: readonly Replacement[] = [
	/** "3pm" and "3 p.m." are "3 pm". */
	[/(?<=\d) ?([ap])\.?m\.?$/i, ' $1m'],
	/** "3 pm" is "3:00 pm". */
	[/(?<= \d{1,2})(?= [ap]m$)/i, ':00'],
	/** "yesterday at 14:30" and "17.11.2026, 14:30" are "yesterday 14:30" and "17.11.2026 14:30". */
	[/(?:,| at| um| a las| à| alle| às| om)+(?= \d{1,2}:)/i, ''],
	/** "gestern 14:30 Uhr" is "gestern 14:30". */
	[/(?<=\d) (?:uhr|uur)$/i, ''],
];

/** Today or yesterday by what it is called. */
const DAYS = meaningByWord(DAY_WORDS);

/** A text with the date of a day in the place of its name: "2026-11-17 14:30" for "yesterday 14:30". */
function withDate(text: string, zone: string): string {
	const [name = ''] = /^[^\s,]+/.exec(text) ?? [];
	const day = DAYS.get(plainWords(name));
	if (day === undefined) return text;
	const today = DateTime.now().setZone(zone);
	const date = day === 'today' ? today : today.minus({ days: 1 });
	return date.toFormat('yyyy-MM-dd') + text.slice(name.length);
}

/** Reads a time that is written in one way; invalid for any other text. */
type TimeReader = (text: string, zone: string) => DateTime;

/** What a reader gives for a text that is written in another way. */
function noTime(): DateTime {
	return DateTime.invalid('unknown');
}

/**
 * The ways in which tables, mails, programs and people write times. Of 5/6/2026, it is not known which number is the
 * month, so a date with slashes is only read where one of the two cannot be one.
 */
const READERS: readonly TimeReader[] = [
	fromSheet,
	(text, zone) => DateTime.fromISO(text, { zone }),
	(text, zone) => DateTime.fromSQL(text, { zone }),
	(text, zone) => DateTime.fromRFC2822(text, { zone }),
	fromJavaScriptDate,
	fromDateFormats,
	fromSlashes,
	fromPast,
	fromNamedPeriod,
];

/** Dates in numbers that can mean one day alone. */
const DATES = ['d.M.yyyy', 'd.M.yy', 'yyyy/M/d', 'yyyy.M.d', 'yyyy-M-d'];

/** Dates with the name of a month, once the signs and little words in them are left out. */
const DATES_WITH_NAMES = ['LLL d yyyy', 'LLLL d yyyy', 'd LLL yyyy', 'd LLLL yyyy', 'd LLL yy'];

/** What stands behind a date: nothing, or a time. */
const TIMES = ['', ' H:mm', ' H:mm:ss', ' h:mm a', ' h:mm:ss a'];

/** The formats of dates, each of them with each time behind it. */
function withTimes(dates: readonly string[]): string[] {
	return dates.flatMap((date) => TIMES.map((time) => `${date}${time}`));
}

/** The last one is that of programs, which write nothing between the numbers. */
const NUMBER_FORMATS = withTimes(DATES).concat('yyyyMMddHHmmss');
const NAME_FORMATS = withTimes(DATES_WITH_NAMES);

/** The time in the first of some formats of Luxon that the text has; invalid where it has none of them. */
function fromFormats(text: string, formats: readonly string[], zone: string): DateTime {
	for (const format of formats) {
		const time = DateTime.fromFormat(text, format, { zone, locale: 'en' });
		if (time.isValid) return time;
	}
	return noTime();
}

/**
 * A time as JavaScript writes a `Date`: "Fri Nov 20 2026 10:00:00 GMT+0100 (Central European Standard Time)"; invalid
 * for any other text.
 */
function fromJavaScriptDate(text: string, zone: string): DateTime {
	const withoutNameOfZone = text.replace(/ \(.*\)$/, '');
	return fromFormats(withoutNameOfZone, ["ccc LLL dd yyyy HH:mm:ss 'GMT'ZZZ"], zone);
}

/**
 * A date that can mean one day alone, perhaps with a time: "20.11.2026", "Nov 20, 2026 10:00", "20 November 2026".
 * Invalid for any other text.
 */
function fromDateFormats(text: string, zone: string): DateTime {
	const inNumbers = fromFormats(text, NUMBER_FORMATS, zone);
	if (inNumbers.isValid) return inNumbers;
	return fromFormats(withoutLittleWords(text), NAME_FORMATS, zone);
}

/**
 * A date without the day of the week, commas, full stops, ordinal endings, and the hyphens and little words between its
 * parts: "November 20 2026" for "Friday, November 20th, 2026".
 */
function withoutLittleWords(text: string): string {
	const withoutWeekday = text.replace(/^(?:mon|tue|wed|thu|fri|sat|sun)\p{L}*,? /iu, '');
	const withoutEndings = withoutWeekday.replace(/(\d)(?:st|nd|rd|th)\b/gi, '$1');
	const withoutWords = withoutEndings.replace(/[.,]/g, '').replace(/ of /i, ' ');
	// The hyphens in "20-Nov-2026", but not those between two numbers.
	return withoutWords.replace(/(?<=\d)-(?=\p{L})|(?<=\p{L})-(?=\d)/gu, ' ');
}

/** The day from which sheets count, as their number 0. */
const DAY_ZERO_OF_SHEETS = { year: 1899, month: 12, day: 30 };

/** The numbers that sheets have for 1 January 2000 and 2100. Any number outside is taken for something else. */
const SHEET_DAY_OF_2000 = 36_526;
const SHEET_DAY_OF_2100 = 73_051;

/**
 * A day as sheets count it, with a fraction for the time of day: 46346.5 for noon on 20 November 2026. Invalid for any
 * other text, and for a number that is no day from 2000 to 2099.
 */
function fromSheet(text: string, zone: string): DateTime {
	const isNumber = /^\d{5}(\.\d+)?$/.test(text);
	const days = Number(text);
	const isInCentury = days >= SHEET_DAY_OF_2000 && days < SHEET_DAY_OF_2100;
	if (!isNumber || !isInCentury) return noTime();
	const wholeDays = Math.floor(days);
	const midnight = DateTime.fromObject(DAY_ZERO_OF_SHEETS, { zone }).plus({ days: wholeDays });
	const fractionOfDay = days % 1;
	const minutes = Math.round(fractionOfDay * 24 * 60);
	// The time is set and not added, because a day on which clocks change has more or fewer minutes than others.
	return midnight.set({ hour: Math.floor(minutes / 60), minute: minutes % 60 });
}

/** What is counted back from now, as words are compared: "3 days ago", "vor 3 tagen", "hace 3 dias". */
const PAST = /^(?:(?:vor|hace|il y a|ha) (?<after>.+)|(?<before>.+) (?:ago|fa|geleden))$/;

/** A time that is counted back from now: "3 days ago"; this moment for "now". Invalid for any other text. */
function fromPast(text: string, zone: string): DateTime {
	const words = plainWords(text);
	if (words === 'now') return DateTime.now();
	const { after, before } = PAST.exec(words)?.groups ?? {};
	const span = after ?? before ?? '';
	// In an empty text, there is no span, and NaN gives an invalid time.
	return DateTime.fromSeconds(spanUpToNow(span, zone)?.after ?? NaN);
}

/** The beginning of a period with a name, such as "last month"; invalid for any other text. */
function fromNamedPeriod(text: string, zone: string): DateTime {
	// NaN, for any other text, gives an invalid time.
	return DateTime.fromSeconds(periodNamed(text, zone)?.after ?? NaN);
}

/** Two numbers and a year with slashes or hyphens between them, and a time: "20/11/2026 10:00", "11-20-2026". */
const SLASHED = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(.*)$/;

/**
 * A time whose date has slashes or hyphens, with the year at its end: "20/11/2026", "11-20-2026 10:00 AM". Invalid
 * where either number may be the month, and for other forms.
 */
function fromSlashes(text: string, zone: string): DateTime {
	const match = SLASHED.exec(text);
	if (!match) return noTime();
	const [, first = '', second = '', year = '', time = ''] = match;
	// In this order, it is certain which number is the month.
	const yearFirst = (month: string, day: string) => `${year}/${month}/${day}${time}`;
	const isFirstTheDay = Number(first) > 12;
	if (isFirstTheDay) return fromDateFormats(yearFirst(second, first), zone);
	// Of two equal numbers, it does not matter which one is the day.
	const isSecondTheDay = Number(second) > 12 || first === second;
	if (isSecondTheDay) return fromDateFormats(yearFirst(first, second), zone);
	return noTime();
}
