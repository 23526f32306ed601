import { z } from 'zod';

import type { AiCreationArea } from './aiCreation';
import {
	namedState,
	detailOperation,
	type Area,
	CODES,
	outputs,
	submitOperation,
	TEN_A_MINUTE,
} from './area';
import {
	mediaUrl,
	operation,
	pageOf,
	parameterError,
	queryInt,
	Refusal,
	text,
	textUpTo,
} from '../server/operation';
import { type Task, TaskStore } from '../server/tasks';
import type { World } from '../server/world';

const body = z.strictObject({
	photo_unique_id: text,
	photo_path: mediaUrl,
	emotion: textUpTo(800).optional(),
	gesture: z.boolean().optional(),
	model: z.enum(['1.0', '2.0-plus', '2.0-ultra', '3.0']).optional(),
});

interface Input extends z.infer<typeof body> {
	/** Ratio of the source image: 0 = 9:16, 1 = 16:9. */
	ratio: number;
}

/** Image-to-video (service.md 4.4, 2.3). */
export function motionArea(world: World, images: AiCreationArea): Area {
	const tasks = new TaskStore<Input>(world, {
		operation: 'aigc/motion',
		seconds: 5,
		record: (task, progress) => recordOf(world, task, progress),
	});

	const create = submitOperation(world, {
		tasks,
		input: body,
		accept(input, token) {
			const source = images.finishedImage(token, input.photo_unique_id);
			if (source === undefined) {
				throw parameterError('photo_unique_id: no finished image task of this application');
			}
			if (!source.urls.includes(input.photo_path)) {
				throw parameterError('photo_path: is no result of that image task');
			}
			if (world.limits.enforced && tasks.unfinished(token) > 0) {
				throw new Refusal(40001, 'limit exceeded: one motion task at a time');
			}
			return { ...input, ratio: source.aspectRatio === '16:9' ? 1 : 0 };
		},
	});
	const page = operation({
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
	const detail = detailOperation(
		{ path: 'aigc/motion/task', key: 'unique_id', codes: CODES, limits: TEN_A_MINUTE },
		tasks.recordOf,
	);
	return { operations: [create, page, detail] };
}

/** The list does not know `Fail`; only the detail does (service.md 2.3). */
function asListed(task: Record<string, unknown>): Record<string, unknown> {
	return task.progress_desc === 'Fail' ? { ...task, progress_desc: 'Error' } : task;
}

function recordOf(world: World, task: Task<Input>, progress: number): Record<string, unknown> {
	const { id, input } = task;
	const { status, succeeded, reason, odd } = namedState(task, progress);
	return {
		id: task.number,
		unique_id: id,
		create_time: task.createdAt,
		type: 2,
		progress_desc: status,
		err_msg: reason,
		aspect_ratio: input.ratio,
		output_url: succeeded ? outputs(world, task, 'motion', { kind: 'mp4' }) : [],
		photo_info: {},
		motion_info: {},
		...odd,
	};
}
