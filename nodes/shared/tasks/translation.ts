import { z } from 'zod';

import type { ServiceClient } from '../service/client';
import { taskId, idsIn, newTaskId } from '../service/schemas';
import { getVideo, videoTask } from './composedVideo';
import { lookUpWith } from './lookUp';
import type { TaskKind } from './task';

const entry = z.object({
	language_task_id: newTaskId,
	target_language: z.string().optional().catch(undefined),
});

/** One odd entry does not hide the other tasks, which are charged. */
const created = z
	.object({
		// Only shown to the user; a charged task is not lost over it.
		id: taskId.optional().catch(undefined),
		tasks: z.array(z.unknown()).min(1),
	})
	.transform(({ id, tasks }, context) => {
		const read = tasks.map((task) => entry.safeParse(task));
		const begun = read.flatMap(({ data }) =>
			data ? [{ languageTaskId: data.language_task_id, targetLanguage: data.target_language }] : [],
		);
		if (begun.length === 0) context.addIssue({ code: 'custom', message: 'no task ID' });
		const odd = tasks.filter((_, index) => !read[index]?.success);
		return { id, tasks: begun, unreadable: { tasks: odd.length, ids: idsIn(odd) } };
	});

export type CreatedTranslation = z.infer<typeof created>;

/**
 * Submits the translation of a video into one or more languages (service.md 4.9).
 *
 * @param body the request body, exactly as the specification names its fields
 * @returns id of the translation, where it is reported, one task per language, and how many further tasks the
 *   answer has whose ID is not where it belongs, with the IDs that they hold
 */
export async function createTranslation(
	client: ServiceClient,
	body: object,
): Promise<CreatedTranslation> {
	return await client.call('createTranslation', { body }, created);
}

const NAME = 'translation';

/** One language of a translation, followed with "video detail" (service.md 4.9). */
export const translation: TaskKind = {
	name: NAME,
	label: 'translation task',
	resultType: 'video/mp4',
	detailPath: 'videoDetailPath',
	mostPerRound: 50,
	lookUp: lookUpWith({
		name: NAME,
		detail: async (client, id) => videoTask(NAME, await getVideo(client, id)),
	}),
};
