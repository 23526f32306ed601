import { listVideos } from '../service/composedVideos';
import type { TaskKind, TaskList } from './kind';
import { lookUpInList } from './list';
import { videoTask } from './video';

const NAME = 'composedVideo';

const list: TaskList = async (client, number) => {
	const { records, pages } = await listVideos(client, number);
	return { records: records.map((record) => videoTask(NAME, record)), pages };
};

/** The path of "video detail" is not published, so videos are found in the list (requirement R179). */
export const composedVideo: TaskKind = {
	name: NAME,
	label: 'composed video',
	pauseMinutes: 2 * 60,
	list,
	async lookUp(client, ids) {
		return await lookUpInList(client, list, ids);
	},
};
