import { z } from 'zod';

import type { ServiceClient } from '../service/client';
import { PAGE_SIZE, readPage, type Page } from '../service/pages';
import {
	addresses,
	recordOf,
	shownNumber,
	shownText,
	statusWord,
	taskId,
	withId,
} from '../service/schemas';
import { isoTime } from '../util/format';
import { lookUpInList, tasksOn } from './lookUp';
import {
	PROGRESS_STATES,
	resultOf,
	stateOf,
	type Task,
	type TaskKind,
	type TaskList,
} from './task';

/** One motion task as the service reports it (service.md 2.3). */
const record = recordOf(
	z.object({
		unique_id: taskId,
		progress_desc: statusWord,
		err_msg: shownText,
		output_url: addresses,
		create_time: shownNumber,
	}),
);

type MotionRecord = z.infer<typeof record>;

/** Body of a motion submit (service.md 4.4). */
export interface MotionBody {
	photo_unique_id: string;
	photo_path: string;
	/** At most 800 characters. */
	emotion?: string;
	gesture?: boolean;
	model?: string;
}

/**
 * Submits an image-to-video task (service.md 4.4).
 *
 * @returns id of the task
 */
export async function createMotion(client: ServiceClient, body: MotionBody): Promise<string> {
	return await client.call('createMotion', { body }, taskId);
}

/**
 * Reads one page of motion tasks; the service returns no total (service.md 4.4).
 *
 * @param number page, from 1
 */
export async function listMotions(client: ServiceClient, number = 1): Promise<Page<MotionRecord>> {
	return await readPage(
		client,
		'listMotions',
		{ query: { page: number, page_size: PAGE_SIZE } },
		{ record, idField: 'unique_id', bare: true, number, size: PAGE_SIZE },
	);
}

/** Reads one motion task (service.md 4.4). */
async function getMotion(client: ServiceClient, id: string): Promise<MotionRecord> {
	return await client.call(
		'getMotion',
		{ query: { unique_id: id } },
		withId(record, 'unique_id', id),
	);
}

const NAME = 'motion';

const list: TaskList = async (client, number) => {
	return tasksOn(await listMotions(client, number), motionTask);
};

export const motion: TaskKind = {
	name: NAME,
	label: 'animated image',
	resultType: 'video/mp4',
	// Ten status checks a minute (service.md 8).
	shortestIntervalMs: 6_000,
	list,
	async lookUp(client, ids) {
		const detail = async (id: string) => motionTask(await getMotion(client, id));
		return await lookUpInList(client, { name: NAME, list, detail }, ids);
	},
};

/** Brings a record of the service into the common form (service.md 2.3). */
export function motionTask(record: MotionRecord): Task {
	return {
		taskId: record.unique_id,
		taskKind: NAME,
		serviceStatus: record.progress_desc,
		createdAt: isoTime(record.create_time),
		...resultOf(stateOf(PROGRESS_STATES, record.progress_desc), record.output_url, [
			record.err_msg,
		]),
		raw: record.raw,
	};
}
