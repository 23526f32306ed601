import { DateTime } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';

import type { OtherWords } from '../shared/fields/choices';
import { readField } from '../shared/fields/field';
import { chosenOption } from '../shared/fields/options';
import { isEmpty } from '../shared/fields/values';
import { listOfWords, withoutQuotes } from '../shared/fields/words';
import { PackError } from '../shared/util/errors';
import { onlyEntry } from '../shared/util/json';
import { formatValue } from '../shared/util/quote';
import { plainText } from '../shared/util/text';
import { knownZone } from '../shared/util/time';
import { getTaskMessages } from './getTask.messages';
import { DAY_WORDS, type Period, periodNamed, spanUpToNow, wholeFrom } from './namedPeriods';
import { timeOf } from './times';

/*
 * When the tasks were created that are looked for: a preset, or a time and another, in the time zone of the workflow.
 */

const BETWEEN = 'between';
const ANY_TIME = 'anyTime';

/** Whole days, each by how many days before today it is: 1 is yesterday, 0 is today, -1 is tomorrow. */
interface Days {
	/** The first day that counts. */
	from: number;
	/** The day after the last one that counts. */
	until: number;
}

/** The days of each preset. */
const PRESETS: Readonly<Record<string, Days>> = {
	today: { from: 0, until: -1 },
	yesterday: { from: 1, until: 0 },
	last7Days: { from: 6, until: -1 },
};

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
	// A task without a time may be of any day, so it is not left out.
	description:
		"When the tasks were created, in the time zone of the workflow. Tasks whose creation time the service does not report are always included. By expression also a day ('2026-03-01') or a month ('2026-03'), 'since yesterday' and 'past 12 hours' (up to now), 'this week' and 'last week' (from Monday), 'this month', 'last month', 'this year' and 'last year' (of the calendar).",
};

/** What agents and tables call the choices. */
const OTHER_WORDS_OF_WHEN: OtherWords = {
	[ANY_TIME]: ['all', 'all time', 'any', 'ever'],
	today: listOfWords(DAY_WORDS.today),
	yesterday: listOfWords(DAY_WORDS.yesterday),
};

const whenBetween = { show: { when: [BETWEEN] } };

const createdAfter: INodeProperties = {
	displayName: 'Created After',
	name: 'createdAfter',
	type: 'dateTime',
	default: '',
	displayOptions: whenBetween,
	description:
		"Only tasks created at this time or later, in the time zone of the workflow. If empty, tasks of any age. By expression also a text such as '3 days ago', 'yesterday 14:30' or 'last month', of which the first moment counts.",
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

/**
 * Reads when the tasks were created that are looked for.
 *
 * @param read gives what a field holds
 * @param zoneOfWorkflow is for times that name no zone; in place of one that Luxon does not know, UTC is taken
 * @throws PackError that names the field with an impossible value
 */
export function readPeriod(read: (name: string) => unknown, zoneOfWorkflow: string): Period {
	const entered = read(when.name);
	const given = isEmpty(entered) ? ANY_TIME : entered;
	const zone = knownZone(zoneOfWorkflow);
	const text = withoutQuotes(plainText(given));
	// The choices come first, because 'Last 7 Days' begins at midnight, unlike any other span of days.
	const otherWords = OTHER_WORDS_OF_WHEN;
	const isChoice = 'value' in readField({ property: when, parse: { otherWords } }, given);
	if (!isChoice) {
		const named = periodSince(text, zone) ?? periodNamed(text, zone) ?? dayOf(given, zone);
		if (named) return named;
		throw new PackError(getTaskMessages.noPeriod(formatValue(given)));
	}
	const choice = chosenOption(when, given, otherWords);
	// Undefined for 'Any Time' and 'Between', which are no presets.
	const days = PRESETS[choice];
	if (days) return periodOf(days, zone);
	if (choice === ANY_TIME) return { after: -Infinity, before: Infinity };
	const after = secondsOf(createdAfter, read(createdAfter.name), zone) ?? -Infinity;
	const before = secondsOf(createdBefore, read(createdBefore.name), zone) ?? Infinity;
	if (before <= after) throw new PackError(getTaskMessages.timesSwapped);
	return { after, before };
}

/** A period from a time up to now: "since yesterday", "seit gestern". */
const SINCE = /^(?:since|seit|ab|desde|depuis|da|sinds) (?<time>.+)$/i;

/** The period since a time that is named: "since yesterday"; undefined for any other text. */
function periodSince(text: string, zone: string): Period | undefined {
	const { time } = SINCE.exec(text)?.groups ?? {};
	if (time === undefined) return undefined;
	const span = spanUpToNow(time, zone);
	if (span) return span;
	const after = timeOf(time, zone);
	return Number.isFinite(after) ? { after, before: Infinity } : undefined;
}

/** The day that a value means: a date in any form, also with its midnight; undefined for any other time. */
function dayOf(given: unknown, zone: string): Period | undefined {
	const time = DateTime.fromSeconds(timeOf(given, zone), { zone });
	const start = time.startOf('day');
	const isDate = time.isValid && time.equals(start);
	return isDate ? wholeFrom(start, 'day') : undefined;
}

/** The period of whole days, each of which begins in this time zone. */
function periodOf({ from, until }: Days, zone: string): Period {
	// The beginning is looked for in each day, because clocks may skip midnight on one of them.
	const startOfDay = (daysAgo: number) =>
		DateTime.now().setZone(zone).minus({ days: daysAgo }).startOf('day').toSeconds();
	return {
		after: startOfDay(from),
		before: startOfDay(until),
	};
}

/**
 * Reads the time in a field.
 *
 * @param zone for a time that names none
 * @returns Unix seconds; undefined for a field that is left empty
 * @throws PackError that names the field, when its value cannot be read as a time
 */
function secondsOf({ displayName }: INodeProperties, given: unknown, zone: string) {
	// An empty list comes from an expression that found nothing: the user has not left the field empty, and the list is
	// refused below, because it is no time.
	const isLeftEmpty = isEmpty(given) && !Array.isArray(given);
	if (isLeftEmpty) return undefined;
	const seconds = timeOf(onlyEntry(given), zone);
	if (Number.isFinite(seconds)) return seconds;
	throw new PackError(getTaskMessages.noTime(displayName, formatValue(given)));
}
