import { createHash } from 'crypto';
import type { IWebhookFunctions } from 'n8n-workflow';

import { type Task, taskKey } from '../shared/model/task';
import { plainText } from '../shared/util/text';

/*
 * For which tasks the trigger has started its workflow, so that it does so once: this process knows it, and n8n stores it with the
 * workflow, over restarts and for all its processes.
 */

const MAX_REMEMBERED = 2_000;

/** Field of the node's static data: the marks of the tasks in one text, the oldest first. */
const FIELD = 'startedFor';

/** The marks of a trigger. */
interface Marked {
	done: Set<string>;
	/** Of the calls that are dealt with now. */
	underWay: Set<string>;
}

/**
 * The marks of each trigger, by workflow and node. They belong to the process, because n8n loads the static data anew for each
 * call and saves it afterwards, so that calls at the same time do not see each other's marks there. They last as long as the
 * process, which has few triggers.
 */
const marksOfTriggers = new Map<string, Marked>();

/** The marks of the trigger that is called. */
export class Marks {
	private readonly marks: Marked;

	constructor(private readonly context: IWebhookFunctions) {
		const fresh = { done: new Set<string>(), underWay: new Set<string>() };
		const key = `${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
		this.marks = this.isTestEvent ? fresh : (marksOfTriggers.get(key) ?? fresh);
		if (this.isTestEvent) return;
		marksOfTriggers.set(key, this.marks);
		const stored = context.getWorkflowStaticData('node')[FIELD];
		for (const mark of plainText(stored).match(/\S+/g) ?? []) this.marks.done.add(mark);
	}

	/** Whether the workflow has been started for a task, or is about to be. */
	has(task: Task): boolean {
		const mark = markOf(task);
		return this.marks.done.has(mark) || this.marks.underWay.has(mark);
	}

	/** Deals with a task, while other calls about it are told that it was received. What fails may be called back again. */
	async during<T>(task: Task, work: () => Promise<T>): Promise<T> {
		const mark = markOf(task);
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

	/** While the editor listens, each call is a test event. */
	private get isTestEvent(): boolean {
		return this.context.getMode() === 'manual';
	}

	/** Has n8n store them with the end of the call, over restarts and for all its processes. */
	private store(): void {
		if (this.isTestEvent) return;
		const { done } = this.marks;
		for (const mark of [...done].slice(0, -MAX_REMEMBERED)) done.delete(mark);
		this.context.getWorkflowStaticData('node')[FIELD] = [...done].join(' ');
	}
}

function markOf(task: Task): string {
	return createHash('sha256').update(taskKey(task)).digest('base64url').slice(0, 12);
}
