import fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { sendFault } from './broken';
import { pause } from './clock';
import { Refusal } from './envelope';
import type { Envelope } from './envelope';
import { takesEffect } from './faults';
import type { JournalEntry } from './journal';
import type { Operation } from './operation';
import { inputOf, PREFIX, toEntry, tokenElsewhere } from './request';
import { Tokens } from './tokens';
import { check } from './validation';
import type { World } from './world';

const BODY_LIMIT = 1024 * 1024;

/** The HTTP side of the service: one route per operation, all going through the same steps. */
export function createApp(world: World, operations: readonly Operation[]): FastifyInstance {
	const tokens = new Tokens(world.options.tokens);
	const app = fastify({
		forceCloseConnections: true,
		exposeHeadRoutes: false,
		bodyLimit: BODY_LIMIT,
		// As through a proxy, a request may name the whole address (RFC 9112, 3.2.2).
		rewriteUrl: ({ url = '/' }) => url.replace(/^https?:\/\/[^/]+/i, ''),
	});
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

	for (const operation of operations) {
		app.route({
			method: operation.method,
			url: PREFIX + operation.path,
			handler: async (request, reply) => await respond(world, tokens, operation, request, reply),
		});
	}
	app.setNotFoundHandler(async (request, reply) => {
		const entry = world.journal.open(toEntry(request, '', tokens));
		world.journal.close(entry, { status: 404 });
		return await reply.status(404).type('text/plain').send('404 page not found');
	});
	app.setErrorHandler(async (error: Error, request, reply) => {
		const entry = world.journal.open(toEntry(request, '', tokens));
		world.journal.close(entry, { status: 200, code: 400, msg: error.message });
		return await reply.send({
			trace_id: world.ids.trace(),
			code: 400,
			msg: error.message,
			data: null,
		});
	});
	return app;
}

async function respond(
	world: World,
	tokens: Tokens,
	operation: Operation,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<unknown> {
	const { journal, stopping } = world;
	const entry = journal.open(toEntry(request, operation.path, tokens));
	const fault = world.faults.take(entry);
	if (fault !== undefined) {
		entry.fault = fault.kind;
		await pause(fault.delayMs ?? 0, stopping);
		if (fault.kind !== 'delay' && !takesEffect(fault)) {
			journal.close(entry, {});
			return await sendFault(reply, fault, undefined, world.ids.trace(), stopping);
		}
	}
	const answer = await process(world, tokens, operation, request, entry);
	journal.close(entry, { status: 200, code: answer.code, msg: answer.msg });
	if (fault === undefined) return await reply.send(answer);
	return await sendFault(reply, fault, { ...answer }, answer.trace_id, stopping);
}

async function process(
	world: World,
	tokens: Tokens,
	operation: Operation,
	request: FastifyRequest,
	entry: JournalEntry,
): Promise<Envelope> {
	const trace_id = world.ids.trace();
	try {
		const data = await perform(world, tokens, operation, request, entry);
		return { trace_id, code: 0, msg: 'success', data };
	} catch (error) {
		if (error instanceof Refusal)
			return { trace_id, code: error.code, msg: error.message, data: null };
		const msg = error instanceof Error ? (error.stack ?? error.message) : String(error);
		return { trace_id, code: 50000, msg: `defect of the demo service: ${msg}`, data: null };
	}
}

async function perform(
	world: World,
	tokens: Tokens,
	operation: Operation,
	request: FastifyRequest,
	entry: JournalEntry,
): Promise<unknown> {
	const { token } = entry;
	const misplaced = tokenElsewhere(request, tokens);
	if (misplaced !== undefined) {
		world.journal.leak(entry, misplaced);
		throw new Refusal(400, misplaced);
	}
	if (token === undefined) throw new Refusal(10400, 'access token validation failed');
	const raw = inputOf(request, entry, operation);
	for (const limit of operation.limits ?? []) {
		if (!world.limits.admit(token, operation.path, limit)) {
			throw new Refusal(40001, 'limit exceeded');
		}
	}
	const input = check(operation.input, raw, operation.codes);
	return await operation.handle(input, { token, entry });
}
