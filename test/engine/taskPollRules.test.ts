import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { DigitalHumanTaskPollTrigger } from '../../nodes/TaskPollTrigger/DigitalHumanTaskPollTrigger.node';
import { type Poll, pollOnce } from '../support/engine/triggers';
import { setUp } from '../support/engine/setup';
import { Submits } from '../support/engine/submits';
import { fastTime, inFastTime, quickTime } from '../support/clock';

describe('Task Poll Trigger, where n8n abandons a check that takes long', () => {
	quickTime();
	const setup = setUp({ limits: false });
	const { submits } = setup;
	const PAGE = 'video_lip_sync/list';
	const poll = async (staticData: IDataObject, budgetMs?: number) =>
		await pollOnce({
			node: new DigitalHumanTaskPollTrigger(),
			credential: { baseUrl: setup.service.url, accessToken: setup.service.token },
			staticData,
			budgetMs,
			parameters: { triggerOn: 'finished', taskKinds: ['lipSync'], options: {} },
		});
	const ids = (items: INodeExecutionData[]) => items.map(({ json }) => json.taskId).sort();

	it('ends in time, and outputs what it has read by then, and the rest later', async () => {
		const stored: IDataObject = {};
		await poll(stored);
		const done: string[] = [];
		for (let n = 0; n < 60; n++) done.push(await submits.fated('lipSync', { seconds: 0 }));
		const isSecond = ({ body }: { body?: unknown }) => (body as { page: number }).page === 2;
		setup.service.faults.add({
			operation: PAGE,
			times: Infinity,
			when: isSecond,
			fault: { kind: 'never' },
		});
		const began = Date.now();
		const first = await poll(stored, 45_000);
		expect(Date.now() - began).toBeLessThan(45_000);
		expect(first).toHaveLength(50);
		setup.service.faults.clear();
		const second = await poll(stored, 45_000);
		expect(ids([...first, ...second])).toEqual(done.sort());
	});

	it('fails in time where it has read nothing, and forgets nothing', async () => {
		const stored: IDataObject = {};
		await poll(stored);
		const id = await submits.fated('lipSync', { seconds: 0 });
		setup.service.faults.add({ operation: PAGE, times: Infinity, fault: { kind: 'never' } });
		const began = Date.now();
		await expect(poll(stored, 45_000)).rejects.toThrow('Could not look up');
		expect(Date.now() - began).toBeLessThan(45_000);
		setup.service.faults.clear();
		expect(ids(await poll(stored, 45_000))).toEqual([id]);
	});
});

describe('Task Poll Trigger, what is not as expected', () => {
	const setup = setUp({ limits: false });
	const submits = new Submits(() => setup.service);
	fastTime();
	const trigger = (staticData: IDataObject, parameters: INodeParameters = {}): Poll => ({
		node: new DigitalHumanTaskPollTrigger(),
		credential: { baseUrl: setup.service.url, accessToken: setup.service.token },
		staticData,
		parameters: { triggerOn: 'finished', taskKinds: ['lipSync'], options: {}, ...parameters },
	});
	const poll = async (
		stored: IDataObject,
		aheadMs = 0,
		parameters: INodeParameters = {},
	): Promise<INodeExecutionData[]> =>
		await inFastTime(
			{ aheadMs, shortLimits: false },
			async () => await pollOnce(trigger(stored, parameters)),
		);
	const states = (items: INodeExecutionData[]) =>
		items.map(({ json }) => [json.taskId, json.state]);

	it.each([[null], [0], ['2026-11-23T10:00:00Z'], [' 1790000000 ']])(
		'a quick task whose create_time is %j starts the workflow, once',
		async (create_time) => {
			const stored: IDataObject = {};
			const undated = async () =>
				await submits.fated('lipSync', { seconds: 0, record: { create_time } });
			await undated();
			expect(await poll(stored)).toEqual([]);
			const id = await undated();
			expect(states(await poll(stored))).toEqual([[id, 'succeeded']]);
			expect(await poll(stored)).toEqual([]);
		},
	);

	it('a success that shows its result a moment later starts the workflow with it', async () => {
		const stored: IDataObject = {};
		await poll(stored);
		const id = await submits.fated('lipSync', { seconds: 0, record: { video_url: '' } });
		expect(await poll(stored)).toEqual([]);
		const record = { video_url: 'https://results.example/v.mp4' };
		setup.service.settle(id, { record });
		expect(states(await poll(stored, 60_000))).toEqual([[id, 'succeeded']]);
		expect(await poll(stored, 120_000)).toEqual([]);
	});

	it('a success whose result does not come starts it as failed after two minutes', async () => {
		const stored: IDataObject = {};
		await poll(stored);
		const id = await submits.fated('lipSync', { seconds: 0, record: { video_url: '' } });
		expect(await poll(stored)).toEqual([]);
		expect(await poll(stored, 60_000)).toEqual([]);
		expect(states(await poll(stored, 180_000))).toEqual([[id, 'failed']]);
		expect(await poll(stored, 240_000)).toEqual([]);
	});

	it('a kind that is refused for good is told once a day, and loses no task of another', async () => {
		const stored: IDataObject = {};
		const kinds = { taskKinds: ['lipSync', 'aiCreation'] };
		await poll(stored, 0, kinds);
		setup.service.faults.add({
			operation: 'video_lip_sync/list',
			times: Infinity,
			fault: { kind: 'code', code: 10400 },
		});
		const id = await submits.fated('aiCreation', { seconds: 0 });
		expect(states(await poll(stored, 0, kinds))).toEqual([[id, 'succeeded']]);
		await expect(poll(stored, 0, kinds)).rejects.toThrow('Could not look up lip-sync videos');
		expect(await poll(stored, 60_000, kinds)).toEqual([]);
		await expect(poll(stored, 25 * 3600_000, kinds)).rejects.toThrow('Could not look up');
	});
});
