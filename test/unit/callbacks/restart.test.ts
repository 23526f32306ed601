import { expect, it } from '@jest/globals';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { claimTask } from '../../../nodes/shared/callbacks/seenTasks';
import type { Task } from '../../../nodes/shared/tasks/task';

let processes = 0;

/** Claims a task in a process of n8n that remembers nothing: what is remembered belongs to a workflow. */
async function claimAfresh(stored: IDataObject, taskId: string) {
	processes += 1;
	const id = `workflow in process ${processes}`;
	const trigger = {
		getWorkflow: () => ({ id }),
		getNode: () => ({ id: 'trigger' }),
		getWorkflowStaticData: () => stored,
	} as unknown as IWebhookFunctions;
	return await claimTask(trigger, { taskKind: 'lipSync', taskId } as Task, Date.now() + 5_000);
}

it('a task that has started the workflow starts nothing after a restart of n8n, nor in another process', async () => {
	const stored: IDataObject = {};
	for (const taskId of ['1', '2']) {
		const first = await claimAfresh(stored, taskId);
		if (typeof first === 'string') throw new Error('The task counts as seen');
		first.keep();
	}
	const saved = JSON.parse(JSON.stringify(stored)) as IDataObject;
	expect(await claimAfresh(saved, '1')).toBe('done');
	expect(await claimAfresh(saved, '2')).toBe('done');
	expect(await claimAfresh(saved, '3')).toMatchObject({});
	// It is not the memory of this process that answers.
	expect(await claimAfresh({}, '1')).toMatchObject({});
});
