import type { INodeListSearchResult, INodeParameters } from 'n8n-workflow';

import { type Rest, RestError, type StoredCredential } from '../../../tools/n8n/rest';
import { waitFor } from '../../../tools/n8n/program';

export type ListedWorkflow = INodeListSearchResult['results'][number];

/**
 * Opens the list of 'When Finished, Start Workflow' as n8n's editor does.
 *
 * @returns its entries, or the sentence that the list shows instead
 */
export async function callbackList(
	rest: Rest,
	{ id, name, type }: Pick<StoredCredential, 'id' | 'name' | 'type'>,
	filter?: string,
): Promise<ListedWorkflow[] | string> {
	try {
		const { results } = await rest.post<INodeListSearchResult>(
			'dynamic-node-parameters/resource-locator-results',
			{
				path: 'parameters.callbackUrl',
				methodName: 'searchCallbackWorkflows',
				nodeTypeAndVersion: {
					name: 'n8n-nodes-digital-human.digitalHumanComposeVideo',
					version: 1,
				},
				currentNodeParameters: { completion: 'return' },
				credentials: { [type]: { id, name } },
				...(filter === undefined ? {} : { filter }),
			},
		);
		return results;
	} catch (error) {
		if (error instanceof RestError) return error.message;
		throw error instanceof Error ? error : new Error();
	}
}

/** The names in the list; none where the list shows a sentence instead. */
export async function callbackNames(...list: Parameters<typeof callbackList>): Promise<string[]> {
	const found = await callbackList(...list);
	return typeof found === 'string' ? [] : found.map(({ name }) => name);
}

/** Chooses a workflow that is being published, as a person does who sees it in the list. @returns the field's value */
export async function chosenWorkflow(
	rest: Rest,
	credential: StoredCredential,
	workflow: { name: string },
): Promise<INodeParameters> {
	const { name, value } = await waitFor(async () => {
		const found = await callbackList(rest, credential);
		return typeof found === 'string' ? undefined : found.find((one) => one.name === workflow.name);
	});
	return { __rl: true, mode: 'list', value, cachedResultName: name };
}
