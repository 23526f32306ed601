import { aiCreationArea, motionArea } from './aiCreation';
import { type Area, hiddenDetail } from './area';
import { composedVideosArea } from './composedVideos';
import { customPersonsArea } from './customPersons';
import { filesArea } from './files';
import { lipSyncArea } from './lipSync';
import { personsArea, voicesArea } from './persons';
import { translationArea } from './translation';
import type { World } from '../server/world';

/** All parts of the specification, with what they need of each other. */
export function allAreas(world: World): Area[] {
	const aiCreation = aiCreationArea(world);
	const customPersons = customPersonsArea(world);
	const publicPersons = personsArea(world);
	const voices = voicesArea(world, customPersons);
	const videos = composedVideosArea(world, { publicPersons, customPersons, voices });
	const lipSync = lipSyncArea(world, voices);
	const translation = translationArea(world, voices, [videos.tasks, lipSync.tasks]);
	const videoDetail = hiddenDetail(
		world.options.videoDetailPath,
		(token, id) => videos.tasks.recordOf(token, id) ?? translation.tasks.recordOf(token, id),
	);
	return [
		filesArea(world),
		aiCreation,
		motionArea(world, aiCreation),
		customPersons,
		publicPersons,
		voices,
		videos,
		lipSync,
		translation,
		{ operations: videoDetail },
	];
}
