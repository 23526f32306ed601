import { z } from 'zod';

import type { ServiceClient } from '../service/client';
import { type Page, PAGE_SIZE, readPage } from '../service/pages';
import { recordOf, shownNumber, shownText, status, taskId } from '../service/schemas';
import type { Task, TaskKindName, TaskState } from './task';

/** A custom voice, as a callback reports it (service.md 2.9 and 6). */
export const customVoiceRecord = recordOf(
	z.object({
		id: taskId,
		status: status.nullish(),
		progress: shownNumber,
		err_msg: z.string().nullish(),
		audio_path: z.string().nullish(),
		name: shownText,
		lang: shownText,
		type: shownText,
	}),
);

export type CustomVoiceRecord = z.infer<typeof customVoiceRecord>;

/**
 * Reads one page of the custom voices, where the credential has a path for it (service.md 2.9 and 4.10).
 *
 * @param number page, from 1
 */
export async function listVoices(
	client: ServiceClient,
	number: number,
): Promise<Page<CustomVoiceRecord>> {
	const body = { page: number, page_size: PAGE_SIZE };
	const shape = { record: customVoiceRecord, number, size: PAGE_SIZE };
	return await readPage(client, 'listVoices', { body }, shape);
}

/** Value of `taskKind` of custom voices, which the service only reports by callback. */
export const VOICE: TaskKindName = 'voice';

/**
 * Brings a record of the service into the common form. The meaning of its status is not documented
 * (service.md 2.9), so its state follows from what else it reports.
 */
export function voiceTask(record: CustomVoiceRecord): Task {
	const state = stateOfVoice(record);
	return {
		taskId: record.id,
		taskKind: VOICE,
		state,
		serviceStatus: record.status ?? undefined,
		progress: record.progress ?? undefined,
		outputUrls: state === 'succeeded' && record.audio_path ? [record.audio_path] : undefined,
		errorMessage: state === 'failed' ? (record.err_msg ?? undefined) : undefined,
		raw: record.raw,
	};
}

function stateOfVoice({ err_msg: reason, audio_path: path }: CustomVoiceRecord): TaskState {
	if (reason) return 'failed';
	return path ? 'succeeded' : 'inProgress';
}
