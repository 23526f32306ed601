import { createHash } from 'crypto';
import type { IWebhookFunctions } from 'n8n-workflow';

import type { Task } from '../tasks/task';

/** The right to start the workflow for a task; there is one for each task. */
export interface Claim {
	/** Remembers the task, over restarts and for all processes of n8n. */
	keep(): void;
	/** Does it once more, for a call that starts the workflow; to be called last, and not waited for. */
	keepWhileStarting(): Promise<void>;
	/** Gives the claim back, because the task was not confirmed. */
	release(): void;
}

const MOST_REMEMBERED = 2_000;
const MARK_LENGTH = 12;

/** Field of the node's static data: the marks of the tasks, one after the other, the oldest first. */
const FIELD = 'startedFor';

/**
 * Microtasks that n8n gets to begin the start of a workflow; it needs a tenth of them, and saves what nodes remember
 * only after many questions to its database.
 */
const TURNS = 200;

/**
 * Marks that this process knows, by workflow and node. n8n loads the static data for each call and saves it
 * afterwards, so calls at the same time would not see each other there.
 */
const memory = new Map<string, Set<string>>();

/**
 * Claims a task for a start of the workflow.
 *
 * @returns undefined when the workflow was started for it already, or is just about to be
 */
export function claimTask(context: IWebhookFunctions, task: Task): Claim | undefined {
	const key = `${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
	const marks = memory.get(key) ?? new Set();
	memory.set(key, marks);
	const data = context.getWorkflowStaticData('node');
	for (const mark of split(data[FIELD])) marks.add(mark);
	const mark = markOf(task);
	if (marks.has(mark)) return undefined;
	marks.add(mark);
	const keep = (): void => {
		for (const oldest of marks) {
			if (marks.size <= MOST_REMEMBERED) break;
			marks.delete(oldest);
		}
		data[FIELD] = [...marks].join('');
	};
	return {
		keep,
		async keepWhileStarting() {
			// When n8n begins a start, it forgets that this data has changed, and would not save it (seen with 2.41.1,
			// see test/engine/support/webhook.ts). So the change is made again, right after that.
			const kept = data[FIELD];
			for (let turn = 0; turn < TURNS; turn++) {
				await Promise.resolve();
				data[FIELD] = kept;
			}
		},
		release: () => marks.delete(mark),
	};
}

function markOf({ taskKind, taskId }: Task): string {
	const hash = createHash('sha256').update(`${taskKind} ${taskId}`).digest('base64url');
	return hash.slice(0, MARK_LENGTH);
}

function split(marks: unknown): string[] {
	return typeof marks === 'string' ? (marks.match(MARKS) ?? []) : [];
}

const MARKS = new RegExp(`.{${MARK_LENGTH}}`, 'g');
