/* The workflows that a callback can start: those with a Task Callback Trigger that this process of n8n has published. */
import { countBy, uniqBy } from 'lodash';

import { credentialIdOf } from '../api/credential';
import { PackError } from '../util/errors';
import { alphabetical } from '../util/text';
import { type Entry, entryOf, matching, orNothingFound } from './entries';
import { pickerMessages } from './pickerMessages';
import { explained, type ListSearch } from './search';

interface CallbackWorkflow {
	/** ID of the trigger's credential: who may use it in n8n sees the workflow's name. Empty where nobody can choose it. */
	credentialId: string;
	workflowId: string;
	workflowName: string;
	triggerName: string;
}

/**
 * The published workflows, by the address of their trigger. n8n serves the editor from the same process, and publishes when it
 * starts, and whenever a user publishes.
 */
export const publishedWorkflows = new Map<string, CallbackWorkflow>();

/** The list of those whose trigger uses the credential of this node; the value is the trigger's address. */
export const searchCallbackWorkflows: ListSearch = async function (filter) {
	return await explained(this, async () => {
		const credentialId = credentialIdOf(this.getNode());
		const found = [...publishedWorkflows].filter(([, one]) => one.credentialId === credentialId);
		if (found.length === 0) throw new PackError(pickerMessages.nothingPublished);
		const entries = entriesOfWorkflows(found, `${this.getInstanceBaseUrl()}workflow/`);
		const typed = filter?.trim() ?? '';
		return { results: orNothingFound(matching(entries, typed), typed) };
	});
};

/** Workflows by name; where several triggers or workflows have one, with what tells them apart. */
function entriesOfWorkflows(
	found: ReadonlyArray<[string, CallbackWorkflow]>,
	editor: string,
): Entry[] {
	const workflows = found.map(([, workflow]) => workflow);
	const triggers = countBy(workflows, 'workflowId');
	const namesakes = countBy(uniqBy(workflows, 'workflowId'), 'workflowName');
	const entries = found.map(([address, { workflowId, workflowName, triggerName }]) => {
		const details = [
			Number(triggers[workflowId]) > 1 && triggerName,
			Number(namesakes[workflowName]) > 1 && `ID ${workflowId}`,
		];
		return entryOf(address, workflowName, details, `${editor}${workflowId}`);
	});
	return entries.sort(alphabetical('name'));
}
