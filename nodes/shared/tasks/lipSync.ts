import { getLipSync, listLipSyncs, type LipSyncRecord } from '../service/lipSync';
import type { TaskKind, TaskList } from './kind';
import { lookUpInList, tasksOn } from './lookUpTasks';
import { stateOf } from './states';
import { resultOf, type Task, type TaskState } from './task';
import { isoTime } from '../util/format';

const NAME = 'lipSync';

/** Status of a lip-sync video (service.md 3.3). Here 30 is a failure; for a composed video it is the success. */
const STATES: Readonly<Record<string, TaskState>> = {
	0: 'inProgress',
	10: 'inProgress',
	20: 'succeeded',
	30: 'failed',
};

const list: TaskList = async (client, number) => {
	return tasksOn(await listLipSyncs(client, number), lipSyncTask);
};

export const lipSync: TaskKind = {
	name: NAME,
	label: 'lip-sync video',
	resultType: 'video/mp4',
	pauseMinutes: 2 * 60,
	list,
	async lookUp(client, ids) {
		const detail = async (id: string) => lipSyncTask(await getLipSync(client, id));
		return await lookUpInList(client, { name: NAME, list, detail }, ids);
	},
};

/** Brings a record of the service into the common form (service.md 2.4). */
export function lipSyncTask(record: LipSyncRecord): Task {
	return {
		taskId: record.id,
		taskKind: NAME,
		serviceStatus: record.status,
		progress: record.progress ?? undefined,
		coverUrl: record.preview_url || undefined,
		durationSeconds: record.duration ? record.duration / 1000 : undefined,
		createdAt: isoTime(record.create_time),
		...resultOf(stateOf(STATES, record.status), [record.video_url], [record.msg]),
		raw: record.raw,
	};
}
