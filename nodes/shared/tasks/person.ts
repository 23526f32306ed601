import { z } from 'zod';

import { voiceId } from '../api/library';
import { recordOf, status, taskId, shownNumber, shownText, shownTime, words } from '../api/schemas';
import { kindAtPath, listReader } from './makeKind';
import type { Task } from '../model/task';
import type { States } from '../model/taskKind';
import { stateOf } from './states';
import { isVoice } from './voice';

/** A custom person (service.md 2.8). */
const personRecord = recordOf(
	z.object({
		id: taskId,
		name: shownText,
		status,
		progress: shownNumber,
		reason: words,
		err_reason: words,
		preview_url: shownText,
		pic_url: shownText,
		create_time: shownTime,
		audio_id: voiceId,
		audio_man_id: voiceId,
	}),
);

/** Reads the custom persons, where the credential has a path for it (service.md 2.8 and 4.10). */
export const listPersons = listReader('listPersons', personRecord);

/** What the statuses of a custom person mean (service.md 3.5). */
const STATES: States = {
	1: 'inProgress',
	2: 'succeeded',
	4: 'failed',
	5: 'failed',
};

/** A person that Create Person makes (service.md 4.5). */
export const person = kindAtPath(
	{
		name: 'person',
		label: 'custom person',
		description: "Made by Create Person. Needs the 'Person Detail Path' of the credential.",
		pauseMinutes: 24 * 60,
		waitMinutes: 24 * 60,
	},
	{
		record: personRecord,
		idField: 'id',
		taskOf: personTask,
		// Whether the record that the service calls back with is of a person.
		isCallback(record) {
			// A record of some other kinds has a type of its own; that of a person may have none.
			const { type } = record;
			const mayBePerson = type === undefined || type === null || type === 'person';
			// Videos and voices may lack a type, too, but they have fields that a person does not have.
			return mayBePerson && !('video_url' in record) && !isVoice(record);
		},
	},
	'getPerson',
);

/**
 * What a record says of its task (service.md 2.8); its kind and the record itself are added by `makeKind.ts`. The voice
 * of the person stands in one of two fields.
 */
export function personTask(record: z.infer<typeof personRecord>): Omit<Task, 'taskKind' | 'raw'> {
	return {
		taskId: record.id,
		name: record.name || undefined,
		// The state and the status of the service, with the address of the preview or the reason of a failure.
		...stateOf(STATES, record.status, {
			urls: [record.preview_url],
			reasons: [record.reason, record.err_reason],
			// A success counts without a preview, too, because the result is the person itself.
			needsResult: false,
		}),
		progress: record.progress,
		coverUrl: record.pic_url || undefined,
		createdAt: record.create_time,
		voiceId: record.audio_id || record.audio_man_id || undefined,
	};
}
