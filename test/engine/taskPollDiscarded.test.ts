import { describe, expect, it, jest } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { DigitalHumanTaskPollTrigger } from '../../nodes/TaskPollTrigger/DigitalHumanTaskPollTrigger.node';
import '../support/engine/core';
import { pollOnce } from '../support/engine/poll';
import { setUp } from '../support/engine/setup';
import { Submits } from '../support/engine/submits';

const { PollTriggerExecutor } = jest.requireActual<typeof import('n8n-core')>('n8n-core');

/** A check by n8n's own code, which throws away what it brings once the trigger was taken off. */
function checkOf(look: () => Promise<unknown[]>, isCurrent: () => boolean) {
	const traced = async (_: unknown, work: (span: object) => Promise<unknown>) =>
		await work({ setStatus: () => {} });
	const executor = new PollTriggerExecutor(
		{ scoped: () => ({ debug() {}, error() {} }) } as never,
		{ runPollFunction: async () => [await look()] } as never,
		{
			startSpan: traced,
			startNewTraceSpan: traced,
			pickWorkflowAttributes: () => ({}),
			pickNodeAttributes: () => ({}),
		} as never,
		{ error() {} } as never,
	);
	const workflow = {
		id: '1',
		name: 'W',
		expression: { acquireIsolate: async () => {}, releaseIsolate: async () => {} },
	};
	const emit = jest.fn();
	const check = executor.create(
		workflow as never,
		{} as never,
		{ __emit: emit } as never,
		isCurrent,
	);
	return { check, emit };
}

describe('Task Poll Trigger that is unpublished during a check', () => {
	const setup = setUp({ limits: false });

	it('starts the workflow for the task once it is published again', async () => {
		const submits = new Submits(() => setup.service);
		const look = async (staticData: IDataObject) =>
			await pollOnce({
				node: new DigitalHumanTaskPollTrigger(),
				credential: { baseUrl: setup.service.url, accessToken: setup.service.token },
				staticData,
				parameters: {
					triggerOn: 'finished',
					taskKinds: ['lipSync'],
					downloadResult: undefined,
					options: {},
				},
			});
		const data: IDataObject = {};
		await look(data);
		const stored = JSON.parse(JSON.stringify(data)) as IDataObject;
		const id = await submits.lipSync();
		setup.service.settle(id);
		setup.service.faults.add({
			operation: 'video_lip_sync/list',
			times: 1,
			fault: { kind: 'delay', delayMs: 500 },
		});
		setup.service.journal.clear();

		let current = true;
		const { check, emit } = checkOf(
			async () => await look(data),
			() => current,
		);
		const inFlight = check();
		await setup.service.journal.waitFor({ operation: 'video_lip_sync/list' });
		current = false;
		await inFlight;
		expect(emit).not.toHaveBeenCalled();

		// It begins with what n8n has stored.
		const items = await look(stored);
		expect(items.map(({ json }) => json.taskId)).toEqual([id]);
		expect(await look(stored)).toEqual([]);
	});
});
