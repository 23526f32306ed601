import { z } from 'zod';

import type { ServiceClient } from '../service/client';
import { recordOf, shownNumber, shownText, shownTime, status, taskId } from '../service/schemas';
import { withIdIfAny } from '../service/transport';
import { listedKind } from './lookUp';
import {
	plainStatus,
	resultOf,
	stateOf,
	type StatusRead,
	type Task,
	type TaskKind,
	type TaskState,
} from './task';

/** A composed video, and what "video detail" shows of one (service.md 2.5 and 6). */
export const videoRecord = recordOf(
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
		queue_status: shownText,
		queue_desc: shownText,
	}),
);

type VideoRecord = z.infer<typeof videoRecord>;

/** Status of a video (service.md 3.4). */
const STATES: Readonly<Record<string, TaskState>> = { 10: 'inProgress', 30: 'succeeded' };

/** 4X is a parameter fault, 5X a service fault. */
const FAULT = /^[45]\d$/;

/** Brings a record of the service into the common form (service.md 2.5). */
export function videoTask(taskKind: string, record: VideoRecord): Task {
	const isFault = FAULT.test(plainStatus(record.status));
	const read: StatusRead = isFault ? { state: 'failed' } : stateOf(STATES, record.status);
	return {
		taskId: record.id,
		taskKind,
		serviceStatus: read.state === 'inProgress' ? withQueue(record) : record.status || undefined,
		progress: record.progress ?? undefined,
		coverUrl: record.preview_url || undefined,
		subtitleUrl: record.subtitle_data_url || undefined,
		durationSeconds: record.duration || undefined,
		createdAt: record.create_time,
		...resultOf(read, [record.video_url], [record.msg]),
		raw: record.raw,
	};
}

/** The status with the service's words about the queue, which are no reason of a failure. */
function withQueue({ status, queue_status: queue, queue_desc: words }: VideoRecord): string {
	const queued = [queue, words].filter(Boolean).join(': ');
	return queued ? `${status} (${queued})`.trim() : status;
}

/**
 * Reads one video or one language of a translation, where the credential has a path for it
 * (service.md 4.9 and 4.10).
 *
 * @throws Error that says what is missing when the credential has none
 */
export async function getVideo(client: ServiceClient, id: string): Promise<VideoRecord> {
	return await client.call('getVideo', { query: { id } }, withIdIfAny(videoRecord, 'id', id));
}

const NAME = 'composedVideo';

/** A video that Compose Video makes (service.md 4.7), found in the list: its detail has no path. */
export const composedVideo: TaskKind = listedKind(
	{
		name: NAME,
		label: 'composed video',
		title: 'Composed Video',
		description: 'A video of a speaking person, made by Compose Video',
		resultType: 'video/mp4',
		pauseMinutes: 2 * 60,
	},
	{
		record: videoRecord,
		idField: 'id',
		taskOf: (record) => videoTask(NAME, record),
		listedBy: 'listVideos',
	},
);
