// An item with an error is no finished task: what stands beside the error is its input.
import { describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { compose, getTask, loop } from '../support/engine/runs';
import { left } from '../support/engine/outputs';
import { callPaused } from '../support/engine/webhook';
import { setUp } from '../support/engine/setup';
import { Submits } from '../support/engine/submits';

const continues = { settings: { onError: 'continueRegularOutput' as const } };

describe('Get Task after an item with an error', () => {
	const setup = setUp({ limits: false });
	const submits = new Submits(() => setup.service);

	/** A finished image, of which a video is made that ends in an error. */
	const afterImage = async (parameters: IDataObject = {}): Promise<[IDataObject, IDataObject]> => {
		const taskId = await submits.fated('aiCreation', { seconds: 0 });
		const { json: images } = await setup.engine.run(
			getTask([{ taskId }], { downloadResult: false }),
		);
		const node = compose({ completion: 'wait', ...parameters } as never, {
			items: images,
			...continues,
		});
		const { json } = await setup.engine.run(node);
		expect(json[0]?.error).toEqual(expect.any(String));
		return [images[0] ?? {}, json[0] ?? {}];
	};

	it.each(['now', 'wait', 'pauseAndLoop'])(
		'passes the error of a refused video on, and not its image (%s)',
		async (whenNotFinished) => {
			setup.service.faults.add({
				operation: 'create_video',
				fault: { kind: 'code', code: 40000, msg: 'figure is wrong' },
			});
			const [, refused] = await afterImage();
			const { run, outputs, error } = await setup.engine.run(
				whenNotFinished === 'pauseAndLoop'
					? loop([refused])
					: getTask([refused], { whenNotFinished }),
			);
			expect(error).toBeUndefined();
			const items =
				whenNotFinished === 'pauseAndLoop' ? left(run, 2) : outputs[0]?.map(({ json }) => json);
			expect(items).toEqual([refused]);
		},
	);

	it.each(['now', 'pauseAndLoop'])(
		'looks up the video whose file could not be downloaded (%s)',
		async (whenNotFinished) => {
			setup.service.fate({ seconds: 0, result: 'missing' });
			const [image, failed] = await afterImage({ downloadResult: true });
			const { details } = failed as { details: IDataObject };
			expect(details.taskId).not.toBe(image.taskId);
			setup.service.journal.clear();
			const { run, json } = await setup.engine.run(
				whenNotFinished === 'pauseAndLoop'
					? loop(
							[failed],
							{},
							{
								parameters: {
									operation: 'get',
									whenNotFinished,
									downloadResult: false,
									options: {},
								},
							},
						)
					: getTask([failed], { whenNotFinished, downloadResult: false }),
			);
			const items = whenNotFinished === 'pauseAndLoop' ? left(run, 1) : json;
			expect(items).toMatchObject([
				{ taskId: details.taskId, taskKind: 'composedVideo', state: 'succeeded' },
			]);
			expect(items[0]?.outputUrls).not.toEqual(image.outputUrls);
		},
	);

	it('uses an ID that was entered', async () => {
		const taskId = await submits.fated('lipSync', { seconds: 0 });
		const item = { error: 'Something else', taskId: '1', lipSyncId: taskId };
		const { json } = await setup.engine.run(
			getTask([item], {
				taskKind: 'lipSync',
				taskId: { __rl: true, mode: 'id', value: '={{ $json.lipSyncId }}' },
				downloadResult: false,
			}),
		);
		expect(json).toMatchObject([{ taskId, state: 'succeeded' }]);
	});
});

describe('At the time limit of a pause', () => {
	const setup = setUp({ limits: false });
	const node = compose(
		{
			text: '={{ $json.text }}',
			completion: 'pause',
			downloadResult: true,
			options: { timeLimit: 1 },
		},
		{ items: [{ text: 'a' }, { text: 'b' }] },
	);

	const paused = async () => {
		setup.service.fate(({ index }) => ({ seconds: index === 0 ? 0 : Infinity }));
		const { run } = await setup.engine.run(node);
		expect(run.status).toBe('waiting');
		return { run, ids: setup.service.tasks().map(({ id }) => id) };
	};

	it('the output says which files are missing and which tasks are open', async () => {
		const { run, ids } = await paused();
		const { outputs } = await setup.engine.resume(node, run);
		expect(outputs[0]?.map(({ json, binary }) => ({ ...json, binary }))).toMatchObject([
			{
				taskId: ids[0],
				state: 'succeeded',
				timedOut: true,
				error: expect.stringContaining('did not arrive before the time limit'),
			},
			{ taskId: ids[1], state: 'inProgress', timedOut: true },
		]);
	});

	it('nothing of it is left where all tasks finish before', async () => {
		const { run, ids } = await paused();
		setup.service.settle(ids[1] ?? '');
		const { items = [] } = await callPaused(setup.service, node, run, {
			id: ids[1],
			status: 30,
			video_url: 'https://results.example/v.mp4',
			subtitle_data_url: '',
		});
		expect(items).toHaveLength(2);
		for (const { json, binary } of items) {
			expect(json.state).toBe('succeeded');
			expect(json).not.toHaveProperty('timedOut');
			expect(json).not.toHaveProperty('error');
			expect(binary?.data).toBeDefined();
		}
	});
});
