import { DateTime } from 'luxon';

import { timeSpanIn } from '../shared/fields/numbers';
import { wordsOnly } from '../shared/fields/words';

/*
 * Periods by their names, as expressions and agents give them: "this month", "last week", "past 7 days".
 */

/** From one time to another, in Unix seconds; infinite where there is no limit. */
export interface Period {
	/** Inclusive. */
	after: number;
	/** Exclusive. */
	before: number;
}

/** A period of the calendar: the current one of its unit, or the one before. A week begins on Monday. */
interface CalendarPeriod {
	unit: 'week' | 'month' | 'year';
	isBefore: boolean;
	/** The pattern of its names, in the form in which words are compared. */
	names: RegExp;
}

const CALENDAR_PERIODS: readonly CalendarPeriod[] = [
	{
		unit: 'week',
		isBefore: false,
		names:
			/^(?:this|current|diese|esta|cette|questa|deze) (?:week|woche|semana|semaine|settimana)$/,
	},
	{
		unit: 'week',
		isBefore: true,
		names:
			/^(?:(?:last|previous|letzte|vorige|vergangene) (?:week|woche)|(?:la )?semana pasada|semana passada|(?:la )?semaine derniere|(?:la )?settimana scorsa)$/,
	},
	{
		unit: 'month',
		isBefore: false,
		names:
			/^(?:this|current|dieser|diesen|este|ce|questo|deze) (?:month|monat|mes|mois|mese|maand)$/,
	},
	{
		unit: 'month',
		isBefore: true,
		names:
			/^(?:(?:last|previous|letzter|letzten|voriger|vorigen|vorige|vergangenen) (?:month|monat|maand)|(?:el )?mes pasado|mes passado|(?:le )?mois dernier|(?:il )?mese scorso)$/,
	},
	{
		unit: 'year',
		isBefore: false,
		names: /^(?:this|current|dieses|este|cette|quest|dit) (?:year|jahr|ano|annee|anno|jaar)$/,
	},
	{
		unit: 'year',
		isBefore: true,
		names:
			/^(?:(?:last|previous|letztes|voriges|vergangenes|vorig) (?:year|jahr|jaar)|(?:el )?ano pasado|ano passado|(?:l )?annee derniere|(?:l )?anno scorso)$/,
	},
];

/** A span of time up to now: "past 7 days", "the last 24 hours", "letzte 3 Tage", "past week", "last hour". */
const UP_TO_NOW =
	/^(?:in )?(?:the |die |den |de |los |las |os |as |les |gli |le )?(?:past|last|previous|letzten?|vergangenen?|ultim[oaie]s?|afgelopen|laatste) (?<span>.+)$/;

/**
 * Reads a period by its name; undefined for any other text. What is not over yet ends now, for which no limit is set.
 *
 * @param zone a known time zone, in which its days begin
 */
export function periodNamed(text: string, zone: string): Period | undefined {
	// "last_7_days" is "last 7 days".
	const words = wordsOnly(text);
	const now = DateTime.now().setZone(zone);
	const inCalendar = CALENDAR_PERIODS.find(({ names }) => names.test(words));
	if (inCalendar) {
		const { unit, isBefore } = inCalendar;
		const start = now.startOf(unit);
		if (!isBefore) return { after: start.toSeconds(), before: Infinity };
		return { after: start.minus({ [unit]: 1 }).toSeconds(), before: start.toSeconds() };
	}
	const { span = '' } = UP_TO_NOW.exec(words)?.groups ?? {};
	// Without a number, it is one: "past week". "Last week" is one of the calendar, above.
	const length = timeSpanIn(span) ?? timeSpanIn(`1 ${span}`);
	if (!length) return undefined;
	const start = now.minus({ [length.unit]: length.count });
	// More years ago than there are dates.
	if (!start.isValid) return undefined;
	return { after: start.toSeconds(), before: Infinity };
}
