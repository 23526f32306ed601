/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { setTimeout as delay } from 'node:timers/promises';

import type { Pool } from 'undici';

import { countExecutions } from '../../n8n/presenterWorkflow';
import type { Rest } from '../../n8n/rest';

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
	for (let round = 0; round < 100; round++) {
		const { statusCode, text } = await post(pool, call);
		if (statusCode === 200) return;
		if (statusCode !== 404) throw new Error(`HTTP ${statusCode}: ${text}`);
		await delay(200);
	}
	throw new Error(`${call.path} did not go live`);
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
	for (let round = 0; round < 1500; round++) {
		await delay(200);
		if ((await countExecutions(rest, { status: ['running', 'new'] })) === 0) return;
	}
	throw new Error('Executions still run after five minutes');
}
