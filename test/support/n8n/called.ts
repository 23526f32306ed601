import { randomUUID } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';

import { type Execution, readExecution } from '../../../tools/n8n/executions';
import { call, isLive, taskTrigger } from '../../../tools/n8n/presenterWorkflow';
import { passing } from './parts';
import { executionsOf } from './executionList';
import { waitFor } from '../../../tools/n8n/program';
import {
	chain,
	packNode,
	webhookNode,
	type NodeSpec,
	type StoredWorkflow,
	type WorkflowFile,
} from '../../../tools/n8n/workflows';
import type { Workbench } from './shared';

/** Webhook and Split Out: a workflow that begins with them is started in production, with any items. */
export function callable(path: string): [NodeSpec, NodeSpec] {
	const split = {
		name: 'Split',
		type: 'n8n-nodes-base.splitOut',
		typeVersion: 1,
		parameters: { fieldToSplitOut: 'body.items' },
	};
	return [webhookNode(path), split];
}

/** Get Task for the task of each item. */
export const getTask = (whenNotFinished: string): NodeSpec =>
	packNode('digitalHumanGetTask', 'Get', {
		operation: 'get',
		taskId: '={{ $json.taskId }}',
		whenNotFinished,
	});

/** An execution and its workflow. */
export interface Started {
	workflow: string;
	id: string;
}

/** A published workflow that begins with a webhook. */
export interface Called {
	/** Its ID. */
	workflow: string;
	/** Calls it with an item for each text, and returns as soon as n8n has taken the call. */
	call(texts: readonly string[]): Promise<void>;
}

/** Publishes nodes that follow each other, behind a webhook. */
export async function publishCalled(
	bench: Workbench,
	name: string,
	...nodes: NodeSpec[]
): Promise<Called> {
	const path = randomUUID();
	return await publishAt(bench, path, chain(name, ...callable(path), ...nodes));
}

/** Publishes a workflow that begins with the two nodes of `callable(path)`. */
export async function publishAt(
	bench: Workbench,
	path: string,
	file: WorkflowFile,
): Promise<Called> {
	const { id } = await bench.live(file);
	return {
		workflow: id,
		async call(texts) {
			await call(bench.webhookUrl, path, { items: texts.map((text) => ({ text })) });
		},
	};
}

/** Publishes a workflow that begins with a webhook, and calls it with an item for each text. */
export async function startCalled(
	bench: Workbench,
	name: string,
	texts: readonly string[],
	...nodes: NodeSpec[]
): Promise<Started> {
	const called = await publishCalled(bench, name, ...nodes);
	await called.call(texts);
	return { workflow: called.workflow, id: await newExecution(bench, called.workflow) };
}

/** The first execution of a workflow that is none of the others. */
export async function newExecution(
	{ rest }: Workbench,
	workflow: string,
	others: string[] = [],
): Promise<string> {
	const isOther = (id: string) => others.includes(id);
	return await waitFor(async () => (await executionsOf(rest, workflow)).find((id) => !isOther(id)));
}

/** Presses Retry in the list of executions. @returns ID of the new execution */
export async function startRetry(bench: Workbench, { workflow, id }: Started): Promise<string> {
	await bench.rest.post(`executions/${id}/retry`, { loadWorkflow: false });
	return await newExecution(bench, workflow, [id]);
}

/** Waits until an execution is paused. @throws Error when it fails */
export async function paused({ rest }: Pick<Workbench, 'rest'>, id: string): Promise<Execution> {
	return await waitFor(async () => {
		const execution = await readExecution(rest, id);
		if (execution.status === 'error') throw new Error(`${id} has failed: ${execution.stored}`);
		return execution.status === 'waiting' && execution;
	});
}

/** A live Task Callback Trigger, with the address that the editor shows. */
export async function liveTrigger(
	bench: Workbench,
	parameters: INodeParameters = {},
): Promise<StoredWorkflow & { address: string; path: string }> {
	const webhookId = randomUUID();
	const trigger = taskTrigger(parameters, webhookId);
	const workflow = await bench.live(chain('Called back', trigger, passing('After')));
	const path = `/webhook/${webhookId}/digital-human`;
	const address = bench.webhookUrl + path;
	await isLive(address);
	return { ...workflow, address, path };
}
