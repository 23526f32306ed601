import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type IHookFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type ITriggerFunctions,
	type ITriggerResponse,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { callbackWebhook } from '../shared/callbacks/address';
import { credentialTest } from '../shared/api/credentialTest';
import { properties } from './taskTrigger.fields';
import { noteRunning, register, unregister } from './publish';
import { receive } from './receive';

export class DigitalHumanTaskTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Digital Human Task Callback Trigger',
		name: 'digitalHumanTaskTrigger',
		icon: {
			light: 'file:../../icons/taskTrigger.svg',
			dark: 'file:../../icons/taskTrigger.dark.svg',
		},
		group: ['trigger'],
		// The first version, as of each node with a webhook here: see `pausable` in `completion/resume.ts`.
		version: 1.1,
		subtitle:
			'={{ ({ finished: "Finished tasks", succeeded: "Successful tasks", failed: "Failed or canceled tasks" })[$rawParameter["triggerOn"]] ?? "Tasks in the chosen state" }}',
		description:
			'Starts the workflow when a task of a node that names this workflow has finished. For all tasks of your account, use the Digital Human Task Poll Trigger. Needs an n8n that can be reached from the internet.',
		eventTriggerDescription:
			'Waiting for the service to call the Test URL, or for you to open it in your browser',
		activationMessage:
			"The service can now call this workflow. It can be chosen in 'When Finished, Start Workflow' of Digital Human nodes with the same credential, unless the trigger has a secret of its own.",
		defaults: { name: 'Digital Human Task Callback Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'digitalHumanApi', required: false, testedBy: 'digitalHumanApi' }],
		webhooks: [
			callbackWebhook,
			{ ...callbackWebhook, name: 'setup', httpMethod: 'GET', ndvHideUrl: true },
		],
		properties,
	};

	webhookMethods = {
		// n8n means these for webhooks that are created at a service. This service receives the address with each task, so
		// there is nothing to create. The workflow is offered to other nodes in `checkExists`, because n8n calls that at
		// each publication, and calls `create` only where it gives false.
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				await register(this);
				return true;
			},
			async create(this: IHookFunctions): Promise<boolean> {
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				unregister(this);
				return true;
			},
		},
	};

	methods = { credentialTest };

	/**
	 * Begins nothing, but shows that this process publishes workflows. And since n8n 2.41, only what has this method is
	 * published again, and back in the lists of the other nodes, when n8n starts.
	 */
	async trigger(this: ITriggerFunctions): Promise<ITriggerResponse> {
		return noteRunning(this);
	}

	/** Passes on what came. Without this, n8n waits for `trigger` to bring a test event. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [this.getInputData()];
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}
}
