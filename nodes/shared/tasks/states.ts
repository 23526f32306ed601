import { compact, omit } from 'lodash';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import type { Task } from '../model/task';
import type { States } from '../model/taskKind';
import type { Unread } from '../model/taskStatus';
import { formatValue, withoutKeys } from '../util/quote';
import { clip } from '../util/text';
import { toWebAddress } from '../util/webAddress';
import { taskMessages } from './taskMessages';

/*
 * What the status of a record says about its task. The service reports success some time before the result file is
 * there: such a task is in the state `awaitingFile`, and after two minutes it counts as failed.
 */

/** A list of texts as the service gives it: it may leave out the list, or any text in it. */
type Texts = ReadonlyArray<string | null | undefined> | null | undefined;

/** What a record says of its task besides its status. */
interface RecordOutcome {
	/** Addresses of its results. */
	urls: Texts;
	/** Texts in which the service may give the reason of a failure, the best first. */
	reasons: Texts;
	/** Whether a success only counts once a result is there; true if not set. */
	needsResult?: boolean;
}

/** The fields of a task that follow from its status, and from what its record says besides. */
type StatusFields = Pick<
	Task,
	'state' | 'serviceStatus' | 'outputUrls' | 'errorMessage' | 'statusUnknownReason'
>;

/**
 * What a status means; undefined for one that is not documented. Upper and lower case and blanks around it do not
 * matter, and "30.0" means the same as "30".
 */
function meaningOfStatus(states: States, status: string): States[string] | undefined {
	const plain = status.trim().toLowerCase().replace(/\.0+$/, '');
	const word = Object.keys(states).find((documented) => documented.toLowerCase() === plain);
	return word === undefined ? undefined : states[word];
}

/**
 * State and results of a task, by what its record says. A task whose status is not documented is in progress, and
 * says so. A success that needs a result and has none yet is `awaitingFile`.
 *
 * @param states what the statuses of the kind mean
 * @param status as the service writes it; empty where it does not
 * @param outcome what else the record says of its task
 */
export function stateOf(states: States, status: string, outcome: RecordOutcome): StatusFields {
	const serviceStatus = status === '' ? undefined : status;
	const state = meaningOfStatus(states, status);
	switch (state) {
		case undefined:
			return { state: 'inProgress', serviceStatus, statusUnknownReason: reasonOfNoState(status) };
		case 'inProgress':
			return { state, serviceStatus };
		case 'failed':
		case 'cancelled':
			return { state, serviceStatus, errorMessage: firstReason(outcome.reasons) };
		case 'succeeded':
			return { serviceStatus, ...fieldsOfSuccess(outcome) };
	}
}

/** Why a status says nothing of its task, in words for the user. */
function reasonOfNoState(status: string): string {
	if (status === '') return taskMessages.noStatus;
	return taskMessages.undocumentedStatus(formatValue(status));
}

/**
 * The fields of a task of which the service reports success: its results, or that these are still to come. Only
 * addresses of the web are results.
 */
function fieldsOfSuccess({ urls, needsResult = true }: RecordOutcome): StatusFields {
	const texts = urls ?? [];
	// `toWebAddress` gives undefined for anything else than an address.
	const outputUrls = compact(texts.map(toWebAddress));
	if (outputUrls.length > 0) return { state: 'succeeded', outputUrls };
	if (!needsResult) return { state: 'succeeded' };
	return { state: 'awaitingFile', statusUnknownReason: taskMessages.noResultYet };
}

/**
 * The first reason that is not empty, shortened, and without the passwords and queries of web addresses, because these
 * may be keys that open the addresses. Undefined where there is no reason.
 */
function firstReason(reasons: Texts): string | undefined {
	const first = reasons?.find(Boolean);
	return first ? clip(withoutKeys(first)) : undefined;
}

/** How long a success may lack its result file, in milliseconds. */
const WITHOUT_FILE_MS = 2 * 60_000;

/**
 * A task as it counts now: a success whose result has not come for two minutes has failed, any other task stays as it
 * is.
 *
 * @param since when the service first reported the success without a result, in milliseconds since the epoch
 * @param now the time by the same clock
 */
export function failedWhenOverdue(task: Task, since: number, now: number): Task {
	const isWithoutFile = task.state === 'awaitingFile';
	const isOverdue = isWithoutFile && now - since >= WITHOUT_FILE_MS;
	return isOverdue ? failedWithoutFile(task) : task;
}

/**
 * A success without a result as a failed task, because the result does not come. That it could not be read is no longer
 * said, since its end is known now.
 */
export function failedWithoutFile(task: Task): Task {
	return {
		...omit(task, ['statusUnknownSince', 'statusUnknownReason']),
		state: 'failed',
		errorMessage: taskMessages.noResult,
	};
}

/**
 * Since when the service has reported a success without a result (`awaitingFile`), to be asked after each check. A
 * check that could not read the task leaves this time as it was.
 *
 * @param task as the check has left it; one that could not be read has no `serviceStatus`
 * @param before the time that this gave after the last check; undefined for none
 * @param now the time of this check, in the unit of `before`
 * @returns undefined if the task was read and is in another state
 */
export function awaitingFileSince(
	task: Task,
	before: number | undefined,
	now: number,
): number | undefined {
	if (task.state === 'awaitingFile') return before ?? now;
	const couldBeRead = task.serviceStatus !== undefined;
	return couldBeRead ? undefined : before;
}

/** The fields of an item that say that its task could not be read. A missing status becomes '', which means nothing. */
const unreadFields = z.object({
	statusUnknownReason: z.string(),
	statusUnknownSince: z.string().datetime(),
	serviceStatus: z.string().catch(''),
});

/**
 * Since when and why the status of a task could not be read, as its item says after an earlier round of a loop;
 * undefined where the item does not say so.
 *
 * @param states what the statuses of the kind of the task mean, by which a success without a file is recognized; not
 *   given for an unknown kind, whose tasks do not count as such a success
 */
export function unreadIn(json: IDataObject, states: States = {}): Unread | undefined {
	const { data } = unreadFields.safeParse(json);
	if (!data) return undefined;
	// With an error, the item is the end of the task for its workflow: nothing is awaited any more.
	if (json.error) return undefined;
	// A success that could not be read lacks its file. The words of the reason decide nothing.
	const meaning = meaningOfStatus(states, data.serviceStatus);
	const isAwaitingFile = meaning === 'succeeded';
	const since = Date.parse(data.statusUnknownSince);
	return { since, reason: data.statusUnknownReason, isAwaitingFile };
}
