import { isNil } from 'lodash';
import { DateTime, Info } from 'luxon';

import { listOfWords, meaningByWord, plainWords, withoutQuotes } from '../shared/fields/words';
import { isObject } from '../shared/util/json';
import { plainText, type Replacement, withReplacements } from '../shared/util/text';
import { unixSeconds } from '../shared/util/time';
import { LANGUAGES_OF_DATES, periodNamed, spanUpToNow } from './namedPeriods';

/*
 * Times as tables, mails, programs and people write them.
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
	const text = withReplacements(entered, [...DAYS_IN_ONE_WORD, ...TIMES_OF_DAY]);
	if (MORNING_AFTER_NOON.test(text)) return NaN;
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

/** Under which names calendars and databases hold a time in an object; the first one that is there counts. */
const NAMES_OF_TIMES = ['start', 'dateTime', 'date', '$date', 'seconds', '_seconds'];

/** Days whose names have several words, as the single words that stand in the table of days. */
const DAYS_IN_ONE_WORD: readonly Replacement[] = [
	[/^(?:the )?day before yesterday(?=$|[ ,])/i, 'day-before-yesterday'],
	/** Danish and Norwegian have a blank in "i dag" and "i går", Swedish has none. */
	[/^i (?=dag|går)/i, 'i'],
];

/**
 * How people write the time of day at the end of a text, and what takes its place: the form that all readers know, as
 * "yesterday 3:00 pm" for "yesterday at 3pm". Some of them count on what earlier ones have changed.
 */
const TIMES_OF_DAY: readonly Replacement[] = [
	/** "14h30" is "14:30". */
	[/(?<=\d)h(?=[0-5]\d$)/i, ':'],
	/** "17.11.2026 10.30" is "17.11.2026 10:30". */
	[/(?<=\d{4},? \d{1,2})\.(?=[0-5]\d$)/, ':'],
	/** "2.11.2026 8 Uhr" and "17/11/2026 à 8h" have "8:00". */
	[/(?<=\d{4},?(?: um| à)? \d{1,2}) ?(?:uhr|h)$/i, ':00'],
	/** "14 Uhr" and "14 h" are "14"; "vor 3 h" and "past 24 h" are no times of day. */
	[
		/(?<!^(?:vor|hace|il y a|h[aá]|(?:the )?(?:past|last|previous)|letzten?) [\d.,]{1,6})(?<=\d) ?(?:uhr|h)$/i,
		'',
	],
	/** "3pm" and "3 p.m." are "3 pm". */
	[/(?<=\d) ?([ap])\.?m\.?$/i, ' $1m'],
	/** "3 pm" is "3:00 pm". */
	[/(?<= \d{1,2})(?= [ap]m$)/i, ':00'],
	/** "yesterday at 14:30" and "17.11.2026, 14:30" are "yesterday 14:30" and "17.11.2026 14:30". */
	[/(?:,| at| um| à| às| a las| alle| om)+(?= \d{1,2}(?:$|:))/i, ''],
];

/** An hour after noon that is said to be in the morning: "15:00 am". It is refused, because it contradicts itself. */
const MORNING_AFTER_NOON = /(?<![\d:])(?:1[3-9]|2\d)(?::\d{2}){1,2} am$/i;

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
	fromWeekday,
	fromSlashes,
	fromDay,
	fromPast,
	fromNamedPeriod,
	fromNamedZone,
];

/** Dates in numbers that can mean one day alone. */
const DATES = [
	'd.M.yyyy',
	'd.M.yy',
	'yyyy/M/d',
	'yyyy.M.d',
	'yyyy-M-d',
	'yyyy年M月d日',
	"yyyy'년' M'월' d'일'",
];

/** Dates with the name of a month, once the signs and little words in them are left out. */
const DATES_WITH_NAMES = [
	'LLL d yyyy',
	'LLLL d yyyy',
	'd LLL yyyy',
	'd LLLL yyyy',
	'd MMMM yyyy',
	'd LLL yy',
];

/** What stands behind a date: nothing, or a time. */
const TIMES = ['', ' H:mm', ' H:mm:ss', ' h:mm a', ' h:mm:ss a'];

/** The formats of dates, each of them with each time behind it. */
function withTimes(dates: readonly string[]): string[] {
	return dates.flatMap((date) => TIMES.map((time) => `${date}${time}`));
}

/** The last one is that of programs, which write nothing between the numbers. */
const NUMBER_FORMATS = withTimes(DATES).concat('yyyyMMddHHmmss');
const NAME_FORMATS = withTimes(DATES_WITH_NAMES);

/**
 * A time in one format of Luxon; invalid for any other text.
 *
 * @param zone of a text that names none
 * @param locale the language of the names of months and days in the text
 */
function fromFormat(text: string, format: string, zone: string, locale = 'en'): DateTime {
	return DateTime.fromFormat(text, format, { zone, locale });
}

/**
 * A time as JavaScript writes a `Date`: "Fri Nov 20 2026 10:00:00 GMT+0100 (Central European Standard Time)"; invalid
 * for any other text.
 */
function fromJavaScriptDate(text: string, zone: string): DateTime {
	const withoutNameOfZone = text.replace(/ \(.*\)$/, '');
	return fromFormat(withoutNameOfZone, "ccc LLL dd yyyy HH:mm:ss 'GMT'ZZZ", zone);
}

/**
 * A date that can mean one day alone, perhaps with a time: "20.11.2026", "Nov 20, 2026 10:00", "20. November 2026".
 * Invalid for any other text.
 */
function fromDateFormats(text: string, zone: string): DateTime {
	for (const format of NUMBER_FORMATS) {
		const time = fromFormat(text, format, zone);
		if (time.isValid) return time;
	}
	// Only a date with a word in it can have the name of a month. Any other is not tried, because it takes long to try
	// all languages.
	const hasWord = /\p{L}{3}/u.test(text);
	if (!hasWord) return noTime();
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
	return noTime();
}

/**
 * A date without commas, full stops, ordinal endings, and the hyphens and little words between its parts:
 * "November 20 2026" for "November 20th, 2026", "20 noviembre 2026" for "20 de noviembre de 2026".
 */
function withoutLittleWords(text: string): string {
	const withoutEndings = text.replace(/(\d)(?:st|nd|rd|th|er|º)\b/gi, '$1');
	const withoutSigns = withoutEndings.replace(/[.,]/g, '');
	const withoutWords = withoutSigns.replace(/ (?:de|del|of) /giu, ' ');
	// The hyphens in "20-Nov-2026", but not those between two numbers.
	return withoutWords.replace(/(?<=\d)-(?=\p{L})|(?<=\p{L})-(?=\d)/gu, ' ');
}

/** A first word that may be the name of a day of the week, with a number somewhere behind it: "Mi, 18.11.2026". */
const WORD_BEFORE_DATE = /^(\p{L}{2,13})\.?,? (?=.*\d)/u;

/** A date behind the day of the week in any of the languages: "Mi, 18.11.2026"; invalid for any other text. */
function fromWeekday(text: string, zone: string): DateTime {
	const [beforeDate = '', firstWord = ''] = WORD_BEFORE_DATE.exec(text) ?? [];
	if (!isWeekday(plainWords(firstWord))) return noTime();
	return fromDateFormats(text.slice(beforeDate.length), zone);
}

/** Whether a word, in the form in which words are compared, is a day of the week in any of the languages. */
function isWeekday(word: string): boolean {
	return LANGUAGES_OF_DATES.some((locale) => {
		const names = [...Info.weekdays('long', { locale }), ...Info.weekdays('short', { locale })];
		// The short names of some languages end with a full stop, which the word does not have any more: "lun.".
		return names.some((name) => plainWords(name).replace('.', '') === word);
	});
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

/** What days near today are called, in the languages of n8n's users. */
export const DAYS = {
	today:
		"today heute hoy aujourd'hui aujourd’hui oggi hoje vandaag idag dziś dzisiaj сегодня bugün 今天 今日 오늘 اليوم आज",
	yesterday:
		'yesterday gestern ayer hier ieri ontem gisteren igår wczoraj вчера dün 昨天 昨日 어제 أمس',
};

const DAYS_AGO = meaningByWord({
	...DAYS,
	dayBefore:
		'day-before-yesterday vorgestern anteayer avant-hier anteontem eergisteren przedwczoraj позавчера 前天 一昨日',
});

/** How many days ago each of these days began. */
const COUNT_OF_DAYS = { today: 0, yesterday: 1, dayBefore: 2 };

/** The words for this moment, in the form in which words are compared. */
const NOW: ReadonlySet<string> = new Set(
	listOfWords('now jetzt ahora maintenant adesso agora nu teraz сейчас 现在 今 지금'),
);

/** An hour, perhaps with minutes and seconds: "14", "14:30", "14:30:00". What is behind 24:00 is refused later. */
const CLOCK_TIME = /(?<hour>[01]?\d|2[0-4])(?::(?<minute>[0-5]\d))?(?::(?<second>[0-5]\d))?/;

/** The word for a day, perhaps with a time on it: "yesterday", "yesterday 2:30 pm", "gestern 14". */
const DAY_AND_TIME = new RegExp(`^(?<word>\\S+?)(?: ${CLOCK_TIME.source}(?: (?<half>am|pm))?)?$`);

/**
 * The beginning of a day near today, or a time on it: "yesterday", "gestern 14:30"; this moment for "now". Invalid for
 * any other text, also for a day with a time such as 25:00.
 */
function fromDay(text: string, zone: string): DateTime {
	const now = DateTime.now().setZone(zone);
	const words = plainWords(text);
	if (NOW.has(words)) return now;
	const groups = DAY_AND_TIME.exec(words)?.groups ?? {};
	// Without a time, it is midnight.
	const { word = '', hour = '0', minute = '0', second = '0', half } = groups;
	const day = DAYS_AGO.get(word);
	// 24:00 is the end of the day. There is no 24:01, and no 24:00 am or pm.
	const isBehindDay =
		Number(hour) === 24 && (Number(minute) + Number(second) > 0 || half !== undefined);
	if (day === undefined || isBehindDay) return noTime();
	const midnight = now.startOf('day').minus({ days: COUNT_OF_DAYS[day] });
	return midnight.set({
		hour: hourOfDay(Number(hour), half),
		minute: Number(minute),
		second: Number(second),
	});
}

/**
 * An hour as a clock of 24 hours shows it: 15 for 3 "pm".
 *
 * @param half "am" or "pm"; undefined where the hour is that of such a clock already
 */
function hourOfDay(hour: number, half: string | undefined): number {
	if (half === undefined) return hour;
	// 12 am is 0, and 12 pm is 12.
	const hourOfHalf = hour % 12;
	return half === 'pm' ? hourOfHalf + 12 : hourOfHalf;
}

/** The words behind a span that count it back, in the form in which words are compared, which takes letters apart. */
const WORDS_BEHIND_SPAN = listOfWords('ago fa atras geleden temu once назад 前 전').join('|');

/**
 * A span of time with the word that counts it back from now. The word stands before the span ("vor 3 Tagen",
 * "il y a 3 jours") or behind it ("3 days ago", "3天前").
 */
const COUNTED_BACK = new RegExp(
	`^(?:(?:vor|hace|il y a|ha) (?<spanBehindWord>.+)|(?<spanBeforeWord>.+?) ?(?:${WORDS_BEHIND_SPAN}))$`,
);

/** A time that is counted back from now, such as "3 days ago"; invalid for any other text. */
function fromPast(text: string, zone: string): DateTime {
	const { spanBehindWord, spanBeforeWord } = COUNTED_BACK.exec(plainWords(text))?.groups ?? {};
	// In an empty text, there is no span, and NaN gives an invalid time.
	const span = spanUpToNow(spanBehindWord ?? spanBeforeWord ?? '', zone);
	return DateTime.fromSeconds(span?.after ?? NaN, { zone });
}

/** The beginning of a period with a name, such as "last month"; invalid for any other text. */
function fromNamedPeriod(text: string, zone: string): DateTime {
	// NaN, for any other text, gives an invalid time.
	return DateTime.fromSeconds(periodNamed(text, zone)?.after ?? NaN, { zone });
}

/** The end of a text with a time: ":30", ":30:15.250", ":30 pm". */
const END_OF_TIME = /:\d{2}(?:\.\d+)?(?: [ap]m)?/;

/** The name of a zone, "UTC", "Europe/Berlin", or how far it is from UTC, "+01:00", "GMT+1". */
const ZONE_NAME = /(?:UTC|GMT)?[+-]\d{1,2}(?::?\d{2})?|UTC|GMT|Z|[a-z]+(?:\/[\w+-]+)+/;

/** A time with the name of a zone behind it: "2026-11-20T10:00 UTC", "20.11.2026 10:00 Europe/Berlin". */
const TIME_WITH_ZONE = new RegExp(
	`^(?<time>.*${END_OF_TIME.source}) ?(?<zone>${ZONE_NAME.source})$`,
	'i',
);

/** A time, in any of the ways above, with the name of a known zone behind it; invalid for any other text. */
function fromNamedZone(text: string): DateTime {
	const { time = '', zone = '' } = TIME_WITH_ZONE.exec(text)?.groups ?? {};
	const zoneName = nameOfZone(zone);
	// An empty name is that of the zone of this computer.
	const isKnown = zone !== '' && DateTime.now().setZone(zoneName).isValid;
	if (!isKnown) return noTime();
	// NaN, for a text before the zone that is no time, gives an invalid time.
	const seconds = timeOf(time, zoneName);
	return DateTime.fromSeconds(seconds, { zone: zoneName });
}

/** A zone by the name that Luxon has for it: "UTC" for "Z", and "UTC+01:00" for "+0100" and "GMT+01:00". */
function nameOfZone(zone: string): string {
	if (zone.toUpperCase() === 'Z') return 'UTC';
	const fromUtc = zone.replace(/^(?:UTC|GMT)?(?=[+-]\d)/i, 'UTC');
	return fromUtc.replace(/(?<=[+-]\d{2})(?=\d{2}$)/, ':');
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
