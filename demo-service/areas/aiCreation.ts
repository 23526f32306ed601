import { z } from 'zod';

import { namedState, detailOperation, CODES, outputs, submitOperation } from './area';
import { mediaOf, MODELS, modelSchema, undescribedSchema } from './models';
import { smallSize } from '../media/samples';
import { check, operation, pageOf, text } from '../server/operation';
import { type Task, TaskStore } from '../server/tasks';
import type { World } from '../server/world';

/** Body of a submit, as far as the task record repeats it. */
interface Submit {
	creation_type: 3 | 4;
	model_code: string;
	ref_prompt?: string;
	ref_img_url?: string[];
	ref_resources?: Array<{ url: string; file_type: string }>;
	start_frame?: string;
	end_frame?: string;
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

export type AiCreationArea = ReturnType<typeof aiCreationArea>;

/** AI creation: submit by model code, list and detail (service.md 4.2, 4.3). */
export function aiCreationArea(world: World) {
	const tasks = new TaskStore<Submit>(world, {
		operation: 'ai_creation/task/submit',
		seconds: ({ creation_type }) => (creation_type === 3 ? 3 : 6),
		record: (task, progress) => recordOf(world, task, progress),
	});

	const submit = submitOperation(world, {
		tasks,
		limits: [],
		input: z.object({ model_code: text }).passthrough(),
		accept(input, token) {
			const body = check<Submit>(SCHEMAS.get(input.model_code) ?? undescribedSchema, input, CODES);
			const { most } = MODELS[body.model_code]?.frames ?? {};
			world.storage.references.addresses(token, mediaOf(body), most);
			return body;
		},
	});
	const page = operation({
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
			const { list, pageInfo } = pageOf(found, input.page, input.page_size);
			return { list: list.map(tasks.record), total: found.length, page_info: pageInfo };
		},
	});
	const detail = detailOperation(
		{ path: 'ai_creation/task', key: 'unique_id', codes: CODES },
		tasks.recordOf,
	);
	return {
		operations: [submit, page, detail],
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

/** Task as service.md 2.2 describes it. */
function recordOf(world: World, task: Task<Submit>, progress: number): Record<string, unknown> {
	const { input } = task;
	const { status, succeeded, reason, odd } = namedState(task, progress);
	const isImage = input.creation_type === 3;
	const parameters = {
		ref_resources: input.ref_resources ?? [],
		ref_prompt: input.ref_prompt ?? '',
		clarity: typeof input.clarity === 'number' ? input.clarity : 0,
		aspect_ratio: input.aspect_ratio ?? '',
		quality_mode: input.quality_mode ?? '',
	};
	const count = isImage ? (input.number_of_images ?? 1) : 1;
	const file = {
		kind: isImage ? 'png' : 'mp4',
		size: smallSize(input.aspect_ratio ?? ''),
	} as const;
	return {
		id: task.number,
		unique_id: task.id,
		create_time: task.createdAt,
		number_ai_creation: count,
		type: input.creation_type,
		progress_desc: status,
		err_msg: reason,
		aspect_ratio: input.aspect_ratio ?? '',
		output_url: succeeded ? outputs(world, task, 'ai', file, count) : [],
		photo_info: isImage
			? { ...parameters, ref_img_url: input.ref_img_url ?? [], number_of_images: count }
			: {},
		motion_info: isImage
			? {}
			: {
					...parameters,
					photo_path_url: mediaOf(input),
					resolution_mode: input.resolution_mode ?? '',
					style: '',
					video_duration: input.video_duration ?? 0,
				},
		ref_img_url: input.ref_img_url ?? [],
		ref_resources: (input.ref_resources ?? []).map((resource) => ({
			...resource,
			file_name: resource.url.split('/').at(-1) ?? '',
		})),
		model_code: input.model_code,
		model_name: `Model ${input.model_code}`,
		...odd,
	};
}
