import { range } from 'lodash';
import { z } from 'zod';

import { recordOf, shownNumber, shownText, shownTime, status, taskId } from '../api/schemas';
import { kindOf } from './lookUp';
import { stateOf, type States } from '../model/task';

/** A composed video, and what "video detail" shows of one (service.md 2.5 and 6). */
const videoRecord = recordOf(
	z.object({
		id: taskId,
		status,
		progress: shownNumber,
		msg: shownText,
		video_url: z.string().nullish(),
		subtitle_data_url: shownText,
		preview_url: shownText,
		/** Seconds. */
		duration: shownNumber,
		create_time: shownTime,
		queue_status: status,
		queue_desc: status,
	}),
);

/** Status of a video (service.md 3.4): 4X is a parameter fault, 5X a service fault. */
const STATES: States = {
	10: 'inProgress',
	30: 'succeeded',
	...Object.fromEntries(range(40, 60).map((fault) => [fault, 'failed'])),
};

/** How the service reports videos, in the list and the detail alike (service.md 2.5). */
export const videoReports = {
	record: videoRecord,
	idField: 'id' as const,
	taskOf: (record: z.infer<typeof videoRecord>) => {
		const standing = stateOf(STATES, record.status, [record.video_url], [record.msg]);
		const queue = [record.queue_status, record.queue_desc].filter(Boolean).join(': ');
		const isQueued = standing.state === 'inProgress' && queue !== '';
		return {
			taskId: record.id,
			progress: record.progress,
			coverUrl: record.preview_url || undefined,
			subtitleUrl: record.subtitle_data_url || undefined,
			durationSeconds: record.duration || undefined,
			createdAt: record.create_time,
			...standing,
			// The service's words about the queue are no reason of a failure.
			...(isQueued ? { serviceStatus: `${record.status} (${queue})`.trim() } : {}),
		};
	},
};

/** A video that Compose Video makes (service.md 4.7), found in the list: its detail has no path. */
export const composedVideo = kindOf(
	{
		name: 'composedVideo',
		label: 'composed video',
		description: 'A video of a speaking person, made by Compose Video',
		resultType: 'video/mp4',
		pauseMinutes: 2 * 60,
	},
	{ ...videoReports, listedBy: 'listVideos' },
);
