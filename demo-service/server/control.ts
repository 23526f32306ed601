import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';

import { isLoopback } from './endpoint';
import { fateSchema } from './tasks';
import type { LocalService } from './world';
import { MIME_TYPES, sample } from '../media/samples';

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
	const { journal, storage, callbacks } = service;
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
		get('journal', (filter) => ({ entries: journal.entries(filter), leaks: journal.leaks() }));
		get('tasks', () => ({ tasks: service.tasks() }));
		get('callbacks', () => ({ sent: callbacks.sent(), held: callbacks.heldCount }));
		post('reset', nothing, () => service.reset());
		post('fates', z.object({ endpoint: z.string().optional(), fate: fateSchema }), (rule) => {
			service.fate(({ endpoint }) =>
				(rule.endpoint ?? endpoint) === endpoint ? rule.fate : undefined,
			);
		});
		post('settle', z.object({ id: z.string(), fate: fateSchema.optional() }), (input) =>
			service.settle(input.id, input.fate),
		);
		const source = z.strictObject({ bytes: z.number().int().nonnegative() });
		post('storage/source', source, (options) => ({ url: storage.source(options).url }));
		post('callbacks/hold', nothing, () => callbacks.hold());
		post('callbacks/release', nothing, async () => await callbacks.release());
	});
}

/** A feed of a blog whose newest post comes first. */
const FEED = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>Our shop</title><link>https://shop.example/blog</link>
<item><title>Half price until Sunday</title><link>https://shop.example/blog/2</link><guid>https://shop.example/blog/2</guid>
<description>Everything in our shop is half price this week. Come and see us!</description></item>
<item><title>We are open</title><link>https://shop.example/blog/1</link><guid>https://shop.example/blog/1</guid>
<description>Our new shop is open from Monday to Saturday.</description></item>
</channel></rss>`;

/** Files to try the service with, by their names: a short video of a speaker, a short recording, and a feed. */
const FILES: Readonly<Record<string, [type: string, content: Buffer | string]>> = {
	'presenter.mp4': [MIME_TYPES.mp4, sample('mp4')],
	'speech.wav': [MIME_TYPES.wav, sample('wav')],
	'news.xml': ['application/rss+xml', FEED],
};

/** GET /samples/<name>, for anyone. */
export function sampleRoutes(app: FastifyInstance): void {
	for (const [name, [type, content]] of Object.entries(FILES)) {
		app.get(`/samples/${name}`, async (_request, reply) => await reply.type(type).send(content));
	}
}
