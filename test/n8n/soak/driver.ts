/* eslint-disable
   @n8n/community-nodes/no-restricted-imports */
import { setTimeout as delay } from 'node:timers/promises';

import type { Rest } from '../../../tools/n8n/rest';
import type { StoredWorkflow } from '../../../tools/n8n/workflows';
import type { Load } from './workflows';
import { call } from '../../../tools/n8n/presenterWorkflow';

/** How often a workflow was started, and with how many items in all. */
export interface Started {
	starts: number;
	items: number;
}

/**
 * Starts a workflow again and again.
 *
 * @param until Unix milliseconds
 */
export async function drive(url: string, load: Load, until: number): Promise<Started> {
	const started: Started = { starts: 0, items: 0 };
	if (load.start === undefined) return started;
	const { path, items, everySeconds } = load.start;
	for (let next = Date.now(); next < until; next += everySeconds * 1000) {
		await delay(Math.max(0, next - Date.now()));
		const texts = Array.from({ length: items }, (_, index) => ({
			text: `${load.name} ${started.starts} ${index}`,
		}));
		await call(url, path, { items: texts });
		started.starts += 1;
		started.items += items;
	}
	return started;
}

interface Page {
	results: Array<{ id: string; workflowId: string }>;
}

/** Executions that are in one of these states; at most the newest hundred. */
async function executionsIn(rest: Rest, ...status: string[]): Promise<Page['results']> {
	const filter = JSON.stringify({ status });
	return (await rest.get<Page>('executions', { filter, limit: '100' })).results;
}

/** Executions of some workflows that are under way. */
export async function unfinished(rest: Rest, workflows: StoredWorkflow[]): Promise<string[]> {
	const ids = new Set(workflows.map(({ id }) => id));
	const open = await executionsIn(rest, 'new', 'running', 'waiting');
	return open.filter(({ workflowId }) => ids.has(workflowId)).map(({ id }) => id);
}

/** Ids of executions that ended otherwise than well. */
export async function failed(rest: Rest): Promise<string[]> {
	return (await executionsIn(rest, 'error', 'crashed', 'canceled')).map(({ id }) => id);
}
