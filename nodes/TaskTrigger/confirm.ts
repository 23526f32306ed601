import { uniq } from 'lodash';
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

/** The task of a call. */
export interface Finding {
	/** Finished, if the service has confirmed it; else as the callback reports it, which may be in progress. */
	task: Task;
	/** Whether only the callback reports it. */
	isUnconfirmed?: true;
}

/** What the service says of the task in a call. */
type Confirmation =
	| { is: 'finished'; task: Task }
	| { is: 'open' }
	/** The kinds that were asked do not have it. */
	| { is: 'unknown' }
	/** The service cannot be asked about the kind that the body belongs to. */
	| { is: 'unasked'; reported: Task }
	/** The call names no task, or is not to be verified, or none of the kinds can be asked about. */
	| { is: 'nothing' };

/**
 * Finds the task of a call. The body alone counts where the user has turned verification off; and where the service
 * cannot be asked about a task of its kind, if callers need a secret.
 *
 * @returns the task, or the answer to a call that starts nothing
 * @throws Error when the service refuses for good, or has not answered in time
 */
export async function confirm(
	call: Callback,
	settings: Settings,
): Promise<Finding | IWebhookResponseData> {
	const { task: reported } = call;
	if (!settings.verifies && reported) return { task: reported, isUnconfirmed: true };
	const confirmation = await askKinds(call, settings);
	switch (confirmation.is) {
		case 'finished':
			return { task: confirmation.task };
		case 'open':
			return call.refuse(503, taskTriggerMessages.notFinishedYet);
		case 'unknown':
			return call.refuse(404, taskTriggerMessages.unknownTask);
		case 'unasked':
			return settings.from === 'none'
				? call.refuse(422, taskTriggerMessages.cannotBeChecked)
				: { task: confirmation.reported, isUnconfirmed: true };
		case 'nothing':
			return call.refuse(400, taskTriggerMessages.noCallback);
	}
}

/** Looks for the task of a call: first as one of the kind that the body is of, then as one of the trigger's kinds. */
async function askKinds(call: Callback, { verifies, kindNames }: Settings): Promise<Confirmation> {
	const { taskId, task: reported } = call;
	if (!verifies || taskId === '') return { is: 'nothing' };
	// The names of the kinds to ask about, in their order.
	let names = kindNames;
	if (reported) names = uniq([reported.taskKind].concat(kindNames));
	let hasAsked = false;
	for (const name of names) {
		const status = await askKind(call, kinds[name]);
		if (status === undefined) {
			// Where the body is of this kind, which cannot be asked about, no other kind has its task.
			if (reported?.taskKind === name) return { is: 'unasked', reported };
			continue;
		}
		if (isFinal(status.task)) return { is: 'finished', task: status.task };
		if (isKnown(status)) return { is: 'open' };
		// Another kind may still have it.
		hasAsked = true;
	}
	if (hasAsked) return { is: 'unknown' };
	return { is: 'nothing' };
}

/** What the service says of the task of a call, as one of a kind; undefined where it cannot be asked about the kind. */
async function askKind(
	call: Callback,
	kind: TaskKind | undefined,
): Promise<TaskStatus | undefined> {
	if (!kind) return undefined;
	const { taskId } = call;
	const watched: WatchedTask = { kind, taskId, known: { by: 'id' } };
	const statusOf = await call.ask(kind, [watched], isKnown);
	return statusOf?.(kind, taskId);
}

/** Whether the service has the task. If not, anybody may have made up the call. */
function isKnown({ is }: TaskStatus): boolean {
	return is !== 'unknown';
}
