import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';

import { videoRecord, videoTask } from '../../../nodes/shared/tasks/composedVideo';
import { lipSyncRecord, lipSyncTask } from '../../../nodes/shared/tasks/lipSync';
import { personRecord } from '../../../nodes/shared/tasks/person';
import { aiCreationTask } from '../../../nodes/shared/tasks/aiCreation';
import { motionTask } from '../../../nodes/shared/tasks/motion';
import { personTask } from '../../../nodes/shared/tasks/person';
import { taskJson, type Task, type TaskState } from '../../../nodes/shared/tasks/task';
import { fuzzing } from '../../support/fuzz';

/** A task with this status and a result of its kind. */
type Reader = (status: string | number) => Task;

const created = { create_time: 1_780_000_000 };
const video = { ...created, id: '7', video_url: 'https://files.example/v.mp4' };
const words = { ...created, unique_id: '7', output_url: ['https://files.example/a.png'] };

const PROGRESS: Record<string, TaskState> = {
	Success: 'succeeded',
	Error: 'failed',
	Fail: 'failed',
	Cancelled: 'cancelled',
};

const faults = (first: number): Array<[string, TaskState]> =>
	Array.from({ length: 10 }, (_, digit) => [String(first + digit), 'failed']);

/** Final statuses by kind (service.md 3); everything else is in progress. */
const kinds: Array<[string, Reader, Record<string, TaskState>]> = [
	[
		'aiCreation',
		(status) => aiCreationTask({ raw: {}, ...words, progress_desc: String(status) }),
		PROGRESS,
	],
	[
		'motion',
		(status) => motionTask({ raw: {}, ...words, progress_desc: String(status) }),
		PROGRESS,
	],
	[
		'lipSync',
		(status) => lipSyncTask(lipSyncRecord.parse({ ...video, status })),
		{ 20: 'succeeded', 30: 'failed' },
	],
	[
		'composedVideo',
		(status) => videoTask('composedVideo', videoRecord.parse({ ...video, status })),
		{ 30: 'succeeded', ...Object.fromEntries([...faults(40), ...faults(50)]) },
	],
	[
		'person',
		(status) => personTask(personRecord.parse({ ...created, id: '7', status })),
		{ 2: 'succeeded', 4: 'failed', 5: 'failed' },
	],
];

const anyStatus = (final: Record<string, TaskState>) =>
	fc.oneof(
		fc.constantFrom(...Object.keys(final), ...Object.keys(final).map(Number)),
		fc.constantFrom('constructor', '__proto__', 'toString', '30 ', '030', ' Success', -1, 0.5),
		fc.integer({ min: -10, max: 110 }),
		fc.double({ noNaN: true }),
		fc.string().filter((text) => text.trim() !== ''),
	);

describe.each(kinds)('Any status of a task of the kind %s', (_name, read, final) => {
	test('is a state, and only a documented one is final', () => {
		fc.assert(
			fc.property(anyStatus(final), (status) => {
				const { state, ...task } = read(status);
				const known = Object.hasOwn(final, String(status)) ? final[String(status)] : undefined;
				expect(state).toBe(known ?? 'inProgress');
				expect(JSON.parse(JSON.stringify(taskJson({ state, ...task }, true)))).toMatchObject({
					taskId: '7',
					state,
				});
			}),
			fuzzing(500) as fc.Parameters<[string | number]>,
		);
	});
});
