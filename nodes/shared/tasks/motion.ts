import type { ServiceClient } from '../service/client';
import { PAGE_SIZE } from '../service/pages';
import { progressReports } from './aiCreation';
import { lookUpWith } from './lookUp';
import { submitTask, taskDetail, taskList } from './requests';
import type { TaskKind } from './task';

/** Body of a motion submit (service.md 4.4). */
export interface MotionBody {
	photo_unique_id: string;
	photo_path: string;
	/** At most 800 characters. */
	emotion?: string;
	gesture?: boolean;
	model?: string;
}

const NAME = 'motion';

const reports = progressReports(NAME);

const source = {
	name: NAME,
	// Its list has no total.
	list: taskList({
		...reports,
		operation: 'listMotions',
		bare: true,
		inputOf: (page) => ({ query: { page, page_size: PAGE_SIZE } }),
	}),
	detail: taskDetail({ ...reports, operation: 'getMotion' }),
} as const;

/** An image that AI Create animates (service.md 4.4). */
export const motion: TaskKind = {
	...source,
	label: 'animated image',
	resultType: 'video/mp4',
	// Ten status checks a minute (service.md 8).
	shortestIntervalMs: 6_000,
	lookUp: lookUpWith(source),
};

/** Submits an image-to-video task (service.md 4.4). */
export async function createMotion(client: ServiceClient, body: MotionBody): Promise<string> {
	return await submitTask(client, 'createMotion', body);
}
