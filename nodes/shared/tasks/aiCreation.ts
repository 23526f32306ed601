import chunk from 'lodash/chunk';
import shuffle from 'lodash/shuffle';

import { getAiCreation, listAiCreations, type AiCreationRecord } from '../service/aiCreation';
import { PAGE_SIZE } from '../service/pages';
import { Findings } from './findings';
import type { TaskKind } from './kind';
import { tasksOn } from './lookUpTasks';
import { PROGRESS_STATES, stateOf } from './states';
import { resultOf, type Task } from './task';
import { isoTime } from '../util/format';

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
