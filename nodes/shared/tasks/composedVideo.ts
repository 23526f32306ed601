import { range } from 'lodash';
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

/** A composed video, and what "video detail" shows of one (service.md 2.5 and 6). */
const videoRecord = recordOf(
	z.object({
		id: taskId,
		status,
		progress: shownNumber,
		msg: shownText,
		video_url: addresses,
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
export const videoStates: States = {
	10: 'inProgress',
	30: 'succeeded',
	...Object.fromEntries(range(40, 60).map((fault) => [fault, 'failed'])),
};

/** How the service reports videos, in the list and the detail alike (service.md 2.5). */
export const videoReports = {
	record: videoRecord,
	idField: 'id' as const,
	taskOf: (record: z.infer<typeof videoRecord>) => {
		const standing = stateOf(videoStates, record.status, {
			urls: record.video_url,
			reasons: [record.msg],
		});
		const queue = [record.queue_status, record.queue_desc].filter(Boolean).join(': ');
		// The service's words about the queue are no reason of a failure.
		if (standing.state === 'inProgress' && queue !== '') {
			standing.serviceStatus = `${record.status} (${queue})`.trim();
		}
		return {
			taskId: record.id,
			progress: record.progress,
			coverUrl: record.preview_url || undefined,
			subtitleUrl: record.subtitle_data_url || undefined,
			durationSeconds: record.duration || undefined,
			createdAt: record.create_time,
			...standing,
		};
	},
};

/** A video that Compose Video makes (service.md 4.7), found in the list: its detail has no path. */
export const composedVideo = kindOf(
	{
		name: 'composedVideo',
		label: 'composed video',
		description: 'A video of a speaking person, made by Compose Video',
		states: videoStates,
		resultType: 'video/mp4',
		pauseMinutes: 2 * 60,
	},
	{
		...videoReports,
		listedBy: 'listVideos',
		// A bare record; one of lip sync comes in an envelope, and has no subtitles.
		isCallback: (record, isEnveloped) =>
			!isEnveloped && 'video_url' in record && 'subtitle_data_url' in record,
	},
);
