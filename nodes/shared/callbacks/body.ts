import type { Schema } from '../api/schemas';
import { isUnread, type Task } from '../model/task';
import { composedVideo } from '../tasks/composedVideo';
import { lipSync } from '../tasks/lipSync';
import { person } from '../tasks/person';
import { withoutResult } from '../tasks/states';
import { customVoiceRecord, voiceTask } from '../tasks/voice';
import { plainText } from '../util/text';

/*
 * What the body of a callback says of a task (service.md 6). Anybody may have sent it.
 */

export type Body = Record<string, unknown>;

/** What can be an ID: one line, and no more than IDs of any service have. */
const ID = /^[^\p{C}\p{Zl}\p{Zp}]{1,200}$/u;

/** A record with its ID, which may stand in envelopes and lists; undefined where there is none. */
export function recordIn(body: unknown, depth = 3): Body | undefined {
	if (typeof body !== 'object' || body === null || depth === 0) return undefined;
	if ('id' in body && ID.test(plainText(body.id))) return body as Body;
	const inside = Object.values(body).map((part) => recordIn(part, depth - 1));
	return inside.find((record) => record !== undefined);
}

/** How a record is read, by the fields that only records of its kind have. */
function schemaOf(record: Body, isEnveloped: boolean): Schema<Task> | undefined {
	if ('video_url' in record) {
		// A composed video comes as a bare record, one of lip sync in an envelope.
		if ('subtitle_data_url' in record === isEnveloped) return undefined;
		return (isEnveloped ? lipSync : composedVideo).schema;
	}
	const isVoice = ['audio_path', 'err_msg', 'lang'].some((name) => name in record);
	if (isVoice) return customVoiceRecord.transform(voiceTask);
	return (record.type ?? 'person') === 'person' ? person.schema : undefined;
}

/**
 * The task in a body, if that says how it has ended: no result follows then.
 *
 * @param record what was found in the body by `recordIn`
 */
export function finishedTaskIn(body: unknown, record: Body | undefined): Task | undefined {
	const task = record && schemaOf(record, record !== body)?.safeParse(record).data;
	if (task?.state === 'awaitingFile') return withoutResult(task);
	return task && isUnread(task) ? undefined : task;
}
