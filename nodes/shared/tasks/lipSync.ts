import { z } from 'zod';

import type { ServiceClient } from '../service/client';
import { PAGE_SIZE } from '../service/pages';
import { recordOf, shownNumber, shownText, status, taskId } from '../service/schemas';
import { isoTime } from '../util/format';
import { lookUpWith } from './lookUp';
import { submitTask, taskDetail, taskList } from './requests';
import { resultOf, stateOf, type Task, type TaskKind, type TaskState } from './task';

/** A lip-sync video (service.md 2.4). */
export const lipSyncRecord = recordOf(
	z.object({
		id: taskId,
		status,
		progress: shownNumber,
		msg: shownText,
		video_url: z.string().nullish(),
		preview_url: shownText,
		/** Milliseconds. */
		duration: shownNumber,
		create_time: shownNumber,
	}),
);

/** Status of a lip-sync video (service.md 3.3). Here 30 is a failure; for a composed video it is the success. */
const STATES: Readonly<Record<string, TaskState>> = {
	0: 'inProgress',
	10: 'inProgress',
	20: 'succeeded',
	30: 'failed',
};

const NAME = 'lipSync';

/** Brings a record of the service into the common form (service.md 2.4). */
export function lipSyncTask(record: z.infer<typeof lipSyncRecord>): Task {
	return {
		taskId: record.id,
		taskKind: NAME,
		serviceStatus: record.status,
		progress: record.progress ?? undefined,
		coverUrl: record.preview_url || undefined,
		durationSeconds: record.duration ? record.duration / 1000 : undefined,
		createdAt: isoTime(record.create_time),
		...resultOf(stateOf(STATES, record.status), [record.video_url], [record.msg]),
		raw: record.raw,
	};
}

const reports = { record: lipSyncRecord, idField: 'id' as const, taskOf: lipSyncTask };

const source = {
	name: NAME,
	list: taskList({
		...reports,
		operation: 'listLipSyncs',
		inputOf: (page) => ({ body: { page, page_size: PAGE_SIZE } }),
	}),
	detail: taskDetail({ ...reports, operation: 'getLipSync' }),
} as const;

/** A video that Lip Sync makes (service.md 4.8). */
export const lipSync: TaskKind = {
	...source,
	label: 'lip-sync video',
	resultType: 'video/mp4',
	pauseMinutes: 2 * 60,
	lookUp: lookUpWith(source),
};

/** Submits a lip-sync video (service.md 4.8). */
export async function createLipSync(client: ServiceClient, body: object): Promise<string> {
	return await submitTask(client, 'createLipSync', body);
}
