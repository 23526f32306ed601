import { compact, uniq } from 'lodash';
import type { IWebhookResponseData } from 'n8n-workflow';

import type { Callback } from '../shared/callbacks/callback';
import { isFinal, type Task } from '../shared/model/task';
import type { TaskKind } from '../shared/model/taskKind';
import type { TaskStatus, WatchedTask } from '../shared/model/taskStatus';
import { kinds } from '../shared/tasks/kinds';
import type { Settings } from './taskTrigger.fields';
import { taskTriggerMessages } from './taskTrigger.messages';

/*
 * Whether the task of a call has finished: the service is asked, whatever the call says, unless the user has turned
 * that off. Where it cannot be asked, a secret in the address vouches for the body.
 */

/** The task of a call, and who reports it. */
export interface Finding {
	/** Finished, if the service has confirmed it; else as the callback reports it, which may be in progress. */
	task: Task;
	/** Set where only the callback reports it, and not the service. */
	isUnconfirmed?: true;
}

/**
 * Finds the task of a call, as the service knows it. What the body reports counts in two cases: the user has turned
 * verification off; or the service cannot be asked about a task of this kind, and callers need a secret. That the call
 * had that secret has been checked before (`isAuthorized`).
 *
 * @returns the task; or, for a call that starts nothing, the answer, which is 503 where the service may call again
 * @throws Error when the service refuses for good, or has not answered in time
 */
export async function confirm(
	call: Callback,
	settings: Settings,
): Promise<Finding | IWebhookResponseData> {
	const { taskId, task: reported } = call;
	if (!settings.verifies && reported) return { task: reported, isUnconfirmed: true };
	const canAsk = settings.verifies && taskId !== '';
	if (!canAsk) return call.refuse(400, taskTriggerMessages.noCallback);
	return await askKinds(call, settings);
}

/**
 * Asks the service about the task of a call, as a task of one kind after another, until a kind has it: first the kind
 * that the body reports, then those of the trigger.
 *
 * @returns what `confirm` does
 * @throws Error when the service refuses for good, or has not answered in time
 */
async function askKinds(
	call: Callback,
	{ kindNames, secretFrom }: Settings,
): Promise<Finding | IWebhookResponseData> {
	const { task: reported } = call;
	const namesToAsk = uniq(compact([reported?.taskKind, ...kindNames]));
	let hasAsked = false;
	for (const name of namesToAsk) {
		const status = await askKind(call, kinds[name]);
		if (!status) {
			// The service cannot be asked about this kind. If it is that of the body, no other kind has the task.
			if (reported?.taskKind !== name) continue;
			if (secretFrom !== 'none') return { task: reported, isUnconfirmed: true };
			return call.refuse(422, taskTriggerMessages.cannotBeChecked);
		}
		if (isFinal(status.task)) return { task: status.task };
		if (isKnown(status)) return call.refuse(503, taskTriggerMessages.notFinishedYet);
		// This kind does not have the task, but the next one may.
		hasAsked = true;
	}
	if (hasAsked) return call.refuse(404, taskTriggerMessages.unknownTask);
	return call.refuse(400, taskTriggerMessages.noCallback);
}

/**
 * What the service says of the task of a call, as a task of one kind.
 *
 * @param kind undefined for the name of a kind that this version of the pack does not know
 * @returns undefined where the service cannot be asked about the kind, or the kind is not known
 * @throws Error when the service refuses for good, or has not answered in time
 */
async function askKind(
	call: Callback,
	kind: TaskKind | undefined,
): Promise<TaskStatus | undefined> {
	if (!kind) return undefined;
	const { taskId } = call;
	// Nothing but the ID in the call says that the task exists.
	const watched: WatchedTask = { kind, taskId, known: { by: 'id' } };
	// An open task that the service knows is asked about until the call has to be answered, because it may finish soon.
	// `isKnown` decides that, and is only asked about open tasks.
	const statusOf = await call.ask(kind, [watched], isKnown);
	return statusOf?.(kind, taskId);
}

/** Whether the service has the task, and it is worthwhile to ask again. If not, anybody may have made up the call. */
function isKnown({ is }: TaskStatus): boolean {
	return is !== 'unknown';
}
