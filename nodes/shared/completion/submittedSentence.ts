import { shortList } from '../output/items';
import { completionMessages } from './completionMessages';
import type { TaskMemory } from './taskMemory';

/**
 * The sentence of an error that names the tasks which a run has submitted, so that none is lost or charged again when
 * it fails. Of more than a hundred, it names the first ones and how many more there are; n8n's log has all of them.
 *
 * @param memory what the run remembers; undefined for a run that submits nothing
 * @param mentioned the ID of a task that the error itself names. If it is the only one, there is no sentence
 * @returns undefined where no task was submitted, or only the mentioned one
 */
export function submittedSentence(
	memory: Pick<TaskMemory, 'acceptedTasks'> | undefined,
	mentioned?: string,
): string | undefined {
	const accepted = memory?.acceptedTasks() ?? [];
	const hasOthers = accepted.some(({ ids }) => ids.some((id) => id !== mentioned));
	if (!hasOthers) return undefined;
	// Where there are others, the mentioned one is named among them, because each stands under the number of its item.
	const tasks = accepted.map(({ itemIndex, ids }) =>
		completionMessages.tasksOfItem(itemIndex + 1, ids.join(', ')),
	);
	return completionMessages.alreadySubmitted(shortList(tasks));
}
