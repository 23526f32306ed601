import type { FastifyRequest } from 'fastify';

import { Refusal } from './envelope';
import type { JournalEntry } from './journal';
import type { Operation } from './operation';
import type { Tokens } from './tokens';

export const PREFIX = '/open/v1/';

/** Journal form of a request; the body is parsed where it is JSON. */
export function toEntry(
	request: FastifyRequest,
	operation: string,
	tokens: Tokens,
): Omit<JournalEntry, 'seq' | 'time'> {
	const token = request.headers.access_token;
	return {
		side: 'service',
		operation,
		method: request.method,
		path: request.url.split('?', 1)[0] ?? '',
		query: { ...(request.query as Record<string, unknown>) },
		headers: { ...request.headers },
		body: parsed(request.body),
		token: typeof token === 'string' && tokens.accepts(token) ? token : undefined,
	};
}

function parsed(body: unknown): unknown {
	if (!Buffer.isBuffer(body) || body.length === 0) return undefined;
	const content = body.toString('utf8');
	try {
		return JSON.parse(content);
	} catch {
		return content;
	}
}

/** Where else than in its header an access token was sent, if anywhere. */
export function tokenElsewhere(request: FastifyRequest, tokens: Tokens): string | undefined {
	const body = Buffer.isBuffer(request.body) ? request.body.toString() : '';
	const headers = Object.entries(request.headers)
		.filter(([name]) => name !== 'access_token')
		.map(([name, value]): [string, string] => [`header ${name}`, String(value)]);
	const places: Array<[place: string, text: string]> = [
		['the address', `${request.url} ${decoded(request.url)}`],
		['the body', body],
		...headers,
	];
	const found = places.find(([, text]) => tokens.foundIn(text) !== undefined);
	return found && `access token in ${found[0]}`;
}

function decoded(url: string): string {
	try {
		return decodeURIComponent(url);
	} catch {
		return url;
	}
}

/** Checks what holds for every request of the method, and returns what the schema is to judge. */
export function inputOf(
	request: FastifyRequest,
	entry: JournalEntry,
	operation: Operation,
): unknown {
	if (operation.method === 'GET') {
		const { headers } = request;
		if (Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined) {
			throw new Refusal(400, 'a GET request carries no body');
		}
		return entry.query;
	}
	if (Object.keys(entry.query).length > 0) throw new Refusal(400, 'a POST request has no query');
	checkContentType(request.headers['content-type'] ?? '', operation.charset === true);
	if (typeof entry.body !== 'object' || entry.body === null || Array.isArray(entry.body)) {
		throw new Refusal(400, 'the body is not a JSON object');
	}
	return entry.body;
}

function checkContentType(value: string, charset: boolean): void {
	const [type, ...parameters] = value.split(';').map((part) => part.trim().toLowerCase());
	if (type !== 'application/json') throw new Refusal(400, 'Content-Type must be application/json');
	if (charset && !parameters.includes('charset=utf-8')) {
		throw new Refusal(400, 'Content-Type must be application/json; charset=utf-8');
	}
}
