import type { IBinaryData } from 'n8n-workflow';

import type { Rest, StoredWorkflow, WorkflowFile } from './rest';

/* What the versions of n8n that the tests run on do in different ways, all in this file. */

const PAGE = 100;

/** Stores a new workflow, which is not active. n8n 1 does not fill in `active` on its own. */
export async function createWorkflow(rest: Rest, workflow: WorkflowFile): Promise<StoredWorkflow> {
	return await rest.post('workflows', isOne(rest) ? { ...workflow, active: false } : workflow);
}

/** Switches a workflow on or off: in n8n 1 a field of the workflow, since n8n 2 a request of its own. */
export async function switchWorkflow(rest: Rest, id: string, active: boolean): Promise<void> {
	const { versionId } = await rest.get<StoredWorkflow>(`workflows/${id}`);
	if (isOne(rest)) await rest.patch(`workflows/${id}`, { active, versionId });
	else if (active) await rest.post(`workflows/${id}/activate`, { versionId });
	else await rest.post(`workflows/${id}/deactivate`, {});
}

export type PageQuery = Record<string, string>;

/** What a list of executions says of each. */
export interface ListedExecution {
	id: string;
	/** In ISO 8601; absent before the end. */
	stoppedAt?: string | null;
}

export interface ExecutionPage {
	results: ListedExecution[];
	nextCursor?: string | null;
}

/**
 * The query for the first executions of a list. Older versions have no cursors but ranges of IDs, and go by the IDs
 * only when both ends are given.
 */
export function firstPage({ version }: Rest): PageQuery {
	const limit = String(PAGE);
	return hasCursors(version) ? { limit } : { limit, firstId: '0', lastId: String(2 ** 31 - 1) };
}

/** The query for the executions after a page; none when it was the last. */
export function pageAfter(
	rest: Rest,
	{ results, nextCursor }: ExecutionPage,
): PageQuery | undefined {
	if (nextCursor) return { ...firstPage(rest), cursor: nextCursor };
	if (hasCursors(rest.version) || results.length < PAGE) return undefined;
	const lastId = Math.min(...results.map(({ id }) => Number(id)));
	return { ...firstPage(rest), lastId: String(lastId) };
}

/** Whether a downloaded file has the size that n8n has noted; older versions note none that is exact. */
export function isWhole({ version }: Rest, { bytes }: IBinaryData, content: Buffer): boolean {
	return isBefore(version, '2.14') || bytes === content.length;
}

/** Whether n8n takes items with `details` to the error output; before 2.36, only those with a `message`. */
export function routesErrorDetails({ version }: Rest): boolean {
	return !isBefore(version, '2.36');
}

/**
 * Whether what a node remembers for its next try is surely gone when an execution is stopped. Up to 2.14, n8n stores it;
 * which version was the first not to is unknown.
 */
export function forgetsWhenStopped({ version }: Rest): boolean {
	return !isBefore(version, '2.41');
}

/** Whether the node that was under way runs again in the retry of a stopped execution. Up to 2.14, no node does. */
export const retriesStopped = forgetsWhenStopped;

/** Whether a node can learn which execution is retried; before 2.14, one with equal items looks the same to it. */
export function tellsRetriesApart({ version }: Rest): boolean {
	return !isBefore(version, '2.14');
}

/** Whether a sub-workflow has to be published before another workflow can call it; n8n 1 publishes none without a trigger. */
export function publishesCalled(rest: Rest): boolean {
	return !isOne(rest);
}

/** Whether n8n fills no list with a credential that the user cannot read; 2.4 and 2.14 do, also for other users. */
export function refusesForeignCredentials({ version }: Rest): boolean {
	return isBefore(version, '2') || !isBefore(version, '2.41');
}

/** Whether the Data Table node creates tables and finds them by name. */
export function namesDataTables(rest: Rest): boolean {
	return !isOne(rest);
}

/** A late version of n8n's HTTP Request node that this n8n has. */
export function lateHttpRequest({ version }: Rest): number {
	return isBefore(version, '2.14') ? 4.3 : 4.4;
}

function hasCursors(version: string): boolean {
	return !isBefore(version, '2.41');
}

function isOne({ version }: Rest): boolean {
	return isBefore(version, '2');
}

function isBefore(version: string, other: string): boolean {
	return version.localeCompare(other, 'en', { numeric: true }) < 0;
}
