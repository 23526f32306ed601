import type { INode, INodeParameters } from 'n8n-workflow';

import { credentialType } from '../../n8n/lib/credentials';
import { packName } from '../../n8n/lib/pack';
import type { WorkflowFile } from '../../n8n/lib/workflows';
import { uploadAddress, type Sinks, type WebSource } from './service';

/** What a run needs to know. */
export interface Task {
	sinks: Sinks;
	/** Path of the file below the folder that n8n may read. */
	file: string;
	/** A file of the same size on the web. */
	source: WebSource;
	/** A finished task with the file as its result. */
	taskId?: string;
}

/** Names of the credentials by type. */
export type Credentials = Record<string, { id: string; name: string }>;

/** One way to move a file with n8n. */
export interface Contender {
	name: string;
	/** Whether it is a node of this pack. */
	own?: true;
	/** Whether the workflow reads the file into n8n's storage first. */
	reads: boolean;
	node(task: Task, credentials: Credentials): Promise<Partial<INode>>;
}

const ours = (parameters: INodeParameters): Contender['node'] => {
	return async (_task, credentials) => ({
		type: `${packName}.digitalHumanUploadFile`,
		typeVersion: 1,
		parameters: {
			purpose: 'ai_creation',
			...parameters,
			options: { waitUntilUsable: false },
		},
		credentials: { [credentialType]: credentials[credentialType] ?? { id: '', name: '' } },
	});
};

export const uploads: Contender[] = [
	{
		name: 'Upload File, from input file',
		own: true,
		reads: true,
		node: ours({ fileSource: 'inputFile' }),
	},
	{
		name: 'Upload File, by URL',
		own: true,
		reads: false,
		node: async (task, credentials) =>
			await ours({ fileSource: 'url', fileUrl: task.source.url })(task, credentials),
	},
	{
		name: "n8n's HTTP Request, binary body",
		reads: true,
		node: async ({ sinks }) => ({
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: {
				method: 'PUT',
				url: await uploadAddress(sinks),
				sendHeaders: true,
				headerParameters: { parameters: [{ name: 'Content-Type', value: 'video/mp4' }] },
				sendBody: true,
				contentType: 'binaryData',
				inputDataFieldName: 'data',
				options: {},
			},
		}),
	},
	{
		name: "n8n's AWS S3, multipart",
		reads: true,
		node: async (_task, credentials) => ({
			type: 'n8n-nodes-base.awsS3',
			typeVersion: 2,
			parameters: {
				operation: 'upload',
				bucketName: 'bench.bucket',
				fileName: 'file.mp4',
				additionalFields: {},
				tagsUi: {},
			},
			credentials: { aws: credentials.aws ?? { id: '', name: '' } },
		}),
	},
];

export const downloads: Contender[] = [
	{
		name: 'Get Task, Download Result',
		own: true,
		reads: false,
		node: async ({ taskId = '' }, credentials) => ({
			type: `${packName}.digitalHumanGetTask`,
			typeVersion: 1,
			parameters: {
				operation: 'get',
				taskId: { __rl: true, mode: 'id', value: taskId },
				options: { downloadResult: true },
			},
			credentials: { [credentialType]: credentials[credentialType] ?? { id: '', name: '' } },
		}),
	},
	{
		name: "n8n's HTTP Request, file response",
		reads: false,
		node: async ({ source }) => ({
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: {
				url: source.url,
				options: { response: { response: { responseFormat: 'file' } } },
			},
		}),
	},
];

/** The workflow of a contender: a trigger, the file where one is read, and the node that is measured. */
export async function workflowOf(
	{ name, reads, node }: Contender,
	task: Task,
	credentials: Credentials,
): Promise<WorkflowFile> {
	const trigger = nodeOf('Start', 'n8n-nodes-base.manualTrigger', 0);
	const read = {
		...nodeOf('Read', 'n8n-nodes-base.readWriteFile', 1),
		parameters: { fileSelector: task.file, options: {} },
	};
	const measured = { ...nodeOf('Measured', '', 2), ...(await node(task, credentials)) };
	const nodes = reads ? [trigger, read, measured] : [trigger, measured];
	const connections = Object.fromEntries(
		nodes
			.slice(1)
			.map((next, index) => [
				nodes[index]?.name ?? '',
				{ main: [[{ node: next.name, type: 'main' as const, index: 0 }]] },
			]),
	);
	return { name: `Benchmark: ${name}`, nodes, connections, settings: { executionOrder: 'v1' } };
}

function nodeOf(name: string, type: string, place: number): INode {
	return { id: name, name, type, typeVersion: 1, position: [place * 220, 0], parameters: {} };
}
