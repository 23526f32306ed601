import { DateTime } from 'luxon';

import { timeSpanIn } from '../shared/fields/numbers';
import { plainWords, wordsOnly } from '../shared/fields/words';

/*
 * Periods by their names, as expressions and agents give them: "this month", "last week", "past 7 days", "March 2026".
 */

/** From one time to another, in Unix seconds; infinite where there is no limit. */
export interface Period {
	/** Inclusive. */
	after: number;
	/** Exclusive. */
	before: number;
}

/** A period of the calendar: the current one, or the one before. A week begins on Monday. */
const IN_CALENDAR = /^(?:(?:this|current)|(?<before>last|previous)) (?<unit>week|month|year)$/;

/**
 * A span of time up to now: "past 7 days", "the last 24 hours", "past week", "last hour". Unlike "last week", which is
 * one of the calendar, "the last week" is such a span.
 */
const UP_TO_NOW = /^(?:(?:in|over|within) )?(?:the )?(?:past|last|previous) (?<span>.+)$/;

/** What today and yesterday are called, for expressions and agents in the languages of the voices. */
export const DAY_WORDS = {
	today:
		"today heute hoy aujourd'hui aujourd’hui oggi hoje vandaag dzisiaj dziś bugün сегодня 今天 今日 오늘",
	yesterday: 'yesterday gestern ayer hier ieri ontem gisteren wczoraj dün вчера 昨天 昨日 어제',
};

/** How a whole day, week, month or year is written, in the formats of Luxon. */
const WHOLE_DATES = [
	['yyyy-MM-dd', 'day'],
	['d.M.yyyy', 'day'],
	["kkkk-'W'WW", 'week'],
	["kkkk'W'WW", 'week'],
	['yyyy-MM', 'month'],
	['yyyyMM', 'month'],
	['LLLL yyyy', 'month'],
	['LLL yyyy', 'month'],
	['yyyy', 'year'],
] as const;

/**
 * Reads a period by its name; undefined for any other text. What is not over yet ends now, for which no limit is set.
 *
 * @param zone a known time zone, in which its days begin
 */
export function periodNamed(text: string, zone: string): Period | undefined {
	return wholeDate(text, zone) ?? periodFromNow(text, zone);
}

/**
 * The whole of a day, a week, a month or a year: "2026-03-01", "2026-W09", "March 2026", "2026"; undefined for any
 * other text.
 */
function wholeDate(text: string, zone: string): Period | undefined {
	for (const [format, unit] of WHOLE_DATES) {
		const start = DateTime.fromFormat(text, format, { zone, locale: 'en' });
		if (start.isValid) return wholeFrom(start, unit);
	}
	return undefined;
}

/** The whole day, week, month or year that begins with a day. @param start the beginning of that day */
export function wholeFrom(start: DateTime, unit: 'day' | 'week' | 'month' | 'year'): Period {
	// Clocks may skip midnight on one of the two days.
	const end = start.plus({ [unit]: 1 }).startOf('day');
	return { after: start.toSeconds(), before: end.toSeconds() };
}

/** A period that is told by how far it is from now: "last week", "past 7 days"; undefined for any other text. */
function periodFromNow(text: string, zone: string): Period | undefined {
	// "last30Days", as agents write it after the example of the choices, and "last_30_days" are "last 30 days".
	const withBlanks = text.replace(/(?<=\p{Ll})(?=[\p{Lu}\d])|(?<=\d)(?=\p{Lu})|_/gu, ' ');
	const inCalendar = IN_CALENDAR.exec(wordsOnly(withBlanks))?.groups;
	if (inCalendar) {
		const unit = inCalendar.unit as 'week' | 'month' | 'year';
		const start = DateTime.now().setZone(zone).startOf(unit);
		if (inCalendar.before === undefined) return { after: start.toSeconds(), before: Infinity };
		const startBefore = start.minus({ [unit]: 1 }).startOf(unit);
		return { after: startBefore.toSeconds(), before: start.toSeconds() };
	}
	// With its signs, as of "past 1.5 hours".
	const { span = '' } = UP_TO_NOW.exec(plainWords(withBlanks))?.groups ?? {};
	// Without a number, it is one: "past week".
	return spanUpToNow(span, zone) ?? spanUpToNow(`1 ${span}`, zone);
}

/**
 * A span of time that ends now, by its length: "7 days", "1.5 hours". It is counted back to the second, not from
 * midnight. Undefined for any other text, and for a length below zero.
 *
 * @param zone decides how long days, months and years are
 */
export function spanUpToNow(span: string, zone: string): Period | undefined {
	const length = timeSpanIn(span);
	if (!length || length.count < 0) return undefined;
	const start = DateTime.now()
		.setZone(zone)
		.minus({ [length.unit]: length.count });
	// More years ago than there are dates.
	if (!start.isValid) return undefined;
	return { after: start.toSeconds(), before: Infinity };
}
