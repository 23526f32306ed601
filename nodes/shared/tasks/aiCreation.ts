import { z } from 'zod';

import type { ServiceClient } from '../service/client';
import { PAGE_SIZE } from '../service/pages';
import {
	addresses,
	recordOf,
	shownNumber,
	shownText,
	statusWord,
	taskId,
} from '../service/schemas';
import { isoTime } from '../util/format';
import { lookUpWith } from './lookUp';
import { submitTask, taskDetail, taskList } from './requests';
import { resultOf, stateOf, type Task, type TaskKind, type TaskState } from './task';

/** An AI-creation or motion task (service.md 2.2 and 2.3). */
const progressRecord = recordOf(
	z.object({
		unique_id: taskId,
		progress_desc: statusWord,
		err_msg: shownText,
		output_url: addresses,
		create_time: shownNumber,
	}),
);

/** The words of AI-creation and motion tasks (service.md 3.2). */
const STATES: Readonly<Record<string, TaskState>> = {
	Queued: 'inProgress',
	Ready: 'inProgress',
	Generating: 'inProgress',
	Success: 'succeeded',
	Error: 'failed',
	Fail: 'failed',
	Cancelled: 'cancelled',
	Canceled: 'cancelled',
};

/** How the service reports AI-creation and motion tasks, in lists and details alike. */
export const progressReports = (taskKind: string) => ({
	record: progressRecord,
	idField: 'unique_id' as const,
	taskOf: (record: z.infer<typeof progressRecord>) => progressTask(taskKind, record),
});

/** Brings a record of the service into the common form. */
export function progressTask(taskKind: string, record: z.infer<typeof progressRecord>): Task {
	const { unique_id: id, progress_desc: status, output_url: urls, err_msg: reason, raw } = record;
	return {
		taskId: id,
		taskKind,
		serviceStatus: status,
		createdAt: isoTime(record.create_time),
		...resultOf(stateOf(STATES, status), urls, [reason]),
		raw,
	};
}

const NAME = 'aiCreation';

const reports = progressReports(NAME);

const source = {
	name: NAME,
	list: taskList({
		...reports,
		operation: 'listAiCreations',
		inputOf: (page, { ids = [], type, onlySuccessful = false }) => ({
			body: {
				unique_ids: ids,
				...(type === undefined ? {} : { type }),
				page,
				page_size: PAGE_SIZE,
				is_success: onlySuccessful,
			},
		}),
	}),
	listsByIds: true,
	detail: taskDetail({ ...reports, operation: 'getAiCreation' }),
} as const;

/** An image or video that AI Create generates (service.md 4.2). */
export const aiCreation: TaskKind = { ...source, label: 'AI task', lookUp: lookUpWith(source) };

/** Submits an AI-creation task (service.md 4.3). */
export async function submitAiCreation(client: ServiceClient, body: object): Promise<string> {
	return await submitTask(client, 'submitAiCreation', body);
}
