import { z } from 'zod';

import type { ServiceClient } from '../service/client';
import { PAGE_SIZE, readPage, type Page } from '../service/pages';
import { recordOf, shownNumber, shownText, status, taskId, withId } from '../service/schemas';
import { isoTime } from '../util/format';
import { lookUpInList, tasksOn } from './lookUp';
import { resultOf, stateOf, type Task, type TaskKind, type TaskList, type TaskState } from './task';

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

type LipSyncRecord = z.infer<typeof lipSyncRecord>;

/**
 * Submits a lip-sync video (service.md 4.8).
 *
 * @param body the request body, exactly as the specification names its fields
 * @returns id of the video
 */
export async function createLipSync(client: ServiceClient, body: object): Promise<string> {
	return await client.call('createLipSync', { body }, taskId);
}

/**
 * Reads one page of lip-sync videos (service.md 4.8).
 *
 * @param number page, from 1
 */
export async function listLipSyncs(
	client: ServiceClient,
	number = 1,
): Promise<Page<LipSyncRecord>> {
	return await readPage(
		client,
		'listLipSyncs',
		{ body: { page: number, page_size: PAGE_SIZE } },
		{ record: lipSyncRecord, number, size: PAGE_SIZE },
	);
}

/** Reads one lip-sync video (service.md 4.8). */
async function getLipSync(client: ServiceClient, id: string): Promise<LipSyncRecord> {
	return await client.call('getLipSync', { query: { id } }, withId(lipSyncRecord, 'id', id));
}

const NAME = 'lipSync';

/** Status of a lip-sync video (service.md 3.3). Here 30 is a failure; for a composed video it is the success. */
const STATES: Readonly<Record<string, TaskState>> = {
	0: 'inProgress',
	10: 'inProgress',
	20: 'succeeded',
	30: 'failed',
};

const list: TaskList = async (client, number) => {
	return tasksOn(await listLipSyncs(client, number), lipSyncTask);
};

export const lipSync: TaskKind = {
	name: NAME,
	label: 'lip-sync video',
	resultType: 'video/mp4',
	pauseMinutes: 2 * 60,
	list,
	async lookUp(client, ids) {
		const detail = async (id: string) => lipSyncTask(await getLipSync(client, id));
		return await lookUpInList(client, { name: NAME, list, detail }, ids);
	},
};

/** Brings a record of the service into the common form (service.md 2.4). */
export function lipSyncTask(record: LipSyncRecord): Task {
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
