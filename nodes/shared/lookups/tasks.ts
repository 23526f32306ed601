import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { aiCreation } from '../tasks/aiCreation';
import { composedVideo } from '../tasks/composedVideo';
import type { TaskFilter, TaskKind } from '../tasks/kind';
import { kinds } from '../tasks/kinds';
import type { Task } from '../tasks/task';
import { link, named, searchIn, type ListSearch, type Source } from './search';
import { localTime } from './times';

const STATES: Readonly<Record<Task['state'], string>> = {
	inProgress: 'in progress',
	succeeded: 'succeeded',
	failed: 'failed',
	cancelled: 'canceled',
};

/** Tasks of the kind that is chosen in the node's field 'taskKind'; AI tasks unless one is. */
export const searchTasks: ListSearch = searchIn<Task>((context) => {
	const chosen = context.getCurrentNodeParameter('taskKind');
	const name = typeof chosen === 'string' && chosen in kinds ? chosen : aiCreation.name;
	return tasksOf(context, kinds[name] as TaskKind);
});

/** Image tasks with a result, with a link to see it. */
export const searchImageTasks: ListSearch = searchIn<Task>((context) =>
	tasksOf(context, aiCreation, { type: 3, onlySuccessful: true }),
);

/** Finished videos, with a link to see them. */
export const searchComposedVideos: ListSearch = searchIn<Task>((context) =>
	tasksOf(context, composedVideo, { onlySuccessful: true }),
);

function tasksOf(
	context: ILoadOptionsFunctions,
	{ list, label }: TaskKind,
	filter: TaskFilter = {},
): Source<Task> {
	if (!list) {
		throw new Error(
			`The service cannot list tasks of this kind (${label}). Choose 'By ID' and enter the ID`,
		);
	}
	return {
		read: async (client, number) => await list(client, number, filter),
		entry: (task) => ({
			name: taskName(task, localTime(context, task.createdAt)),
			value: task.taskId,
			...link(task.outputUrls?.[0], task.coverUrl),
		}),
		isOffered: ({ state }) => !filter.onlySuccessful || state === 'succeeded',
	};
}

function taskName({ state, taskId, raw }: Task, time: string | undefined): string {
	const prompt = promptOf(raw);
	return named(prompt ?? time ?? taskId, [prompt && time, STATES[state]]);
}

/** The beginning of the prompt, by which a user recognizes an AI task (service.md 2.2). */
function promptOf(raw: Task['raw']): string | undefined {
	const infos = [raw?.photo_info, raw?.motion_info] as Array<{ ref_prompt?: unknown } | undefined>;
	const prompt = infos.map((info) => info?.ref_prompt).find((text) => text);
	if (typeof prompt !== 'string') return undefined;
	return prompt.length > 60 ? `${prompt.slice(0, 59)}…` : prompt;
}
