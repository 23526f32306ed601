import {
	NodeConnectionTypes,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { completionProperty, downloadWhenFinishedProperty } from '../shared/fields/completion';
import { lookups } from '../shared/fields/locators';
import { optionsProperty } from '../shared/run/callbackAddress';
import { executeResource, type NodeOperation } from '../shared/run/options';
import { startChoices } from './models/fields';
import { animateImage, animateImageCollection } from './operations/animateImage';
import { generateImage, generateVideo, videoStarts } from './operations/generate';

const resources: Record<string, Record<string, NodeOperation>> = {
	image: { generate: generateImage },
	video: { animate: animateImage, generate: generateVideo, ...videoStarts },
};

const operationsOf = (resource: string, options: INodePropertyOptions[]): INodeProperties => ({
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: [resource] } },
	options,
	default: 'generate',
});

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
			'={{ $parameter["operation"] === "animate" ? "Animate image" : ({ image: "Image", video: "Video" })[$parameter["resource"]] + ($rawParameter["modelCode"].startsWith("=") ? " by expression" : ": " + ($parameter["modelCode"] === "other" ? "other model" : $parameter["modelCode"])) }}',
		description:
			'Generate images and videos with AI models. Each run costs credits of the service.',
		defaults: { name: 'Digital Human AI Create' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'digitalHumanApi', required: true, testedBy: 'digitalHumanApi' }],
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
					{ name: 'Image', value: 'image' },
					{ name: 'Video', value: 'video' },
				],
				default: 'image',
			},
			operationsOf('image', [
				{
					name: 'Generate',
					value: 'generate',
					action: 'Generate image',
					description: 'Create one or more images from a prompt or from reference images',
				},
			]),
			operationsOf('video', [
				{
					name: 'Animate Image',
					value: 'animate',
					action: 'Animate image',
					description: 'Turn an image that this node generated into a video of a moving person',
				},
				...startChoices,
				{
					name: 'Generate',
					value: 'generate',
					action: 'Generate video',
					description: 'Create a video from a prompt, from images or from other files',
				},
			]),
			...generateImage.properties,
			...Object.values(videoStarts).flatMap(({ properties }) => properties),
			...generateVideo.properties,
			...animateImage.properties,
			completionProperty,
			downloadWhenFinishedProperty,
			...animateImageCollection,
			optionsProperty,
		],
	};

	methods = lookups;

	execute = executeResource(resources);
}
