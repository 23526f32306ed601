/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'undici';
import type { IDataObject } from 'n8n-workflow';

import { countExecutions, createImage, taskTrigger } from '../../n8n/presenterWorkflow';
import { inLanes, waitFor } from '../../n8n/program';
import type { Rest, StoredCredential } from '../../n8n/rest';
import {
	activateWorkflow,
	httpPost,
	manualTrigger,
	type NodeSpec,
	saveWorkflow,
	type StoredWorkflow,
	withCredential,
	type WorkflowFile,
} from '../../n8n/workflows';
import { pictureBody, type Sinks } from './service';
import { type Execution, finishedExecution, startExecution } from '../../n8n/executions';

/** How the calls of a webhook went. */
export interface Called {
	/** From the first call to the last answer. */
	seconds: number;
	/** Slowest answer, in milliseconds. */
	worstMs: number;
}

/** A webhook, by its path below `/webhook/`, and what is posted to it. */
export interface Call {
	path: string;
	body: object;
}

/**
 * Calls webhooks, so many at the same time.
 *
 * @throws Error when one of them is not accepted
 */
export async function callAll(pool: Pool, calls: Call[], atOnce: number): Promise<Called> {
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
	return { seconds: (performance.now() - started) / 1000, worstMs };
}

/** Waits until no execution runs any more. */
export async function settled(rest: Rest): Promise<void> {
	const done = async () => (await countExecutions(rest, { status: ['running', 'new'] })) === 0;
	await delay(200);
	await waitFor(done, 300, 'executions still run');
}

/** A Task Callback Trigger that believes its callers, and the path that it is called at. */
export function believingTrigger() {
	const id = randomUUID();
	const options = { verify: false, secretFrom: 'own', secret: SECRET };
	return {
		name: 'Task Callback Trigger, not verifying',
		path: `${id}/digital-human?secret=${SECRET}`,
		node: taskTrigger({ options }, id),
	};
}

/** AI Create, which submits a picture for each item and returns its task ID. */
export const createPicture = (name: string, prompt = '$json.prompt'): NodeSpec =>
	createImage({ refPrompt: `={{ ${prompt} }}`, completion: 'return' }, name);

/** n8n's HTTP Request node, which posts the same. */
export function postPicture(name: string, { url }: Sinks, prompt = '$json.prompt'): NodeSpec {
	const submit = `${url}/open/v1/ai_creation/task/submit`;
	return httpPost(name, submit, pictureBody(`{{ ${prompt} }}`));
}

const MAX_SECONDS = 600;

/**
 * Each question costs n8n about 1.5 MiB of memory that it does not collect soon: asked five times a second while it
 * only waits, it grows by 137 MiB in twenty seconds.
 */
const ASK_EVERY_MS = 2_000;
const SECRET = 'benchmark';

/**
 * Saves a workflow and runs it.
 *
 * @throws Error when the execution does not succeed
 */
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

/** Publishes a workflow that begins with a webhook. */
export async function publish(
	rest: Rest,
	file: WorkflowFile,
	credential?: StoredCredential,
): Promise<StoredWorkflow> {
	const chosen = credential ? withCredential(file, credential) : file;
	const workflow = await saveWorkflow(rest, chosen, true);
	await activateWorkflow(rest, workflow);
	return workflow;
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
