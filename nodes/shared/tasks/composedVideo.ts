import { listVideos } from '../service/composedVideos';
import type { TaskKind, TaskList } from './kind';
import { lookUpInList, tasksOn } from './lookUpTasks';
import { videoTask } from './video';

const NAME = 'composedVideo';

const list: TaskList = async (client, number) => {
	return tasksOn(await listVideos(client, number), (record) => videoTask(NAME, record));
};

/** The path of "video detail" is not published, so videos are found in the list. */
export const composedVideo: TaskKind = {
	name: NAME,
	label: 'composed video',
	resultType: 'video/mp4',
	pauseMinutes: 2 * 60,
	list,
	async lookUp(client, ids) {
		return await lookUpInList(client, { name: NAME, list }, ids);
	},
};
