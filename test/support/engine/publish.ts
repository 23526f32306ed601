import { jest } from '@jest/globals';
import {
	Workflow,
	type INode,
	type INodeType,
	type INodeTypes,
	type IWebhookData,
	type IWebhookDescription,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

import './core';

const { HookContext } = jest.requireActual<typeof import('n8n-core')>('n8n-core');

/** A workflow that begins with a trigger, as n8n publishes it and takes it back. */
export interface Publication {
	node: INodeType;
	workflow: { id: string; name: string };
	trigger: Partial<INode>;
	/** While the editor listens for a test event. */
	isTest?: boolean;
}

/** Runs one of the trigger's webhook methods on n8n's own context. */
export async function runHook(
	{ node: type, workflow: named, trigger, isTest = false }: Publication,
	method: 'checkExists' | 'create' | 'delete',
): Promise<boolean> {
	const node: INode = {
		id: 'Trigger',
		name: 'Trigger',
		type: 'tested',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		...trigger,
	};
	const nodeTypes = {
		getByName: () => type,
		getByNameAndVersion: () => type,
		getKnownTypes: () => ({}),
	} as INodeTypes;
	const workflow = new Workflow({
		...named,
		nodes: [node],
		connections: {},
		active: true,
		nodeTypes,
	});
	const [webhookDescription] = type.description.webhooks as IWebhookDescription[];
	const additionalData = {
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
	return (await run?.call(context)) ?? false;
}
