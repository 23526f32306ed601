import { DateTime, type DurationLikeObject } from 'luxon';

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
	const text = withoutQuotes(plainText(given));
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
	fromSlashes,
	fromDay,
	fromPast,
];

/** Dates in numbers that can mean one day alone. */
const DATES = ['d.M.yyyy', 'd.M.yy', 'yyyy/M/d', 'yyyy.M.d', 'yyyy-MM-dd', 'yyyy年M月d日'];

/** Dates with the name of a month, once the signs and little words in them are left out. */
const DATES_WITH_NAMES = ['LLL d yyyy', 'LLLL d yyyy', 'd LLL yyyy', 'd LLLL yyyy'];

/** The languages in which names of months are understood. */
const LANGUAGES_OF_MONTHS = ['en', 'de', 'es', 'fr', 'it', 'pt', 'nl'];

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
	for (const language of LANGUAGES_OF_MONTHS) {
		for (const format of NAME_FORMATS) {
			const time = fromFormat(text, format, zone, language);
			if (time.isValid) return time;
		}
	}
	return DateTime.invalid('unknown');
}

/**
 * A date without commas, full stops, ordinal endings and words between its parts:
 * "November 20 2026" for "November 20th, 2026".
 */
function withoutLittleWords(text: string): string {
	return text
		.replace(/(\d)(?:st|nd|rd|th|er|º)\b/gi, '$1')
		.replace(/[.,]/g, '')
		.replace(/ (?:de|del|of|at|um|à|às) /gi, ' ');
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

/** A day, perhaps with a time on it, up to 24:00: "yesterday", "yesterday at 2:30 pm", "gestern um 14:30". */
const DAY_AND_TIME =
	/^(?<word>\S+?)(?:,? (?:at |um )?(?<hour>[01]?\d|2[0-4])(?::(?<minute>[0-5]\d))? ?(?<half>am|pm)?)?$/;

/**
 * The beginning of a day near today, or a time on it: "yesterday", "gestern 14:30"; this moment for "now". Invalid for
 * any other text, also with a time that no clock shows.
 */
function fromDay(text: string, zone: string): DateTime {
	const now = DateTime.now().setZone(zone);
	const words = plainWords(text);
	if (NOW.has(words)) return now;
	const { word = '', hour = '0', minute = '0', half } = DAY_AND_TIME.exec(words)?.groups ?? {};
	const day = DAYS_AGO.get(word);
	if (day === undefined) return DateTime.invalid('unknown');
	const start = now.startOf('day').minus({ days: COUNT_OF_DAYS[day] });
	const hourOfHalf = (Number(hour) % 12) + (half === 'pm' ? 12 : 0);
	return start.set({ hour: half ? hourOfHalf : Number(hour), minute: Number(minute) });
}

/** Units of time as people count them back from now. */
const UNITS_OF_TIME = meaningByWord({
	minutes: 'm min mins minute minutes minuten minuto minutos minuti',
	hours: 'h hr hrs hour hours std stunde stunden hora horas heure heures ora ore',
	days: 'd day days tag tage tagen dia dias jour jours giorno giorni',
	weeks: 'w week weeks woche wochen semana semanas semaine semaines settimana settimane',
	months: 'month months monat monate monaten mes meses mois mese mesi',
} satisfies Partial<Record<keyof DurationLikeObject, string>>);

/** What stands before or behind a time that is counted back: "3 days ago", "vor 3 Tagen", "il y a 3 jours". */
const COUNTED_BACK = [
	/^(?<count>[1-9]\d{0,3}|an?|one) ?(?<unit>[a-z]+) ago$/,
	/^(?:vor|hace|il y a|ha) (?<count>[1-9]\d{0,3}|ein(?:er|em)?|una?|une) (?<unit>[a-z]+)$/,
	/^(?<count>[1-9]\d{0,3}|una?) (?<unit>[a-z]+) (?:fa|atras)$/,
];

/** A time that is counted back from now, such as "3 days ago"; invalid for any other text. */
function fromPast(text: string, zone: string): DateTime {
	const words = plainWords(text);
	for (const pattern of COUNTED_BACK) {
		const { count = '', unit = '' } = pattern.exec(words)?.groups ?? {};
		const name = UNITS_OF_TIME.get(unit);
		// The words that the patterns take for a count, such as "a" and "ein", all mean one.
		if (name !== undefined)
			return DateTime.now()
				.setZone(zone)
				.minus({ [name]: Number(count) || 1 });
	}
	return DateTime.invalid('unknown');
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
