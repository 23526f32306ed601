import chunk from 'lodash/chunk';
import shuffle from 'lodash/shuffle';
import { z } from 'zod';

import type { ServiceClient } from '../service/client';
import { type Page, PAGE_SIZE, readPage } from '../service/pages';
import {
	addresses,
	recordOf,
	shownNumber,
	shownText,
	statusWord,
	taskId,
	withId,
} from '../service/schemas';
import { isoTime } from '../util/format';
import { Findings, tasksOn } from './lookUp';
import { PROGRESS_STATES, resultOf, stateOf, type Task, type TaskKind } from './task';

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

type AiCreationRecord = z.infer<typeof record>;

interface AiCreationFilter {
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
	return await client.call('submitAiCreation', { body }, taskId);
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
async function getAiCreation(client: ServiceClient, id: string): Promise<AiCreationRecord> {
	return await client.call(
		'getAiCreation',
		{ query: { unique_id: id } },
		withId(record, 'unique_id', id),
	);
}

const NAME = 'aiCreation';

export const aiCreation: TaskKind = {
	name: NAME,
	label: 'AI task',
	async list(client, number, filter = {}) {
		return tasksOn(await listAiCreations(client, filter, number), aiCreationTask);
	},
	async lookUp(client, ids) {
		const findings = new Findings(NAME, ids);
		const query = async (uniqueIds: string[]) =>
			tasksOn(await listAiCreations(client, { uniqueIds }), aiCreationTask);
		const detail = async (id: string) => aiCreationTask(await getAiCreation(client, id));
		// In any order, so that those over which the service refuses a query do not always come first.
		for (const uniqueIds of shuffle(chunk(ids, PAGE_SIZE))) {
			await findings.askTogether(uniqueIds, query, detail);
		}
		await findings.askForMissing(detail);
		return findings.result();
	},
};

/** Brings a record of the service into the common form (service.md 2.2). */
export function aiCreationTask(record: AiCreationRecord): Task {
	return {
		taskId: record.unique_id,
		taskKind: NAME,
		serviceStatus: record.progress_desc,
		createdAt: isoTime(record.create_time),
		...resultOf(stateOf(PROGRESS_STATES, record.progress_desc), record.output_url, [
			record.err_msg,
		]),
		raw: record.raw,
	};
}
