import { compact, range } from 'lodash';
import { z } from 'zod';

import { recordOf, shownText, status } from '../api/schemas';
import type { States } from '../model/taskKind';
import { listedKind } from './makeKind';
import { videoRecord, videoTask } from './video';

/**
 * A composed video, and what "video detail" and a callback show of one (service.md 2.5 and 6). Its duration is in
 * seconds in the list, and is taken to be so in the other two, of which the specification does not say it.
 */
const composedRecord = recordOf(
	videoRecord.extend({
		subtitle_data_url: shownText,
		queue_status: status,
		queue_desc: status,
	}),
);

/**
 * What the statuses of a composed or translated video mean (service.md 3.4). All from 40 to 59 are failures: those from
 * 40 are faults of a parameter, those from 50 faults of the service.
 */
const STATES: States = {
	10: 'inProgress',
	30: 'succeeded',
	...Object.fromEntries(range(40, 60).map((fault) => [fault, 'failed'])),
};

/**
 * Brings a record into the common form. What the service says of its queue stands in brackets behind the status, as
 * long as the video is in progress.
 */
function composedTask(record: z.infer<typeof composedRecord>) {
	const task = videoTask(record, STATES);
	// Empty where the service says nothing of its queue.
	const queue = compact([record.queue_status, record.queue_desc]).join(': ');
	const isQueued = task.state === 'inProgress' && queue !== '';
	// Where the service gives no status, its schema reads '': then the brackets stand alone, without the blank before.
	const statusAndQueue = `${record.status} (${queue})`.trim();
	return {
		...task,
		serviceStatus: isQueued ? statusAndQueue : task.serviceStatus,
		subtitleUrl: record.subtitle_data_url || undefined,
		durationSeconds: record.duration || undefined,
	};
}

/** How the service reports videos, in the list and the detail alike (service.md 2.5). */
export const videoReports = {
	record: composedRecord,
	idField: 'id' as const,
	taskOf: composedTask,
};

/** A video that Compose Video makes (service.md 4.7), found in the list alone, also with a 'Video Detail Path'. */
export const composedVideo = listedKind(
	{
		name: 'composedVideo',
		label: 'composed video',
		description: 'A video of a speaking person, made by Compose Video',
		usualType: 'video/mp4',
		pauseMinutes: 2 * 60,
	},
	{
		...videoReports,
		// The record is the body itself. That of a lip-sync video stands in an envelope and has no field for subtitles.
		isCallback: (record, isEnveloped) =>
			!isEnveloped && 'video_url' in record && 'subtitle_data_url' in record,
	},
	{ listedBy: 'listVideos' },
);
