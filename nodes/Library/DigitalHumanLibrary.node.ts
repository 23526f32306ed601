import {
	NodeConnectionTypes,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { lookups } from '../shared/fields/locators';
import { executeResource, type NodeOperation } from '../shared/run/options';
import { files } from './operations/files';
import { languages, publicPersons, publicVoices } from './operations/lists';

const resources: Record<string, Record<string, NodeOperation>> = {
	file: files,
	publicPerson: { getAll: publicPersons },
	publicVoice: { getAll: publicVoices },
	translationLanguage: { getAll: languages },
};

/** The choice of what is done with a resource. */
function operationOf(resource: string, options: INodePropertyOptions[]): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options,
		default: 'getAll',
	};
}

function getMany(plural: string, description: string): INodePropertyOptions {
	return { name: 'Get Many', value: 'getAll', action: `Get many ${plural}`, description };
}

export class DigitalHumanLibrary implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Digital Human Library',
		name: 'digitalHumanLibrary',
		icon: {
			light: 'file:../../icons/library.svg',
			dark: 'file:../../icons/library.dark.svg',
		},
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
			operationOf('file', [
				{
					name: 'Delete',
					value: 'delete',
					action: 'Delete file',
					description: 'Permanently remove an uploaded file from the service',
				},
				{
					name: 'Get',
					value: 'get',
					action: 'Get file',
					description: 'Look up an uploaded file and check whether it can be used',
				},
				getMany('files', 'List the uploaded files of your application'),
			]),
			operationOf('publicPerson', [
				getMany('public persons', 'List public persons and their figures'),
			]),
			operationOf('publicVoice', [
				getMany('public voices', 'List public voices, each with a link to listen to it'),
			]),
			operationOf('translationLanguage', [
				getMany('translation languages', 'List the languages that a video can be translated into'),
			]),
			...Object.values(resources)
				.flatMap((operations) => Object.values(operations))
				.flatMap(({ properties }) => properties),
		],
	};

	methods = lookups;

	execute = executeResource(resources);
}
