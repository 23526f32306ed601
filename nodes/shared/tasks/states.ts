import { omit } from 'lodash';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { isFailure, type Task } from '../model/task';
import type { States } from '../model/taskKind';
import type { Unread } from '../model/taskStatus';
import { formatValue, withoutKeys } from '../util/quote';
import { clip } from '../util/text';
import { toWebAddress } from '../util/webAddress';
import { taskMessages } from './taskMessages';

type Texts = ReadonlyArray<string | null | undefined> | null | undefined;

/** What a record says of its task besides its status. */
interface RecordOutcome {
	/** Addresses of its results. */
	urls: Texts;
	/** Texts in which the service may give the reason of a failure, the best first. */
	reasons: Texts;
	/** Whether a success without a result is none yet; it is unless this is false. */
	needsResult?: boolean;
}

type Standing = Pick<
	Task,
	'state' | 'serviceStatus' | 'outputUrls' | 'errorMessage' | 'statusUnknownReason'
>;

/** What a status means; undefined for one that is not documented. Case, blanks around it and "30.0" for 30 do not matter. */
function meaningOfStatus(states: States, status: string): States[string] | undefined {
	const plain = status.trim().toLowerCase().replace(/\.0+$/, '');
	const found = Object.entries(states).find(([word]) => word.toLowerCase() === plain);
	return found?.[1];
}

/**
 * State and results of a task. A task whose status is not documented is in progress, and says so.
 *
 * @param status as the service writes it; empty where it does not
 */
export function stateOf(states: States, status: string, outcome: RecordOutcome): Standing {
	const serviceStatus = status || undefined;
	const unclear = (statusUnknownReason: string): Standing => {
		return { state: 'inProgress', serviceStatus, statusUnknownReason };
	};
	if (!status) return unclear(taskMessages.noStatus);
	const state = meaningOfStatus(states, status);
	if (!state) return unclear(taskMessages.undocumentedStatus(formatValue(status)));
	if (state === 'inProgress') return { state, serviceStatus };
	if (isFailure({ state })) {
		return { state, serviceStatus, errorMessage: reasonIn(outcome.reasons) };
	}
	const outputUrls = outcome.urls?.flatMap((url) => toWebAddress(url) ?? []) ?? [];
	if (outputUrls.length > 0) return { state, serviceStatus, outputUrls };
	if (outcome.needsResult === false) return { state, serviceStatus };
	return {
		state: 'awaitingFile',
		serviceStatus,
		statusUnknownReason: taskMessages.noResultYet,
	};
}

function reasonIn(reasons: Texts): string | undefined {
	const reason = reasons?.find(Boolean);
	return reason ? clip(withoutKeys(reason)) : undefined;
}

/** How long a success may come without its result file, in milliseconds. */
const WITHOUT_RESULT_MS = 2 * 60_000;

/**
 * A task as it counts now: a success whose result does not come has failed.
 *
 * @param since since when it has reported success without a result, in milliseconds since the epoch; undefined where only now
 */
export function inTime(task: Task, since = Infinity): Task {
	const isOver = task.state === 'awaitingFile' && Date.now() - since >= WITHOUT_RESULT_MS;
	return isOver ? withoutResult(task) : task;
}

/** A task that reports success without a result as failed, because the result does not come. */
export function withoutResult(task: Task): Task {
	return {
		...omit(task, ['statusUnknownSince', 'statusUnknownReason']),
		state: 'failed',
		errorMessage: taskMessages.noResult,
	};
}

const unreadFields = z.object({
	statusUnknownReason: z.string(),
	statusUnknownSince: z.string().datetime(),
	serviceStatus: z.string().catch(''),
});

/**
 * Since when and why an item says that the status of its task could not be read, as in a loop; undefined where it does not.
 * That the result was awaited follows from the status, and not from the words of the reason.
 */
export function unreadIn(json: IDataObject, states: States = {}): Unread | undefined {
	const { data } = unreadFields.safeParse(json);
	if (!data || json.error) return undefined;
	const isAwaitingFile = meaningOfStatus(states, data.serviceStatus) === 'succeeded';
	const since = Date.parse(data.statusUnknownSince);
	return { since, reason: data.statusUnknownReason, isAwaitingFile };
}
