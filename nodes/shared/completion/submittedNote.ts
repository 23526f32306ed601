import { shortList } from '../output/items';
import { completionMessages } from './completionMessages';

/** What a run has submitted so far, as far as the completion of its tasks needs it. */
export interface Submitted {
	/** The IDs of the accepted tasks, with the index of their item from 0. */
	tasks(): ReadonlyArray<{ itemIndex: number; ids: readonly string[] }>;
	/** Lets a task that has failed be submitted again at the next try of n8n. */
	taskFailed(taskId: string): void;
}

/**
 * Names the tasks that exist already, so that none is lost or paid again when a run fails.
 *
 * @param mentioned task that the message is about; alone, it needs no second mention
 */
export function submittedNote(
	submitted: Pick<Submitted, 'tasks'> | undefined,
	mentioned?: string,
): string | undefined {
	const all = submitted?.tasks() ?? [];
	if (all.every(({ ids }) => ids.every((id) => id === mentioned))) return undefined;
	const tasks = all.map(({ itemIndex, ids }) =>
		completionMessages.tasksOfItem(itemIndex + 1, ids.join(', ')),
	);
	return completionMessages.alreadySubmitted(shortList(tasks));
}
