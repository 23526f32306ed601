/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import type { IDataObject } from 'n8n-workflow';

import { countExecutions, createImage } from '../../n8n/presenterWorkflow';
import { inLanes, waitFor } from '../../n8n/program';
import { type Rest, saveCredential, type StoredCredential } from '../../n8n/rest';
import {
	activateWorkflow,
	httpPost,
	manualTrigger,
	type NodeSpec,
	saveWorkflow,
	webhookNode,
	withCredential,
	type WorkflowFile,
} from '../../n8n/workflows';
import { type Application, pictureBody, SUBMIT } from './service';
import { type Execution, finishedExecution, startExecution } from '../../n8n/executions';

/** A webhook, by its path below `/webhook/`, and what is posted to it. */
interface Call {
	path: string;
	body: object;
}

/** Calls webhooks, so many at the same time. @returns seconds for all, and milliseconds of the slowest answer */
export async function callAll(url: string, calls: Call[], atOnce: number) {
	const pool = new Pool(url, { connections: atOnce });
	const started = performance.now();
	let worstMs = 0;
	await inLanes(atOnce, calls, async ({ path, body }) => {
		const begun = performance.now();
		const answer = await pool.request({
			method: 'POST',
			path: `/webhook/${path}`,
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		const text = await answer.body.text();
		if (answer.statusCode !== 200) throw new Error(`HTTP ${answer.statusCode}: ${text}`);
		worstMs = Math.max(worstMs, performance.now() - begun);
	});
	const seconds = (performance.now() - started) / 1000;
	await pool.close();
	return { seconds, worstMs };
}

/** Waits until no execution runs any more. */
export async function settled(rest: Rest): Promise<void> {
	const done = async () => (await countExecutions(rest, { status: ['running', 'new'] })) === 0;
	await delay(200);
	await waitFor(done, 300, 'executions still run');
}

/** The credential of the nodes that send as this application. */
export async function credentialFor(
	rest: Rest,
	{ url, token }: Application,
	name?: string,
): Promise<StoredCredential> {
	return await saveCredential(rest, { baseUrl: url, accessToken: token }, name);
}

/** AI Create, which submits a picture for each item and returns its task ID. */
export const createPicture = (name: string): NodeSpec =>
	createImage({ refPrompt: '={{ $json.prompt }}', completion: 'return' }, name);

/** n8n's HTTP Request node, which submits a picture with a task's ID, so that the service sees who has come that far. */
export const tell = ({ url }: Application): NodeSpec =>
	httpPost('After', `${url}/open/v1/${SUBMIT}`, pictureBody('{{ $json.taskId }}'));

const MAX_SECONDS = 600;

/**
 * Each question costs n8n about 1.5 MiB of memory that it does not collect soon: asked five times a second while it
 * only waits, it grows by 137 MiB in twenty seconds.
 */
const ASK_EVERY_MS = 2_000;

/** Saves a workflow and runs it. @throws Error when the execution does not succeed */
export async function runWorkflow(
	rest: Rest,
	file: WorkflowFile,
	credential: StoredCredential,
): Promise<Execution> {
	const { id, name } = await saveWorkflow(rest, withCredential(file, credential), true);
	const executionId = await startExecution(rest, id, manualTrigger.name);
	const execution = await finishedExecution(rest, executionId, MAX_SECONDS, ASK_EVERY_MS);
	if (execution.status === 'success') return execution;
	throw new Error(`${name}: ${execution.error?.message ?? execution.status}`);
}

/** Publishes a workflow. */
export async function publish(rest: Rest, file: WorkflowFile): Promise<void> {
	await activateWorkflow(rest, await saveWorkflow(rest, file, true));
}

/** A workflow that begins with a webhook, or with a trigger of its own. */
export type Build = (webhook: NodeSpec, application: Application) => WorkflowFile;

/** Publishes a workflow for an application. @returns the path of its webhook below `/webhook/` */
export async function publishFor(
	rest: Rest,
	application: Application,
	build: Build,
): Promise<string> {
	const path = randomUUID();
	const file = build(webhookNode(path), application);
	const name = `${file.name}, ${application.token}`;
	const credential = await credentialFor(rest, application, name);
	await publish(rest, withCredential({ ...file, name }, credential));
	return path;
}

/** As many items as wanted, each with a prompt of its own. */
export function prompts(count: number): IDataObject[] {
	return Array.from({ length: count }, (_, index) => ({ prompt: `Fox ${index}` }));
}

/** When a node ran, as n8n has recorded it. */
export function timingOf(execution: Execution, node: string): ReturnType<Execution['runs']>[0] {
	const [timing] = execution.runs(node);
	if (!timing) throw new Error(`The node ${node} did not run`);
	return timing;
}
