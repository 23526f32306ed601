import { recordOf } from '../api/schemas';
import type { States } from '../model/taskKind';
import { listedKind } from './makeKind';
import { videoRecord, videoTask } from './video';

/** What the statuses of a lip-sync video mean (service.md 3.3). Unlike with a composed video, 30 is a failure. */
const STATES: States = {
	0: 'inProgress',
	10: 'inProgress',
	20: 'succeeded',
	30: 'failed',
};

/** A video that Lip Sync makes (service.md 2.4 and 4.8). */
export const lipSync = listedKind(
	{
		name: 'lipSync',
		label: 'lip-sync video',
		description: 'Made by Lip Sync',
		usualType: 'video/mp4',
		pauseMinutes: 2 * 60,
	},
	{
		record: recordOf(videoRecord),
		idField: 'id',
		taskOf: (record) => ({
			...videoTask(record, STATES),
			// The service gives milliseconds.
			durationSeconds: record.duration ? record.duration / 1000 : undefined,
		}),
		// That of a composed video is the body itself, without an envelope, and has a field for subtitles.
		isCallback: (record, isEnveloped) =>
			isEnveloped && 'video_url' in record && !('subtitle_data_url' in record),
	},
	{ listedBy: 'listLipSyncs', readBy: 'getLipSync' },
);
