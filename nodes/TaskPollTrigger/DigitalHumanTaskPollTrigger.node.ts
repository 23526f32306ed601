import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import {
	downloadResultOption,
	outputFieldOption,
	simplifyOption,
} from '../shared/completion/properties';
import { listedKindOptions } from '../shared/tasks/kinds';
import { triggerOnProperty } from '../shared/tasks/outcome';
import { poll } from './poll';

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
			{
				displayName: 'Task Kinds',
				name: 'taskKinds',
				type: 'multiOptions',
				options: listedKindOptions,
				default: ['aiCreation'],
				required: true,
				description:
					'What to look at. The first look only takes stock: tasks that are final by then start nothing. Tasks that become final while the workflow is inactive start it once it is active again. The service has no list of custom persons and of translations.',
			},
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				placeholder: 'Add Option',
				default: {},
				options: [downloadResultOption, outputFieldOption, simplifyOption],
			},
		],
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
