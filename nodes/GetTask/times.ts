import { DateTime, IANAZone, Info } from 'luxon';

import { timeSpanIn } from '../shared/fields/numbers';
import { listOfWords, meaningByWord, plainWords, withoutQuotes } from '../shared/fields/words';
import { plainText } from '../shared/util/text';
import { unixSeconds } from '../shared/util/time';

/*
 * Times as tables, mails, programs and people write them.
 */

/**
 * A time in any form that a user or an expression may give.
 *
 * @param zone a known time zone, for times that name none
 * @returns Unix seconds; NaN for what is no time
 */
export function timeOf(given: unknown, zone: string): number {
	if (DateTime.isDateTime(given) || given instanceof Date) return Number(given) / 1000;
	const text = withPlainTimeOfDay(withoutQuotes(plainText(given)));
	if (MORNING_AFTER_NOON.test(text)) return NaN;
	// Seconds or milliseconds since the epoch, such as 1790000000.
	if (/^\d{9,}(\.\d+)?$/.test(text)) return unixSeconds(Number(text));
	// A number such as 14 could be read as an hour of today, which nobody means by it.
	if (/^\d{1,2}$/.test(text)) return NaN;
	for (const read of READERS) {
		const time = read(text, zone);
		if (time.isValid) return time.toSeconds();
	}
	return NaN;
}

/** The ways in which people write the time of a day behind the day, and the one that all readers know. */
const TIMES_OF_DAY: ReadonlyArray<[pattern: RegExp, instead: string]> = [
	/** "14h30" is "14:30". */
	[/(?<=\d)h(?=[0-5]\d$)/i, ':'],
	/** "17.11.2026 10.30" is "17.11.2026 10:30". */
	[/(?<=\d{4},? \d{1,2})\.(?=[0-5]\d$)/, ':'],
	/** "14 Uhr" is "14". */
	[/(?<=\d) ?(?:uhr|h)$/i, ''],
	/** "3pm" and "3 p.m." are "3 pm". */
	[/(?<=\d) ?([ap])\.?m\.?$/i, ' $1m'],
	/** "3 pm" is "3:00 pm". */
	[/(?<= \d{1,2})(?= [ap]m$)/i, ':00'],
	/** "yesterday at 14:30" and "17.11.2026, 14:30" are "yesterday 14:30" and "17.11.2026 14:30". */
	[/(?:,| at| um| à| às| a las| alle| om)+(?= \d{1,2}(?:$|:))/i, ''],
];

/** A text with the time of the day that it may end with as the readers know it: "yesterday 3:00 pm". */
function withPlainTimeOfDay(text: string): string {
	let plain = text;
	for (const [pattern, instead] of TIMES_OF_DAY) plain = plain.replace(pattern, instead);
	return plain;
}

/** An hour that no morning has: "15:00 am". */
const MORNING_AFTER_NOON = /(?<![\d:])(?:1[3-9]|2\d)(?::\d{2}){1,2} am$/i;

/** Reads a time that is written in one way; invalid for any other text. */
type TimeReader = (text: string, zone: string) => DateTime;

/**
 * The ways in which tables, mails, programs and people write times. Of 5/6/2026, it is not known which number is the
 * month, so a date with slashes is only read where one of the two cannot be one.
 */
const READERS: readonly TimeReader[] = [
	fromSheet,
	(text, zone) => DateTime.fromISO(text, { zone }),
	(text, zone) => DateTime.fromSQL(text, { zone }),
	(text, zone) => DateTime.fromRFC2822(text, { zone }),
	(text, zone) =>
		fromFormat(text.replace(/ \(.*\)$/, ''), "ccc LLL dd yyyy HH:mm:ss 'GMT'ZZZ", zone),
	fromDateFormats,
	fromWeekday,
	fromSlashes,
	fromDay,
	fromPast,
	fromNamedZone,
];

/** Dates in numbers that can mean one day alone. */
const DATES = ['d.M.yyyy', 'd.M.yy', 'yyyy/M/d', 'yyyy.M.d', 'yyyy-MM-dd', 'yyyy年M月d日'];

/** Dates with the name of a month, once the signs and little words in them are left out. */
const DATES_WITH_NAMES = ['LLL d yyyy', 'LLLL d yyyy', 'd LLL yyyy', 'd LLLL yyyy'];

/** The languages in which names of months and of days of the week are understood. */
const LANGUAGES_OF_DATES = ['en', 'de', 'es', 'fr', 'it', 'pt', 'nl'];

/** What stands behind a date: nothing, or a time. */
const TIMES = ['', ' H:mm', ' H:mm:ss', ' h:mm a', ' h:mm:ss a'];

/** Each date with each time behind it. */
function withTimes(dates: readonly string[]): string[] {
	return dates.flatMap((date) => TIMES.map((time) => `${date}${time}`));
}

const NUMBER_FORMATS = withTimes(DATES);
const NAME_FORMATS = withTimes(DATES_WITH_NAMES);

function fromFormat(text: string, format: string, zone: string, locale = 'en'): DateTime {
	return DateTime.fromFormat(text, format, { zone, locale });
}

/**
 * A date that can mean one day alone: 20.11.2026, Nov 20, 2026 10:00, 20. November 2026; invalid for any other text.
 */
function fromDateFormats(text: string, zone: string): DateTime {
	for (const format of NUMBER_FORMATS) {
		const time = fromFormat(text, format, zone);
		if (time.isValid) return time;
	}
	// Only a date with a word in it can have the name of a month, and to try all languages takes long.
	if (!/\p{L}{3}/u.test(text)) return DateTime.invalid('unknown');
	return fromNamesOfMonths(withoutLittleWords(text), zone);
}

/** A date with the name of a month in any of the languages: "20 November 2026"; invalid for any other text. */
function fromNamesOfMonths(text: string, zone: string): DateTime {
	for (const language of LANGUAGES_OF_DATES) {
		for (const format of NAME_FORMATS) {
			const time = fromFormat(text, format, zone, language);
			if (time.isValid) return time;
		}
	}
	return DateTime.invalid('unknown');
}

/**
 * A date without commas, full stops, ordinal endings, hyphens and words between its parts:
 * "November 20 2026" for "November 20th, 2026".
 */
function withoutLittleWords(text: string): string {
	const withoutEndings = text.replace(/(\d)(?:st|nd|rd|th|er|º)\b/gi, '$1');
	const withoutSigns = withoutEndings.replace(/[.,]/g, '');
	// " de " and " of ", and the hyphens in "20-Nov-2026", but not those between two numbers.
	return withoutSigns.replace(/ (?:de|del|of) |(?<=\d)-(?=\p{L})|(?<=\p{L})-(?=\d)/giu, ' ');
}

/** A first word that may be a day of the week, long or short, with a number somewhere behind it: "Mi, 18.11.2026". */
const WORD_BEFORE_DATE = /^(\p{L}{2,13})\.?,? (?=.*\d)/u;

/** A date behind the day of the week in any of the languages: "Mi, 18.11.2026"; invalid for any other text. */
function fromWeekday(text: string, zone: string): DateTime {
	const [beforeDate = '', firstWord = ''] = WORD_BEFORE_DATE.exec(text) ?? [];
	if (!isWeekday(plainWords(firstWord))) return DateTime.invalid('unknown');
	return fromDateFormats(text.slice(beforeDate.length), zone);
}

function isWeekday(word: string): boolean {
	return LANGUAGES_OF_DATES.some((locale) => {
		const names = [...Info.weekdays('long', { locale }), ...Info.weekdays('short', { locale })];
		// The short names of some languages end with a full stop, which the reader of the date has left out: "lun.".
		return names.some((name) => plainWords(name).replace('.', '') === word);
	});
}

/** The days from which sheets count, and between which a number is a day of this century: 1 January 2000 and 2100. */
const FIRST_OF_SHEETS = { year: 1899, month: 12, day: 30 };
const FIRST_SHEET_DAY = 36_526;
const LAST_SHEET_DAY = 73_051;

/**
 * A day as sheets count it, with a fraction for the time of day: 46346.5 for noon on 20 November 2026. Invalid for any
 * other text, and for a number that is no day from 2000 to 2099.
 */
function fromSheet(text: string, zone: string): DateTime {
	const day = Number(text);
	const isDay = /^\d{5}(\.\d+)?$/.test(text) && day >= FIRST_SHEET_DAY && day < LAST_SHEET_DAY;
	if (!isDay) return DateTime.invalid('unknown');
	const minutes = Math.round((day % 1) * 24 * 60);
	const start = DateTime.fromObject(FIRST_OF_SHEETS, { zone }).plus({ days: Math.floor(day) });
	// Set and not added, because a day on which clocks change has more or fewer minutes.
	return start.set({ hour: Math.floor(minutes / 60), minute: minutes % 60 });
}

/** What days near today are called, in the languages of n8n's users. */
export const DAYS = {
	today:
		"today heute hoy aujourd'hui aujourd’hui oggi hoje vandaag dziś dzisiaj сегодня bugün 今天 今日 오늘 اليوم आज",
	yesterday: 'yesterday gestern ayer hier ieri ontem gisteren wczoraj вчера dün 昨天 昨日 어제 أمس',
};

const DAYS_AGO = meaningByWord({
	...DAYS,
	dayBefore:
		'vorgestern anteayer avant-hier anteontem eergisteren przedwczoraj позавчера 前天 一昨日',
});

const COUNT_OF_DAYS = { today: 0, yesterday: 1, dayBefore: 2 };

const NOW: ReadonlySet<string> = new Set(
	listOfWords('now jetzt ahora maintenant adesso agora nu teraz сейчас 现在 今 지금'),
);

/** A day, perhaps with a time on it, up to 24:00: "yesterday", "yesterday 2:30 pm", "gestern 14". */
const DAY_AND_TIME =
	/^(?<word>\S+?)(?: (?<hour>[01]?\d|2[0-4])(?::(?<minute>[0-5]\d))?(?::(?<second>[0-5]\d))?(?: (?<half>am|pm))?)?$/;

/**
 * The beginning of a day near today, or a time on it: "yesterday", "gestern 14:30"; this moment for "now". Invalid for
 * any other text, also with a time that no clock shows.
 */
function fromDay(text: string, zone: string): DateTime {
	const now = DateTime.now().setZone(zone);
	const words = plainWords(text);
	if (NOW.has(words)) return now;
	const groups = DAY_AND_TIME.exec(words)?.groups ?? {};
	const { word = '', hour = '0', minute = '0', second = '0', half } = groups;
	const day = DAYS_AGO.get(word);
	if (day === undefined) return DateTime.invalid('unknown');
	const start = now.startOf('day').minus({ days: COUNT_OF_DAYS[day] });
	return start.set({
		hour: hourOfDay(Number(hour), half),
		minute: Number(minute),
		second: Number(second),
	});
}

/** An hour as clocks of 24 hours show it: 15 for 3 "pm". Without "am" or "pm", it is one already. */
function hourOfDay(hour: number, half: string | undefined): number {
	if (half === undefined) return hour;
	const hourOfHalf = hour % 12;
	return half === 'pm' ? hourOfHalf + 12 : hourOfHalf;
}

/**
 * A span of time with the word that counts it back from now. The word stands before the span ("vor 3 Tagen",
 * "il y a 3 jours") or behind it ("3 days ago", "3天前").
 */
const COUNTED_BACK =
	/^(?:(?:vor|hace|il y a|ha) (?<spanBehindWord>.+)|(?<spanBeforeWord>.+?) ?(?:ago|fa|atras|назад|前))$/;

/** A time that is counted back from now, such as "3 days ago"; invalid for any other text. */
function fromPast(text: string, zone: string): DateTime {
	const { spanBehindWord, spanBeforeWord } = COUNTED_BACK.exec(plainWords(text))?.groups ?? {};
	// In an empty text, there is no span.
	const span = timeSpanIn(spanBehindWord ?? spanBeforeWord ?? '');
	if (!span) return DateTime.invalid('unknown');
	return DateTime.now()
		.setZone(zone)
		.minus({ [span.unit]: span.count });
}

/** The name of a zone behind a time: "2026-11-20T10:00 UTC", "20.11.2026 10:00 Europe/Berlin". */
const BEFORE_ZONE =
	/^(?<time>.*:\d{2}(?:\.\d+)?(?: [ap]m)?) ?(?<zone>UTC|GMT|Z|[a-z]+(?:\/[\w+-]+)+)$/i;

/** A time with the name of a known zone behind it; invalid for any other text. */
function fromNamedZone(text: string): DateTime {
	const { time = '', zone = '' } = BEFORE_ZONE.exec(text)?.groups ?? {};
	const named = zone.toUpperCase() === 'Z' ? 'UTC' : zone;
	if (!IANAZone.isValidZone(named)) return DateTime.invalid('unknown');
	return DateTime.fromSeconds(timeOf(time, named), { zone: named });
}

/** Two numbers and a year, and what stands behind them: "20/11/2026 10:00", "11-20-2026". */
const SLASHED = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(.*)$/;

/**
 * A time whose date has slashes: 20/11/2026, 11/20/2026 10:00 AM. Invalid where either
 * number may be the month, and for other forms.
 */
function fromSlashes(text: string, zone: string): DateTime {
	const match = SLASHED.exec(text);
	if (!match) return DateTime.invalid('other form');
	const [, first = '', second = '', year = '', time = ''] = match;
	const withMonth = (month: string, day: string) => `${year}/${month}/${day}${time}`;
	const isFirstDay = Number(first) > 12;
	if (isFirstDay) return fromDateFormats(withMonth(second, first), zone);
	const isSecondDay = Number(second) > 12 || first === second;
	if (isSecondDay) return fromDateFormats(withMonth(first, second), zone);
	return DateTime.invalid('ambiguous');
}
