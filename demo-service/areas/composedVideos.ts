import { z } from 'zod';

import type { Area } from './area';
import { checkComposition } from './composeRules';
import type { ComposeParts } from './composeRules';
import { composeSchema } from './composeSchema';
import type { ComposeInput } from './composeSchema';
import { pageOf } from '../server/envelope';
import { PER_MINUTE } from '../server/limits';
import { operation } from '../server/operation';
import type { Task } from '../server/tasks';
import { TaskStore } from '../server/tasks';
import type { Presenter } from '../media/presenters';
import type { World } from '../server/world';

const OPERATION = 'create_video';

type Tasks = TaskStore<ComposeInput>;
type RecordOf = (task: Task<ComposeInput>, progress: number) => Record<string, unknown>;

/** A finished video of this service that other operations may use as a source. */
export interface VideoSource {
	/** Record as the video detail gives it, where the video is known. */
	video(token: string, id: string): Record<string, unknown> | undefined;
}

/** Digital-person video composition (service.md 4.7, 2.5). */
export function composedVideosArea(world: World, parts: ComposeParts): Area & VideoSource {
	const tasks: Tasks = new TaskStore<ComposeInput>(world, {
		operation: OPERATION,
		seconds: 6,
		slots: world.options.videoSlots,
	});
	const record: RecordOf = (task, progress) =>
		videoRecord(world, task, progress, genderOf(task, parts));
	const create = operation({
		method: 'POST',
		path: OPERATION,
		codes: [0, 400, 10400, 40000, 40001, 40002, 50000, 50011],
		limits: [{ count: 10, perMs: PER_MINUTE }],
		input: composeSchema,
		async handle(input, { token, entry }) {
			checkComposition(world, token, input, parts);
			const task = tasks.create(token, input);
			entry.id = task.id;
			if (input.callback !== undefined) {
				await world.callbacks.created({
					operation: OPERATION,
					taskId: task.id,
					url: input.callback,
					ended: () => tasks.progress(task) >= 1,
					body: () => record(task, tasks.progress(task)),
				});
			}
			return task.id;
		},
	});
	const list = operation({
		method: 'POST',
		path: 'video_list',
		codes: [0, 400, 10400, 40000, 50000],
		input: z
			.object({
				page: z.number().int().min(1).default(1),
				page_size: z.number().int().min(1).max(100).default(10),
			})
			.strict(),
		handle({ page, page_size }, { token }) {
			const found = pageOf(tasks.ofApplication(token), page, page_size);
			const records = found.list.map((task) => listRecord(tasks, task, record));
			return { List: records, PageInfo: found.pageInfo };
		},
	});
	return {
		operations: [create, list],
		tasks: [tasks as unknown as TaskStore],
		video(token, id) {
			const task = tasks.find(token, id);
			return task && record(task, tasks.shownProgress(task));
		},
	};
}

/** The ten fields of the video detail and of the callback body (service.md 6). */
function videoRecord(
	world: World,
	task: Task<ComposeInput>,
	progress: number,
	gender: string,
): Record<string, unknown> {
	const { id, input, fate } = task;
	const presenter: Presenter = {
		gender,
		screen: { width: input.screen_width, height: input.screen_height },
		seconds: secondsOf(input),
	};
	const ended = progress >= 1;
	const status = ended ? (fate.outcome ?? 30) : (fate.during ?? 10);
	const succeeded = ended && status === 30;
	const publish = (kind: 'mp4' | 'jpg' | 'json' | 'wav'): string =>
		succeeded && fate.results !== 0
			? world.storage.publish(`videos/${id}`, {
					kind,
					presenter,
					state: fate.result,
					bytes: kind === 'mp4' ? fate.bytes : undefined,
				})
			: '';
	const silent = input.hide_subtitle || input.person.is_rgba_mode === true;
	return {
		id,
		status,
		progress: Math.floor(progress * 100),
		msg: ended && !succeeded ? (fate.errMsg ?? 'video composition failed') : '',
		video_url: publish('mp4'),
		subtitle_data_url: silent ? '' : publish('json'),
		create_time: task.createdAt,
		preview_url: publish('jpg'),
		duration: succeeded ? secondsOf(input) : 0,
		audio_urls: succeeded ? [publish('wav')] : [],
		...(ended ? fate.record : {}),
	};
}

/** The gender of a public person; that of a custom one is not known. */
function genderOf({ input }: Task<ComposeInput>, { publicPersons }: ComposeParts): string {
	return publicPersons.publicPerson(input.person.id)?.gender ?? 'female';
}

/** List item: no audio_urls, but the place in the queue (service.md 2.5). */
function listRecord(
	tasks: Tasks,
	task: Task<ComposeInput>,
	recordOf: RecordOf,
): Record<string, unknown> {
	const record = recordOf(task, tasks.shownProgress(task));
	delete record.audio_urls;
	return { ...record, ...queueOf(record.status, tasks.ahead(task)) };
}

function queueOf(
	status: unknown,
	ahead: number | undefined,
): { queue_status: string; queue_desc: string } {
	if (ahead !== undefined) return { queue_status: 'queued', queue_desc: `${ahead} tasks ahead` };
	if (status === 10) return { queue_status: 'processing', queue_desc: 'Processing' };
	if (status === 30) return { queue_status: 'completed', queue_desc: '' };
	const failed = typeof status === 'number' && status >= 40 && status <= 59;
	return { queue_status: failed ? 'failed' : 'other', queue_desc: '' };
}

/** Spoken length in seconds: about five characters a second. */
function secondsOf({ audio, duration }: ComposeInput): number {
	return duration ?? Math.max(1, Math.round((audio.tts?.text?.[0]?.length ?? 20) / 5));
}
