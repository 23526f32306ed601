import { getVideo } from '../service/composedVideos';
import type { TaskKind } from './kind';
import { lookUpEach } from './lookUpTasks';
import { videoTask } from './video';

const NAME = 'translation';

/** One language of a translation, followed with "video detail" (service.md 4.9). */
export const translation: TaskKind = {
	name: NAME,
	label: 'translation task',
	resultType: 'video/mp4',
	detailPath: 'videoDetailPath',
	mostPerRound: 50,
	async lookUp(client, ids) {
		return await lookUpEach(NAME, ids, async (id) => videoTask(NAME, await getVideo(client, id)));
	},
};
