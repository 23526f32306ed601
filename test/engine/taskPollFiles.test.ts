import { describe, expect, it, jest } from '@jest/globals';
import type { IDataObject, INode } from 'n8n-workflow';

import { DigitalHumanTaskPollTrigger } from '../../nodes/TaskPollTrigger/DigitalHumanTaskPollTrigger.node';
import { outputOf, pollOnce, runTrigger, type Poll } from '../support/engine/poll';
import { setUp } from '../support/engine/setup';
import { Submits } from '../support/engine/submits';
import '../support/secondTry';

describe('Task Poll Trigger with Download Result', () => {
	const setup = setUp({ limits: false });
	const submits = new Submits(() => setup.service);
	const trigger = (staticData: IDataObject = {}, settings?: Partial<INode>): Poll => ({
		node: new DigitalHumanTaskPollTrigger(),
		credential: { baseUrl: setup.service.url, accessToken: setup.service.token },
		staticData,
		parameters: {
			triggerOn: 'finished',
			taskKinds: ['lipSync'],
			downloadResult: undefined,
			options: { outputField: 'video' },
		},
		settings,
	});
	const files = () => setup.service.journal.count({ operation: 'result' });

	it('checks without files, and puts those of succeeded tasks into the execution', async () => {
		const poll = trigger();
		await pollOnce(poll);
		const [good, bad] = [await submits.lipSync(), await submits.lipSync()];
		setup.service.settle(good);
		setup.service.settle(bad, { outcome: 30 });
		const found = await pollOnce(poll);
		expect(found).toHaveLength(2);
		expect(files()).toBe(0);
		const items = await outputOf(poll, found);
		const of = (id: string) => items.find(({ json }) => json.taskId === id);
		const { video } = of(good)?.binary ?? {};
		expect(video).toMatchObject({ mimeType: 'video/mp4' });
		// n8n deletes the files of an execution together with it.
		expect(video?.id).toContain('/executions/execution/');
		expect(of(bad)).toMatchObject({ json: { state: 'failed' } });
		expect(of(bad)).not.toHaveProperty('binary');
	});

	it('reports a missing file in its item, which is still output once', async () => {
		const poll = trigger();
		await pollOnce(poll);
		const id = await submits.lipSync();
		setup.service.settle(id, { result: 'missing' });
		const items = await outputOf(poll, await pollOnce(poll));
		expect(items).toMatchObject([
			{
				json: {
					taskId: id,
					state: 'succeeded',
					outputUrls: [expect.any(String)],
					error: expect.stringContaining('file'),
				},
			},
		]);
		expect(await pollOnce(poll)).toEqual([]);
	});

	it('gives the error output the task whose file is missing', async () => {
		const poll = trigger({}, { onError: 'continueErrorOutput' });
		await pollOnce(poll);
		const id = await submits.fated('lipSync', { seconds: 0, result: 'missing' });
		const { data } = await runTrigger(poll, await pollOnce(poll)).done;
		const [regular, failed] = data.resultData.runData.Tested?.[0]?.data?.main ?? [];
		expect(regular).toEqual([]);
		expect(failed).toMatchObject([
			{ json: { details: { taskId: id, outputUrls: [expect.any(String)] } } },
		]);
	});

	it('Stop ends the download', async () => {
		const poll = trigger();
		await pollOnce(poll);
		await submits.fated('lipSync', { seconds: 0, bytes: 80 * 1024 * 1024 });
		const items = await pollOnce(poll);
		setup.service.faults.add({
			operation: 'result',
			fault: { kind: 'slow', bytesPerSecond: 50_000 },
		});
		const execute = jest.spyOn(DigitalHumanTaskPollTrigger.prototype, 'execute');
		const run = runTrigger(poll, items);
		await setup.service.journal.waitFor({ operation: 'result' });
		const pressed = Date.now();
		run.stop();
		await run.done.catch(() => undefined);
		await expect(execute.mock.results.at(-1)?.value).rejects.toThrow(/stopped/);
		expect(Date.now() - pressed).toBeLessThan(1_000);
		expect(files()).toBe(1);
	});

	it('a test event of the editor comes with its file', async () => {
		const id = await submits.fated('lipSync', { seconds: 0 });
		const stored: IDataObject = {};
		expect(await outputOf(trigger(stored))).toMatchObject([
			{ json: { taskId: id, state: 'succeeded' }, binary: { video: { mimeType: 'video/mp4' } } },
		]);
		expect(stored).toEqual({});
	});

	it('a test event without any task is none', async () => {
		expect(await outputOf(trigger())).toEqual([]);
	});
});
