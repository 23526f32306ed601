import { z } from 'zod';

import type { ServiceClient } from '../service/client';
import { shownText, taskId } from '../service/schemas';
import { videoReports } from './composedVideo';
import { kindOf } from './lookUp';

const entry = z.object({ language_task_id: taskId, target_language: shownText });

/** One odd entry does not hide the other tasks, which are charged. */
const created = z
	.object({
		// Only shown to the user; a charged task is not lost over it.
		id: taskId.optional().catch(undefined),
		tasks: z.array(z.unknown()),
	})
	.transform(({ id, tasks }, context) => {
		const read = tasks.flatMap((task) => entry.safeParse(task).data ?? []);
		if (read.length === 0) context.addIssue({ code: 'custom', message: 'no task ID' });
		return {
			id,
			tasks: read.map((task) => ({
				languageTaskId: task.language_task_id,
				targetLanguage: task.target_language ?? undefined,
			})),
			unreadable: tasks.filter((task) => !entry.safeParse(task).success),
		};
	});

export type CreatedTranslation = z.infer<typeof created>;

/**
 * Submits the translation of a video into one or more languages (service.md 4.9).
 *
 * @returns one task per language, and the entries of the answer that are none
 */
export async function createTranslation(
	client: ServiceClient,
	body: object,
): Promise<CreatedTranslation> {
	return await client.call('createTranslation', { body }, created);
}

/** One language of a translation, followed with "video detail" (service.md 4.9). */
export const translation = kindOf(
	{
		name: 'translation',
		label: 'translation',
		title: 'Translation',
		description:
			"One language of Translate Video. Needs the 'Video Detail Path' of the credential.",
		resultType: 'video/mp4',
		detailPath: 'videoDetailPath',
		mostPerRound: 50,
	},
	{ ...videoReports('translation'), readBy: 'getVideo', mayLackId: true },
);
