/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { setTimeout as delay } from 'node:timers/promises';

import { beforeEach, expect, test } from '@jest/globals';

import { forgetsWhenStopped } from '../../../tools/n8n/dialect';
import { finishedExecution, stopExecution } from '../../../tools/n8n/executions';
import { chain, manualTrigger } from '../../../tools/n8n/workflows';
import { startExample } from '../../support/n8n/exampleRun';
import { setUpOwnInstance } from '../../support/n8n/ownInstance';
import { withItems, createImage } from '../../../tools/n8n/presenterWorkflow';
import { waitFor } from '../../../tools/n8n/program';

const PAGE = 'ai_creation/task/page';

const own = setUpOwnInstance('accepted');
beforeEach(() => own.service.reset());

const pictures = createImage({}, 'Create "pictures"');

const tasks = () => own.service.tasks().map(({ id }) => id);

/** The lines of n8n's log about accepted tasks of an execution. */
const linesOf = (execution: string) =>
	own.n8n
		.log()
		.split('\n')
		.filter((line) => line.includes('Digital Human task accepted: '))
		.filter((line) => line.includes(` execution=${execution}`));

async function expectLogged(execution: string): Promise<void> {
	await waitFor(() => linesOf(execution).length >= tasks().length);
	const lines = linesOf(execution).join('\n');
	for (const id of tasks()) {
		expect(lines).toContain(`kind=aiCreation task=${id} execution=${execution}`);
	}
	expect(lines).toContain('node="Create \\"pictures\\"" item=1 ');
	expect(lines).not.toContain('Video 0');
	expect(lines).not.toContain(own.service.token);
}

test('Stop while waiting: each accepted ID is in the log of n8n', async () => {
	own.service.fate({ seconds: Infinity });
	const file = withItems(3, chain('Stopped while waiting', manualTrigger, pictures));
	const id = await startExample(own, file);
	await own.service.journal.waitFor({ endpoint: PAGE });
	await stopExecution(own.rest, id);
	const execution = await finishedExecution(own.rest, id);
	expect(execution.status).toBe('canceled');
	expect(tasks()).toHaveLength(3);
	const asked = own.service.journal.count({ endpoint: PAGE });
	await delay(3000);
	expect(own.service.journal.count({ endpoint: PAGE })).toBe(asked);
	if (forgetsWhenStopped(own.rest)) {
		for (const task of tasks()) expect(execution.stored).not.toContain(task);
	}
	await expectLogged(id);
});
