import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import {
	downloadResultProperty,
	outputFieldOption,
	simplifyOption,
} from '../shared/output/completionProperties';
import { triggerOnProperty } from '../shared/tasks/triggerFilter';
import { poll } from './operation';
import { taskKinds } from './fields';

export class DigitalHumanTaskPollTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Digital Human Task Poll Trigger',
		name: 'digitalHumanTaskPollTrigger',
		icon: {
			light: 'file:../../icons/digitalHuman.svg',
			dark: 'file:../../icons/digitalHuman.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ ({ finished: "Task finished", succeeded: "Task succeeded", failed: "Task failed" })[$rawParameter["triggerOn"]] ?? "Task of the chosen state" }}',
		description:
			'Starts the workflow for each task that has become final, by looking at the service regularly',
		defaults: { name: 'Digital Human Task Poll Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'digitalHumanApi', required: true }],
		properties: [
			triggerOnProperty,
			taskKinds,
			downloadResultProperty,
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				placeholder: 'Add Option',
				default: {},
				options: [outputFieldOption, simplifyOption],
			},
		],
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
