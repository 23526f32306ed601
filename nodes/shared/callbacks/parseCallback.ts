import { z } from 'zod';

import { videoRecord } from '../service/composedVideos';
import { customVoiceRecord } from '../service/customVoices';
import { lipSyncRecord } from '../service/lipSync';
import { personRecord } from '../service/persons';
import { composedVideo } from '../tasks/composedVideo';
import { lipSyncTask } from '../tasks/lipSync';
import { personTask } from '../tasks/person';
import type { Task } from '../tasks/task';
import { videoTask } from '../tasks/video';
import { voiceTask } from '../tasks/voice';
import { isObject } from '../util/json';

type Body = Record<string, unknown>;

/** One documented shape of a callback body (service.md 6). */
interface Shape {
	/** Whether the fields are there that only this shape has. */
	is(body: Body): boolean;
	/** The task, if the record is as specified. */
	read(body: Body): Task | undefined;
}

const LONGEST_ID = 200;

const SHAPES: readonly Shape[] = [
	{
		is: ({ code, data }) => Number.isInteger(code) && isObject(data) && 'video_url' in data,
		read: reader(z.object({ data: lipSyncRecord }), ({ data }) => lipSyncTask(data)),
	},
	{
		is: (body) => !('code' in body) && 'video_url' in body && 'subtitle_data_url' in body,
		read: reader(videoRecord, (record) => videoTask(composedVideo.name, record)),
	},
	{
		is: (body) => !('code' in body) && !('video_url' in body) && body.type === 'person',
		read: reader(personRecord, personTask),
	},
	{
		is: (body) =>
			!('code' in body) && !('video_url' in body) && body.type !== 'person' && 'audio_path' in body,
		read: reader(customVoiceRecord, voiceTask),
	},
];

/**
 * Reads the body of a completion callback: a custom person or a composed video as a bare record, a lip-sync
 * video in an envelope, or a custom voice (service.md 6). It is only what the sender says.
 *
 * @param body the parsed JSON
 * @returns the task that the body reports, or undefined when it has none of these shapes
 */
export function readCallback(body: unknown): Task | undefined {
	if (!isObject(body)) return undefined;
	const task = SHAPES.find((shape) => shape.is(body))?.read(body);
	return task && task.taskId.length <= LONGEST_ID ? task : undefined;
}

function reader<T>(
	schema: z.ZodType<T, z.ZodTypeDef, unknown>,
	toTask: (record: T) => Task,
): Shape['read'] {
	return (body) => {
		const { data } = schema.safeParse(body);
		return data && toTask(data);
	};
}
