import { z } from 'zod';

import {
	type Area,
	CODES,
	detailEndpoint,
	outputs,
	stateOf,
	submittedTasks,
	TEN_A_MINUTE,
} from './area';
import { type Media, mediaOf, MODELS, modelSchema, undescribedSchema } from './models';
import { smallSize } from '../media/samples';
import {
	check,
	demand,
	mediaUrl,
	endpoint,
	pageOf,
	queryInt,
	text,
	textUpTo,
} from '../server/endpoint';
import type { Task, TaskRecord } from '../server/tasks';
import type { World } from '../server/world';

/** Body of a submit, as far as the task record repeats it. */
interface Submit extends Media {
	creation_type: 3 | 4;
	model_code: string;
	ref_prompt?: string;
	aspect_ratio?: string;
	clarity?: number | string;
	resolution_mode?: string;
	quality_mode?: string;
	video_duration?: number;
	number_of_images?: number;
}

const SCHEMAS = new Map(
	Object.entries(MODELS).map(([code, rules]) => [code, modelSchema(code, rules)]),
);

type AiCreationArea = ReturnType<typeof aiCreationArea>;

/** AI creation: submit by model code, list and detail (service.md 4.2, 4.3). */
export function aiCreationArea(world: World) {
	const { tasks, create } = submittedTasks(world, {
		endpoint: 'ai_creation/task/submit',
		limits: [],
		input: z.object({ model_code: text }).passthrough(),
		seconds: ({ creation_type }: Submit) => (creation_type === 3 ? 3 : 6),
		record: (task: Task<Submit>, progress) => recordOf(world, task, progress),
		accept(input, token) {
			const body = check<Submit>(SCHEMAS.get(input.model_code) ?? undescribedSchema, input, CODES);
			const { most } = MODELS[body.model_code]?.frames ?? {};
			world.storage.checkAddresses(token, mediaOf(body), most);
			return body;
		},
	});
	const page = endpoint({
		method: 'POST',
		path: 'ai_creation/task/page',
		codes: CODES,
		input: z.strictObject({
			unique_ids: z.array(text).max(50).default([]),
			type: z.union([z.literal(3), z.literal(4)]).optional(),
			page: z.number().int().min(1).default(1),
			page_size: z.number().int().min(1).max(50).default(50),
			is_success: z.boolean().default(false),
		}),
		handle(input, { token }) {
			const requested = new Set(input.unique_ids);
			const all = tasks.ofApplication(token);
			const fits = (task: Task<Submit>) =>
				(requested.size === 0 || requested.has(task.id)) &&
				(input.type === undefined || task.input.creation_type === input.type) &&
				(!input.is_success || tasks.record(task).progress_desc === 'Success');
			const found = all.filter(fits);
			const { list, page_info } = pageOf(found, input.page, input.page_size);
			return { list: list.map(tasks.record), total: found.length, page_info };
		},
	});
	const detail = detailEndpoint({ path: 'ai_creation/task', key: 'unique_id' }, tasks.recordOf);
	return {
		endpoints: [create, page, detail],
		/** Results of an image task of an application that ended well. */
		finishedImage(token: string, id: string) {
			const task = tasks.find(token, id);
			if (task?.input.creation_type !== 3) return undefined;
			const { progress_desc, output_url } = tasks.record(task);
			if (progress_desc !== 'Success') return undefined;
			return { urls: output_url as string[], aspectRatio: task.input.aspect_ratio ?? '' };
		},
	};
}

/** What both kinds of records have (service.md 2.2, 2.3), which name the state in words. */
function namedRecord(
	task: Task,
	progress: number,
	more: (succeeded: boolean) => TaskRecord,
): TaskRecord {
	const begun = progress < 0.2 ? 'Ready' : 'Generating';
	const usual = { success: 'Success', during: progress < 0.1 ? 'Queued' : begun };
	const { status, succeeded, reason, odd } = stateOf(task, progress, usual);
	return {
		id: task.number,
		unique_id: task.id,
		create_time: task.createdAt,
		progress_desc: status,
		err_msg: reason,
		photo_info: {},
		motion_info: {},
		...more(succeeded),
		...odd,
	};
}

/** Task as service.md 2.2 describes it. */
function recordOf(world: World, task: Task<Submit>, progress: number): TaskRecord {
	const { input } = task;
	const isImage = input.creation_type === 3;
	const parameters = {
		ref_resources: input.ref_resources ?? [],
		ref_prompt: input.ref_prompt ?? '',
		clarity: typeof input.clarity === 'number' ? input.clarity : 0,
		aspect_ratio: input.aspect_ratio ?? '',
		quality_mode: input.quality_mode ?? '',
	};
	const count = isImage ? (input.number_of_images ?? 1) : 1;
	const info = isImage
		? { ...parameters, ref_img_url: input.ref_img_url ?? [], number_of_images: count }
		: {
				...parameters,
				photo_path_url: mediaOf(input),
				resolution_mode: input.resolution_mode ?? '',
				style: '',
				video_duration: input.video_duration ?? 0,
			};
	const file = {
		kind: isImage ? 'png' : 'mp4',
		size: smallSize(input.aspect_ratio ?? ''),
	} as const;
	return namedRecord(task, progress, (succeeded) => ({
		number_ai_creation: count,
		type: input.creation_type,
		aspect_ratio: input.aspect_ratio ?? '',
		output_url: succeeded ? outputs(world, task, 'ai', file, count) : [],
		[isImage ? 'photo_info' : 'motion_info']: info,
		ref_img_url: input.ref_img_url ?? [],
		ref_resources: (input.ref_resources ?? []).map((resource) => ({
			...resource,
			file_name: resource.url.split('/').at(-1) ?? '',
		})),
		model_code: input.model_code,
		model_name: `Model ${input.model_code}`,
	}));
}

const motionBody = z.strictObject({
	photo_unique_id: text,
	photo_path: mediaUrl,
	emotion: textUpTo(800).optional(),
	gesture: z.boolean().optional(),
	model: z.enum(['1.0', '2.0-plus', '2.0-ultra', '3.0']).optional(),
});

interface Motion extends z.infer<typeof motionBody> {
	/** Ratio of the source image: 0 = 9:16, 1 = 16:9. */
	ratio: number;
}

/** Image-to-video (service.md 4.4, 2.3). */
export function motionArea(world: World, images: AiCreationArea): Area {
	const { tasks, create } = submittedTasks(world, {
		endpoint: 'aigc/motion',
		input: motionBody,
		seconds: 5,
		record: (task: Task<Motion>, progress) => motionRecord(world, task, progress),
		accept(input, token, tasks) {
			const source = images.finishedImage(token, input.photo_unique_id);
			const field = 'photo_unique_id';
			demand(source !== undefined, `${field}: no finished image task of this application`);
			const isResult = source.urls.includes(input.photo_path);
			demand(isResult, 'photo_path: is no result of that image task');
			const isFree = !world.limits.enforced || tasks.unfinished(token) === 0;
			demand(isFree, 'limit exceeded: one motion task at a time', 40001);
			return { ...input, ratio: source.aspectRatio === '16:9' ? 1 : 0 };
		},
	});
	const page = endpoint({
		method: 'GET',
		path: 'aigc/motion/task/page',
		codes: CODES,
		limits: TEN_A_MINUTE,
		input: z.strictObject({ page: queryInt(1).optional(), page_size: queryInt(1, 100).optional() }),
		handle({ page: number = 1, page_size = 10 }, { token }) {
			const { list } = pageOf(tasks.ofApplication(token), number, page_size);
			return list.map(tasks.record).map(asListed);
		},
	});
	const detail = detailEndpoint(
		{ path: 'aigc/motion/task', key: 'unique_id', limits: TEN_A_MINUTE },
		tasks.recordOf,
	);
	return { endpoints: [create, page, detail] };
}

/** The list does not know `Fail`; only the detail does (service.md 2.3). */
function asListed(task: Record<string, unknown>): Record<string, unknown> {
	return task.progress_desc === 'Fail' ? { ...task, progress_desc: 'Error' } : task;
}

function motionRecord(world: World, task: Task<Motion>, progress: number): TaskRecord {
	return namedRecord(task, progress, (succeeded) => ({
		type: 2,
		aspect_ratio: task.input.ratio,
		output_url: succeeded ? outputs(world, task, 'motion', { kind: 'mp4' }) : [],
	}));
}
