import type { IWebhookFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import { isFinal, type Task } from '../model/task';
import type { TaskKind } from '../model/taskKind';
import type { AnsweredKinds, StatusOf, WatchedTask } from '../model/taskStatus';
import { awaitingFileSince } from '../tasks/states';
import { taskMessages } from '../tasks/taskMessages';
import { watchTasks } from '../tasks/watch';
import { Semaphore, sleepFor } from '../util/async';
import { forgetOldest, rememberYoungest } from '../util/forget';

/*
 * Many callbacks may arrive at once, such as those of fifty items of a paused execution. What they ask about is asked together.
 */

/** The shortest time between two checks, as long as a task is open. */
export const PAUSE_MS = 2_000;

/** A check that has not begun, for all calls that arrive until then. */
interface NextCheck {
	tasks: WatchedTask[];
	statusOf: Promise<StatusOf>;
}

/** What the calls of one node, or of one paused execution, share: their checks, and which pauses they have resumed. */
class SharedChecks {
	/** Lets one check run at a time. */
	private readonly turn = new Semaphore(1);

	private next?: NextCheck;

	/** When the next check may begin, in milliseconds since the epoch. */
	private notBefore = 0;

	/** The pauses that calls have resumed, by their tasks: n8n may let a second call in before it has resumed the execution. */
	readonly resumed = new Set<string>();

	/**
	 * Since when the service reports success of a task without a result, by task ID, in milliseconds since the epoch. After two
	 * minutes such a task has failed, and no call waits that long.
	 */
	private readonly withoutFileSince = new Map<string, number>();

	/** Checks tasks once, together with those of other calls. The check begins after the call has arrived, never before. */
	async check(client: ServiceClient, tasks: WatchedTask[]): Promise<StatusOf> {
		this.next ??= { tasks: [], statusOf: this.turn.run(async () => await this.runNext(client)) };
		this.next.tasks.push(...tasks);
		return await this.next.statusOf;
	}

	private async runNext(client: ServiceClient): Promise<StatusOf> {
		await sleepFor(Math.min(PAUSE_MS, this.notBefore - Date.now()));
		this.notBefore = Date.now() + PAUSE_MS;
		const { tasks = [] } = this.next ?? {};
		this.next = undefined;
		const statusOf = await watchTasks(client, {
			tasks: tasks.map((task) => this.withEarlierCheck(task)),
			stopOnError: true,
			answered: kindsSeenBefore(tasks),
		});
		const seen = tasks.map(({ kind, taskId }) => statusOf(kind, taskId).task);
		seen.filter((task) => !isFinal(task)).forEach((task) => this.noteOpen(task));
		if (seen.every(isFinal)) this.notBefore = 0;
		return statusOf;
	}

	/** A task with what earlier calls have found out of it. */
	private withEarlierCheck(task: WatchedTask): WatchedTask {
		const since = this.withoutFileSince.get(task.taskId);
		if (since === undefined) return task;
		const unread = { since, reason: taskMessages.noResultYet, isAwaitingFile: true };
		return { ...task, unread };
	}

	/** Notes of an open task whether it lacks its result file. */
	private noteOpen(task: Task): void {
		const { withoutFileSince } = this;
		const since = awaitingFileSince(task, withoutFileSince.get(task.taskId), Date.now());
		if (since === undefined) withoutFileSince.delete(task.taskId);
		else forgetOldest(withoutFileSince.set(task.taskId, since));
	}
}

/** The kinds of which the service has shown a task before: a path that has worked is not wrong. */
function kindsSeenBefore(tasks: readonly WatchedTask[]): AnsweredKinds {
	const seen = tasks.filter(({ known }) => known.by === 'service');
	return Object.fromEntries(seen.map(({ kind }) => [kind.name, true]));
}

/**
 * What calls share, by node, paused execution and kind. It belongs to the process, because each callback has a context of its own,
 * and those that arrive together are to ask the service together, and to resume a pause once. Of more than a thousand, the oldest
 * is forgotten: a call that comes later checks alone.
 */
const checksOfNodes = new Map<string, SharedChecks>();

/** What a call shares with the others of its node, or of its paused execution. */
export function sharedChecksOf(context: IWebhookFunctions, kind: TaskKind): SharedChecks {
	const { id } = context.getWorkflow();
	const key = [id, context.getNode().id, context.getExecutionId(), kind.name].join(' ');
	const checks = checksOfNodes.get(key) ?? new SharedChecks();
	rememberYoungest(checksOfNodes, [key, checks]);
	return checks;
}
