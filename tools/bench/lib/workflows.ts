/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'undici';
import type { IDataObject } from 'n8n-workflow';

import { countExecutions, taskTrigger } from '../../n8n/presenterWorkflow';
import { credentialType, type Rest } from '../../n8n/rest';
import {
	activateWorkflow,
	httpRequest,
	manualTrigger,
	type NodeSpec,
	packNode,
	saveWorkflow,
	type StoredWorkflow,
	type WorkflowFile,
} from '../../n8n/workflows';
import { pictureBody, type Sinks } from './service';
import type { Credentials } from './setting';
import { type Execution, finishedExecution, startExecution } from '../../n8n/executions';

/** How the calls of a webhook went. */
export interface Called {
	/** From the first call to the last answer. */
	seconds: number;
	/** Slowest answer, in milliseconds. */
	worstMs: number;
}

/** A webhook and what is posted to it. */
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
	const left = [...calls].reverse();
	const started = performance.now();
	let worstMs = 0;
	const caller = async (): Promise<void> => {
		for (let call = left.pop(); call !== undefined; call = left.pop()) {
			const begun = performance.now();
			const { statusCode, text } = await post(pool, call);
			if (statusCode !== 200) throw new Error(`HTTP ${statusCode}: ${text}`);
			worstMs = Math.max(worstMs, performance.now() - begun);
		}
	};
	await Promise.all(Array.from({ length: atOnce }, caller));
	return { seconds: (performance.now() - started) / 1000, worstMs };
}

/** Posts to the webhook of a workflow that has just been activated, until it takes the call. */
export async function firstCall(pool: Pool, call: Call): Promise<void> {
	const taken = async (): Promise<boolean> => {
		const { statusCode, text } = await post(pool, call);
		if (![200, 404].includes(statusCode)) throw new Error(`HTTP ${statusCode}: ${text}`);
		return statusCode === 200;
	};
	await until(taken, `${call.path} has not gone live`, 20);
}

async function post(pool: Pool, { path, body }: Call) {
	const answer = await pool.request({
		method: 'POST',
		path,
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	return { statusCode: answer.statusCode, text: await answer.body.text() };
}

/** Waits until no execution runs any more. */
export async function settled(rest: Rest): Promise<void> {
	const done = async () => (await countExecutions(rest, { status: ['running', 'new'] })) === 0;
	await delay(200);
	await until(done, 'executions still run');
}

/** Waits until something holds. @throws Error when it does not in time */
export async function until(
	holds: () => Promise<boolean>,
	otherwise: string,
	seconds = 300,
): Promise<void> {
	for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline; await delay(200)) {
		if (await holds()) return;
	}
	throw new Error(`After ${seconds} s, ${otherwise}`);
}

/** A Task Callback Trigger that believes its callers, and the path that it is called at. */
export function believingTrigger() {
	const id = randomUUID();
	const options = { verify: false, secretFrom: 'own', secret: SECRET };
	return {
		name: 'Task Callback Trigger, not verifying',
		own: true as const,
		path: `/webhook/${id}/digital-human?secret=${SECRET}`,
		node: taskTrigger({ options }, id),
	};
}

/** AI Create, which submits a picture for each item and returns its task ID. */
export function createPicture(name: string, prompt = '$json.prompt'): NodeSpec {
	return packNode('digitalHumanAiCreate', name, {
		resource: 'image',
		operation: 'generate',
		modelCode: pictureBody('').model_code,
		refPrompt: `={{ ${prompt} }}`,
		completion: 'return',
	});
}

/** n8n's HTTP Request node, which posts the same. */
export function postPicture(name: string, { url }: Sinks, prompt = '$json.prompt'): NodeSpec {
	return httpRequest(name, {
		method: 'POST',
		url: `${url}/open/v1/ai_creation/task/submit`,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: `=${JSON.stringify(pictureBody(`{{ ${prompt} }}`))}`,
		options: {},
	});
}

const MOST_SECONDS = 600;

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
export async function runWorkflow(rest: Rest, file: WorkflowFile): Promise<Execution> {
	const { id, name } = await saveWorkflow(rest, file, true);
	const executionId = await startExecution(rest, id, manualTrigger.name);
	const execution = await finishedExecution(rest, executionId, MOST_SECONDS, ASK_EVERY_MS);
	if (execution.status === 'success') return execution;
	throw new Error(`${name}: ${execution.error?.message ?? execution.status}`);
}

/** Publishes a workflow that begins with a webhook. */
export async function publish(rest: Rest, file: WorkflowFile): Promise<StoredWorkflow> {
	const workflow = await saveWorkflow(rest, file, true);
	await activateWorkflow(rest, workflow);
	return workflow;
}

/** The node with the credential of this package, if it has one. */
export function withOwn(spec: NodeSpec, credentials: Credentials): NodeSpec {
	if (!spec.credentials) return spec;
	return {
		...spec,
		credentials: { [credentialType]: credentials[credentialType] ?? { id: '', name: '' } },
	};
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
