import { z } from 'zod';

import type { ServiceClient } from './client';
import { submittedId, taskId } from './serviceId';
import { PAGE_SIZE, readPage, type Page } from './pages';
import { recordOf, withId } from './records';
import { shownNumber, shownText } from './lenientSchemas';
import { status } from './status';

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

export type LipSyncRecord = z.infer<typeof lipSyncRecord>;

/**
 * Submits a lip-sync video (service.md 4.8).
 *
 * @param body the request body, exactly as the specification names its fields
 * @returns id of the video
 */
export async function createLipSync(client: ServiceClient, body: object): Promise<string> {
	return await client.call(
		'createLipSync',
		{ body },
		submittedId('id', 'video_id', 'unique_id', 'task_id'),
	);
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
export async function getLipSync(client: ServiceClient, id: string): Promise<LipSyncRecord> {
	return await client.call('getLipSync', { query: { id } }, withId(lipSyncRecord, 'id', id));
}
