import chunk from 'lodash/chunk';
import type { IDataObject } from 'n8n-workflow';

import {
	AI_CREATION_PAGE_SIZE,
	getAiCreation,
	listAiCreations,
	type AiCreationRecord,
} from '../service/aiCreation';
import type { TaskKind } from './kind';
import { lookUpMissing } from './list';
import { PROGRESS_STATES, stateOf } from './states';
import { isoTime, resultOf, type Task } from './task';

export const aiCreation: TaskKind = {
	name: 'aiCreation',
	label: 'AI task',
	async list(client, number, filter = {}) {
		const { records, pages } = await listAiCreations(client, filter, number);
		return { records: records.map(aiCreationTask), pages };
	},
	async lookUp(client, ids) {
		const found = new Map<string, Task>();
		for (const uniqueIds of chunk(ids, AI_CREATION_PAGE_SIZE)) {
			const { records } = await listAiCreations(client, { uniqueIds });
			for (const record of records) found.set(record.unique_id, aiCreationTask(record));
		}
		const missing = ids.filter((id) => !found.has(id));
		const single = await lookUpMissing(client, missing, async (_, id) =>
			aiCreationTask(await getAiCreation(client, id)),
		);
		return new Map([...found, ...single]);
	},
};

/** Brings a record of the service into the common form (specification 2.2). */
export function aiCreationTask(record: AiCreationRecord): Task {
	return {
		taskId: record.unique_id,
		taskKind: aiCreation.name,
		serviceStatus: record.progress_desc,
		createdAt: isoTime(record.create_time),
		...resultOf(stateOf(PROGRESS_STATES, record.progress_desc), record.output_url, [
			record.err_msg,
		]),
		raw: record as IDataObject,
	};
}
