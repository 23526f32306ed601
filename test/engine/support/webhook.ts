/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { setImmediate } from 'node:timers/promises';

import { jest } from '@jest/globals';
import {
	Workflow,
	type IDataObject,
	type INode,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IRun,
	type IWebhookData,
	type IWorkflowExecuteAdditionalData,
	type INodeExecutionData,
} from 'n8n-workflow';

import './core';
import { CredentialsHelper } from './credentials';

const { WebhookContext } = jest.requireActual<typeof import('n8n-core')>('n8n-core');

export interface Call {
	node: INodeType;
	parameters?: INodeParameters;
	credential?: { baseUrl: string; accessToken: string; personDetailPath?: string };
	/** n8n's node settings, e.g. onError. */
	settings?: Partial<INode>;
	body?: unknown;
	query?: Record<string, string>;
	/** The waiting execution that is called. */
	waiting?: IRun;
	/** `manual` while the editor listens for a test event. */
	mode?: 'webhook' | 'manual';
	/** Name of the webhook in the description. */
	name?: string;
	/** What n8n has stored for the workflow; changed by the call. */
	staticData?: IDataObject;
}

export interface Answer {
	/** What the node itself answered; undefined when it left the answer to n8n. */
	status?: number;
	message?: string;
	/** Items that start or resume the workflow. */
	items?: INodeExecutionData[];
	/** n8n saves what the node remembers. */
	saved?: true;
}

/** Calls a node's webhook on n8n's own context, as n8n does for a request that reached it. */
export async function callWebhook(call: Call): Promise<Answer> {
	const { node: type, parameters = {}, waiting, mode = 'webhook', name = 'default' } = call;
	const base = { typeVersion: 1, position: [0, 0] as [number, number] };
	const tested: INode = {
		...base,
		id: 'Tested',
		name: 'Tested',
		type: 'tested',
		parameters: { ...defaultsOf(type), ...parameters },
		...(call.credential ? { credentials: { digitalHumanApi: { id: '1', name: 'API' } } } : {}),
		...call.settings,
	};
	const input: INode = { ...base, id: 'Input', name: 'Input', type: 'tested', parameters: {} };
	const nodeTypes = {
		getByName: () => type,
		getByNameAndVersion: () => type,
		getKnownTypes: () => ({}),
	} as INodeTypes;
	const described: ConstructorParameters<typeof Workflow>[0] = {
		id: `workflow of ${call.credential?.accessToken ?? ''}`,
		nodes: [input, tested],
		connections: { Input: { main: [[{ node: 'Tested', type: 'main', index: 0 }]] } },
		active: true,
		nodeTypes,
		staticData: call.staticData,
	};
	const workflow = new Workflow(described);
	const answer: Answer = {};
	const response = {
		headersSent: false,
		setHeader: () => response,
		status(code: number) {
			answer.status = code;
			return response;
		},
		json({ message }: { message: string }) {
			answer.message = message;
			response.headersSent = true;
			return response;
		},
	};
	const additionalData = {
		credentialsHelper: new CredentialsHelper({ ...call.credential }),
		executionId: 'execution',
		webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
		formWaitingBaseUrl: 'http://localhost/form-waiting',
		httpRequest: { body: call.body, query: call.query ?? {}, headers: {}, params: {} },
		httpResponse: response,
	} as unknown as IWorkflowExecuteAdditionalData;
	const context = new WebhookContext(
		workflow,
		workflow.getNode('Tested') as INode,
		additionalData,
		mode,
		{ webhookDescription: { name } } as IWebhookData,
		[],
		waiting?.data ?? null,
	);
	const { workflowData, noWebhookResponse } = (await type.webhook?.call(context)) ?? {};
	if (workflowData) answer.items = workflowData[0];
	// Without an answer to give, n8n saves at once. With one, it first begins the start: it makes a second workflow of
	// the same data, which marks the data as unchanged.
	if (workflowData && noWebhookResponse !== true) {
		for (let turn = 0; turn < 20; turn++) await Promise.resolve();
		new Workflow(described);
		await setImmediate();
	}
	if (workflow.staticData.__dataChanged === true) answer.saved = true;
	return answer;
}

function defaultsOf({ description }: INodeType): INodeParameters {
	return Object.fromEntries(
		description.properties
			.filter(({ type }) => type !== 'notice')
			.map((property) => [property.name, property.default as INodeParameters]),
	);
}
