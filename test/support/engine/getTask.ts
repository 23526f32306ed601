import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { NodeRun } from './engine';

/** The lists of tasks, as in the journal. */
export const PAGES = {
	aiCreation: 'ai_creation/task/page',
	motion: 'aigc/motion/task/page',
	composedVideo: 'video_list',
	lipSync: 'video_lip_sync/list',
} as const;
/** The detail operations; for the last two, the paths that the tests give the service. */
export const DETAILS = {
	motion: 'aigc/motion/task',
	lipSync: 'video_lip_sync/detail',
	translation: 'detail/video',
	person: 'detail/person',
} as const;

/** Get Task, operation Get. */
export const getTask = (
	items: IDataObject[],
	parameters: INodeParameters = {},
	more: Partial<NodeRun> = {},
): NodeRun => ({
	type: 'digitalHumanGetTask',
	parameters: { operation: 'get', ...parameters },
	items,
	...more,
});
