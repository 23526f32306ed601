import { DateTime } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';

import type { TaskFilter } from '../shared/tasks/kind';
import { plainText, shown } from '../shared/util/text';

/** Tasks whose creation time is not known cannot be told apart by it. */
const IN_DOUBT = 'Tasks whose creation time the service does not report are always included.';

export const createdAfter: INodeProperties = {
	displayName: 'Created After',
	name: 'createdAfter',
	type: 'dateTime',
	default: '',
	description: `Only tasks created at this time or later, in the time zone of the workflow. If empty, tasks of any age. ${IN_DOUBT}`,
};

export const createdBefore: INodeProperties = {
	displayName: 'Created Before',
	name: 'createdBefore',
	type: 'dateTime',
	default: '',
	description: `Only tasks created earlier than this time, in the time zone of the workflow. If empty, up to the newest task. ${IN_DOUBT}`,
};

/** Unix seconds have fewer digits than milliseconds, for all times that a task can have. */
const FIRST_MILLISECONDS = 1e11;

/**
 * Reads the time in which the listed tasks were created.
 *
 * @param zone time zone of the workflow, for times that name none
 * @throws Error that names the field, when it is no time, or when nothing lies between the two
 */
export function readCreatedWindow(
	given: { createdAfter?: unknown; createdBefore?: unknown },
	zone: string,
): Pick<TaskFilter, 'createdAfter' | 'createdBefore'> {
	const after = secondsOf(createdAfter, given.createdAfter, zone);
	const before = secondsOf(createdBefore, given.createdBefore, zone);
	if (after !== undefined && before !== undefined && before <= after) {
		throw new Error("'Created Before' must be later than 'Created After'. Swap or correct the two");
	}
	return {
		...(after === undefined ? {} : { createdAfter: after }),
		...(before === undefined ? {} : { createdBefore: before }),
	};
}

function secondsOf(
	{ displayName }: INodeProperties,
	given: unknown,
	zone: string,
): number | undefined {
	if (given === undefined || given === null || given === '') return undefined;
	const seconds = timeOf(given, zone);
	if (seconds !== undefined) return seconds;
	throw new Error(
		`'${displayName}' must be a date and time, such as 2026-03-01 14:30, but is ${shown(given)}`,
	);
}

/** The field gives a text; an expression may give a time of any form. */
function timeOf(given: unknown, zone: string): number | undefined {
	if (DateTime.isDateTime(given) || given instanceof Date) return finite(Number(given) / 1000);
	const text = plainText(given);
	if (/^\d{9,}$/.test(text)) {
		const time = Number(text);
		return time < FIRST_MILLISECONDS ? time : time / 1000;
	}
	const times = [DateTime.fromISO(text, { zone }), DateTime.fromSQL(text, { zone })];
	return finite(times.find(({ isValid }) => isValid)?.toSeconds());
}

function finite(seconds = NaN): number | undefined {
	return Number.isFinite(seconds) ? seconds : undefined;
}
