import { jest } from '@jest/globals';
import {
	Workflow,
	createRunExecutionData,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type IRun,
	type IWebhookData,
	type IWebhookDescription,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

import { asWrittenBy } from '../changedTexts';
import { WorkflowExecute } from './core';
import { additionalDataOf, type EngineCredential } from './engine';
import { only, planned } from './nodes';

const { HookContext, PollContext } = jest.requireActual<typeof import('n8n-core')>('n8n-core');

export interface Poll {
	node: INodeType;
	credential: EngineCredential;
	credentialId?: string;
	/** ID of the workflow; without it, each token has one of its own. */
	workflowId?: string;
	/** What n8n has stored for the workflow; changed by the check. */
	staticData?: IDataObject;
	/** 'Download Result' is off unless said otherwise; undefined leaves it as n8n fills it in. */
	parameters: INodeParameters;
	/** n8n's node settings, e.g. onError. */
	settings?: Partial<INode>;
	/** How long n8n lets a check take, in milliseconds. */
	budgetMs?: number;
}

function prepare({
	node,
	credential,
	credentialId = '1',
	workflowId = `workflow of ${String(credential.accessToken)}`,
	staticData,
	parameters,
	settings,
}: Poll) {
	const tested: INode = {
		...planned('Tested', 'tested', { downloadResult: false, ...parameters }),
		credentials: { digitalHumanApi: { id: credentialId, name: 'API' } },
		...settings,
	};
	const workflow = new Workflow({
		id: workflowId,
		nodes: [tested],
		connections: {},
		active: true,
		nodeTypes: only(node),
		settings: { executionOrder: 'v1' },
		staticData,
	});
	return {
		workflow,
		trigger: workflow.getNode('Tested') as INode,
		additionalData: additionalDataOf(credential),
	};
}

/** One check of a polling trigger, as n8n makes it regularly: the items with which it starts the workflow. */
export async function pollOnce(poll: Poll): Promise<INodeExecutionData[]> {
	const { workflow, trigger, additionalData } = prepare(poll);
	const context = new PollContext(workflow, trigger, additionalData, 'trigger', 'activate');
	const { budgetMs } = poll;
	if (budgetMs !== undefined) Object.assign(context, { getPollBudgetMs: () => budgetMs });
	return (await asWrittenBy(Promise.resolve(poll.node.poll?.call(context))))?.[0] ?? [];
}

/** The execution of a polling trigger; `stop` presses Stop. */
interface TriggerRun {
	done: Promise<IRun>;
	stop(): void;
}

/** The execution that a check has started with its items; without items, that of the editor's "Fetch Test Event". */
export function runTrigger(poll: Poll, items?: INodeExecutionData[]): TriggerRun {
	const { workflow, trigger, additionalData } = prepare(poll);
	const stack = [{ node: trigger, data: { main: [items ?? []] }, source: null }];
	const running = items
		? new WorkflowExecute(
				additionalData,
				'trigger',
				createRunExecutionData({ executionData: { nodeExecutionStack: stack } }),
			).processRunExecutionData(workflow)
		: new WorkflowExecute(additionalData, 'manual').run({ workflow, startNode: trigger });
	return { done: asWrittenBy(running), stop: () => running.cancel() };
}

/** What the trigger outputs in such an execution. */
export async function outputOf(
	poll: Poll,
	items?: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const { data } = await runTrigger(poll, items).done;
	if (data.resultData.error) throw data.resultData.error;
	return data.resultData.runData.Tested?.[0]?.data?.main?.[0] ?? [];
}

/** A workflow that begins with a trigger, as n8n publishes it and takes it back. */
export interface Publication {
	node: INodeType;
	workflow: { id: string; name: string };
	trigger: Partial<INode>;
	/** Without it, n8n cannot read the trigger's credential. */
	credential?: EngineCredential;
	/** While the editor listens for a test event. */
	isTest?: boolean;
}

/** Runs one of the trigger's webhook methods on n8n's own context. */
export async function runHook(
	{ node: type, workflow: named, trigger, credential, isTest = false }: Publication,
	method: 'checkExists' | 'create' | 'delete',
): Promise<boolean> {
	const node: INode = { ...planned('Trigger', 'tested'), credentials: undefined, ...trigger };
	const workflow = new Workflow({
		...named,
		nodes: [node],
		connections: {},
		active: true,
		nodeTypes: only(type),
	});
	const [webhookDescription] = type.description.webhooks as IWebhookDescription[];
	const additionalData = {
		...(credential && additionalDataOf(credential)),
		webhookBaseUrl: 'https://n8n.example.com/webhook',
		webhookTestBaseUrl: 'https://n8n.example.com/webhook-test',
	} as IWorkflowExecuteAdditionalData;
	// n8n takes a test webhook back as it does a published one.
	const [mode, activation] =
		method === 'delete'
			? (['internal', 'update'] as const)
			: isTest
				? (['manual', 'manual'] as const)
				: (['trigger', 'activate'] as const);
	const context = new HookContext(
		workflow,
		workflow.getNode(node.name) as INode,
		additionalData,
		mode,
		activation,
		{ webhookDescription, isTest } as IWebhookData,
	);
	const run = type.webhookMethods?.default?.[method];
	return (await asWrittenBy(Promise.resolve(run?.call(context)))) ?? false;
}
