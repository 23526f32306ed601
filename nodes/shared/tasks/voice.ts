import type { CustomVoiceRecord } from '../service/customVoices';
import type { TaskKindName } from './kind';
import type { Task, TaskState } from './task';

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
