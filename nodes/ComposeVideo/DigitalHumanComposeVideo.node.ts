import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { runWithPause } from '../shared/completion/pause';
import { resumeWebhooks, resumeWhenFinished } from '../shared/completion/resume';
import { pausableProperties } from '../shared/fields/options';
import { lookups } from '../shared/lookups';
import { composeVideo } from './compose';
import { properties } from './properties';

export class DigitalHumanComposeVideo implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Digital Human Compose Video',
		name: 'digitalHumanComposeVideo',
		icon: {
			light: 'file:../../icons/digitalHuman.svg',
			dark: 'file:../../icons/digitalHuman.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle:
			'={{ $parameter["audioType"] === "audio" ? "Video from audio file" : "Video from text" }}',
		description:
			'Make a video of a digital person that speaks your text or recording. Each second of video costs credits of the service.',
		defaults: { name: 'Digital Human Compose Video' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'digitalHumanApi', required: true }],
		webhooks: resumeWebhooks,
		properties: [...properties, ...pausableProperties('wait')],
	};

	methods = lookups;

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await runWithPause(this, composeVideo)];
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await resumeWhenFinished(this, composeVideo.kind);
	}
}
