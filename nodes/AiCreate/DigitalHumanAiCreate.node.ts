import { flatMap, map } from 'lodash';
import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { completionProperty, downloadWhenFinishedProperty } from '../shared/fields/completion';
import { methodsFor } from '../shared/pickers/lists';
import { optionsProperty } from '../shared/callbacks/callbackFields';
import {
	executeResource,
	type NodeOperation,
	operationField,
} from '../shared/output/nodeOperations';
import { animateImage, animateImageCollection } from './operations/animateImage';
import { generateImage, generateVideo, videoStarts } from './operations/generate';

/**
 * The operations of each resource, by their values in the fields 'Resource' and 'Operation', and in the order in which
 * their fields stand in the editor.
 */
const resources: Record<string, Record<string, NodeOperation>> = {
	image: { generate: generateImage },
	video: { ...videoStarts, generate: generateVideo, animate: animateImage },
};

/** The node: its description for n8n's editor, and what n8n calls to load its lists and to run it. */
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
		// A literal, as n8n's rules want it: a test compares these labels with the catalogue.
		subtitle:
			'={{ $parameter["operation"] === "animate" ? "Animate image" : $rawParameter["modelCode"].startsWith("=") ? ({ image: "Image", video: "Video" })[$parameter["resource"]] + " by expression" : ({ "modela-v2-1": "Text or one image → image", "modelf-4.0": "Text or images → image", "modelf-3.0-t2i": "Text → image", "image2_medium": "Text or images → image, wide and tall ratios too", "modelc3.0-first-last-to-video": "First (and last) frame → video", "modelb-2.5-first-last-to-video": "First (and last) frame → video, 21:9 too", "modelb-2.0-lite-tk": "Text or images → video", "modelb-2.0-pro-tk": "Video → video", "ext_modela-v2-1-master": "Text or images → video, prompt optional", "modela-v2-1-master": "Text or images → video, 5 or 10 seconds", "modela1.6": "Text or first frame → video, 5 or 10 seconds", "modela2.5": "Text or first and last frame → video, 5 or 10 seconds", "ext_modela-v3-0-text2video": "Text → video", "ext_modela-v3-0-turbo-text2video": "Text → video, turbo edition", "ext_modela-v3-0-turbo-image2video": "First frame → video, turbo edition", "modeld-1.1-i2v": "First frame → video, 3 to 15 seconds", "modeld-1.0-i2v": "First frame → video, commonly 5 or 10 seconds", "modele-q1": "Text or reference images → video" })[$parameter["modelCode"]] ?? "Other model" }}',
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
