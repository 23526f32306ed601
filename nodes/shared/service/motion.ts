import { z } from 'zod';

import type { ServiceClient } from './client';
import { submittedId, taskId } from './serviceId';
import { PAGE_SIZE, readPage, type Page } from './pages';
import { recordOf, withId } from './records';
import { addresses, shownNumber, shownText } from './lenientSchemas';
import { statusWord } from './status';

/** One motion task as the service reports it (service.md 2.3). */
const record = recordOf(
	z.object({
		unique_id: taskId,
		progress_desc: statusWord,
		err_msg: shownText,
		output_url: addresses,
		create_time: shownNumber,
	}),
);

export type MotionRecord = z.infer<typeof record>;

/** Body of a motion submit (service.md 4.4). */
export interface MotionBody {
	photo_unique_id: string;
	photo_path: string;
	/** At most 800 characters. */
	emotion?: string;
	gesture?: boolean;
	model?: string;
}

/**
 * Submits an image-to-video task (service.md 4.4).
 *
 * @returns id of the task
 */
export async function createMotion(client: ServiceClient, body: MotionBody): Promise<string> {
	return await client.call('createMotion', { body }, submittedId('unique_id', 'task_id'));
}

/**
 * Reads one page of motion tasks; the service returns no total (service.md 4.4).
 *
 * @param number page, from 1
 */
export async function listMotions(client: ServiceClient, number = 1): Promise<Page<MotionRecord>> {
	return await readPage(
		client,
		'listMotions',
		{ query: { page: number, page_size: PAGE_SIZE } },
		{ record, idField: 'unique_id', bare: true, number, size: PAGE_SIZE },
	);
}

/** Reads one motion task (service.md 4.4). */
export async function getMotion(client: ServiceClient, id: string): Promise<MotionRecord> {
	return await client.call(
		'getMotion',
		{ query: { unique_id: id } },
		withId(record, 'unique_id', id),
	);
}
