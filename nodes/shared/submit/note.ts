import { shortList } from '../output/items';
import type { SubmitMemory } from './memory/memory';
import { submitMessages } from './messages';

/**
 * Names the tasks that exist already, so that none is lost or paid again when a run fails.
 *
 * @param mentioned task that the message is about; alone, it needs no second mention
 */
export function submittedNote(
	memory: Pick<SubmitMemory, 'tasks'> | undefined,
	mentioned?: string,
): string | undefined {
	const all = memory?.tasks() ?? [];
	if (all.every(({ ids }) => ids.every((id) => id === mentioned))) return undefined;
	const tasks = all.map(({ itemIndex, ids }) =>
		submitMessages.tasksOfItem(itemIndex + 1, ids.join(', ')),
	);
	return submitMessages.alreadySubmitted(shortList(tasks));
}
