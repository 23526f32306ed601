import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { attempt, findKey, isEmpty, isError, isPlainObject, mapKeys, omit } from 'lodash';

import { check, demand, type Envelope, type Endpoint, Refusal } from './endpoint';
import type { JournalEntry } from './journal';
import { sendFault, takesEffect } from './faults';
import { pause } from './tasks';
import { holdsToken } from './options';
import { file, MIME_TYPES, sample } from '../media/samples';
import type { World } from './world';

const PREFIX = '/open/v1/';

/** Notes a request in the journal; the body is parsed where it is JSON. */
function noted(request: FastifyRequest, endpoint: string, world: World): JournalEntry {
	const token = request.headers.access_token;
	const isKnown = typeof token === 'string' && world.options.tokens.includes(token);
	return world.journal.open(request, {
		side: 'service',
		endpoint,
		body: parsed(request.body),
		token: isKnown ? token : undefined,
	});
}

function parsed(body: unknown): unknown {
	if (!Buffer.isBuffer(body) || body.length === 0) return undefined;
	const content = body.toString('utf8');
	const json: unknown = attempt(JSON.parse, content);
	return isError(json) ? content : json;
}

/** Where else than in its header an access token was sent, if anywhere. */
function tokenElsewhere(request: FastifyRequest, { options }: World): string | undefined {
	const places: Record<string, unknown> = {
		'the address': `${request.url} ${String(attempt(decodeURIComponent, request.url))}`,
		'the body': request.body,
		...mapKeys(omit(request.headers, 'access_token'), (_value, name) => `header ${name}`),
	};
	const place = findKey(places, (text) => holdsToken(options, String(text)));
	return place && `access token in ${place}`;
}

/** Checks what holds for every request of the method, and returns what the schema is to judge. */
function inputOf(request: FastifyRequest, entry: JournalEntry, endpoint: Endpoint): unknown {
	if (endpoint.method === 'GET') {
		const { 'content-length': length = 0, 'transfer-encoding': encoding } = request.headers;
		demand(Number(length) === 0 && !encoding, 'a GET request carries no body', 400);
		return entry.query;
	}
	demand(isEmpty(entry.query), 'a POST request has no query', 400);
	checkContentType(request.headers['content-type'] ?? '', endpoint.charset === true);
	demand(isPlainObject(entry.body), 'the body is not a JSON object', 400);
	return entry.body;
}

function checkContentType(value: string, charset: boolean): void {
	const [type, ...parameters] = value.split(';').map((part) => part.trim().toLowerCase());
	const required = `application/json${charset ? '; charset=utf-8' : ''}`;
	const fits = type === 'application/json' && (!charset || parameters.includes('charset=utf-8'));
	demand(fits, `Content-Type must be ${required}`, 400);
}

const BODY_LIMIT = 1024 * 1024;

/** Files to try the service with, for anyone: a short video of a speaker, a short recording, and the feed of a blog. */
const SAMPLES: ReadonlyArray<[name: string, type: string, content: Buffer]> = [
	['presenter.mp4', MIME_TYPES.mp4, sample('mp4')],
	['speech.wav', MIME_TYPES.wav, sample('wav')],
	['news.xml', 'application/rss+xml', file('news.xml')],
];

/** The HTTP side of the service: one route per endpoint, all going through the same steps. */
export function createApp(world: World, endpoints: readonly Endpoint[]): FastifyInstance {
	const app = fastify({
		forceCloseConnections: true,
		exposeHeadRoutes: false,
		bodyLimit: BODY_LIMIT,
	});
	// As its own clock shows it, which is that of all times in its answers.
	app.addHook('onSend', async (_request, reply) => {
		reply.header('date', new Date(world.clock.wall()).toUTCString());
	});
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

	for (const endpoint of endpoints) {
		app.route({
			method: endpoint.method,
			url: PREFIX + endpoint.path,
			handler: async (request, reply) => await respond(world, endpoint, request, reply),
		});
	}
	for (const [name, type, content] of SAMPLES) {
		app.get(`/samples/${name}`, async (_request, reply) => await reply.type(type).send(content));
	}
	app.setNotFoundHandler(async (request, reply) => {
		world.journal.close(noted(request, '', world), { status: 404 });
		return await reply.status(404).type('text/plain').send('404 page not found');
	});
	app.setErrorHandler(async (error: Error, request, reply) => {
		const answer = { code: 400, msg: error.message };
		world.journal.close(noted(request, '', world), { status: 200, ...answer });
		return await reply.send({ trace_id: world.ids.trace(), ...answer, data: null });
	});
	return app;
}

async function respond(
	world: World,
	endpoint: Endpoint,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<unknown> {
	const { journal, stopping, ids } = world;
	const entry = noted(request, endpoint.path, world);
	const fault = world.faults.take(entry);
	if (fault !== undefined) {
		entry.fault = fault.kind;
		await pause(fault.delayMs ?? 0, stopping);
		if (fault.kind !== 'delay' && !takesEffect(fault)) {
			journal.close(entry, {});
			return await sendFault(reply, fault, undefined, ids.trace(), stopping);
		}
	}
	const answer = await perform(world, endpoint, request, entry).then(
		(data): Envelope => ({ trace_id: ids.trace(), code: 0, msg: 'success', data }),
		(error: Error): Envelope => ({ trace_id: ids.trace(), ...refused(error), data: null }),
	);
	journal.close(entry, { status: 200, code: answer.code, msg: answer.msg });
	if (fault === undefined) return await reply.send(answer);
	return await sendFault(reply, fault, { ...answer }, answer.trace_id, stopping);
}

function refused(error: Error): Pick<Envelope, 'code' | 'msg'> {
	if (error instanceof Refusal) return { code: error.code, msg: error.message };
	return { code: 50000, msg: `defect of the demo service: ${error.stack ?? error.message}` };
}

async function perform(
	world: World,
	endpoint: Endpoint,
	request: FastifyRequest,
	entry: JournalEntry,
): Promise<unknown> {
	const { token } = entry;
	const misplaced = tokenElsewhere(request, world);
	if (misplaced !== undefined) {
		world.journal.leak(entry, misplaced);
		throw new Refusal(400, misplaced);
	}
	demand(token !== undefined, 'access token validation failed', 10400);
	const raw = inputOf(request, entry, endpoint);
	for (const limit of endpoint.limits ?? []) {
		demand(world.limits.admit(token, endpoint.path, limit), 'limit exceeded', 40001);
	}
	const input = check(endpoint.input, raw, endpoint.codes);
	return await endpoint.handle(input, { token, entry });
}
