import type { VideoRecord } from '../service/composedVideos';
import { resultOf, type Task, type TaskState } from './task';
import { isoTime } from '../util/format';

/** Status of a video (service.md 3.4): 4X is a parameter fault, 5X a service fault; all else is not final. */
function videoState(status: string): TaskState {
	if (status === '30') return 'succeeded';
	return /^[45]\d$/.test(status) ? 'failed' : 'inProgress';
}

/** Brings a record of the service into the common form (service.md 2.5). */
export function videoTask(taskKind: string, record: VideoRecord): Task {
	const state = videoState(record.status);
	return {
		taskId: record.id,
		taskKind,
		serviceStatus: state === 'inProgress' ? withQueue(record) : record.status,
		progress: record.progress ?? undefined,
		coverUrl: record.preview_url || undefined,
		subtitleUrl: record.subtitle_data_url || undefined,
		durationSeconds: record.duration || undefined,
		createdAt: isoTime(record.create_time),
		...resultOf(state, [record.video_url], [record.msg]),
		raw: record.raw,
	};
}

/** The status with the service's words about the queue, which are no reason of a failure. */
function withQueue({ status, queue_status: queue, queue_desc: words }: VideoRecord): string {
	const queued = [queue, words].filter(Boolean).join(': ');
	return queued ? `${status} (${queued})` : status;
}
