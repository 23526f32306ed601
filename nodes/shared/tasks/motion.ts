import type { IDataObject } from 'n8n-workflow';

import { getMotion, listMotions, type MotionRecord } from '../service/motion';
import type { TaskKind, TaskList } from './kind';
import { lookUpInList } from './list';
import { PROGRESS_STATES, stateOf } from './states';
import { isoTime, resultOf, type Task } from './task';

const list: TaskList = async (client, number) => {
	const { records, pages } = await listMotions(client, number);
	return { records: records.map(motionTask), pages };
};

export const motion: TaskKind = {
	name: 'motion',
	label: 'animated image',
	// Ten looks a minute (specification 8).
	shortestIntervalMs: 6_000,
	list,
	async lookUp(client, ids) {
		return await lookUpInList(client, list, ids, async (_, id) =>
			motionTask(await getMotion(client, id)),
		);
	},
};

/** Brings a record of the service into the common form (specification 2.3). */
export function motionTask(record: MotionRecord): Task {
	return {
		taskId: record.unique_id,
		taskKind: motion.name,
		serviceStatus: record.progress_desc,
		createdAt: isoTime(record.create_time),
		...resultOf(stateOf(PROGRESS_STATES, record.progress_desc), record.output_url, [
			record.err_msg,
		]),
		raw: record as IDataObject,
	};
}
