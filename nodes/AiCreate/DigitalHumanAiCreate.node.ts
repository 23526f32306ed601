import { flatMap, map } from 'lodash';
import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { completionProperty, downloadWhenFinishedProperty } from '../shared/fields/completion';
import { methodsFor } from '../shared/pickers/lists';
import { optionsProperty } from '../shared/callbacks/fields';
import { executeResource, type NodeOperation, operationField } from '../shared/output/operations';
import { animateImage, animateImageCollection } from './operations/animateImage';
import { modelLabels } from './models/choice';
import { generateImage, generateVideo, videoStarts } from './operations/generate';

/** In the order of their fields. */
const resources: Record<string, Record<string, NodeOperation>> = {
	image: { generate: generateImage },
	video: { ...videoStarts, generate: generateVideo, animate: animateImage },
};

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
		subtitle: `={{ $parameter["operation"] === "animate" ? "Animate image" : $rawParameter["modelCode"].startsWith("=") ? ({ image: "Image", video: "Video" })[$parameter["resource"]] + " by expression" : (${modelLabels})[$parameter["modelCode"]] }}`,
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
			...map(resources, (operations, resource) => operationField(operations, 'generate', resource)),
			...flatMap(resources, (operations) => flatMap(operations, ({ properties }) => properties)),
			completionProperty,
			downloadWhenFinishedProperty,
			...animateImageCollection,
			optionsProperty,
		],
	};

	methods = methodsFor(this.description.properties);
	execute = executeResource(resources);
}
