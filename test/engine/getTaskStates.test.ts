import { describe, expect, it } from '@jest/globals';
import { range } from 'lodash';
import type { IDataObject } from 'n8n-workflow';

import { DETAILS, getTask } from '../support/engine/getTask';
import { setUp } from '../support/engine/setup';
import { Submits, type Kind } from '../support/engine/submits';

const asOutput = { options: { onTaskFailure: 'output', simple: false } };

describe('States of tasks', () => {
	const setup = setUp({
		limits: false,
		videoDetailPath: DETAILS.translation,
		personDetailPath: DETAILS.person,
	});
	const submits = new Submits(() => setup.service);

	/** The service's status values, by what they are for the user. */
	const states: Array<[Kind, Record<string, Array<string | number>>]> = [
		[
			'aiCreation',
			{
				inProgress: ['Queued', 'Ready', 'Generating', 'Paused'],
				succeeded: ['Success'],
				failed: ['Error', 'Fail'],
				cancelled: ['Cancelled'],
			},
		],
		[
			'motion',
			{
				inProgress: ['Queued', 'Ready', 'Generating', 'Paused'],
				succeeded: ['Success'],
				failed: ['Error'],
			},
		],
		['lipSync', { inProgress: [0, 10, 77], succeeded: [20], failed: [30] }],
		[
			'composedVideo',
			{ inProgress: [10, 20, 60, 77], succeeded: [30], failed: [40, 41, 49, 50, 55, 59] },
		],
		['translation', { inProgress: [10, 77], succeeded: [30], failed: [45, 55] }],
		['person', { inProgress: [1, 3], succeeded: [2], failed: [4, 5] }],
	];

	it.each(states)('knows every status of %s', async (taskKind, table) => {
		const expected: IDataObject[] = [];
		for (const [state, values] of Object.entries(table)) {
			for (const outcome of values) {
				const taskId = await submits.fated(taskKind, {
					seconds: 0,
					outcome,
					errMsg: 'the reason',
				});
				expected.push({
					taskId,
					taskKind,
					state,
					status: String(outcome),
					reason: state === 'failed' || state === 'cancelled' ? 'the reason' : undefined,
				});
			}
		}
		const items = expected.map(({ taskId }) => ({ taskId }));
		const { json, error } = await setup.engine.run(getTask(items, { taskKind, ...asOutput }));
		expect(error).toBeUndefined();
		expect(
			json.map(({ taskId, taskKind: kind, state, serviceStatus, errorMessage }) => ({
				taskId,
				taskKind: kind,
				state,
				status: String(serviceStatus).split(' ')[0],
				reason: errorMessage,
			})),
		).toEqual(expected);
		expect(json[0]).toHaveProperty('raw.create_time');
	});

	it('knows the status of motion that only the detail reports', async () => {
		const taskId = await submits.fated('motion', { seconds: 0, outcome: 'Fail' });
		const { json } = await setup.engine.run(getTask([{ taskId, taskKind: 'motion' }], asOutput));
		expect(json[0]).toMatchObject({ state: 'failed', serviceStatus: 'Fail' });
	});

	it.each<[Kind, IDataObject]>([
		['lipSync', { durationSeconds: 12.4, coverUrl: expect.stringMatching(/^http/) }],
		['composedVideo', { durationSeconds: 2, subtitleUrl: expect.stringMatching(/^http/) }],
		['translation', { durationSeconds: 12, progress: 100 }],
		['person', { progress: 100, coverUrl: expect.stringMatching(/^http/) }],
		['motion', { serviceStatus: 'Success' }],
	])('puts a finished %s out in the common form', async (taskKind, expected) => {
		const taskId = await submits.fated(taskKind, { seconds: 0 });
		const { json } = await setup.engine.run(getTask([{ taskId, taskKind }]));
		expect(json).toEqual([
			expect.objectContaining({
				...expected,
				taskId,
				taskKind,
				state: 'succeeded',
				outputUrls: [expect.stringMatching(/^http/)],
				createdAt: expect.stringMatching(/^20\d\d-.*Z$/),
			}),
		]);
		expect(json[0]).not.toHaveProperty('raw');
		expect(json[0]).not.toHaveProperty('errorMessage');
	});

	it.each<Kind>(['aiCreation', 'motion', 'lipSync', 'composedVideo', 'translation'])(
		'does not take a success of %s without a result for one',
		async (taskKind) => {
			const taskId = await submits.fated(taskKind, { seconds: 0 });
			const record = { video_url: '', output_url: [] };
			setup.service.settle(taskId, { record });
			const { json } = await setup.engine.run(getTask([{ taskId, taskKind }], asOutput));
			expect(json[0]).toMatchObject({
				state: 'inProgress',
				statusUnknownReason: expect.stringContaining('no result file yet'),
			});
		},
	);

	it('shows the queue of a composed video, and not as a reason of failure', async () => {
		setup.service.fate({ seconds: Infinity });
		await Promise.all(range(10).map(async () => await submits.composedVideo()));
		const taskId = await submits.composedVideo();
		const { json } = await setup.engine.run(getTask([{ taskId }], { taskKind: 'composedVideo' }));
		expect(json[0]).toMatchObject({
			state: 'inProgress',
			serviceStatus: '10 (queued: 0 tasks ahead)',
		});
		expect(json[0]).not.toHaveProperty('errorMessage');
	});
});
