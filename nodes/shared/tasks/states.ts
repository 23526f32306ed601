import { compact } from 'lodash';
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
 * What the status of a record says about its task. As long as a success has no result file, the task counts as in
 * progress, because there is nothing to work with, and says so.
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
 * says so; so is a success that needs a result and has none yet.
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
	return { state: 'inProgress', statusUnknownReason: taskMessages.noResultYet };
}

/**
 * The first reason that is not empty, shortened, and without the passwords and queries of web addresses, because these
 * may be keys that open the addresses. Undefined where there is no reason.
 */
function firstReason(reasons: Texts): string | undefined {
	const first = reasons?.find(Boolean);
	return first ? clip(withoutKeys(first)) : undefined;
}

/** The fields of an item that say that its task could not be read. */
const unreadFields = z.object({
	statusUnknownReason: z.string(),
	statusUnknownSince: z.string().datetime(),
});

/**
 * Since when and why the status of a task could not be read, as its item says after an earlier round of a loop;
 * undefined where the item does not say so.
 */
export function unreadIn(json: IDataObject): Unread | undefined {
	const { data } = unreadFields.safeParse(json);
	return data && { since: Date.parse(data.statusUnknownSince), reason: data.statusUnknownReason };
}
