import type { IDataObject } from 'n8n-workflow';

import { getLipSync, listLipSyncs, type LipSyncRecord } from '../service/lipSync';
import type { TaskKind, TaskList } from './kind';
import { lookUpInList } from './list';
import { stateOf } from './states';
import { isoTime, resultOf, type Task, type TaskState } from './task';

/** Specification 3.3. Here 30 is a failure; for a composed video it is the success. */
const STATES: Readonly<Record<string, TaskState>> = {
	0: 'inProgress',
	10: 'inProgress',
	20: 'succeeded',
	30: 'failed',
};

const list: TaskList = async (client, number) => {
	const { records, pages } = await listLipSyncs(client, number);
	return { records: records.map(lipSyncTask), pages };
};

export const lipSync: TaskKind = {
	name: 'lipSync',
	label: 'lip-sync video',
	pauseMinutes: 2 * 60,
	list,
	async lookUp(client, ids) {
		return await lookUpInList(client, list, ids, async (_, id) =>
			lipSyncTask(await getLipSync(client, id)),
		);
	},
};

/** Brings a record of the service into the common form (specification 2.4). */
export function lipSyncTask(record: LipSyncRecord): Task {
	return {
		taskId: record.id,
		taskKind: lipSync.name,
		serviceStatus: record.status,
		progress: record.progress ?? undefined,
		coverUrl: record.preview_url || undefined,
		durationSeconds: record.duration ? record.duration / 1000 : undefined,
		createdAt: isoTime(record.create_time),
		...resultOf(stateOf(STATES, record.status), [record.video_url], [record.msg]),
		raw: record as IDataObject,
	};
}
