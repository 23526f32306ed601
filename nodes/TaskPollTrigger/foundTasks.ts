import { taskKey, type Task } from '../shared/tasks/task';
import { MOST_DONE } from './ledger';

/**
 * Tasks that this process has found for a node, and whether the workflow has got them. What n8n has stored may be older:
 * it stores the state of a check with its items, which wait for their files, and a workflow that is published again in
 * the meantime begins with the state from before.
 */
const found = new Map<string, Map<string, 'waiting' | 'handedOver'>>();

/** The tasks that one node has found. */
export interface FoundTasks {
	/** Whether this process finds the task for the first time; it then waits for its files. */
	add(task: Task): boolean;
	isWaiting(task: Task): boolean;
	/** The workflow gets them now. */
	handOver(tasks: readonly Task[]): void;
	/** The workflow does not get them, and a later check finds them again. */
	forget(tasks: readonly Task[]): void;
}

/** @param node names the node and its workflow */
export function foundTasks(node: string): FoundTasks {
	const tasks = found.get(node) ?? new Map<string, 'waiting' | 'handedOver'>();
	found.set(node, tasks);
	return {
		add(task) {
			const isNew = !tasks.has(taskKey(task));
			if (isNew) tasks.set(taskKey(task), 'waiting');
			return isNew;
		},
		isWaiting: (task) => tasks.get(taskKey(task)) === 'waiting',
		handOver(handed) {
			for (const task of handed) tasks.set(taskKey(task), 'handedOver');
			for (const [oldest, state] of tasks) {
				if (tasks.size <= MOST_DONE) break;
				if (state === 'handedOver') tasks.delete(oldest);
			}
		},
		forget(lost) {
			for (const task of lost) tasks.delete(taskKey(task));
		},
	};
}
