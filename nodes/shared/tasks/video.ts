import { z } from 'zod';

import {
	addresses,
	shownNumber,
	shownText,
	shownTime,
	status,
	taskId,
	words,
} from '../api/schemas';
import type { States } from '../model/taskKind';
import { stateOf } from './states';

/* What the records of composed videos and of lip-sync videos have in common (service.md 2.4 and 2.5). */

/** The fields of the record. Each kind has a unit of its own for the duration. */
export const videoRecord = z.object({
	id: taskId,
	status,
	progress: shownNumber,
	msg: words,
	video_url: addresses,
	preview_url: shownText,
	duration: shownNumber,
	create_time: shownTime,
});

/**
 * Brings the fields of such a record into the common form of a task. Its duration is left to the kinds.
 *
 * @param states what its statuses mean
 */
export function videoTask(record: z.infer<typeof videoRecord>, states: States) {
	return {
		taskId: record.id,
		progress: record.progress,
		coverUrl: record.preview_url || undefined,
		createdAt: record.create_time,
		// The state and the status of the service, with the addresses of the results or the reason of a failure.
		...stateOf(states, record.status, { urls: record.video_url, reasons: [record.msg] }),
	};
}
