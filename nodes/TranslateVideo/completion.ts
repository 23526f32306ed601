import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { completionProperty } from '../shared/output/completionProperties';
import { listCompletions, listed } from '../shared/run/listedCompletion';

/** The choice of what the node does until the videos are ready. */
export const completion = listed(completionProperty);

/** Lists the choices; without a path, translations cannot be followed (service.md 4.10). */
export async function getCompletions(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await listCompletions(this, {
		property: completion,
		path: 'videoDetailPath',
		withoutPath: {
			wait: {
				note: 'Needs a Video Detail Path',
				description:
					"Not possible with this credential: it has no 'Video Detail Path'. Ask your provider for it.",
			},
			return: {
				note: 'This Credential Cannot Wait',
				description:
					"Continue right away with the ID of each task. To wait for the videos, the credential needs a 'Video Detail Path'.",
			},
		},
	});
}
