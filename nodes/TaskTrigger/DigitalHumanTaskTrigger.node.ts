import {
	NodeConnectionTypes,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { properties } from './fields';
import { receive } from './operation';
import { checkSetup } from './checkSetup';

export class DigitalHumanTaskTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Digital Human Task Trigger',
		name: 'digitalHumanTaskTrigger',
		icon: {
			light: 'file:../../icons/taskTrigger.svg',
			dark: 'file:../../icons/taskTrigger.dark.svg',
		},
		group: ['trigger'],
		// n8n evaluates an expression for each call of a webhook node of version 1, which takes it longer than all the rest.
		version: 1.1,
		subtitle:
			'={{ ({ finished: "Task finished", succeeded: "Task succeeded", failed: "Task failed" })[$rawParameter["triggerOn"]] ?? "Task of the chosen state" }}',
		description: 'Starts the workflow when the service calls back about a finished task',
		eventTriggerDescription: 'Waiting for a callback of the service to the Test URL',
		activationMessage: 'The service can now call this workflow back at the Production URL.',
		defaults: { name: 'Digital Human Task Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'digitalHumanApi', required: false }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				// The answer is the sentence that the node gives.
				responseData: '',
				path: 'digital-human',
			},
			{
				name: 'setup',
				httpMethod: 'GET',
				responseMode: 'onReceived',
				responseData: '',
				path: 'digital-human',
				ndvHideUrl: true,
			},
		],
		properties,
	};

	webhookMethods = {
		// The address is given to the service with each task, so there is nothing to register there.
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await checkSetup(this);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return true;
			},
		},
		setup: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return true;
			},
			async create(this: IHookFunctions): Promise<boolean> {
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}
}
