import { z } from 'zod';

import { recordOf, shownNumber, shownText, status, taskId } from '../api/schemas';
import { clip, withoutKeys } from '../util/text';
import { listOf } from './lookUp';
import type { Task } from '../model/task';

/** A custom voice, as a callback reports it (service.md 2.9 and 6). */
export const customVoiceRecord = recordOf(
	z.object({
		id: taskId,
		status,
		progress: shownNumber,
		err_msg: z.string().nullish(),
		audio_path: z.string().nullish(),
		name: shownText,
		lang: shownText,
		type: shownText,
	}),
);

/** Reads the custom voices, where the credential has a path for it (service.md 2.9 and 4.10). */
export const listVoices = listOf('listVoices', customVoiceRecord);

/** Value of `taskKind` of custom voices, which the service only reports by callback. */
export const VOICE = 'voice';

/**
 * Brings a record of the service into the common form. The meaning of its status is not documented
 * (service.md 2.9), so its state follows from what else it reports.
 */
export function voiceTask(record: z.infer<typeof customVoiceRecord>): Task {
	const { err_msg: reason, audio_path: path } = record;
	const withoutReason = path ? 'succeeded' : 'inProgress';
	const state = reason ? 'failed' : withoutReason;
	return {
		taskId: record.id,
		taskKind: VOICE,
		state,
		serviceStatus: record.status || undefined,
		progress: record.progress,
		outputUrls: state === 'succeeded' && path ? [path] : undefined,
		errorMessage: reason ? clip(withoutKeys(reason)) : undefined,
		raw: record.raw,
	};
}
