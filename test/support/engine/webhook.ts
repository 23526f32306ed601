/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';

import { expect, jest } from '@jest/globals';
import {
	Workflow,
	type IDataObject,
	type INode,
	type INodeParameters,
	type INodeType,
	type IRun,
	type IWebhookData,
	type IWorkflowExecuteAdditionalData,
	type IWorkflowSettings,
	type INodeExecutionData,
} from 'n8n-workflow';

import type { LocalService } from '../../../demo-service';
import { asWritten, asWrittenBy } from '../changedTexts';
import './core';
import { CredentialsHelper, type NodeRun } from './engine';
import { connectionTo, only, planned, registry } from './nodes';

const { WebhookContext } = jest.requireActual<typeof import('n8n-core')>('n8n-core');

/** Of the trigger's address, as n8n makes it. */
export const TRIGGER_PATH = '/webhook/of-the-trigger/digital-human';

type WorkflowParameters = ConstructorParameters<typeof Workflow>[0];

export interface Call {
	node: INodeType;
	/** 'Download Result' is off unless said otherwise. */
	parameters?: INodeParameters;
	credential?: { baseUrl: string; accessToken: string; personDetailPath?: string };
	/** n8n's node settings, e.g. onError. */
	settings?: Partial<INode>;
	workflowSettings?: IWorkflowSettings;
	body?: unknown;
	/** The same as it was sent, which n8n keeps beside what it has read. */
	rawBody?: string;
	/** A form with parts, which n8n has read and cannot read again. */
	isMultipart?: boolean;
	query?: Record<string, string | string[]>;
	/** Path of the request, where a proxy has changed it. */
	path?: string;
	/** n8n cannot start or resume the execution, and answers with this status. */
	refusedBy?: number;
	/** The caller hangs up once this is over. */
	hangsUp?: Promise<unknown>;
	/** The waiting execution that is called. */
	waiting?: IRun;
	/** Its ID, where runs at the same time must not be taken for one. */
	executionId?: string;
	/** `manual` while the editor listens for a test event. */
	mode?: 'webhook' | 'manual';
	/** Name of the webhook in the description. */
	name?: string;
	/** The workflow of the node; otherwise one of an input and the node, which is called 'Tested'. */
	workflow?: { parameters: WorkflowParameters; nodeName: string; executionId: string };
	/** What n8n has stored for the workflow; changed by the call. */
	staticData?: IDataObject;
}

export interface Answer {
	/** What the node itself answered; undefined when it left the answer to n8n. */
	status?: number;
	/** The sentence that the caller reads. */
	message?: string;
	/** Milliseconds until the node's own answer. */
	afterMs?: number;
	/** Items that start or resume the workflow. */
	items?: INodeExecutionData[];
	/** n8n saves what the node remembers. */
	saved?: true;
	/** Whether the node had noted that before its own answer. */
	noted?: boolean;
}

/** An answer to a call that neither starts nor resumes anything. */
export function expectNoStart({ items, ...answer }: Answer, expected: Partial<Answer>): void {
	expect(items).toBeUndefined();
	expect(answer).toMatchObject(expected);
}

const rejects = async () => await Promise.reject(new Error('The stream was consumed'));

/** Calls a node's webhook on n8n's own context, as n8n does for a request that reached it. */
export async function callWebhook(call: Call): Promise<Answer> {
	const { node: type, parameters = {}, waiting, mode = 'webhook', name = 'default' } = call;
	const tested: INode = {
		...planned('Tested', 'tested', { downloadResult: false, ...parameters }),
		webhookId: 'of-the-trigger',
		...(call.credential ? {} : { credentials: undefined }),
		...call.settings,
	};
	const described: WorkflowParameters = call.workflow?.parameters ?? {
		id: `workflow of ${call.credential?.accessToken ?? ''}`,
		nodes: [planned('Input', 'tested'), tested],
		connections: { Input: connectionTo('Tested') },
		active: true,
		nodeTypes: only(type),
		settings: call.workflowSettings,
		staticData: call.staticData,
	};
	const workflow = new Workflow(described);
	const answer: Answer = {};
	const begun = Date.now();
	const response = Object.assign(new EventEmitter(), {
		headersSent: false,
		closed: false,
		writableFinished: false,
		statusCode: 200,
		status(code: number) {
			answer.status = code;
			return response;
		},
		json({ message }: { message: string }) {
			answer.message = asWritten(message);
			answer.afterMs = Date.now() - begun;
			answer.noted = workflow.staticData.__dataChanged === true;
			response.headersSent = true;
			return response;
		},
	});
	void call.hangsUp?.then(() => {
		response.closed = true;
		response.emit('close');
	});
	const additionalData = {
		credentialsHelper: new CredentialsHelper({ ...call.credential }),
		executionId: call.workflow?.executionId ?? call.executionId ?? 'execution',
		webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
		formWaitingBaseUrl: 'http://localhost/form-waiting',
		webhookBaseUrl: 'http://localhost:5678/webhook',
		httpRequest: {
			body: call.body,
			...(call.rawBody === undefined ? {} : { rawBody: Buffer.from(call.rawBody) }),
			...(call.isMultipart ? { readRawBody: rejects } : {}),
			query: call.query ?? {},
			path: call.path ?? TRIGGER_PATH,
			headers: {},
			params: {},
		},
		httpResponse: response,
	} as unknown as IWorkflowExecuteAdditionalData;
	const context = new WebhookContext(
		workflow,
		workflow.getNode(call.workflow?.nodeName ?? 'Tested') as INode,
		additionalData,
		mode,
		{ webhookDescription: { name } } as IWebhookData,
		[],
		waiting?.data ?? null,
	);
	const { workflowData, webhookResponse, noWebhookResponse } =
		(await asWrittenBy(Promise.resolve(type.webhook?.call(context)))) ?? {};
	if (workflowData) answer.items = workflowData[0];
	// n8n's answer, unless the description has another one.
	if (
		webhookResponse &&
		type.description.webhooks?.every(({ responseData }) => responseData === '')
	) {
		({ message: answer.message } = webhookResponse as { message: string });
	}
	// Without an answer to give, n8n saves at once. With one, it first begins the start: it makes a second workflow of
	// the same data, which marks the data as unchanged.
	if (workflowData && noWebhookResponse !== true) {
		for (let turn = 0; turn < 20; turn++) await Promise.resolve();
		new Workflow(described);
		await setImmediate();
	}
	if (workflow.staticData.__dataChanged === true) answer.saved = true;
	response.statusCode = call.refusedBy ?? answer.status ?? 200;
	if (!response.closed) {
		response.closed = true;
		response.writableFinished = true;
		response.emit('close');
	}
	return answer;
}

/** The query of the address that the service was given last, as the service calls it. */
export function queryOfCallback({ callbacks, tasks }: LocalService): Record<string, string> {
	const [address = ''] = tasks()
		.flatMap(({ id }) => callbacks.addressOf(id) ?? [])
		.slice(-1);
	return Object.fromEntries(new URL(address).searchParams);
}

/** Calls a paused node back, with whatever the caller says. */
export async function callPaused(
	service: LocalService,
	{ type, parameters, settings, workflowSettings }: NodeRun,
	waiting: IRun,
	body: unknown,
	more: Partial<Call> = {},
): Promise<Answer> {
	const { url, token } = service;
	return await callWebhook({
		node: registry.getByName(type) as INodeType,
		parameters,
		settings,
		workflowSettings,
		credential: { baseUrl: url, accessToken: token },
		waiting,
		body,
		query: queryOfCallback(service),
		...more,
	});
}
