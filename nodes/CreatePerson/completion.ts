import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { pausableCompletionProperty } from '../shared/output/completionProperties';
import { reworded } from '../shared/output/reworded';
import { listCompletions, listed } from '../shared/run/listedCompletion';

const choices = pausableCompletionProperty.options as INodePropertyOptions[];

const PAUSE =
	'Pause the execution until the service calls back, even if n8n restarts. n8n must be reachable from the internet. After the time limit, unfinished persons are output as inProgress.';

/** The choice of what the node does until the persons are ready. */
export const completion = listed({
	...pausableCompletionProperty,
	options: reworded(choices, {
		pause: { description: PAUSE },
		return: {
			description:
				"Continue right away with the ID of each person. To look a person up later, the credential needs a 'Person Detail Path'. Or choose a workflow in 'When Finished, Start Workflow'.",
		},
	}),
});

/** Lists the choices; without a path, only the callback reports the end of a person (service.md 4.10). */
export async function getCompletions(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await listCompletions(this, {
		property: completion,
		path: 'personDetailPath',
		withoutPath: {
			wait: {
				note: 'Needs a Person Detail Path',
				description:
					"Not possible with this credential: it has no 'Person Detail Path'. Ask your provider for it.",
			},
			pause: {
				note: 'One Person at a Time',
				description: `${PAUSE} For more than one input item, the credential needs a 'Person Detail Path'.`,
			},
		},
	});
}
