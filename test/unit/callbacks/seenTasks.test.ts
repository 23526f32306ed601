/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports */
import { expect, it } from '@jest/globals';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { EventEmitter } from 'node:events';

import { claimTask, type Claim } from '../../../nodes/TaskTrigger/seenTasks';
import type { Task } from '../../../nodes/shared/tasks/task';

/** The response to a callback, as n8n has it. */
class Response extends EventEmitter {
	headersSent = false;

	closed = false;

	statusCode = 200;

	writableFinished = true;

	/** n8n answers, or the caller leaves. */
	close(statusCode = 200, writableFinished = true): void {
		Object.assign(this, { statusCode, writableFinished, closed: true });
		this.emit('close');
	}
}

/** One call of a trigger; what is remembered belongs to its workflow and node. */
interface Call {
	stored?: IDataObject;
	workflow?: string;
	node?: string;
	response?: Response;
	waitMs?: number;
	taskKind?: string;
}

let workflows = 0;
const afresh = () => `workflow ${(workflows += 1)}`;

async function claim(taskId: string, call: Call = {}): Promise<Claim | 'done' | 'busy'> {
	const { stored = {}, workflow = afresh(), node = 'trigger', taskKind = 'lipSync' } = call;
	const trigger = {
		getWorkflow: () => ({ id: workflow }),
		getNode: () => ({ id: node }),
		getWorkflowStaticData: (of: string) => (of === 'node' ? stored : {}),
		getResponseObject: () => call.response ?? new Response(),
	} as unknown as IWebhookFunctions;
	return await claimTask(
		trigger,
		{ taskKind, taskId } as Task,
		Date.now() + (call.waitMs ?? 5_000),
	);
}

async function claimed(taskId: string, call: Call = {}): Promise<Claim> {
	const result = await claim(taskId, call);
	if (typeof result === 'string') throw new Error(`The task is ${result}`);
	return result;
}

const asSaved = (stored: IDataObject) => JSON.parse(JSON.stringify(stored)) as IDataObject;

it('a task that has started the workflow starts nothing after a restart of n8n, nor in another process', async () => {
	const stored: IDataObject = {};
	for (const taskId of ['1', '2']) (await claimed(taskId, { stored })).keep();
	const saved = asSaved(stored);
	expect(await claim('1', { stored: asSaved(saved) })).toBe('done');
	expect(await claim('2', { stored: asSaved(saved) })).toBe('done');
	expect(await claim('3', { stored: asSaved(saved) })).toMatchObject({});
	// It is not the memory of this process that answers.
	expect(await claim('1')).toMatchObject({});
});

it('a task is remembered for its workflow, its node and its kind', async () => {
	const call = { workflow: afresh() };
	(await claimed('1', call)).keep();
	expect(await claim('1', call)).toBe('done');
	expect(await claim('1', { ...call, node: 'another' })).toMatchObject({});
	expect(await claim('1', { ...call, taskKind: 'person' })).toMatchObject({});
	expect(await claim('1', { workflow: afresh() })).toMatchObject({});
});

it('what is stored is twelve characters for each of the last 2,000 tasks', async () => {
	const stored: IDataObject = {};
	const call = { stored, workflow: afresh() };
	for (let index = 0; index < 2_001; index++) (await claimed(`${index}`, call)).keep();
	expect(stored).toEqual({ startedFor: expect.stringMatching(/^[\w-]{24000}$/) });
	expect(await claim('0', { stored: asSaved(stored) })).toMatchObject({});
	expect(await claim('1', { stored: asSaved(stored) })).toBe('done');
	expect(await claim('2000', { stored: asSaved(stored) })).toBe('done');
});

it('while a task is checked, another callback of it waits, and takes over when it was not confirmed', async () => {
	const call = { workflow: afresh() };
	const first = await claimed('1', call);
	expect(await claim('1', { ...call, waitMs: 30 })).toBe('busy');
	const waiting = claim('1', call);
	first.release();
	const second = await waiting;
	expect(second).toMatchObject({});
	const third = claim('1', call);
	(second as Claim).keep();
	expect(await third).toBe('done');
	// A claim that was used is not given back.
	(second as Claim).release();
	expect(await claim('1', call)).toBe('done');
});

it('starts the workflow with the items; n8n answers, and the task is remembered', async () => {
	const response = new Response();
	const call = { stored: {}, workflow: afresh(), response };
	const items = [{ json: { taskId: '1' } }];
	const started = (await claimed('1', call)).start(items, 'Started');
	expect(started).toEqual({ workflowData: [items], webhookResponse: { message: 'Started' } });
	const saved = asSaved(call.stored);
	const other = claim('1', { ...call, stored: {} });
	response.close();
	expect(await other).toBe('done');
	expect(await claim('1', { stored: saved })).toBe('done');
});

it('a task whose workflow n8n could not start may start it at the next callback', async () => {
	const response = new Response();
	const workflow = afresh();
	(await claimed('1', { workflow, response })).start([], 'Started');
	response.close(500);
	expect(await claim('1', { workflow })).toMatchObject({});
});

it('a task whose workflow n8n could not start may start it, although the callback of another task has stored it', async () => {
	const workflow = afresh();
	const response = new Response();
	(await claimed('1', { workflow, response })).start([], 'Started');
	const stored: IDataObject = {};
	(await claimed('2', { workflow, stored })).keep();
	response.close(500);
	const again = await claimed('1', { workflow, stored: asSaved(stored) });
	again.keep();
	expect(await claim('1', { workflow, stored: asSaved(stored) })).toBe('done');
	expect(await claim('2', { workflow, stored: asSaved(stored) })).toBe('done');
});

it('a task whose caller has left is remembered', async () => {
	const response = new Response();
	const workflow = afresh();
	(await claimed('1', { workflow, response })).start([], 'Started');
	response.close(200, false);
	expect(await claim('1', { workflow })).toBe('done');
});

it('a task whose caller has left before the start is remembered', async () => {
	const response = new Response();
	const workflow = afresh();
	const first = await claimed('1', { workflow, response });
	response.close(200, false);
	first.start([], 'Started');
	expect(await claim('1', { workflow })).toBe('done');
});

it('a start that n8n has not answered yet cannot be given back', async () => {
	const response = new Response();
	const workflow = afresh();
	const first = await claimed('1', { workflow, response });
	first.start([], 'Started');
	first.release();
	expect(await claim('1', { workflow, waitMs: 30 })).toBe('busy');
	response.close(500);
	expect(await claim('1', { workflow })).toMatchObject({});
});

it('after an answer of our own, n8n gives none', async () => {
	const response = new Response();
	response.headersSent = true;
	const workflow = afresh();
	const started = (await claimed('1', { workflow, response })).start([], 'Started');
	expect(started).toEqual({ workflowData: [[]], noWebhookResponse: true });
	expect(await claim('1', { workflow })).toBe('done');
});

it('n8n, which forgets while it starts a workflow that something has changed, notices it again', async () => {
	for (const headersSent of [false, true]) {
		const response = Object.assign(new Response(), { headersSent });
		let changes = 0;
		const stored = new Proxy({} as IDataObject, {
			set(target, name: string, value) {
				changes += 1;
				target[name] = value;
				return true;
			},
		});
		(await claimed('1', { stored, response })).start([], 'Started');
		await new Promise((resolve) => setImmediate(resolve));
		// With an answer of our own, n8n saves at once.
		if (headersSent) expect(changes).toBe(1);
		else expect(changes).toBeGreaterThan(100);
		expect(await claim('1', { stored: asSaved(stored) })).toBe('done');
	}
});

it.each([[undefined], [17], [['a']], [''], ['short']])(
	'stored data that is none is none: %j',
	async (startedFor) => {
		const stored = { startedFor } as IDataObject;
		(await claimed('1', { stored })).keep();
		expect(stored.startedFor).toMatch(/^[\w-]{12}$/);
	},
);
