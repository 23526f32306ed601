import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { credentialTest } from '../shared/api/credentialTest';
import {
	downloadResultProperty,
	taskOptions,
	triggerOnProperty,
} from '../shared/fields/completion';
import { collectionOf } from '../shared/fields/properties';
import { completeItems, findItems, taskKinds } from './taskPollTrigger.operation';

export class DigitalHumanTaskPollTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Digital Human Task Poll Trigger',
		name: 'digitalHumanTaskPollTrigger',
		icon: {
			light: 'file:../../icons/taskPollTrigger.svg',
			dark: 'file:../../icons/taskPollTrigger.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ ({ finished: "Finished tasks", succeeded: "Successful tasks", failed: "Failed or canceled tasks" })[$rawParameter["triggerOn"]] ?? "Tasks in the chosen state" }}',
		description:
			'Starts the workflow when any task of your account has finished, one item for each, by checking the service regularly. Works without access from the internet.',
		defaults: { name: 'Digital Human Task Poll Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'digitalHumanApi', required: true, testedBy: 'digitalHumanApi' }],
		properties: [
			{
				displayName:
					"Starts for all tasks of your account, whichever workflow submitted them. To start only for tasks of certain nodes, and at once, use 'Digital Human Task Callback Trigger'.",
				name: 'scopeNotice',
				type: 'notice',
				default: '',
			},
			triggerOnProperty,
			taskKinds,
			downloadResultProperty,
			collectionOf('Option', [taskOptions.outputField, taskOptions.simple]),
		],
	};

	methods = { credentialTest };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await findItems(this);
	}

	/** Downloads the files in the execution that `poll` starts. In the editor, n8n calls this alone, and never `poll`. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await completeItems(this);
	}
}
