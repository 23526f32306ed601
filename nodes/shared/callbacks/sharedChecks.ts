import type { IWebhookFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import { isFinal } from '../model/task';
import type { TaskKind } from '../model/taskKind';
import type { AnsweredKinds, StatusOf, WatchedTask } from '../model/taskStatus';
import { rememberedOfNode } from '../n8n/processMemory';
import { watchTasks } from '../tasks/watch';
import { Semaphore, sleepFor } from '../util/async';

/*
 * Many callbacks may arrive at once, such as those of fifty items of a paused execution. Their tasks are checked
 * together, so that the service gets few requests.
 */

/** The shortest time from the beginning of one check to that of the next, in milliseconds, while a task is open. */
export const BETWEEN_CHECKS_MS = 2_000;

/** A check that has not begun yet. Calls that arrive until it begins share it. */
interface NextCheck {
	/** The tasks of all these calls; more are added until the check begins. */
	tasks: WatchedTask[];
	/** What the check will show. */
	statusOf: Promise<StatusOf>;
}

/** What the calls of one node, or of one paused execution, share: their checks, and which pauses they have resumed. */
class SharedChecks {
	/** Lets one check run at a time. */
	private readonly turn = new Semaphore(1);

	/** The check that calls can still join; undefined where none is planned. */
	private next?: NextCheck;

	/** When the next check may begin at the earliest, in milliseconds since the epoch. */
	private notBefore = 0;

	/**
	 * The pauses that a call has ended by resuming the execution, each named by the IDs of its tasks. n8n may let in a
	 * second call before it has resumed the execution; by this, such a call is known to come too late.
	 */
	readonly resumedPauses = new Set<string>();

	/**
	 * Checks tasks once, together with those of other calls. The check always begins after this was called, so that it
	 * shows nothing older than the call.
	 *
	 * @param client asks the service, unless another call has already planned the check with its own client
	 * @returns a function that gives what is known of each task after the check
	 * @throws what ends the check, such as a ServiceError when the service gives no answer about the tasks
	 */
	async check(client: ServiceClient, tasks: WatchedTask[]): Promise<StatusOf> {
		this.next ??= this.planCheck(client);
		const { next } = this;
		// That check has not begun, so it still takes these tasks in.
		next.tasks.push(...tasks);
		return await next.statusOf;
	}

	/**
	 * Plans the next check: it begins when the one before is over and a pause has passed. Calls that arrive until then
	 * add their tasks to it.
	 *
	 * @param client asks the service, also for those calls
	 */
	private planCheck(client: ServiceClient): NextCheck {
		// Empty at first: `check` adds the tasks of each call.
		const tasks: WatchedTask[] = [];
		const statusOf = this.turn.run(async () => {
			// Negative where that time has passed, so that there is no wait. More than a pause is only left if the clock was
			// set back, and a pause is enough then, too.
			const untilThen = this.notBefore - Date.now();
			await sleepFor(Math.min(untilThen, BETWEEN_CHECKS_MS));
			this.notBefore = Date.now() + BETWEEN_CHECKS_MS;
			// From now on, a call that arrives needs another check.
			this.next = undefined;
			return await this.checkNow(client, tasks);
		});
		return { tasks, statusOf };
	}

	/**
	 * Checks tasks once.
	 *
	 * @throws what ends the check, as `check` says
	 */
	private async checkNow(client: ServiceClient, tasks: WatchedTask[]): Promise<StatusOf> {
		// Without a time limit, it checks them once.
		const statusOf = await watchTasks(client, {
			tasks,
			// A failed check concerns all calls that share it.
			stopOnError: true,
			answered: kindsSeenBefore(tasks),
		});
		// Where nothing is left to wait for, the next check may begin at once.
		const isOver = tasks.every(({ kind, taskId }) => isFinal(statusOf(kind, taskId).task));
		if (isOver) this.notBefore = 0;
		return statusOf;
	}
}

/**
 * The names of the kinds of task of which the service has shown a task before (`known.by` is 'service'). Some kinds are
 * asked about at a path that the user has entered in the credential. It has worked for these, so that a check which
 * fails must not conclude that it is wrong. A new object each time, because the check adds to it.
 */
function kindsSeenBefore(tasks: readonly WatchedTask[]): AnsweredKinds {
	const seen = tasks.filter(({ known }) => known.by === 'service');
	return Object.fromEntries(seen.map(({ kind }) => [kind.name, true]));
}

/**
 * What a call shares with other calls about the same kind of task: with those for its paused execution or, where it is
 * for none, as at a trigger, with all of its node.
 */
export function sharedChecksOf(context: IWebhookFunctions, kind: TaskKind): SharedChecks {
	// Only a call for a paused execution has the ID of an execution; for any other, all calls of the node share one name.
	const name = `checks ${context.getExecutionId()} ${kind.name}`;
	return rememberedOfNode(context, name, () => new SharedChecks());
}
