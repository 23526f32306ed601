import { DateTime } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';

import { chosenOption } from '../shared/fields/options';
import { isEmpty } from '../shared/fields/values';
import { withoutQuotes } from '../shared/fields/words';
import { PackError } from '../shared/util/errors';
import { onlyEntry } from '../shared/util/json';
import { formatValue } from '../shared/util/quote';
import { plainText } from '../shared/util/text';
import { unixSeconds } from '../shared/util/time';
import { getTaskMessages } from './getTask.messages';

/*
 * When the tasks were created that are looked for: a preset, or a time and another, in the time zone of the workflow.
 */

const BETWEEN = 'between';
const ANY_TIME = 'anyTime';

/** The days of each preset, counted back from today. */
const PRESETS: Readonly<Record<string, Days>> = {
	today: { from: 0, until: -1 },
	yesterday: { from: 1, until: 0 },
	last7Days: { from: 6, until: -1 },
};

/** Days before today: the first that counts, and the first that does not count any more. */
interface Days {
	from: number;
	until: number;
}

const when: INodeProperties = {
	displayName: 'When',
	name: 'when',
	type: 'options',
	options: [
		{ name: 'Any Time', value: ANY_TIME },
		{ name: 'Between', value: BETWEEN, description: 'After a time, before another, or both' },
		{ name: 'Last 7 Days', value: 'last7Days', description: 'Today and the six days before' },
		{ name: 'Today', value: 'today' },
		{ name: 'Yesterday', value: 'yesterday' },
	],
	default: ANY_TIME,
	// What has no time cannot be told apart by it.
	description:
		'When the tasks were created, in the time zone of the workflow. Tasks whose creation time the service does not report are always included.',
};

const whenBetween = { show: { when: [BETWEEN] } };

const createdAfter: INodeProperties = {
	displayName: 'Created After',
	name: 'createdAfter',
	type: 'dateTime',
	default: '',
	displayOptions: whenBetween,
	description:
		'Only tasks created at this time or later, in the time zone of the workflow. If empty, tasks of any age.',
};

const createdBefore: INodeProperties = {
	displayName: 'Created Before',
	name: 'createdBefore',
	type: 'dateTime',
	default: '',
	displayOptions: whenBetween,
	description:
		'Only tasks created earlier than this time, in the time zone of the workflow. If empty, up to the newest task.',
};

/** The fields for the time of tasks. */
export const timeProperties: INodeProperties[] = [when, createdAfter, createdBefore];

/** From one time to another, in Unix seconds; infinite where there is no limit. */
export interface Period {
	/** Inclusive. */
	after: number;
	/** Exclusive. */
	before: number;
}

/**
 * Reads when the tasks were created that are looked for.
 *
 * @param read gives what a field holds
 * @param zone time zone of the workflow, for times that name none
 * @throws PackError that names the field with an impossible value
 */
export function readPeriod(read: (name: string) => unknown, zone: string): Period {
	const chosen = chosenOption(when, read(when.name) ?? ANY_TIME);
	const days = PRESETS[chosen];
	if (days) return periodOf(days, zone);
	if (chosen === ANY_TIME) return { after: -Infinity, before: Infinity };
	const after = secondsOf(createdAfter, read(createdAfter.name), zone) ?? -Infinity;
	const before = secondsOf(createdBefore, read(createdBefore.name), zone) ?? Infinity;
	if (before <= after) throw new PackError(getTaskMessages.timesSwapped);
	return { after, before };
}

/** Whole days in a time zone; in UTC where the name is that of no time zone. */
function periodOf({ from, until }: Days, zone: string): Period {
	const now = DateTime.now().setZone(zone);
	const today = (now.isValid ? now : DateTime.utc()).startOf('day');
	return {
		after: today.minus({ days: from }).toSeconds(),
		before: today.minus({ days: until }).toSeconds(),
	};
}

/**
 * The time in a field.
 *
 * @returns Unix seconds; undefined for a field that is left empty
 * @throws PackError that names the field, when its value cannot be read as a time
 */
function secondsOf({ displayName }: INodeProperties, given: unknown, zone: string) {
	// An empty list comes from an expression that found nothing, and is wrong: that is no field that was left empty.
	const isLeftEmpty = isEmpty(given) && !Array.isArray(given);
	if (isLeftEmpty) return undefined;
	const seconds = timeOf(onlyEntry(given), zone);
	if (Number.isFinite(seconds)) return seconds;
	throw new PackError(getTaskMessages.noTime(displayName, formatValue(given)));
}

/** A time in any form that an expression may give, in Unix seconds; NaN for what is no time. */
function timeOf(given: unknown, zone: string): number {
	if (DateTime.isDateTime(given) || given instanceof Date) return Number(given) / 1000;
	const text = plainText(given);
	// Seconds or milliseconds since the epoch, such as 1790000000.
	if (/^\d{9,}(\.\d+)?$/.test(text)) return unixSeconds(Number(text));
	// A number such as 14 could be read as an hour of today, which nobody means by it.
	if (/^\d{1,2}$/.test(text)) return NaN;
	for (const read of READERS) {
		const time = read(withoutQuotes(text), zone);
		if (time.isValid) return time.toSeconds();
	}
	return NaN;
}

/** Reads a time that is written in one way; invalid for any other text. */
type TimeReader = (text: string, zone: string) => DateTime;

/**
 * The ways in which tables, mails and programs write times. Of 5/6/2026, it is not known which number is the month, so a date
 * with slashes is only read where one of the two cannot be one.
 */
const READERS: readonly TimeReader[] = [
	(text, zone) => DateTime.fromISO(text, { zone }),
	(text, zone) => DateTime.fromSQL(text, { zone }),
	(text, zone) => DateTime.fromRFC2822(text, { zone }),
	(text, zone) =>
		fromFormat(text.replace(/ \(.*\)$/, ''), "ccc LLL dd yyyy HH:mm:ss 'GMT'ZZZ", zone),
	fromDateFormats,
	fromSlashes,
];

/** Dates that can mean one day alone. */
const DATES = [
	'd.M.yyyy',
	'yyyy/M/d',
	'LLL d, yyyy',
	'LLLL d, yyyy',
	'd LLL yyyy',
	'd LLLL yyyy',
	'yyyy-MM-dd',
];

/** What stands behind a date: nothing, or a time. */
const TIMES = ['', ' H:mm', ' H:mm:ss', ' h:mm a'];

const DATE_FORMATS = DATES.flatMap((date) => TIMES.map((time) => `${date}${time}`));

function fromFormat(text: string, format: string, zone: string): DateTime {
	return DateTime.fromFormat(text, format, { zone, locale: 'en' });
}

/** A date that can mean one day alone: 20.11.2026, Nov 20, 2026 10:00. */
function fromDateFormats(text: string, zone: string): DateTime {
	for (const format of DATE_FORMATS) {
		const time = fromFormat(text, format, zone);
		if (time.isValid) return time;
	}
	return DateTime.invalid('unknown');
}

/** Two numbers and a year, and what stands behind them: "20/11/2026 10:00", "11-20-2026". */
const SLASHED = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(.*)$/;

/** A time whose date has slashes: 20/11/2026, 11/20/2026 10:00 AM. Invalid where either number may be the month, and for other forms. */
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
