import { getMotion, listMotions, type MotionRecord } from '../service/motion';
import type { TaskKind, TaskList } from './kind';
import { lookUpInList, tasksOn } from './lookUpTasks';
import { PROGRESS_STATES, stateOf } from './states';
import { resultOf, type Task } from './task';
import { isoTime } from '../util/format';

const NAME = 'motion';

const list: TaskList = async (client, number) => {
	return tasksOn(await listMotions(client, number), motionTask);
};

export const motion: TaskKind = {
	name: NAME,
	label: 'animated image',
	resultType: 'video/mp4',
	// Ten status checks a minute (service.md 8).
	shortestIntervalMs: 6_000,
	list,
	async lookUp(client, ids) {
		const detail = async (id: string) => motionTask(await getMotion(client, id));
		return await lookUpInList(client, { name: NAME, list, detail }, ids);
	},
};

/** Brings a record of the service into the common form (service.md 2.3). */
export function motionTask(record: MotionRecord): Task {
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
