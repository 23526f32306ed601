import { createHash } from 'crypto';
import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { handOver, takeTurn } from '../shared/run/callback';
import { taskKey, type Task } from '../shared/tasks/task';

/** The right to start the workflow for a task; there is one for each task. */
export interface Claim {
	/** Remembers the task, over restarts and for all processes of n8n: it starts nothing any more. */
	keep(): void;
	/**
	 * Starts the workflow, and remembers the task unless n8n answers that it could not; to be returned at once.
	 *
	 * @param message the answer to the caller
	 */
	start(items: INodeExecutionData[], message: string): IWebhookResponseData;
	/** Gives the claim back, unless it was used: the task was not confirmed. */
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

/** Marks of starts that failed, by workflow and node: a callback of another task may have stored them meanwhile. */
const failed = new Set<string>();

/**
 * Claims a task for a start of the workflow. While another callback of it is being checked, this one waits for the
 * outcome.
 *
 * @param endsAt when it waits no longer, in milliseconds since the epoch
 * @returns `done` when the workflow was started for the task, or is not to be; `busy` when that is not known yet
 */
export async function claimTask(
	context: IWebhookFunctions,
	task: Task,
	endsAt: number,
): Promise<Claim | 'done' | 'busy'> {
	const key = `${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
	const marks = memory.get(key) ?? new Set();
	memory.set(key, marks);
	const data = context.getWorkflowStaticData('node');
	for (const mark of split(data[FIELD])) if (!failed.has(`${key} ${mark}`)) marks.add(mark);
	const mark = markOf(task);
	const turn = await takeTurn(`${key} ${mark}`, endsAt);
	if (turn === 'done' || turn === 'busy') return turn;
	if (marks.has(mark)) {
		turn.end('done');
		return 'done';
	}

	let used = false;
	const remember = (): void => {
		used = true;
		failed.delete(`${key} ${mark}`);
		marks.add(mark);
		for (const oldest of marks) {
			if (marks.size <= MOST_REMEMBERED) break;
			marks.delete(oldest);
		}
		data[FIELD] = [...marks].join('');
	};
	return {
		keep() {
			remember();
			turn.end('done');
		},
		start(items, message) {
			remember();
			// After an answer of our own, n8n saves at once. Otherwise it begins the start first.
			if (!context.getResponseObject().headersSent) void rememberWhileStarting(data);
			return handOver(context, items, message, (outcome) => {
				if (outcome === 'failed') {
					marks.delete(mark);
					if (failed.size >= MOST_REMEMBERED) failed.clear();
					failed.add(`${key} ${mark}`);
				}
				turn.end(outcome);
			});
		},
		release() {
			if (!used) turn.end('failed');
		},
	};
}

/**
 * When n8n begins a start, it forgets that this data has changed, and would not save it (seen with 2.41.1, see
 * test/support/engine/webhook.ts). So the change is made again, right after that.
 */
async function rememberWhileStarting(data: Record<string, unknown>): Promise<void> {
	const kept = data[FIELD];
	for (let turn = 0; turn < TURNS; turn++) {
		await Promise.resolve();
		data[FIELD] = kept;
	}
}

function markOf(task: Task): string {
	const hash = createHash('sha256').update(taskKey(task)).digest('base64url');
	return hash.slice(0, MARK_LENGTH);
}

function split(marks: unknown): string[] {
	return typeof marks === 'string' ? (marks.match(MARKS) ?? []) : [];
}

const MARKS = new RegExp(`.{${MARK_LENGTH}}`, 'g');
