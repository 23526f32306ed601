import type { ILoadOptionsFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { returnFirstProperty } from '../shared/run/completionOptions';
import { hasCredential, readCredential } from '../shared/service/credential';

/** The choice of what the node does until the videos are ready; the editor lists what the credential allows. */
export const completion: INodeProperties = {
	...returnFirstProperty,
	typeOptions: { loadOptionsMethod: 'getCompletions' },
};

/** What is added to a choice with a credential that cannot follow translations (service.md 4.10). */
const WITHOUT_PATH: Readonly<Record<string, Pick<INodePropertyOptions, 'name' | 'description'>>> = {
	wait: {
		name: 'Needs a Video Detail Path',
		description:
			"Not possible with this credential: it has no 'Video Detail Path'. Ask your provider for it.",
	},
	return: {
		name: 'This Credential Cannot Wait',
		description:
			"Continue right away with the ID of each task. To wait for the videos, the credential needs a 'Video Detail Path'.",
	},
};

/** Lists the choices, and says which of them are possible with the node's credential. */
export async function getCompletions(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const choices = (completion.options ?? []) as INodePropertyOptions[];
	if (!hasCredential(this)) return choices;
	const { videoDetailPath = '' } = await readCredential(this);
	if (videoDetailPath.trim() !== '') return choices;
	return choices.map((choice) => {
		const limit = WITHOUT_PATH[String(choice.value)];
		if (!limit) return choice;
		return { ...choice, name: `${choice.name} (${limit.name})`, description: limit.description };
	});
}
