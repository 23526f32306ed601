import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { methodsFor } from '../shared/pickers/lists';
import { executeLibrary, properties } from './library.operations';

/** The node: its description for n8n's editor, and what n8n calls to load its lists and to run it. */
export class DigitalHumanLibrary implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Digital Human Library',
		name: 'digitalHumanLibrary',
		icon: { light: 'file:../../icons/library.svg', dark: 'file:../../icons/library.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle:
			'={{ ({ get: "Get", getAll: "Get many", delete: "Delete" })[$parameter["operation"]] + ": " + ({ file: "file", publicPerson: "public person", publicVoice: "public voice", translationLanguage: "translation language" })[$parameter["resource"]] }}',
		description:
			'List public persons, voices and translation languages, and manage uploaded files. Costs no credits.',
		defaults: { name: 'Digital Human Library' },
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
					{ name: 'File', value: 'file' },
					{ name: 'Public Person', value: 'publicPerson' },
					{ name: 'Public Voice', value: 'publicVoice' },
					{ name: 'Translation Language', value: 'translationLanguage' },
				],
				default: 'publicPerson',
			},
			...properties,
		],
	};

	methods = methodsFor(this.description.properties);
	execute = executeLibrary;
}
