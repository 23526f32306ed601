import { compact } from 'lodash';
import { z } from 'zod';

import { addresses, recordOf, shownNumber, shownText, status, taskId, words } from '../api/schemas';
import type { CallbackRecord } from '../model/taskKind';
import { withoutKeys } from '../util/quote';
import { clip } from '../util/text';
import { listReader, reportedKind } from './makeKind';

/** A custom voice (service.md 2.9). */
const voiceRecord = recordOf(
	z.object({
		id: taskId,
		status,
		progress: shownNumber,
		err_msg: words,
		audio_path: addresses,
		name: shownText,
		lang: shownText,
		type: shownText,
	}),
);

/** Reads the custom voices, where the credential has a path for it (service.md 2.9 and 4.10). */
export const listVoices = listReader('listVoices', voiceRecord);

/**
 * A voice that others have cloned: the service reports it by callback, and its
 * list has no published path (service.md 6).
 */
export const voice = reportedKind(
	{
		name: 'voice',
		label: 'custom voice',
		description: 'A cloned voice, which the service only reports by callback',
	},
	{
		record: voiceRecord,
		idField: 'id',
		taskOf: voiceTask,
		// A video may have fields of the same names, such as a language.
		isCallback: (record) => isVoice(record) && !('video_url' in record),
	},
);

/** Whether a record of a callback has fields that only voices have. */
export function isVoice(record: CallbackRecord): boolean {
	return ['audio_path', 'err_msg', 'lang'].some((name) => name in record);
}

/**
 * Brings a record of the service into the common form. The meaning of its status is not documented (service.md 2.9),
 * so its state follows from the rest: with a reason it has failed, with a file it has succeeded, and otherwise it is
 * in progress. Of the reason, web addresses lose their passwords and queries, which may be keys.
 */
export function voiceTask(record: z.infer<typeof voiceRecord>) {
	const task = {
		taskId: record.id,
		progress: record.progress,
		serviceStatus: record.status || undefined,
	};
	if (record.err_msg) {
		const errorMessage = clip(withoutKeys(record.err_msg));
		return { ...task, state: 'failed' as const, errorMessage };
	}
	const outputUrls = compact(record.audio_path);
	if (outputUrls.length > 0) return { ...task, state: 'succeeded' as const, outputUrls };
	return { ...task, state: 'inProgress' as const };
}
