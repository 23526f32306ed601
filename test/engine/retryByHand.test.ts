/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { setTimeout as delay } from 'node:timers/promises';

import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { CREATE } from '../support/composeVideoCase';
import { setUp } from '../support/engine/setup';
import { videosWorkflow } from '../support/engine/videosWorkflow';
import {
	createWorkflowEngine,
	storedForRetry,
	storedWithNodes,
} from '../support/engine/workflowEngine';
import { quickTime } from '../support/quickTime';

quickTime();

const videos = (more: INodeParameters) => videosWorkflow(['One', 'Two'], more);

describe('An execution that failed and is retried by the user', () => {
	const setup = setUp({ limits: false });
	const credential = () => ({ baseUrl: setup.service.url, accessToken: setup.service.token });
	const refuseTwoOnce = () =>
		setup.service.faults.add({
			operation: CREATE,
			when: ({ body }) => JSON.stringify(body).includes('Two'),
			fault: { kind: 'code', code: 40000 },
		});

	it.each(['return', 'pause'])(
		'pays for no item again, also after a change of settings (%s)',
		async (completion) => {
			setup.service.fate({ seconds: Infinity });
			refuseTwoOnce();
			const engine = await createWorkflowEngine(credential());
			const failed = await engine.start({ workflow: videos({ completion }), id: '1' }).done;
			expect(failed.status).toBe('error');
			expect(setup.service.journal.accepted(CREATE)).toBe(1);

			for (const { id } of setup.service.tasks()) setup.service.settle(id);
			const workflow = videos({ completion, downloadResult: false });
			const stored = storedWithNodes(storedForRetry(failed), workflow);
			const retried = await engine.start({ workflow, id: '2', mode: 'retry', stored }).done;
			expect(retried.status).toBe(completion === 'pause' ? 'waiting' : 'success');
			expect(setup.service.journal.accepted(CREATE)).toBe(2);
			for (const { id } of setup.service.tasks()) expect(JSON.stringify(retried)).toContain(id);
		},
	);

	it('waits for a task whose callback goes to the failed execution', async () => {
		setup.service.fate({ seconds: Infinity });
		refuseTwoOnce();
		const engine = await createWorkflowEngine(credential());
		const workflow = videos({ completion: 'pause', downloadResult: false });
		const failed = await engine.start({ workflow, id: '1' }).done;
		const stored = storedForRetry(failed);
		const retried = engine.start({ workflow, id: '2', mode: 'retry', stored });
		// Both are in progress when they are checked for the first time.
		await setup.service.journal.waitFor({ operation: 'video_list' });
		await delay(1_000);
		for (const { id } of setup.service.tasks()) setup.service.settle(id);
		const { status, data } = await retried.done;
		expect(status).toBe('success');
		const videosRun = data.resultData.runData.Videos?.at(-1);
		expect(videosRun?.data?.main?.[0]?.map(({ json }) => json.state)).toEqual([
			'succeeded',
			'succeeded',
		]);
		expect(JSON.stringify(videosRun?.hints)).toContain(
			'The node therefore waits for the results with status checks instead of pausing',
		);
	});
});
