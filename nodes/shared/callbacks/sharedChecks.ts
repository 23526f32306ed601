import type { IWebhookFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import { isFinal } from '../model/task';
import type { TaskKind } from '../model/taskKind';
import type { StatusOf, Unread, WatchedTask } from '../model/taskStatus';
import { watchTasks } from '../tasks/watch';
import { Semaphore, sleepFor } from '../util/async';
import { forgetOldest } from '../util/forget';

/*
 * Many callbacks may arrive at once, such as those of fifty items of a paused execution. What they ask about is asked together.
 */

/** The pause after a check that has shown an open task. */
export const PAUSE_MS = 2_000;

/** What calls share: their checks, one at a time, and which pauses they have resumed. */
class SharedChecks {
	private readonly turn = new Semaphore(1);

	/** One that has not begun, for all calls that have arrived until then. */
	private next?: { tasks: WatchedTask[]; seen: Promise<StatusOf> };

	/** In milliseconds since the epoch. */
	private notBefore = 0;

	/** The pauses that calls have resumed, by their tasks: n8n may let a second call in before it has resumed the execution. */
	readonly resumed = new Set<string>();

	/** Successes without a result, by their IDs: they have failed after a time. */
	private readonly lacking = new Map<string, Unread>();

	/** Asks once. The check never begins before the call has arrived that it answers. */
	async check(client: ServiceClient, tasks: WatchedTask[]): Promise<StatusOf> {
		this.next ??= { tasks: [], seen: this.turn.run(async () => await this.begin(client)) };
		this.next.tasks.push(...tasks);
		return await this.next.seen;
	}

	private async begin(client: ServiceClient): Promise<StatusOf> {
		await sleepFor(Math.min(PAUSE_MS, this.notBefore - Date.now()));
		this.notBefore = Date.now() + PAUSE_MS;
		const { tasks = [] } = this.next ?? {};
		this.next = undefined;
		const seen = tasks.filter(({ known }) => known.by === 'service');
		const statusOf = await watchTasks(client, {
			tasks: tasks.map((task) => ({ ...task, unread: this.lacking.get(task.taskId) })),
			stopOnError: true,
			// A path that has shown one of them is not wrong.
			answered: Object.fromEntries(seen.map(({ kind }) => [kind.name, true])),
		});
		const shown = tasks.map(({ kind, taskId }) => statusOf(kind, taskId).task);
		for (const { taskId, state, statusUnknownSince = '', statusUnknownReason = '' } of shown) {
			if (state !== 'awaitingFile') continue;
			const since = Date.parse(statusUnknownSince);
			const unread = { since, reason: statusUnknownReason, isAwaitingFile: true };
			forgetOldest(this.lacking.set(taskId, unread));
		}
		if (shown.every(isFinal)) this.notBefore = 0;
		return statusOf;
	}
}

/**
 * What calls share, by node, paused execution and kind. It belongs to the process, because each callback has a context of its own,
 * and those that arrive together are to ask the service together, and to resume a pause once. The oldest are forgotten.
 */
const checksOfNodes = new Map<string, SharedChecks>();

/** What a call shares with the others of its node, or of its paused execution. */
export function sharedChecksOf(context: IWebhookFunctions, kind: TaskKind): SharedChecks {
	const { id } = context.getWorkflow();
	const key = [id, context.getNode().id, context.getExecutionId(), kind.name].join(' ');
	const checks = checksOfNodes.get(key) ?? new SharedChecks();
	forgetOldest(checksOfNodes.set(key, checks));
	return checks;
}
