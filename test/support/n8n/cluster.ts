/* eslint-disable
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { setTimeout as delay } from 'node:timers/promises';

import { type ClusterNote, killProcess, startProcess, STALLED_AFTER_MS } from './queueMode';

const workers = ['worker-1', 'worker-2'] as const;

export type Worker = (typeof workers)[number];

/** The processes of n8n in queue mode, as `npm run test:queue` has started them. */
export const cluster = JSON.parse(process.env.N8N_TEST_CLUSTER ?? '{}') as ClusterNote;

/** Starts one more process that takes production webhooks. @returns its address */
export async function startWebhookProcess(name: string): Promise<string> {
	return await startProcess(cluster, 'webhook', name);
}

export async function endWebhookProcess(name: string): Promise<void> {
	await killProcess(cluster, name);
}

/** Ends a worker at once, as a lack of memory or of electricity does. */
export async function killWorker(name: Worker): Promise<void> {
	await killProcess(cluster, name);
}

/** Starts a worker again. */
export async function startWorker(name: Worker): Promise<void> {
	await startProcess(cluster, 'worker', name);
}

/**
 * Lets a worker and the processes that start executions die at once, as on a machine without electricity, and starts the latter
 * again. The other worker, Redis and PostgreSQL live on. n8n then keeps what it has stored of the executions, and calls them crashed.
 */
export async function crashWith(worker: Worker): Promise<void> {
	for (const name of [worker, 'webhook', 'main']) await killProcess(cluster, name);
	// The main process looks once, when it starts, which executions nobody works at; the other worker has to know by then.
	await delay(2 * STALLED_AFTER_MS);
	await startProcess(cluster, 'start', 'main', portOf(cluster.url));
	await startProcess(cluster, 'webhook', 'webhook', portOf(cluster.webhookUrl));
}

function portOf(address: string): number {
	return Number(new URL(address).port);
}

/** The workers that have worked at an execution, in the order of their numbers, by what they say themselves. */
export function workersOf(executionId: string): Worker[] {
	const line = `Worker started execution ${executionId} (`;
	return workers.filter((name) =>
		readFileSync(join(cluster.userFolder, `${name}.log`), 'utf8').includes(line),
	);
}

/** The one worker that has begun an execution. */
export function workerOf(executionId: string): Worker | undefined {
	return workersOf(executionId)[0];
}
