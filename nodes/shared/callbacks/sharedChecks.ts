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
	 * The pauses that calls have resumed, by their tasks: n8n may let a second
	 * call in before it has resumed the execution.
	 */
	readonly resumedPauses = new Set<string>();

	/**
	 * Since when the service has reported success of a task without a result, by task ID, in milliseconds since the
	 * epoch. It is kept here because such a task counts as failed after two minutes, and no single call waits that long.
	 */
	private readonly withoutFileSince = new Map<string, number>();

	/**
	 * Checks tasks once, together with those of other calls. The check always begins after this was called, so that it
	 * shows nothing older than the call.
	 *
	 * @throws Error when the service does not answer about the tasks
	 */
	async check(client: ServiceClient, tasks: WatchedTask[]): Promise<StatusOf> {
		this.next ??= this.planCheck(client);
		const { next } = this;
		// That check has not begun, so it still takes these tasks in.
		next.tasks.push(...tasks);
		return await next.statusOf;
	}

	/**
	 * Plans the next check, with the client of the call that comes first: it begins after the one before, and after a
	 * pause. Calls that arrive until then add their tasks to it.
	 */
	private planCheck(client: ServiceClient): NextCheck {
		// `check` adds those of each call.
		const tasks: WatchedTask[] = [];
		const statusOf = this.turn.run(async () => {
			// Negative where that time has passed, so that there is no wait.
			const untilThen = this.notBefore - Date.now();
			// More than a pause is only left if the clock was set back, and a pause is enough then, too.
			const isClockSetBack = untilThen > PAUSE_MS;
			await sleepFor(isClockSetBack ? PAUSE_MS : untilThen);
			this.notBefore = Date.now() + PAUSE_MS;
			// From now on, a call that arrives needs another check.
			this.next = undefined;
			return await this.checkNow(client, tasks);
		});
		return { tasks, statusOf };
	}

	/** Checks tasks once, and notes for the next check since when open ones lack their result. */
	private async checkNow(client: ServiceClient, tasks: WatchedTask[]): Promise<StatusOf> {
		// Once, because no time limit is given.
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

	/** A task with the time since when it has lacked its result file, by earlier checks; unchanged where it has not. */
	private withEarlierCheck(task: WatchedTask): WatchedTask {
		const since = this.withoutFileSince.get(task.taskId);
		if (since === undefined) return task;
		const unread = { since, reason: taskMessages.noResultYet, isAwaitingFile: true };
		return { ...task, unread };
	}

	/** Notes whether an open task lacks its result file, and since when. */
	private noteOpen(task: Task): void {
		const { withoutFileSince } = this;
		const since = awaitingFileSince(task, withoutFileSince.get(task.taskId), Date.now());
		if (since === undefined) {
			withoutFileSince.delete(task.taskId);
			return;
		}
		withoutFileSince.set(task.taskId, since);
		// A task that has finished meanwhile keeps its entry, so the oldest ones are forgotten.
		forgetOldest(withoutFileSince);
	}
}

/**
 * The names of the kinds of which the service has shown a task before. Their path has worked once, so that a check does
 * not call it wrong.
 */
function kindsSeenBefore(tasks: readonly WatchedTask[]): AnsweredKinds {
	const seen = tasks.filter(({ known }) => known.by === 'service');
	return Object.fromEntries(seen.map(({ kind }) => [kind.name, true]));
}

/** What a call shares with the other calls of its node, or of its paused execution, about the same kind of task. */
export function sharedChecksOf(context: IWebhookFunctions, kind: TaskKind): SharedChecks {
	// Only a call for a paused execution has the ID of an execution; for any other, all calls of the node share one name.
	const name = `checks ${context.getExecutionId()} ${kind.name}`;
	return rememberedOfNode(context, name, () => new SharedChecks());
}
