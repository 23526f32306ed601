/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

import type { IDataObject } from 'n8n-workflow';

import { listen } from '../server';

/** One tool as the model is told about it. */
interface OfferedTool {
	name: string;
	description: string;
	parameters: {
		properties?: Record<string, { type?: string; description?: string }>;
		required?: string[];
	};
}

interface ToolCall {
	id: string;
	type: 'function';
	function: { name: string; arguments: string };
}

/** A message of a conversation, in the format of OpenAI's chat completions. */
export interface Message {
	role: 'system' | 'user' | 'assistant' | 'tool';
	content?: string | Array<{ text: string }> | null;
	tool_calls?: ToolCall[];
	tool_call_id?: string;
}

/** What the model decides at one point of the conversation. */
export type Decision = { say: string } | { call: Array<{ tool: string; with: IDataObject }> };

/** A conversation as a model sees it. */
export interface Conversation {
	messages: Message[];
	tools: OfferedTool[];
	/** What the tools answered since the last message of the user, the latest last. */
	results: unknown[];
}

/** A model that follows a script: it only knows what the conversation tells it. */
type Script = (conversation: Conversation) => Decision;

export interface ModelServer {
	/** Goes into 'Base URL' of n8n's OpenAI credential. */
	url: string;
	apiKey: string;
	/** Starts a new script. */
	follow(script: Script): void;
	/** All conversations as they came, each with its answer as the last message. */
	asked: Conversation[];
	close(): void;
}

/**
 * A language model's server with the part of OpenAI's interface that n8n's OpenAI Chat Model uses. It is as strict as
 * the real one about names of tools, the order of messages and the arguments that a schema demands.
 */
export async function startModelServer(): Promise<ModelServer> {
	const apiKey = `key-${randomUUID()}`;
	const asked: Conversation[] = [];
	let script: Script = () => ({ say: 'Nothing to do' });

	const { url, close } = await listen((request, response) => {
		void answer(request)
			.then((reply) => reply(response))
			.catch((error: Error) => sendJson(response, 400, { error: { message: error.message } }));
	});
	const answer = async (request: IncomingMessage): Promise<(response: ServerResponse) => void> => {
		if (request.headers.authorization !== `Bearer ${apiKey}`) {
			return (response) => sendJson(response, 401, { error: { message: 'Incorrect API key' } });
		}
		if (request.url === '/v1/models') {
			return (response) => sendJson(response, 200, { data: [{ id: 'scripted' }] });
		}
		if (request.url !== '/v1/chat/completions') throw new Error(`No ${request.url ?? ''} here`);
		const { messages, tools = [], stream } = JSON.parse(await text(request)) as Completion;
		const conversation = {
			messages,
			tools: tools.map((tool) => tool.function),
			results: resultsOf(messages),
		};
		check(conversation);
		const message = messageOf(script(conversation), conversation);
		asked.push({ ...conversation, messages: [...messages, message] });
		return (response) => (stream ? streamMessage : sendMessage)(response, message);
	};
	return {
		url: `${url}/v1`,
		apiKey,
		follow(next) {
			script = next;
		},
		asked,
		close,
	};
}

interface Completion {
	messages: Message[];
	tools?: Array<{ type: 'function'; function: OfferedTool }>;
	stream?: boolean;
}

export function textOf({ content }: Message): string {
	return typeof content === 'string' ? content : (content ?? []).map((part) => part.text).join('');
}

function resultsOf(messages: Message[]): unknown[] {
	const start = messages.map(({ role }) => role).lastIndexOf('user');
	return messages
		.slice(start)
		.filter(({ role }) => role === 'tool')
		.map((message) => JSON.parse(textOf(message)) as unknown);
}

/** @throws Error as OpenAI would refuse the request */
function check({ messages, tools }: Conversation): void {
	for (const { name, description, parameters } of tools) {
		if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) throw new Error(`Invalid name of a tool: ${name}`);
		if (description.length > 1024) throw new Error(`The description of ${name} is too long`);
		for (const field of parameters.required ?? []) {
			if (!parameters.properties?.[field]) throw new Error(`${name}: ${field} has no schema`);
		}
	}
	if (new Set(tools.map(({ name }) => name)).size < tools.length) throw new Error('Twice a name');
	const open = new Set<string>();
	for (const { role, tool_calls: calls = [], tool_call_id: id = '' } of messages) {
		if (role === 'tool' && !open.delete(id)) throw new Error(`Nobody called ${id}`);
		if (role !== 'tool' && open.size > 0) throw new Error('A tool call without an answer');
		for (const call of calls) open.add(call.id);
	}
	if (open.size > 0) throw new Error('A tool call without an answer');
}

function messageOf(decision: Decision, { tools }: Conversation): Message {
	if ('say' in decision) return { role: 'assistant', content: decision.say };
	const calls = decision.call.map(({ tool: name, with: values }): ToolCall => {
		const { parameters } = tools.find((tool) => tool.name === name) ?? {};
		if (!parameters) throw new Error(`There is no tool ${name}`);
		const missing = (parameters.required ?? []).filter((field) => values[field] === undefined);
		const odd = Object.entries(values).filter(
			([field, value]) => parameters.properties?.[field]?.type !== typeof value,
		);
		if (missing.length + odd.length > 0) {
			throw new Error(`${name} is not called like this: ${JSON.stringify(values)}`);
		}
		const id = `call_${randomUUID().slice(0, 8)}`;
		return { id, type: 'function', function: { name, arguments: JSON.stringify(values) } };
	});
	return { role: 'assistant', content: null, tool_calls: calls };
}

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

function sendMessage(response: ServerResponse, message: Message): void {
	const choice = { index: 0, message, finish_reason: finishOf(message) };
	sendJson(response, 200, { ...head('chat.completion'), choices: [choice], usage });
}

function streamMessage(response: ServerResponse, message: Message): void {
	const { tool_calls: calls, ...rest } = message;
	const delta = calls
		? { ...rest, tool_calls: calls.map((call, index) => ({ index, ...call })) }
		: rest;
	const chunks = [
		{ choices: [{ index: 0, delta, finish_reason: null }] },
		{ choices: [{ index: 0, delta: {}, finish_reason: finishOf(message) }] },
		{ choices: [], usage },
	];
	response.writeHead(200, { 'content-type': 'text/event-stream' });
	for (const chunk of chunks) {
		response.write(`data: ${JSON.stringify({ ...head('chat.completion.chunk'), ...chunk })}\n\n`);
	}
	response.end('data: [DONE]\n\n');
}

function head(object: string): IDataObject {
	return { id: `chat-${randomUUID()}`, object, created: 1, model: 'scripted' };
}

function finishOf({ tool_calls: calls }: Message): string {
	return calls ? 'tool_calls' : 'stop';
}

function sendJson(response: ServerResponse, status: number, body: object): void {
	response.writeHead(status, { 'content-type': 'application/json' });
	response.end(JSON.stringify(body));
}
