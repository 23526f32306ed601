import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import {
	completionProperty,
	downloadWhenFinishedProperty,
} from '../shared/output/completionProperties';
import { lookups } from '../shared/lookups';
import { executeOperation } from '../shared/run/nodeOperation';
import { animateImage } from './operations/animateImage';
import { createImage, createVideo } from './operations/create';
import { options } from './options';

export class DigitalHumanAiCreate implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Digital Human AI Create',
		name: 'digitalHumanAiCreate',
		icon: {
			light: 'file:../../icons/aiCreate.svg',
			dark: 'file:../../icons/aiCreate.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle:
			'={{ $parameter["operation"] === "animateImage" ? "Animate image" : ({ createImage: "Create image", createVideo: "Create video" })[$parameter["operation"]] + ($rawParameter["modelCode"].startsWith("=") ? "" : ": " + $rawParameter["modelCode"]) }}',
		description: 'Create images and videos with AI models. Each run costs credits of the service.',
		defaults: { name: 'Digital Human AI Create' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'digitalHumanApi', required: true }],
		properties: [
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				options: [
					{
						name: 'Animate Image',
						value: 'animateImage',
						action: 'Animate image',
						description:
							'Turn a picture that this node has created into a video of a person who moves',
					},
					{
						name: 'Create Image',
						value: 'createImage',
						action: 'Create image',
						description:
							'Generate one or more pictures from a prompt, with or without reference images',
					},
					{
						name: 'Create Video',
						value: 'createVideo',
						action: 'Create video',
						description: 'Generate a video from a prompt, from images or from other material',
					},
				],
				default: 'createImage',
			},
			...animateImage.properties,
			...createImage.properties,
			...createVideo.properties,
			completionProperty,
			downloadWhenFinishedProperty,
			options,
		],
	};

	methods = lookups;

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await executeOperation(this, { animateImage, createImage, createVideo });
	}
}
