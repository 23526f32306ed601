import { countBy, uniqBy } from 'lodash';
import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { credentialIdOf } from '../service/credential';
import { alphabetical } from '../util/text';
import { bestFirst, type Entry, entryOf, explained, type ListSearch } from './search';

/** A published workflow that a callback starts. */
export interface CallbackWorkflow {
	/** ID of the trigger's credential: who may use it in n8n sees the workflow's name. */
	credentialId: string;
	workflowId: string;
	workflowName: string;
	/** Name of the trigger, for a workflow that has several. */
	triggerName: string;
}

/**
 * The workflows that this process of n8n has published, by the address of their trigger. It also
 * serves the editor, and publishes when it starts, and whenever a user publishes.
 */
export const publishedWorkflows = new Map<string, CallbackWorkflow>();

/** The published workflows whose trigger uses the credential of this node; the value is the trigger's address. */
export const searchCallbackWorkflows: ListSearch = async function (filter) {
	return await explained(this, async () => {
		const entries = entriesFor(this);
		if (entries.length === 0) throw new Error(NOTHING_PUBLISHED);
		return { results: bestFirst(entries, filter) };
	});
};

const NOTHING_PUBLISHED =
	"No published workflow with a 'Digital Human Task Callback Trigger' uses this credential. Publish one, then open this list again. If its trigger has a secret of its own, or if n8n runs several main processes, choose 'By URL' and enter the Production URL of the trigger";

function entriesFor(context: ILoadOptionsFunctions): Entry[] {
	const credentialId = credentialIdOf(context.getNode());
	const found = [...publishedWorkflows].filter(
		([, workflow]) => workflow.credentialId === credentialId,
	);
	const workflows = found.map(([, workflow]) => workflow);
	const triggers = countBy(workflows, 'workflowId');
	const namesakes = countBy(uniqBy(workflows, 'workflowId'), 'workflowName');
	const entries = found.map(([address, { workflowId, workflowName, triggerName }]) => {
		const details = [
			Number(triggers[workflowId]) > 1 && triggerName,
			Number(namesakes[workflowName]) > 1 && `ID ${workflowId}`,
		];
		const url = `${context.getInstanceBaseUrl()}workflow/${workflowId}`;
		return entryOf(address, workflowName, details, url);
	});
	return entries.sort((a, b) => alphabetical.compare(a.name, b.name));
}
