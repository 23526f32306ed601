import { describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { DigitalHumanTaskPollTrigger } from '../../nodes/TaskPollTrigger/DigitalHumanTaskPollTrigger.node';
import { pollOnce } from '../support/engine/poll';
import { setUp } from '../support/engine/setup';
import { Submits } from '../support/engine/submits';

describe('Task Poll Trigger with Download Result', () => {
	const setup = setUp({ limits: false });
	const submits = new Submits(() => setup.service);
	const check = async (staticData: IDataObject) =>
		await pollOnce({
			node: new DigitalHumanTaskPollTrigger(),
			credential: { baseUrl: setup.service.url, accessToken: setup.service.token },
			staticData,
			parameters: {
				triggerOn: 'finished',
				taskKinds: ['lipSync'],
				downloadResult: undefined,
				options: { outputField: 'video' },
			},
		});

	it('brings the files of succeeded tasks along', async () => {
		const stored: IDataObject = {};
		await check(stored);
		const [good, bad] = [await submits.lipSync(), await submits.lipSync()];
		setup.service.settle(good);
		setup.service.settle(bad, { outcome: 30 });
		const items = await check(stored);
		const of = (id: string) => items.find(({ json }) => json.taskId === id);
		expect(of(good)?.binary).toMatchObject({ video: { mimeType: 'video/mp4' } });
		expect(of(bad)).toMatchObject({ json: { state: 'failed' } });
		expect(of(bad)).not.toHaveProperty('binary');
	});

	it('reports a missing file in its item, which is still output once', async () => {
		const stored: IDataObject = {};
		await check(stored);
		const id = await submits.lipSync();
		setup.service.settle(id, { result: 'missing' });
		const items = await check(stored);
		expect(items).toMatchObject([
			{ json: { taskId: id, state: 'succeeded', error: expect.stringContaining('file') } },
		]);
		expect(await check(stored)).toEqual([]);
	});
});
