import { z } from 'zod';

import {
	addresses,
	recordOf,
	shownNumber,
	shownText,
	shownTime,
	status,
	taskId,
} from '../api/schemas';
import { kindOf } from './lookUp';
import type { States } from '../model/taskKind';
import { stateOf } from './states';

/** A lip-sync video (service.md 2.4). */
const lipSyncRecord = recordOf(
	z.object({
		id: taskId,
		status,
		progress: shownNumber,
		msg: shownText,
		video_url: addresses,
		preview_url: shownText,
		/** Milliseconds. */
		duration: shownNumber,
		create_time: shownTime,
	}),
);

/** Status of a lip-sync video (service.md 3.3). Unlike with a composed video, 30 is a failure. */
const STATES: States = {
	0: 'inProgress',
	10: 'inProgress',
	20: 'succeeded',
	30: 'failed',
};

/** A video that Lip Sync makes (service.md 2.4 and 4.8). */
export const lipSync = kindOf(
	{
		name: 'lipSync',
		label: 'lip-sync video',
		description: 'Made by Lip Sync',
		states: STATES,
		resultType: 'video/mp4',
		pauseMinutes: 2 * 60,
	},
	{
		record: lipSyncRecord,
		idField: 'id',
		taskOf: (record) => ({
			taskId: record.id,
			progress: record.progress,
			coverUrl: record.preview_url || undefined,
			durationSeconds: record.duration ? record.duration / 1000 : undefined,
			createdAt: record.create_time,
			...stateOf(STATES, record.status, {
				urls: record.video_url,
				reasons: [record.msg],
			}),
		}),
		listedBy: 'listLipSyncs',
		readBy: 'getLipSync',
		isCallback: (record, isEnveloped) =>
			isEnveloped && 'video_url' in record && !('subtitle_data_url' in record),
	},
);
