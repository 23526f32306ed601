import { createHash } from 'crypto';
import type { IWebhookFunctions } from 'n8n-workflow';

import { taskKey, type Task } from '../shared/tasks/task';

/** The right to start the workflow for a task; there is one for each task. */
export interface Claim {
	/** Has n8n store that the task has had its start, over restarts and for all its processes. */
	keep(): void;
	/** Gives it back: the workflow was not started. */
	release(): void;
}

const MAX_REMEMBERED = 2_000;
const MARK_LENGTH = 12;
const MARKS = new RegExp(`.{${MARK_LENGTH}}`, 'g');

/** Field of the node's static data: the marks of the tasks, one after the other, the oldest first. */
const FIELD = 'startedFor';

/**
 * Marks that this process knows, by workflow and node. n8n loads the static data for each call and saves it
 * afterwards, so calls at the same time would not see each other there.
 */
const memory = new Map<string, Set<string>>();

/** The marks of the tasks that a trigger has dealt with, or is dealing with. */
function marksOf(context: IWebhookFunctions): Set<string> {
	const key = `${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
	const marks = memory.get(key) ?? new Set();
	memory.set(key, marks);
	const stored = context.getWorkflowStaticData('node')[FIELD];
	for (const mark of typeof stored === 'string' ? (stored.match(MARKS) ?? []) : []) marks.add(mark);
	return marks;
}

/** Whether the workflow was started for a task, or is not to be. */
export function isSeen(context: IWebhookFunctions, task: Task): boolean {
	return marksOf(context).has(markOf(task));
}

/**
 * Claims a task for a start of the workflow.
 *
 * @returns undefined when another callback has done so
 */
export function claimTask(context: IWebhookFunctions, task: Task): Claim | undefined {
	const marks = marksOf(context);
	const mark = markOf(task);
	if (marks.has(mark)) return undefined;
	marks.add(mark);
	return {
		keep() {
			for (const oldest of marks) {
				if (marks.size <= MAX_REMEMBERED) break;
				marks.delete(oldest);
			}
			context.getWorkflowStaticData('node')[FIELD] = [...marks].join('');
		},
		release: () => void marks.delete(mark),
	};
}

function markOf(task: Task): string {
	const hash = createHash('sha256').update(taskKey(task)).digest('base64url');
	return hash.slice(0, MARK_LENGTH);
}
