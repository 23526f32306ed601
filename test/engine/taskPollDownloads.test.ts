import { describe, expect, it, jest } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { pollOnce } from '../support/engine/poll';
import { setUp } from '../support/engine/setup';
import { Submits } from '../support/engine/submits';

type Nodes = typeof import('../../nodes/TaskPollTrigger/DigitalHumanTaskPollTrigger.node');

const FOLDER = '../../nodes/TaskPollTrigger/DigitalHumanTaskPollTrigger.node';

/** The node in a process of n8n that remembers nothing but what is stored. */
function startedNode() {
	let node: InstanceType<Nodes['DigitalHumanTaskPollTrigger']> | undefined;
	jest.isolateModules(() => {
		const { DigitalHumanTaskPollTrigger } = jest.requireActual<Nodes>(FOLDER);
		node = new DigitalHumanTaskPollTrigger();
	});
	if (!node) throw new Error('The node was not loaded');
	return node;
}

const asStored = (data: IDataObject) => JSON.parse(JSON.stringify(data)) as IDataObject;

describe('Task Poll Trigger while a file is downloaded', () => {
	const setup = setUp({ limits: false });
	const submits = new Submits(() => setup.service);
	const check = async (data: IDataObject, node: ReturnType<typeof startedNode>) => {
		const items = await pollOnce({
			node,
			credential: { baseUrl: setup.service.url, accessToken: setup.service.token },
			staticData: data,
			parameters: {
				triggerOn: 'finished',
				taskKinds: ['lipSync'],
				downloadResult: undefined,
				options: {},
			},
		});
		return items.map(({ json }) => json.taskId);
	};
	const finished = async () => {
		const id = await submits.lipSync();
		setup.service.settle(id);
		return id;
	};
	/** Delays the next file, and returns the wait until it is asked for. */
	const slowFile = () => {
		setup.service.faults.add({
			operation: 'result',
			times: 1,
			fault: { kind: 'delay', delayMs: 1500 },
		});
		return async () => await setup.service.journal.waitFor({ operation: 'result' });
	};

	it('a later check does not output its task, and a restart of n8n does not lose it', async () => {
		const node = startedNode();
		const data: IDataObject = {};
		await check(data, node);
		const begun = slowFile();
		const slow = await finished();
		const first = check(data, node);
		await begun();
		const quick = await finished();
		expect(await check(data, node)).toEqual([quick]);
		const stored = asStored(data);
		expect(await check(stored, startedNode())).toEqual([slow]);
		expect(await first).toEqual([slow]);
		expect(await check(data, node)).toEqual([]);
		expect(await check(asStored(data), startedNode())).toEqual([]);
	});

	it('a workflow that is published again does not get its task twice', async () => {
		const node = startedNode();
		const data: IDataObject = {};
		await check(data, node);
		const published = asStored(data);
		const begun = slowFile();
		const id = await finished();
		const first = check(data, node);
		await begun();
		expect(await check(published, node)).toEqual([]);
		expect(await first).toEqual([id]);
		expect(await check(published, node)).toEqual([]);
		expect(await check(asStored(published), startedNode())).toEqual([]);
	});
});
