import { createHash } from 'crypto';
import type { IWebhookFunctions } from 'n8n-workflow';

import { taskKey, type Task } from '../shared/tasks/task';

const MAX_REMEMBERED = 2_000;
const MARK_LENGTH = 12;
const MARKS = new RegExp(`.{${MARK_LENGTH}}`, 'g');

/** Field of the node's static data: the marks of the tasks in one text, the oldest first. */
const FIELD = 'startedFor';

/**
 * Marks that this process knows, by workflow and node: calls at the same time do not see each other
 * in the static data, which n8n loads for each call and saves afterwards.
 */
const memory = new Map<string, Set<string>>();

/** The tasks that a trigger has started its workflow for or deals with; each starts it once. */
export class SeenTasks {
	private readonly marks: Set<string>;

	constructor(private readonly context: IWebhookFunctions) {
		const key = `${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
		this.marks = memory.get(key) ?? new Set();
		memory.set(key, this.marks);
		const stored = context.getWorkflowStaticData('node')[FIELD];
		const marks = typeof stored === 'string' ? stored.match(MARKS) : undefined;
		for (const mark of marks ?? []) this.marks.add(mark);
	}

	has(task: Task): boolean {
		return this.marks.has(markOf(task));
	}

	add(task: Task): void {
		this.marks.add(markOf(task));
	}

	/** For a task whose start has failed. */
	delete(task: Task): void {
		this.marks.delete(markOf(task));
	}

	/** Has n8n store them, over restarts and for all its processes. */
	save(): void {
		for (const mark of [...this.marks].slice(0, -MAX_REMEMBERED)) this.marks.delete(mark);
		this.context.getWorkflowStaticData('node')[FIELD] = [...this.marks].join('');
	}
}

function markOf(task: Task): string {
	const hash = createHash('sha256').update(taskKey(task)).digest('base64url');
	return hash.slice(0, MARK_LENGTH);
}
