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

const videos = (more: INodeParameters) => videosWorkflow(['One', 'Two'], more);

describe('An execution that failed and is retried by the user', () => {
	const setup = setUp({ limits: false });

	it.each(['return', 'pause'])(
		'pays for no item again, also after a change of settings (%s)',
		async (completion) => {
			setup.service.fate({ seconds: Infinity });
			setup.service.faults.add({
				operation: CREATE,
				when: ({ body }) => JSON.stringify(body).includes('Two'),
				fault: { kind: 'code', code: 40000 },
			});
			const engine = await createWorkflowEngine({
				baseUrl: setup.service.url,
				accessToken: setup.service.token,
			});
			const failed = await engine.start({ workflow: videos({ completion }), id: '1' }).done;
			expect(failed.status).toBe('error');
			expect(setup.service.journal.accepted(CREATE)).toBe(1);

			const workflow = videos({ completion, downloadResult: false });
			const stored = storedWithNodes(storedForRetry(failed), workflow);
			const retried = await engine.start({ workflow, id: '2', mode: 'retry', stored }).done;
			expect(retried.status).toBe(completion === 'pause' ? 'waiting' : 'success');
			expect(setup.service.journal.accepted(CREATE)).toBe(2);
			for (const { id } of setup.service.tasks()) expect(JSON.stringify(retried)).toContain(id);
		},
	);
});
