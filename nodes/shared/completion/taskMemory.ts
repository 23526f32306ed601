/** What a run that submits work remembers of its tasks, as far as their completion needs it. */
export interface TaskMemory {
	/** The IDs of the accepted tasks, with the index of their input item from 0, in the order of the items. */
	acceptedTasks(): ReadonlyArray<{ itemIndex: number; ids: readonly string[] }>;
	/**
	 * Remembers that a task has failed at the service, so that a new run, or a further call of a tool, submits the work
	 * again.
	 */
	noteTaskFailed(taskId: string): void;
	/**
	 * Remembers that the service does not have a task any more, so that a new run submits the work again; where the
	 * service lists such tasks, that run searches for it once more.
	 */
	noteTaskGone(taskId: string): void;
}
