import type { INode, INodeParameters } from 'n8n-workflow';

import { credentialType } from '../../n8n/credentials';
import { packName } from '../../n8n/pack';
import type { WorkflowFile } from '../../n8n/workflows';
import { chain, manualTrigger, type NodeSpec } from '../../n8n/buildWorkflow';
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
	/** The nodes that do the work, one after the other; their time counts. */
	nodes(task: Task, credentials: Credentials): Promise<Array<Partial<INode>>>;
}

/** What the names of these nodes begin with in the workflow. */
export const MEASURED = 'Measured';

/** A node of this pack. */
const ours = (
	type: string,
	parameters: INodeParameters,
	credentials: Credentials,
): Array<Partial<INode>> => [
	{
		type: `${packName}.${type}`,
		typeVersion: 1,
		parameters,
		credentials: { [credentialType]: credentials[credentialType] ?? { id: '', name: '' } },
	},
];

const uploadFile = (parameters: INodeParameters, credentials: Credentials) =>
	ours(
		'digitalHumanUploadFile',
		{ purpose: 'ai_creation', ...parameters, options: { waitUntilUsable: false } },
		credentials,
	);

const httpRequest = (parameters: INodeParameters): Partial<INode> => ({
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters,
});

const httpDownload = ({ source }: Task): Partial<INode> =>
	httpRequest({
		url: source.url,
		options: { response: { response: { responseFormat: 'file' } } },
	});

const httpUpload = async ({ sinks }: Task): Promise<Partial<INode>> =>
	httpRequest({
		method: 'PUT',
		url: await uploadAddress(sinks),
		sendHeaders: true,
		headerParameters: { parameters: [{ name: 'Content-Type', value: 'video/mp4' }] },
		sendBody: true,
		contentType: 'binaryData',
		inputDataFieldName: 'data',
		options: {},
	});

/** A file of the input item goes to the service's storage. */
export const uploads: Contender[] = [
	{
		name: 'Upload File, from input file',
		own: true,
		reads: true,
		nodes: async (_task, credentials) => uploadFile({ fileSource: 'inputFile' }, credentials),
	},
	{
		name: 'HTTP Request node, binary body',
		reads: true,
		nodes: async (task) => [await httpUpload(task)],
	},
	{
		name: 'AWS S3 node, multipart',
		reads: true,
		nodes: async (_task, credentials) => [
			{
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
			},
		],
	},
];

/** A file on the web goes to the service's storage. */
export const passings: Contender[] = [
	{
		name: 'Upload File, by URL',
		own: true,
		reads: false,
		nodes: async ({ source }, credentials) =>
			uploadFile({ fileSource: 'url', fileUrl: source.url }, credentials),
	},
	{
		name: 'HTTP Request node twice, download and upload',
		reads: false,
		nodes: async (task) => [httpDownload(task), await httpUpload(task)],
	},
];

/** The result file of a task comes into n8n's storage. */
export const downloads: Contender[] = [
	{
		name: 'Get Task, Download Result',
		own: true,
		reads: false,
		nodes: async ({ taskId = '' }, credentials) =>
			ours(
				'digitalHumanGetTask',
				{
					operation: 'get',
					taskId: { __rl: true, mode: 'id', value: taskId },
					downloadResult: true,
				},
				credentials,
			),
	},
	{
		name: 'HTTP Request node, file response',
		reads: false,
		nodes: async (task) => [httpDownload(task)],
	},
];

/** The workflow of a contender: a trigger, the file where one is read, and the nodes that are measured. */
export async function workflowOf(
	contender: Contender,
	task: Task,
	credentials: Credentials,
): Promise<WorkflowFile> {
	const read: NodeSpec = {
		name: 'Read',
		type: 'n8n-nodes-base.readWriteFile',
		typeVersion: 1,
		parameters: { fileSelector: task.file, options: {} },
	};
	const nodes = await contender.nodes(task, credentials);
	const measured = nodes.map(
		(node, index): NodeSpec => ({
			type: '',
			typeVersion: 1,
			parameters: {},
			...node,
			name: `${MEASURED} ${index + 1}`,
		}),
	);
	return chain(
		`Benchmark: ${contender.name}`,
		manualTrigger,
		...(contender.reads ? [read] : []),
		...measured,
	);
}
