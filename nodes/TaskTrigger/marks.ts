import { createHash } from 'crypto';
import type { IWebhookFunctions } from 'n8n-workflow';

import { type Task, taskKey } from '../shared/model/task';
import { rememberedOfNode } from '../shared/n8n/processMemory';
import { forgetOldest } from '../shared/util/forget';
import { plainText } from '../shared/util/text';

/*
 * For which tasks the trigger has started its workflow, so that it does so once: this process knows
 * it, and n8n stores it with the workflow, over restarts and for all its processes. A task is
 * remembered by its mark, a short hash of its kind and ID.
 */

/** Most tasks that are remembered; then the oldest is forgotten. */
const MAX_REMEMBERED = 2_000;

/** Field of the node's static data: the marks of the tasks in one text, the oldest first. */
const FIELD = 'startedFor';

/** The marks of a trigger. */
interface TriggerMarks {
	/** Of the tasks that were dealt with. */
	done: Set<string>;
	/** Of the tasks that are dealt with now. */
	underWay: Set<string>;
}

/** The marks of the trigger that is called. */
export class Marks {
	private readonly marks: TriggerMarks;

	constructor(private readonly context: IWebhookFunctions) {
		this.marks = this.isTestEvent ? noMarks() : sharedMarksOf(context);
	}

	/** Whether the workflow has been started for a task, or is about to be. */
	has(task: Task): boolean {
		const mark = markOfTask(task);
		return this.marks.done.has(mark) || this.marks.underWay.has(mark);
	}

	/**
	 * Deals with a task once: meanwhile and afterwards, `has` is true for other calls about it. Where the
	 * work fails, the task may be called back again.
	 *
	 * @returns what the work gives
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

	/** Whether the editor listens: then each call is a test event, and starts the workflow every time. */
	private get isTestEvent(): boolean {
		return this.context.getMode() === 'manual';
	}

	/** Has n8n store the marks with the end of the call, over restarts and for all its processes. */
	private store(): void {
		if (this.isTestEvent) return;
		const { done } = this.marks;
		// n8n may have stored marks of several processes.
		while (done.size > MAX_REMEMBERED) forgetOldest(done, MAX_REMEMBERED);
		this.context.getWorkflowStaticData('node')[FIELD] = Array.from(done).join(' ');
	}
}

/**
 * The marks of a trigger that this process knows, with those that n8n has stored by now. The process has to
 * know them, because n8n loads the static data anew for each call and saves it afterwards: calls at the
 * same time do not see each other's marks there.
 */
function sharedMarksOf(context: IWebhookFunctions): TriggerMarks {
	const marks = rememberedOfNode(context, 'marks', noMarks);
	const stored = plainText(context.getWorkflowStaticData('node')[FIELD]);
	const storedMarks = stored.split(' ').filter((mark) => mark !== '');
	for (const mark of storedMarks) marks.done.add(mark);
	return marks;
}

function noMarks(): TriggerMarks {
	return { done: new Set(), underWay: new Set() };
}

/** The short hash by which a task is remembered. */
function markOfTask(task: Task): string {
	return createHash('sha256').update(taskKey(task)).digest('base64url').slice(0, 12);
}
