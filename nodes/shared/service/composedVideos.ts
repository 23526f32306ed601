import { z } from 'zod';

import type { ServiceClient } from './client';
import { submittedId, taskId } from './serviceId';
import { PAGE_SIZE, readPage, type Page } from './pages';
import { recordOf } from './records';
import { shownNumber, shownText } from './lenientSchemas';
import { status } from './status';

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
		create_time: shownNumber,
		queue_status: shownText,
		queue_desc: shownText,
	}),
);

export type VideoRecord = z.infer<typeof videoRecord>;

/**
 * Submits a video composition (service.md 4.7).
 *
 * @param body the request body, exactly as the specification names its fields
 * @returns id of the video
 */
export async function createVideo(client: ServiceClient, body: object): Promise<string> {
	return await client.call(
		'createVideo',
		{ body },
		submittedId('id', 'video_id', 'unique_id', 'task_id'),
	);
}

/**
 * Reads one page of composed videos (service.md 4.7).
 *
 * @param number page, from 1
 */
export async function listVideos(client: ServiceClient, number = 1): Promise<Page<VideoRecord>> {
	return await readPage(
		client,
		'listVideos',
		{ body: { page: number, page_size: PAGE_SIZE } },
		{ record: videoRecord, number, size: PAGE_SIZE },
	);
}

/**
 * Reads one video or one language of a translation, where the credential has a path for it (service.md
 * 4.9 and 4.10).
 *
 * @throws Error that says what is missing when the credential has none
 */
export async function getVideo(client: ServiceClient, id: string): Promise<VideoRecord> {
	return await client.call('getVideo', { query: { id } }, videoRecord);
}
