/* eslint-disable @n8n/community-nodes/no-restricted-globals */
import {
	Workflow,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IRun,
	type IWorkflowExecuteAdditionalData,
	type IWorkflowSettings,
} from 'n8n-workflow';

import { DigitalHumanAiCreate } from '../../../nodes/AiCreate/DigitalHumanAiCreate.node';
import { DigitalHumanGetTask } from '../../../nodes/GetTask/DigitalHumanGetTask.node';
import { BinaryDataService, Container, ExecutionLifecycleHooks, WorkflowExecute } from './core';
import { CredentialsHelper } from './credentials';
import { ItemSource } from './itemSource';

const nodeTypes: Record<string, INodeType> = {
	items: new ItemSource(),
	digitalHumanAiCreate: new DigitalHumanAiCreate(),
	digitalHumanGetTask: new DigitalHumanGetTask(),
};

const registry: INodeTypes = {
	getByName: (name) => nodeTypes[name] as INodeType,
	getByNameAndVersion: (name) => nodeTypes[name] as INodeType,
	getKnownTypes: () => ({}),
};

export interface NodeRun {
	/** Node type, e.g. `digitalHumanAiCreate`. */
	type: string;
	parameters: INodeParameters;
	/** Input items; one empty item unless given. */
	items?: INodeExecutionData[] | IDataObject[];
	/** n8n's node settings, e.g. onError and retryOnFail. */
	settings?: Partial<INode>;
	workflowSettings?: IWorkflowSettings;
}

export interface NodeRunResult {
	run: IRun;
	/** Items of each output. */
	outputs: INodeExecutionData[][];
	/** json of the first output's items. */
	json: IDataObject[];
	/** The error that ended the run, as n8n stores it. */
	error?: { message: string; description?: string; context: IDataObject };
	/** The whole stored execution as text, for searching it. */
	stored: string;
}

export interface Engine {
	run(node: NodeRun): Promise<NodeRunResult>;
	/** Like `run`, and presses Stop after the given time. */
	runAndStop(node: NodeRun, afterMs: number): Promise<{ stoppedAfterMs: number }>;
}

/** Runs single nodes of the pack, with real input items, on n8n's own engine. */
export async function createEngine(credential: {
	baseUrl: string;
	accessToken: string;
}): Promise<Engine> {
	await Container.get(BinaryDataService).init();

	const start = ({ type, parameters, items = [{}], settings, workflowSettings }: NodeRun) => {
		const source = nodeOf('items', 'Input', { items: items.map(asItem) as never });
		const tested = {
			...nodeOf(type, 'Tested', parameters),
			credentials: { digitalHumanApi: { id: '1', name: 'Digital Human API account' } },
			...settings,
		};
		const workflow = new Workflow({
			id: 'workflow',
			name: 'Test',
			nodes: [source, tested],
			connections: { Input: { main: [[{ node: 'Tested', type: 'main', index: 0 }]] } },
			active: false,
			nodeTypes: registry,
			settings: { executionOrder: 'v1', ...workflowSettings },
		});
		const additionalData = {
			credentialsHelper: new CredentialsHelper({ ...credential }),
			executionId: 'execution',
			currentNodeExecutionIndex: 0,
			restApiUrl: 'http://localhost/rest',
			instanceBaseUrl: 'http://localhost/',
			formWaitingBaseUrl: 'http://localhost/form-waiting',
			webhookBaseUrl: 'http://localhost/webhook',
			webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
			webhookTestBaseUrl: 'http://localhost/webhook-test',
			variables: {},
			hooks: new ExecutionLifecycleHooks('trigger', 'execution', {} as never),
		} as unknown as IWorkflowExecuteAdditionalData;
		return new WorkflowExecute(additionalData, 'trigger').run({ workflow, startNode: source });
	};

	return {
		async run(node) {
			return toResult(await start(node));
		},
		async runAndStop(node, afterMs) {
			const running = start(node);
			await new Promise((resolve) => setTimeout(resolve, afterMs));
			const pressed = Date.now();
			running.cancel();
			await running.catch(() => undefined);
			return { stoppedAfterMs: Date.now() - pressed };
		},
	};
}

function nodeOf(type: string, name: string, parameters: INodeParameters): INode {
	return { id: name, name, type, typeVersion: 1, position: [0, 0], parameters };
}

function asItem(item: INodeExecutionData | IDataObject): INodeExecutionData {
	return typeof item.json === 'object'
		? (item as INodeExecutionData)
		: { json: item as IDataObject };
}

function toResult(run: IRun): NodeRunResult {
	const data = run.data.resultData.runData.Tested?.at(-1);
	const outputs = (data?.data?.main ?? []).map((items) => items ?? []);
	return {
		run,
		outputs,
		json: (outputs[0] ?? []).map(({ json }) => json),
		error: (data?.error ?? run.data.resultData.error) as never,
		stored: JSON.stringify(run),
	};
}
