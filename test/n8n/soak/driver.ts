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
	results: Array<{ id: string; workflowId: string; status: string }>;
	nextCursor: string | null;
}

/** Executions of some workflows by their status; those that are under way are only the newest hundred. */
export async function unfinished(rest: Rest, workflows: StoredWorkflow[]): Promise<string[]> {
	const ids = new Set(workflows.map(({ id }) => id));
	const page = await rest.get<Page>('executions', {
		filter: JSON.stringify({ status: ['new', 'running', 'waiting'] }),
		limit: '100',
	});
	return page.results.filter(({ workflowId }) => ids.has(workflowId)).map(({ id }) => id);
}

/** Ids of executions that ended otherwise than well; at most a hundred. */
export async function failed(rest: Rest): Promise<string[]> {
	const page = await rest.get<Page>('executions', {
		filter: JSON.stringify({ status: ['error', 'crashed', 'canceled'] }),
		limit: '100',
	});
	return page.results.map(({ id }) => id);
}
