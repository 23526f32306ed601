import type { IBinaryData } from 'n8n-workflow';

import type { Rest, StoredWorkflow, WorkflowFile } from './rest';

/* What the versions of n8n that the tests run on do in different ways, all in this file. */

/** Stores a new workflow, which is not active. n8n 1 does not fill in `active` on its own. */
export async function createWorkflow(rest: Rest, workflow: WorkflowFile): Promise<StoredWorkflow> {
	return await rest.post('workflows', isOne(rest) ? { ...workflow, active: false } : workflow);
}

/** Switches a workflow on or off: in n8n 1 a field of the workflow, since n8n 2 a request of its own. */
export async function switchWorkflow(
	rest: Rest,
	{ id }: Pick<StoredWorkflow, 'id'>,
	active: boolean,
): Promise<void> {
	const { versionId } = await rest.get<StoredWorkflow>(`workflows/${id}`);
	if (isOne(rest)) await rest.patch(`workflows/${id}`, { active, versionId });
	else if (active) await rest.post(`workflows/${id}/activate`, { versionId });
	else await rest.post(`workflows/${id}/deactivate`, {});
}

/** What an n8n does since a version; of the versions here, the first one that does it. */
const SINCE = {
	/** The Data Table node creates tables and finds them by name. */
	namesDataTables: '2',
	/** A sub-workflow has to be published before another workflow can call it; n8n 1 publishes none without a trigger. */
	publishesCalled: '2',
	/** The size of a stored file is noted exactly. */
	notesSizes: '2.14',
	/** A node can learn which execution is retried; before, one with equal items looks the same to it. */
	tellsRetriesApart: '2.14',
	/** Items with `details` go to the error output; before, only those with a `message`. */
	routesErrorDetails: '2.36',
	/** What a node remembers for its next try is surely gone when an execution is stopped; up to 2.14, n8n stores it. */
	forgetsWhenStopped: '2.41',
	/** The node that was under way runs again in the retry of a stopped execution; up to 2.14, no node does. */
	retriesStopped: '2.41',
	/** Lists of executions have cursors. */
	hasCursors: '2.41',
};

export function does({ version }: Rest, what: keyof typeof SINCE): boolean {
	return !isBefore(version, SINCE[what]);
}

/** Whether a downloaded file has the size that n8n has noted, where it notes one. */
export function isWhole(rest: Rest, { bytes }: IBinaryData, content: Buffer): boolean {
	return !does(rest, 'notesSizes') || bytes === content.length;
}

/** Whether n8n fills no list with a credential that the user cannot read; 2.4 and 2.14 do, also for other users. */
export function refusesForeignCredentials({ version }: Rest): boolean {
	return isBefore(version, '2') || !isBefore(version, '2.41');
}

/** A late version of n8n's HTTP Request node that this n8n has. */
export function lateHttpRequest({ version }: Rest): number {
	return isBefore(version, '2.14') ? 4.3 : 4.4;
}

function isOne({ version }: Rest): boolean {
	return isBefore(version, '2');
}

function isBefore(version: string, other: string): boolean {
	return version.localeCompare(other, 'en', { numeric: true }) < 0;
}
