import { getPerson, type PersonRecord } from '../service/persons';
import type { TaskKind } from './kind';
import { lookUpEach } from './lookUpTasks';
import { stateOf } from './states';
import { webAddresses, type Task, type TaskState } from './task';
import { isoTime } from '../util/format';

const NAME = 'person';

/** Status of a custom person (service.md 3.5). */
const STATES: Readonly<Record<string, TaskState>> = {
	1: 'inProgress',
	2: 'succeeded',
	4: 'failed',
	5: 'failed',
};

export const person: TaskKind = {
	name: NAME,
	label: 'custom person',
	detailPath: 'personDetailPath',
	mostPerRound: 50,
	pauseMinutes: 24 * 60,
	async lookUp(client, ids) {
		return await lookUpEach(NAME, ids, async (id) => personTask(await getPerson(client, id)));
	},
};

/** Brings a record of the service into the common form (service.md 2.8). The result is the person itself. */
export function personTask(record: PersonRecord): Task {
	const state = stateOf(STATES, record.status);
	const urls = state === 'succeeded' ? webAddresses([record.preview_url]) : [];
	return {
		taskId: record.id,
		taskKind: NAME,
		state,
		serviceStatus: record.status,
		progress: record.progress ?? undefined,
		outputUrls: urls.length > 0 ? urls : undefined,
		coverUrl: record.pic_url || undefined,
		errorMessage: state === 'failed' ? record.reason || record.err_reason || undefined : undefined,
		createdAt: isoTime(record.create_time),
		voiceId: record.audio_id || record.audio_man_id || undefined,
		raw: record.raw,
	};
}
