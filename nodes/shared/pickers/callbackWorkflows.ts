/*
 * The workflows that a callback can start: those with a Task Callback Trigger that this process of n8n has published.
 */
import { countBy, uniqBy } from 'lodash';

import { credentialIdOf } from '../api/credential';
import { PackError } from '../util/errors';
import { alphabetically } from '../util/text';
import { type Entry, entryOf, resultsAmong } from './entries';
import { pickerMessages } from './pickerMessages';
import { type ListSearch, withListClient } from './search';

/** A published workflow with a Task Callback Trigger. */
interface CallbackWorkflow {
	/**
	 * ID of the trigger's credential: only those who may use that credential see the workflow in the list. Empty for a
	 * trigger that no list shows, because it has a secret of the user's own.
	 */
	credentialId: string;
	workflowId: string;
	workflowName: string;
	triggerName: string;
}

/**
 * The published workflows, by the address of their trigger. The process remembers them, because n8n serves the editor
 * from the process that publishes. The trigger node adds an entry when it is published, which n8n also does when it
 * starts, and removes it when it is unpublished; so there are never more entries than published triggers.
 */
export const publishedWorkflows = new Map<string, CallbackWorkflow>();

/**
 * The Task Callback Triggers that n8n runs in this process, each by an object of its own. Of several main processes,
 * n8n runs triggers in the leader alone, which publishes for all: while there is one here, no published workflow is
 * missing in the list. Another process may know some, from its start or from when it was the leader, but not all.
 *
 * The trigger node adds an entry when n8n starts it, and removes it when n8n ends it.
 */
export const runningTriggers = new Set<object>();

/**
 * The list of the published workflows whose trigger uses the credential of this node; the value of an entry is the
 * trigger's address.
 *
 * @throws NodeOperationError where there are none, whatever is typed; it says what to publish
 */
export const searchCallbackWorkflows: ListSearch = async function (filter) {
	return await withListClient(this, async () => {
		const credentialId = credentialIdOf(this.getNode());
		const published = Array.from(publishedWorkflows, ([address, workflow]) => ({
			...workflow,
			address,
		}));
		const offered = published.filter((workflow) => workflow.credentialId === credentialId);
		if (offered.length === 0) throw new PackError(pickerMessages.nothingPublished);
		const entries = entriesOfWorkflows(offered, `${this.getInstanceBaseUrl()}workflow/`);
		return resultsAmong(entries, filter);
	});
};

/**
 * An entry for each trigger, in the order of their names, with the address of its workflow in the editor. Of a
 * workflow with several triggers, the entry also says which trigger it is; of workflows with the same name, it says
 * the ID.
 *
 * @param workflows one for each trigger, with the address of that trigger
 * @param editor the address at which the editor shows a workflow, without its ID, so that it ends in a slash
 */
function entriesOfWorkflows(
	workflows: ReadonlyArray<CallbackWorkflow & { address: string }>,
	editor: string,
): Entry[] {
	// How many triggers each workflow has, by its ID, and how many workflows have each name.
	const triggersById = countBy(workflows, 'workflowId');
	const workflowsByName = countBy(uniqBy(workflows, 'workflowId'), 'workflowName');
	const entries = workflows.map(({ address, workflowId, workflowName, triggerName }) => {
		const hasOtherTriggers = triggersById[workflowId] !== 1;
		const hasNamesake = workflowsByName[workflowName] !== 1;
		const details: string[] = [];
		if (hasOtherTriggers) details.push(triggerName);
		if (hasNamesake) details.push(`ID ${workflowId}`);
		return entryOf({ value: address, name: workflowName, details, urls: [editor + workflowId] });
	});
	return alphabetically(entries, 'name');
}
