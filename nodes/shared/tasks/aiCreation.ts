import { chunk } from 'lodash';
import type { IDataObject } from 'n8n-workflow';

import {
	AI_CREATION_PAGE_SIZE,
	listAiCreations,
	type AiCreationFilter,
	type AiCreationRecord,
} from '../service/aiCreation';
import type { ServiceClient } from '../service/client';
import type { TaskKind } from './kind';
import { isoTime, successWith, type Task, type TaskState } from './task';

/** Specification 3.2. A value that is not listed counts as still in progress (requirement R208). */
const STATES: Readonly<Record<string, TaskState>> = {
	Queued: 'inProgress',
	Ready: 'inProgress',
	Generating: 'inProgress',
	Success: 'succeeded',
	Error: 'failed',
	Fail: 'failed',
	Cancelled: 'cancelled',
};

export const aiCreation: TaskKind = {
	name: 'aiCreation',
	label: 'AI task',
	async lookUp(client, ids) {
		const found = new Map<string, Task>();
		for (const uniqueIds of chunk(ids, AI_CREATION_PAGE_SIZE)) {
			const { records } = await listAiCreations(client, { uniqueIds });
			for (const record of records) found.set(record.unique_id, aiCreationTask(record));
		}
		return found;
	},
};

/** Brings a record of the service into the common form (specification 2.2). */
export function aiCreationTask(record: AiCreationRecord): Task {
	const state = STATES[record.progress_desc] ?? 'inProgress';
	return {
		taskId: record.unique_id,
		taskKind: aiCreation.name,
		state,
		serviceStatus: record.progress_desc,
		errorMessage: record.err_msg || undefined,
		createdAt: isoTime(record.create_time),
		...(state === 'succeeded' ? successWith(record.output_url?.filter(Boolean) ?? []) : {}),
		raw: record as IDataObject,
	};
}

/**
 * Lists AI-creation tasks, each once, newest pages first as the service gives them.
 *
 * @param limit most tasks wanted; Infinity for all
 */
export async function listAiCreationTasks(
	client: ServiceClient,
	filter: AiCreationFilter,
	limit: number,
): Promise<Task[]> {
	const tasks = new Map<string, Task>();
	for (let page = 1, pages = 1; page <= pages && tasks.size < limit; page++) {
		const answer = await listAiCreations(client, filter, page);
		pages = answer.records.length === 0 ? 0 : answer.pages;
		for (const record of answer.records) tasks.set(record.unique_id, aiCreationTask(record));
	}
	return [...tasks.values()].slice(0, limit);
}
