import { z } from 'zod';

import type { ServiceClient } from '../service/client';
import { voiceId } from '../service/library';
import {
	recordOf,
	status,
	taskId,
	shownNumber,
	shownText,
	shownTime,
	onlyShown,
} from '../service/schemas';
import { withId } from '../service/transport';
import { kindOf, listOf } from './lookUp';
import { stateOf, type States, type Task } from './task';

/** A custom person (service.md 2.8). */
const personRecord = recordOf(
	z.object({
		id: taskId,
		name: shownText,
		status,
		progress: shownNumber,
		reason: shownText,
		err_reason: shownText,
		preview_url: shownText,
		pic_url: shownText,
		create_time: shownTime,
		audio_id: voiceId,
		audio_man_id: voiceId,
	}),
);

/** What the picture of a custom person is like, as far as it is reported (service.md 2.8). */
const personPicture = z.object({
	id: taskId,
	name: shownText,
	width: shownNumber,
	height: shownNumber,
	width_4k: shownNumber,
	height_4k: shownNumber,
	support_4k: onlyShown(z.boolean()),
	is_support_remove_bg: onlyShown(z.boolean()),
});
export type PersonPicture = z.infer<typeof personPicture>;

/** Reads the custom persons, where the credential has a path for it (service.md 2.8 and 4.10). */
export const listPersons = listOf('listPersons', personRecord);

/**
 * Reads what the picture of one custom person is like, where the credential has a path for it.
 *
 * @throws Error that says what is missing when the credential has none
 */
export async function getPersonPicture(client: ServiceClient, id: string): Promise<PersonPicture> {
	return await client.call('getPerson', { query: { id } }, withId(personPicture, 'id', id, true));
}

/** Status of a custom person (service.md 3.5). */
const STATES: States = {
	1: 'inProgress',
	2: 'succeeded',
	4: 'failed',
	5: 'failed',
};

/** A person that Create Person makes (service.md 4.5). */
export const person = kindOf(
	{
		name: 'person',
		label: 'custom person',
		title: 'Custom Person',
		description: "Made by Create Person. Needs the 'Person Detail Path' of the credential.",
		detailPath: 'personDetailPath',
		mostPerRound: 50,
		pauseMinutes: 24 * 60,
	},
	{ record: personRecord, idField: 'id', taskOf: personTask, readBy: 'getPerson' },
);

/** Brings a record into the common form (service.md 2.8). The result is the person itself. */
export function personTask(record: z.infer<typeof personRecord>): Task {
	const reasons = [record.reason, record.err_reason];
	return {
		taskId: record.id,
		taskKind: 'person',
		name: record.name || undefined,
		...stateOf(STATES, record.status, [record.preview_url], reasons, false),
		progress: record.progress ?? undefined,
		coverUrl: record.pic_url || undefined,
		createdAt: record.create_time,
		voiceId: record.audio_id || record.audio_man_id || undefined,
		raw: record.raw,
	};
}
