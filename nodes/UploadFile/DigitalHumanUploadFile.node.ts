import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { credentialTest } from '../shared/api/credentialTest';
import { executeNode } from '../shared/output/execute';
import { toolDescription } from '../shared/output/tools';
import { properties, uploadAll } from './uploadFile.operation';

/** The node: its description for n8n's editor, and what n8n calls to test its credential and to run it. */
export class DigitalHumanUploadFile implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Digital Human Upload File',
		name: 'digitalHumanUploadFile',
		icon: {
			light: 'file:../../icons/uploadFile.svg',
			dark: 'file:../../icons/uploadFile.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle:
			'={{ $rawParameter["purpose"].startsWith("=") ? "Upload file" : "Upload for " + $rawParameter["purpose"].replace("ai_", "AI ").replaceAll("_", " ") }}',
		description:
			'Upload a file of any size to the service and get its ID and URL. The service deletes it after 30 days. Costs no credits.',
		defaults: { name: 'Digital Human Upload File' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'digitalHumanApi', required: true, testedBy: 'digitalHumanApi' }],
		properties: [
			toolDescription(
				'Uploads a file to the service from its URL and returns its fileId and url, for tools that take files. The service deletes it after 30 days. Costs no credits.',
			),
			...properties,
		],
	};

	methods = { credentialTest };
	execute = executeNode(async (context) => [await uploadAll(context)]);
}
