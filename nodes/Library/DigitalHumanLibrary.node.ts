import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { lookups } from '../shared/fields/locators';
import { chosenOf, executeOperation, type NodeOperation } from '../shared/run/operation';
import { toolAnswer } from '../shared/run/output';
import { fileDelete, fileGet, fileGetAll } from './operations/files';
import { languages } from './operations/languages';
import { publicPersons } from './operations/publicPersons';
import { publicVoices } from './operations/publicVoices';

const resources: Record<string, Record<string, NodeOperation>> = {
	file: { delete: fileDelete, get: fileGet, getAll: fileGetAll },
	publicPerson: { getAll: publicPersons },
	publicVoice: { getAll: publicVoices },
	translationLanguage: { getAll: languages },
};

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
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: ['file'] } },
				options: [
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
					{
						name: 'Get Many',
						value: 'getAll',
						action: 'Get many files',
						description: 'List the uploaded files of your application',
					},
				],
				default: 'getAll',
			},
			...fileDelete.properties,
			...fileGet.properties,
			...fileGetAll.properties,
			...publicPersons.properties,
			...publicVoices.properties,
			...languages.properties,
		],
	};

	methods = lookups;

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await toolAnswer(
			this,
			async () => await executeOperation(this, chosenOf(this, 'resource', 'Resource', resources)),
		);
	}
}
