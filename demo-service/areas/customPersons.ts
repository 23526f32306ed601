import { compact } from 'lodash';
import { z } from 'zod';

import { submittedTasks, stateOf, hiddenDetail, hiddenList } from './area';
import { callbackUrl, extensionOf, mediaUrl, demand, text } from '../server/endpoint';
import type { Task } from '../server/tasks';
import type { World } from '../server/world';

const VIDEO_TYPES = ['mp4', 'webm', 'mov'];
const MAX_UNFINISHED = 50;

const body = z.strictObject({
	name: text,
	callback: callbackUrl.optional(),
	train_type: z
		.string()
		.refine((value) => ['', 'figure', 'voice', 'both'].includes(value), {
			message: 'train_type parameter error (allowed voice, figure, both)',
		})
		.optional(),
	language: z.enum(['cn', 'en']).optional(),
	file_id: text.optional(),
	error_skip: z.boolean().optional(),
	resolution_rate: z.union([z.literal(0), z.literal(1)]).optional(),
	auth_text: text.optional(),
	auth_video: mediaUrl.optional(),
	auth_video_file_id: text.optional(),
	material_video: mediaUrl.optional(),
	denoise_flag: z.boolean().optional(),
	is_high_quality: z.boolean().optional(),
	language_boost: text.optional(),
	version: z.enum(['1.0', '2.0']).optional(),
	is_remove_bg: z.boolean().optional(),
});

type Input = z.infer<typeof body>;

export type CustomPersonsArea = ReturnType<typeof customPersonsArea>;

/** Custom digital persons (service.md 4.5, 2.8). */
export function customPersonsArea(world: World) {
	const { storage } = world;
	const { tasks, create } = submittedTasks(world, {
		endpoint: 'create_customised_person',
		codes: [0, 400, 10400, 40000, 40001, 40002, 50000, 51000],
		charset: true,
		input: body,
		seconds: 6,
		record: (task: Task<Input>, progress) => recordOf(world, task, progress),
		accept(input, token, tasks) {
			checkVideo(input);
			if (input.version === '2.0') checkAuthorization(input);
			const files = [['file_id', ['customised_person']], ['auth_video_file_id']] as const;
			for (const [field, purposes] of files) {
				const id = input[field];
				if (id === undefined) continue;
				const { single } = storage.files.referred(token, id, field, purposes, VIDEO_TYPES);
				// "The sign_url is not to be used for the custom digital person feature" (service.md 4.1).
				demand(single !== true, `${field}: file ${id} was sent to a sign_url, not in parts`);
			}
			storage.checkAddresses(token, compact([input.material_video, input.auth_video]));
			const isFree = !world.limits.enforced || tasks.unfinished(token) < MAX_UNFINISHED;
			demand(isFree, 'too many unfinished persons', 40001);
			return input;
		},
	});
	/** What other endpoints need to know of a custom person. */
	const known = (task: Task<Input>) => {
		const now = tasks.record(task);
		const { file_id = '', material_video = '', is_remove_bg } = task.input;
		const source = storage.files.byId(file_id)?.name ?? material_video;
		return {
			voiceId: now.audio_man_id as string,
			ready: now.status === 2,
			support4k: now.support_4k === true,
			/** Whether a four-channel video can be made with it. */
			transparent: is_remove_bg === true || extensionOf(source) === 'webm',
		};
	};
	const detail = hiddenDetail(world.options.personDetailPath, tasks.recordOf);
	const recordsOf = (token: string) => tasks.ofApplication(token).map(tasks.record);
	const persons = hiddenList(world.options.personListPath, recordsOf);
	const voices = hiddenList(world.options.voiceListPath, (token) =>
		recordsOf(token).flatMap(({ audio_id: id, name, progress, preview_url: path }) =>
			id
				? [{ id, name, progress, status: 2, err_msg: '', audio_path: path, lang: 'en', type: '' }]
				: [],
		),
	);
	return {
		endpoints: [create, ...detail, ...persons, ...voices],
		customPerson(token: string, id: string) {
			const task = tasks.find(token, id);
			return task && known(task);
		},
		/** The person whose cloned voice this is. */
		byVoice: (token: string, voiceId: string) =>
			tasks
				.ofApplication(token)
				.map(known)
				.find((person) => person.voiceId === voiceId),
	};
}

function checkVideo({ file_id, material_video }: Input): void {
	demand((file_id ?? material_video) !== undefined, 'file_id or material_video is needed');
	const isVideo = !material_video || VIDEO_TYPES.includes(extensionOf(material_video));
	demand(isVideo, 'material_video: unsupported video format (mp4, webm, mov)');
}

function checkAuthorization({ auth_text, auth_video, auth_video_file_id }: Input): void {
	demand(auth_text !== undefined, 'auth_text: needed for version 2.0');
	const video = auth_video ?? auth_video_file_id;
	demand(video !== undefined, 'auth_video or auth_video_file_id: needed for version 2.0');
}

/** Record of service.md 2.8, also the body of the callback. */
function recordOf(world: World, task: Task<Input>, progress: number): Record<string, unknown> {
	const { input, fate } = task;
	const state = stateOf(task, progress, { success: 2, during: 1 });
	const { status, reason } = state;
	const ready = status === 2;
	const voice = ready && input.train_type !== 'figure' ? `88${task.id.slice(2)}` : '';
	const large = ready && input.resolution_rate === 1;
	const publish = (kind: 'jpg' | 'mp4'): string =>
		ready ? world.storage.publish(`custom/${task.id}`, { kind, state: fate.result }) : '';
	return {
		id: task.id,
		name: input.name,
		type: 'person',
		status,
		progress: Math.floor(progress * 100),
		reason,
		err_reason: reason,
		audio_man_id: voice,
		audio_id: voice,
		create_time: task.createdAt,
		is_open: 1,
		pic_url: publish('jpg'),
		preview_url: publish('mp4'),
		width: 1080,
		height: 1920,
		width_4k: large ? 2160 : 0,
		height_4k: large ? 3840 : 0,
		support_4k: large,
		is_support_remove_bg: input.is_remove_bg ?? false,
		...state.odd,
	};
}
