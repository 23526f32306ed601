import { z } from 'zod';

import type { ServiceClient } from './client';
import { submittedId, taskId } from './serviceId';
import { PAGE_SIZE, readPage, type Page } from './pages';
import { recordOf, withId } from './records';
import { addresses, shownNumber, shownText } from './lenientSchemas';
import { statusWord } from './status';

/** One AI-creation task as the service reports it (service.md 2.2). */
const record = recordOf(
	z.object({
		unique_id: taskId,
		progress_desc: statusWord,
		err_msg: shownText,
		output_url: addresses,
		create_time: shownNumber,
	}),
);

export type AiCreationRecord = z.infer<typeof record>;

export interface AiCreationFilter {
	/** At most 50; empty means all tasks. */
	uniqueIds?: string[];
	/** 3 image, 4 video. */
	type?: number;
	onlySuccessful?: boolean;
}

/**
 * Submits an AI-creation task (service.md 4.3).
 *
 * @param body the request body as `models/request.ts` builds it
 * @returns unique id of the task
 */
export async function submitAiCreation(client: ServiceClient, body: object): Promise<string> {
	return await client.call('submitAiCreation', { body }, submittedId('unique_id', 'task_id'));
}

/**
 * Reads one page of AI-creation tasks (service.md 4.2).
 *
 * @param number page, from 1
 */
export async function listAiCreations(
	client: ServiceClient,
	{ uniqueIds = [], type, onlySuccessful = false }: AiCreationFilter,
	number = 1,
): Promise<Page<AiCreationRecord>> {
	const body = {
		unique_ids: uniqueIds,
		...(type === undefined ? {} : { type }),
		page: number,
		page_size: PAGE_SIZE,
		is_success: onlySuccessful,
	};
	return await readPage(
		client,
		'listAiCreations',
		{ body },
		{ record, idField: 'unique_id', number, size: PAGE_SIZE },
	);
}

/** Reads one AI-creation task (service.md 4.2). */
export async function getAiCreation(client: ServiceClient, id: string): Promise<AiCreationRecord> {
	return await client.call(
		'getAiCreation',
		{ query: { unique_id: id } },
		withId(record, 'unique_id', id),
	);
}
