import { createHash } from 'crypto';
import { compact } from 'lodash';
import type { IWebhookFunctions } from 'n8n-workflow';

import { type Task, taskKey } from '../shared/model/task';
import { rememberedOfNode } from '../shared/n8n/processMemory';
import { forgetOldest } from '../shared/util/forget';
import { plainText } from '../shared/util/text';

/*
 * The trigger remembers which tasks it has dealt with, so that it starts its workflow at most once for each of them. It
 * has also dealt with a task that ended in a way for which the user wants no start. This process knows it, and n8n
 * stores it with the workflow, over restarts and for all its processes. A task is remembered by its mark, a short hash
 * of its kind and ID.
 */

/** Most tasks that are remembered; then the oldest is forgotten. */
const MAX_REMEMBERED = 2_000;

/**
 * Field of the node's static data: the marks of all tasks that were dealt with in one text, the oldest first. Its name
 * is kept, because published workflows have stored their marks under it.
 */
const FIELD = 'startedFor';

/** The marks of a trigger. */
interface TriggerMarks {
	/** The marks of the tasks that were dealt with, the oldest first. */
	done: Set<string>;
	/** The marks of the tasks that are being dealt with. */
	underWay: Set<string>;
}

/** The marks of the trigger that is called. */
export class Marks {
	private readonly marks: TriggerMarks;

	constructor(private readonly context: IWebhookFunctions) {
		// A test event begins without marks, so that no earlier one keeps it from starting the workflow.
		this.marks = this.isTestEvent ? noMarks() : sharedMarksOf(context);
	}

	/** Whether a task was dealt with by an earlier call, or is being dealt with by another one. */
	has(task: Task): boolean {
		const mark = markOfTask(task);
		return this.marks.done.has(mark) || this.marks.underWay.has(mark);
	}

	/**
	 * Does the work for a task, and marks the task: while the work lasts and afterwards, `has` is true for it. Where the
	 * work fails, the mark is taken back, so that a later call can start the workflow.
	 *
	 * @returns what the work gives
	 * @throws what the work throws
	 */
	async dealWith<T>(task: Task, work: () => Promise<T>): Promise<T> {
		const mark = markOfTask(task);
		const { done, underWay } = this.marks;
		underWay.add(mark);
		try {
			const result = await work();
			done.add(mark);
			this.store();
			return result;
		} finally {
			underWay.delete(mark);
		}
	}

	/** Whether the editor listens for a test event: then each call starts the workflow, and nothing is stored. */
	private get isTestEvent(): boolean {
		return this.context.getMode() === 'manual';
	}

	/** Puts the marks where n8n stores them when the call ends, over restarts and for all its processes. */
	private store(): void {
		if (this.isTestEvent) return;
		const { done } = this.marks;
		// One mark is forgotten at a time. There may be several too many, because other processes have stored marks, too.
		while (done.size > MAX_REMEMBERED) forgetOldest(done, MAX_REMEMBERED);
		this.context.getWorkflowStaticData('node')[FIELD] = Array.from(done).join(' ');
	}
}

/**
 * The marks of a trigger that this process knows, with those that n8n has stored by now. What is stored alone would not
 * do: n8n loads it anew for each call and saves it afterwards, so that calls at the same time do not see each other's
 * marks there.
 */
function sharedMarksOf(context: IWebhookFunctions): TriggerMarks {
	// The same object for all calls of this trigger.
	const marks = rememberedOfNode(context, 'marks', noMarks);
	const stored = plainText(context.getWorkflowStaticData('node')[FIELD]);
	for (const mark of compact(stored.split(' '))) marks.done.add(mark);
	return marks;
}

/** The marks of a trigger that has dealt with no task yet. */
function noMarks(): TriggerMarks {
	return { done: new Set(), underWay: new Set() };
}

/** The mark of a task: twelve characters of the hash of its kind and ID. */
function markOfTask(task: Task): string {
	return createHash('sha256').update(taskKey(task)).digest('base64url').slice(0, 12);
}
