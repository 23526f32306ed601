import {
	Workflow,
	createRunExecutionData,
	type ICredentialDataDecryptedObject,
	type ICredentialsHelper,
	type IDataObject,
	type IHttpRequestOptions,
	type INode,
	type INodeExecutionData,
	type INodeListSearchResult,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	type IRun,
	type IWorkflowExecuteAdditionalData,
	type IWorkflowSettings,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { DigitalHumanApi } from '../../../credentials/DigitalHumanApi.credentials';
import { asWritten, asWrittenBy } from '../changedTexts';
import { nextMoment } from '../clock';
import {
	BinaryDataService,
	Container,
	ExecutionLifecycleHooks,
	LoadOptionsContext,
	WorkflowExecute,
} from './core';
import { connectionTo, nodeTypes, planned, registry } from './nodes';
import './processed';

/** Hands the pack's own credential to the engine, as n8n's credential store does; of it, what the engine asks for. */
export class CredentialsHelper implements Partial<ICredentialsHelper> {
	private readonly type = new DigitalHumanApi();

	constructor(private readonly data: ICredentialDataDecryptedObject) {}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_type: string,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return await this.type.authenticate(credentials, options);
	}

	async preAuthentication(): Promise<undefined> {
		return undefined;
	}

	async getDecrypted(): Promise<ICredentialDataDecryptedObject> {
		return { ...this.data };
	}

	getCredentialsProperties(): INodeProperties[] {
		return this.type.properties;
	}
}

export interface NodeRun {
	/** Node type, e.g. `digitalHumanAiCreate`, or `digitalHumanAiCreateTool` as an agent runs it. */
	type: string;
	/** 'Download Result' is off unless said otherwise; undefined leaves it as n8n fills it in. */
	parameters: INodeParameters;
	/** Input items; one empty item unless given. */
	items?: INodeExecutionData[] | IDataObject[];
	/** n8n's node settings, e.g. onError and retryOnFail. */
	settings?: Partial<INode>;
	workflowSettings?: IWorkflowSettings;
	/** `trigger`, as of a published workflow, unless said otherwise. */
	mode?: WorkflowExecuteMode;
	/** Connects the node's first output back to its input; true for a node that pauses and loops. */
	loop?: boolean;
	/** Runs it with 'Execute step'. */
	step?: boolean;
}

export interface NodeRunResult {
	run: IRun;
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
	/** Goes on with an execution that waits, from what n8n has stored of it. */
	resume(node: NodeRun, waiting: IRun): Promise<NodeRunResult>;
	/** Opens a searchable list of the node, as the editor does. */
	search(
		node: NodeRun,
		method: string,
		filter?: string,
		paginationToken?: string,
	): Promise<INodeListSearchResult>;
	/** Opens a drop-down list of the node. */
	options(node: NodeRun, method: string): Promise<INodePropertyOptions[]>;
	/** Like `run`, and presses Stop when the promise is there. */
	runAndStop(node: NodeRun, when: () => Promise<unknown>): Promise<void>;
}

export interface EngineCredential {
	baseUrl: string;
	accessToken: string;
	videoDetailPath?: string;
	personDetailPath?: string;
	personListPath?: string;
	voiceListPath?: string;
}

/** What n8n itself gives an execution, which begins at a moment of its own. */
export function additionalDataOf(
	credential: EngineCredential,
	executionId = 'execution',
	hooks = new ExecutionLifecycleHooks('trigger', executionId, {} as never),
): IWorkflowExecuteAdditionalData {
	nextMoment();
	return {
		credentialsHelper: new CredentialsHelper({ ...credential }),
		executionId,
		currentNodeExecutionIndex: 0,
		restApiUrl: 'http://localhost/rest',
		instanceBaseUrl: 'http://localhost/',
		formWaitingBaseUrl: 'http://localhost/form-waiting',
		webhookBaseUrl: 'http://localhost/webhook',
		webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
		webhookTestBaseUrl: 'http://localhost/webhook-test',
		variables: {},
		hooks,
	} as unknown as IWorkflowExecuteAdditionalData;
}

/**
 * Runs single nodes of the pack, with real input items, on n8n's own engine.
 *
 * @param workflowId for runs that others do not know: a node that fails leaves its tasks to the next run of its workflow
 */
export async function createEngine(
	credential: EngineCredential,
	workflowId = 'workflow',
): Promise<Engine> {
	await Container.get(BinaryDataService).init();

	const prepare = ({
		type,
		parameters,
		items = [{}],
		settings,
		workflowSettings,
		loop = parameters.whenNotFinished === 'pauseAndLoop',
	}: NodeRun) => {
		const source = planned('Input', 'items', { items: items.map(asItem) as never });
		const tested = {
			...planned('Tested', type, { downloadResult: false, ...parameters }),
			...settings,
		};
		const workflow = new Workflow({
			id: workflowId,
			name: 'Test',
			nodes: [source, tested],
			connections: {
				Input: connectionTo('Tested'),
				...(loop ? { Tested: connectionTo('Tested') } : {}),
			},
			active: false,
			nodeTypes: registry,
			settings: { executionOrder: 'v1', ...workflowSettings },
		});
		return { workflow, additionalData: additionalDataOf(credential), source };
	};

	const start = (node: NodeRun) => {
		const { workflow, additionalData, source } = prepare(node);
		return new WorkflowExecute(additionalData, node.mode ?? 'trigger').run({
			workflow,
			startNode: source,
			...(node.step ? { destinationNode: { nodeName: 'Tested', mode: 'inclusive' } } : {}),
		});
	};

	const inEditor = (node: NodeRun) => {
		const { workflow, additionalData } = prepare(node);
		const tested = workflow.getNode('Tested') as INode;
		return new LoadOptionsContext(
			workflow,
			tested,
			{ ...additionalData, currentNodeParameters: tested.parameters },
			'parameters',
		);
	};

	return {
		async search(node, method, filter, paginationToken) {
			const list = nodeTypes[node.type]?.methods?.listSearch?.[method];
			const found = list?.call(inEditor(node), filter, paginationToken);
			return (await asWrittenBy(Promise.resolve(found))) as INodeListSearchResult;
		},
		async options(node, method) {
			const list = nodeTypes[node.type]?.methods?.loadOptions?.[method];
			const offered = list?.call(inEditor(node));
			return (await asWrittenBy(Promise.resolve(offered))) as INodePropertyOptions[];
		},
		async run(node) {
			return toResult(await start(node));
		},
		async resume(node, { data }) {
			const { workflow, additionalData } = prepare(node);
			const stored = createRunExecutionData(JSON.parse(JSON.stringify(data)));
			return toResult(
				await new WorkflowExecute(additionalData, 'trigger', stored).processRunExecutionData(
					workflow,
				),
			);
		},
		async runAndStop(node, when) {
			const running = start(node);
			await when();
			running.cancel();
			await running.catch(() => undefined);
		},
	};
}

/** An item, or its json alone. */
export function asItem(item: INodeExecutionData | IDataObject): INodeExecutionData {
	return typeof item.json === 'object'
		? (item as INodeExecutionData)
		: { json: item as IDataObject };
}

function toResult(run: IRun): NodeRunResult {
	asWritten(run);
	const data = run.data.resultData.runData.Tested?.at(-1);
	const outputs = (data?.data?.main ?? []).map((items) => items ?? []);
	for (const { json } of outputs.flat()) requireValues(json);
	return {
		run,
		outputs,
		json: (outputs[0] ?? []).map(({ json }) => json),
		error: (data?.error ?? run.data.resultData.error) as never,
		stored: JSON.stringify(run),
	};
}

/** @throws Error when an item has a field without a value, for which n8n has a column in its table */
function requireValues(json: object): void {
	const name = Object.entries(json).find(([, value]) => value === undefined)?.[0];
	if (name !== undefined) throw new Error(`'${name}' of an output item is undefined`);
}
