import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';

import { isLoopback } from './operation';
import type { LocalService } from './world';
import { MIME_TYPES, sample, type MediaKind } from '../media/samples';

const fate = z
	.object({
		seconds: z.number().nonnegative().optional(),
		listLagSeconds: z.number().nonnegative().optional(),
		outcome: z.union([z.string(), z.number()]).optional(),
		errMsg: z.string().optional(),
		during: z.union([z.string(), z.number()]).optional(),
		result: z
			.enum(['ok', 'missing', 'expired', 'empty', 'truncated', 'html', 'page', 'gzip', 'noLength'])
			.optional(),
		results: z.number().int().optional(),
		bytes: z.number().int().optional(),
		record: z.record(z.unknown()).optional(),
		refuse: z.object({ code: z.number().int(), msg: z.string() }).optional(),
	})
	.strict();

const delivery = z
	.object({
		drop: z.boolean().optional(),
		copies: z.number().int().min(0).max(1000).optional(),
		delayMs: z.number().nonnegative().optional(),
		early: z.boolean().optional(),
		beforeAnswer: z.boolean().optional(),
		rawBody: z.string().optional(),
		again: z
			.object({ afterMs: z.number().nonnegative(), times: z.number().int().positive() })
			.strict()
			.optional(),
	})
	.strict();

const source = z
	.object({
		bytes: z.number().int().nonnegative(),
		name: z.string().optional(),
		mimeType: z.string().optional(),
		contentLength: z.boolean().optional(),
		cutAt: z.number().min(0).max(1).optional(),
		redirects: z.number().int().min(0).max(20).optional(),
		firstName: z.string().optional(),
		etag: z.string().optional(),
		lastModified: z.string().optional(),
		ranges: z.boolean().optional(),
		gzip: z.boolean().optional(),
		text: z.string().optional(),
		otherHost: z.boolean().optional(),
		disposition: z.string().optional(),
		seed: z.number().int().optional(),
	})
	.strict();

/** Faults by JSON: everything of FaultRule but functions; `path` is a whole path. */
const faultRule = z.object({
	method: z.string().optional(),
	operation: z.string().optional(),
	path: z.string().optional(),
	token: z.string().optional(),
	skip: z.number().int().optional(),
	times: z.number().int().optional(),
	fault: z.object({ kind: z.string() }).passthrough(),
});

/** The submits that a rule is for: all of an operation, or those counted from `from` to `to`. */
const range = {
	operation: z.string().optional(),
	from: z.number().int().default(0),
	to: z.number().int().default(Number.MAX_SAFE_INTEGER),
};

const isIn = (
	rule: { operation?: string; from: number; to: number },
	submit: { operation: string; index: number },
): boolean =>
	(rule.operation ?? submit.operation) === submit.operation &&
	submit.index >= rule.from &&
	submit.index <= rule.to;

const nothing = z.unknown();

/**
 * Why a request for control is refused: it may come from a web page. Pages send these content types without asking, name their
 * origin, and reach this machine under names of their own (DNS rebinding).
 */
function refusalOf({ method, headers }: FastifyRequest): string | undefined {
	if (!isLoopback(`http://${headers.host}`)) return 'Host must name this machine';
	if (headers.origin !== undefined) return 'a web page may not control the service';
	const isJson = /^application\/json *(;|$)/i.test(headers['content-type'] ?? '');
	return method === 'GET' || isJson ? undefined : 'Content-Type must be application/json';
}

/** Control by HTTP, for when the service is a program of its own: /_control/<what>. */
export function controlRoutes(root: FastifyInstance, service: LocalService): void {
	const { journal, clock, storage, callbacks } = service;
	root.register(async (app) => {
		app.addHook('onRequest', async (request, reply) => {
			const error = refusalOf(request);
			if (error !== undefined) await reply.status(403).send({ error });
		});
		const get = (name: string, read: (query: Record<string, string | undefined>) => object) =>
			app.get(`/_control/${name}`, async ({ query }) => read(query as Record<string, string>));
		const post = <T>(
			name: string,
			schema: z.ZodType<T, z.ZodTypeDef, unknown>,
			act: (input: T) => unknown,
		) =>
			app.post(`/_control/${name}`, async (request, reply) => {
				const parsed = schema.safeParse(JSON.parse(String(request.body ?? '{}') || '{}'));
				if (!parsed.success) return await reply.status(400).send({ error: parsed.error.message });
				return await reply.send({ result: (await act(parsed.data)) ?? null });
			});
		get('journal', ({ code, status, ...texts }) => {
			const numbers = {
				...(code === undefined ? {} : { code: Number(code) }),
				...(status === undefined ? {} : { status: Number(status) }),
			};
			return { entries: journal.entries({ ...texts, ...numbers }), leaks: journal.leaks() };
		});
		get('accepted', ({ operation = '' }) => ({ accepted: journal.accepted(operation) }));
		get('tasks', () => ({ tasks: service.tasks() }));
		get('callbacks', () => ({ sent: callbacks.sent(), held: callbacks.heldCount }));
		get('storage/files', () => ({
			files: storage.files.all().map((file) => ({
				id: file.id,
				name: file.name,
				service: file.service,
				status: storage.files.status(file),
				bytes: file.received?.bytes,
				sha256: file.received?.sha256,
			})),
			arrivals: storage.uploads.arrivals,
			mostAtOnce: storage.uploads.mostAtOnce,
		}));
		post('reset', nothing, () => service.reset());
		post('faults/clear', nothing, () => service.faults.clear());
		post('faults', faultRule, (rule) => {
			service.faults.add(rule as Parameters<typeof service.faults.add>[0]);
		});
		post('fates', z.object({ ...range, fate }), (rule) => {
			service.fate((submit) => (isIn(rule, submit) ? rule.fate : undefined));
		});
		post('settle', z.object({ id: z.string(), fate: fate.optional() }), (input) =>
			service.settle(input.id, input.fate),
		);
		post('speed', z.object({ speed: z.number().positive() }), ({ speed }) => clock.setSpeed(speed));
		post('advance', z.object({ seconds: z.number().nonnegative() }), ({ seconds }) =>
			clock.advance(seconds),
		);
		post('limits', z.object({ enforced: z.boolean() }), ({ enforced }) => {
			service.limits.enforced = enforced;
		});
		post('storage/expire', nothing, () => storage.expireAddresses());
		post('storage/source', source, (options) => {
			const { url, bytes, sha256 } = storage.source(options);
			return { url, bytes, sha256: sha256() };
		});
		post('callbacks', z.object({ ...range, delivery }), (rule) => {
			callbacks.plan((submit) => (isIn(rule, submit) ? rule.delivery : undefined));
		});
		post('callbacks/hold', nothing, () => callbacks.hold());
		const order = z.enum(['ended', 'reversed', 'shuffled']).optional();
		post('callbacks/release', z.object({ order }), async (input) => {
			await callbacks.release(input.order);
		});
		/** Any body, posted to an address or to the callback of a task. */
		const forged = { url: z.string(), taskId: z.string(), body: z.unknown() };
		post('callbacks/forge', z.object(forged).partial(), async ({ url, taskId, body }) => {
			const address = url ?? callbacks.addressOf(taskId ?? '');
			return address === undefined ? null : await callbacks.post(address, body, taskId);
		});
	});
}

/** Files to try the service with, by their names; anyone may download them. */
const FILES: Readonly<Record<string, MediaKind>> = {
	'presenter.mp4': 'mp4',
	'speech.wav': 'wav',
};

/** A feed of a blog whose newest post comes first. */
const FEED = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>Our shop</title><link>https://shop.example/blog</link>
<item><title>Half price until Sunday</title><link>https://shop.example/blog/2</link><guid>https://shop.example/blog/2</guid>
<description>Everything in our shop is half price this week. Come and see us!</description></item>
<item><title>We are open</title><link>https://shop.example/blog/1</link><guid>https://shop.example/blog/1</guid>
<description>Our new shop is open from Monday to Saturday.</description></item>
</channel></rss>`;

/** GET /samples/<name>: a short video of a speaker, a short recording, and a feed. */
export function sampleRoutes(app: FastifyInstance): void {
	for (const [name, kind] of Object.entries(FILES)) {
		app.get(`/samples/${name}`, async (_request, reply) => {
			return await reply.type(MIME_TYPES[kind]).send(sample(kind));
		});
	}
	app.get('/samples/news.xml', async (_request, reply) => {
		return await reply.type('application/rss+xml').send(FEED);
	});
}
