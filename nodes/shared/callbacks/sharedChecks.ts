import type { IWebhookFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import { isFinal, type Task } from '../model/task';
import type { TaskKind } from '../model/taskKind';
import type { AnsweredKinds, StatusOf, WatchedTask } from '../model/taskStatus';
import { rememberedOfNode } from '../n8n/processMemory';
import { awaitingFileSince } from '../tasks/states';
import { taskMessages } from '../tasks/taskMessages';
import { watchTasks } from '../tasks/watch';
import { Semaphore, sleepFor } from '../util/async';
import { forgetOldest } from '../util/forget';

/*
 * Many callbacks may arrive at once, such as those of fifty items of a paused
 * execution. What they ask about is asked together.
 */

/** The shortest time between two checks, as long as a task is open. */
export const PAUSE_MS = 2_000;

/** A check that has not begun, for all calls that arrive until then. */
interface NextCheck {
	/** The tasks of these calls. */
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
	 * The pauses that calls have resumed, by their tasks: n8n may let a second
	 * call in before it has resumed the execution.
	 */
	readonly resumed = new Set<string>();

	/**
	 * Since when the service reports success of a task without a result, by task ID, in milliseconds since the epoch.
	 * After two minutes such a task has failed, and no call waits that long.
	 */
	private readonly withoutFileSince = new Map<string, number>();

	/**
	 * Checks tasks once, together with those of other calls. The check begins after the call has arrived, never before.
	 *
	 * @throws Error when the service does not tell
	 */
	async check(client: ServiceClient, tasks: WatchedTask[]): Promise<StatusOf> {
		this.next ??= this.planCheck(client);
		const { next } = this;
		next.tasks.push(...tasks);
		return await next.statusOf;
	}

	/**
	 * Plans the next check, with the client of the call that comes first: it begins after the one before, and after a
	 * pause. Calls that arrive until then add their tasks to it.
	 */
	private planCheck(client: ServiceClient): NextCheck {
		const tasks: WatchedTask[] = [];
		const statusOf = this.turn.run(async () => {
			// No longer than the pause, also if the clock has been set back; not at all if the time has passed.
			await sleepFor(Math.min(PAUSE_MS, this.notBefore - Date.now()));
			this.notBefore = Date.now() + PAUSE_MS;
			// From now on, a call that arrives needs another check.
			this.next = undefined;
			return await this.checkNow(client, tasks);
		});
		return { tasks, statusOf };
	}

	/** Checks tasks once, and notes of those that are open since when they lack their result, for the next check. */
	private async checkNow(client: ServiceClient, tasks: WatchedTask[]): Promise<StatusOf> {
		const statusOf = await watchTasks(client, {
			tasks: tasks.map((task) => this.withEarlierCheck(task)),
			// A failed check concerns all calls that share it.
			stopOnError: true,
			answered: kindsSeenBefore(tasks),
		});
		const seen = tasks.map(({ kind, taskId }) => statusOf(kind, taskId).task);
		const open = seen.filter((task) => !isFinal(task));
		for (const task of open) this.noteOpen(task);
		// Where nothing is left to wait for, the next check may begin at once.
		if (open.length === 0) this.notBefore = 0;
		return statusOf;
	}

	/** A task with what earlier checks have shown: since when it lacks its result file. Without that, as it is. */
	private withEarlierCheck(task: WatchedTask): WatchedTask {
		const since = this.withoutFileSince.get(task.taskId);
		if (since === undefined) return task;
		const unread = { since, reason: taskMessages.noResultYet, isAwaitingFile: true };
		return { ...task, unread };
	}

	/** Notes of an open task whether it lacks its result file, and since when. */
	private noteOpen(task: Task): void {
		const { withoutFileSince } = this;
		const since = awaitingFileSince(task, withoutFileSince.get(task.taskId), Date.now());
		if (since === undefined) withoutFileSince.delete(task.taskId);
		else forgetOldest(withoutFileSince.set(task.taskId, since));
	}
}

/** The names of the kinds of which the service has shown a task before: the path that has worked is not wrong. */
function kindsSeenBefore(tasks: readonly WatchedTask[]): AnsweredKinds {
	const seen = tasks.filter(({ known }) => known.by === 'service');
	return Object.fromEntries(seen.map(({ kind }) => [kind.name, true]));
}

/** What a call shares with the others of its node, or of its paused execution, that are about the same kind. */
export function sharedChecksOf(context: IWebhookFunctions, kind: TaskKind): SharedChecks {
	// Only a call of a paused execution has an ID of an execution.
	const name = `checks ${context.getExecutionId()} ${kind.name}`;
	return rememberedOfNode(context, name, () => new SharedChecks());
}
