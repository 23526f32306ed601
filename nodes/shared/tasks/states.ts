import type { TaskState } from './task';

/** The words of AI-creation and motion tasks (service.md 3.2). */
export const PROGRESS_STATES: Readonly<Record<string, TaskState>> = {
	Queued: 'inProgress',
	Ready: 'inProgress',
	Generating: 'inProgress',
	Success: 'succeeded',
	Error: 'failed',
	Fail: 'failed',
	Cancelled: 'cancelled',
};

/**
 * State of a task by the status of its kind. A value that is not listed counts as still in progress.
 */
export function stateOf(states: Readonly<Record<string, TaskState>>, status: string): TaskState {
	// Not states[status]: a word such as 'constructor' is none of the table.
	return new Map(Object.entries(states)).get(status) ?? 'inProgress';
}
