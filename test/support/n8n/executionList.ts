import { does } from '../../../tools/n8n/dialect';
import type { Rest } from '../../../tools/n8n/rest';

interface ExecutionPage {
	results: Array<{ id: string }>;
	nextCursor?: string | null;
}

const PAGE = 100;
const LAST_ID = 2 ** 31 - 1;

/**
 * The IDs of a workflow's executions, each once, the newest first. Of more than a page, one may be missing: n8n sorts them by their
 * start and turns its pages by ID. Older versions have no cursors but ranges of IDs, and go by them only when both ends are given.
 */
export async function executionsOf(rest: Rest, workflowId: string): Promise<string[]> {
	const found = new Set<string>();
	const filter = JSON.stringify({ workflowId });
	const byRange = !does(rest, 'hasCursors');
	for (let place = byRange ? range(LAST_ID) : {}; ; ) {
		const query = { filter, limit: String(PAGE), ...place };
		const { results, nextCursor } = await rest.get<ExecutionPage>('executions', query);
		for (const { id } of results) found.add(id);
		if (nextCursor) place = { cursor: nextCursor };
		else if (byRange && results.length === PAGE) place = range(lowest(results));
		else return [...found];
	}
}

const range = (lastId: number) => ({ firstId: '0', lastId: String(lastId) });

const lowest = (results: ExecutionPage['results']) =>
	Math.min(...results.map(({ id }) => Number(id)));
