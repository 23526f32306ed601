import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';

import { actions } from './controlSchemas';
import type { LocalService } from './service';

/** Control by HTTP, for when the service is a program of its own: /_control/<what>. */
export function controlRoutes(app: FastifyInstance, service: LocalService): void {
	const post = <T>(
		name: string,
		schema: z.ZodType<T, z.ZodTypeDef, unknown>,
		act: (input: T) => unknown,
	): void => {
		app.post(`/_control/${name}`, async (request, reply) => {
			const parsed = schema.safeParse(JSON.parse(String(request.body ?? '{}') || '{}'));
			if (!parsed.success) return await reply.status(400).send({ error: parsed.error.message });
			return await reply.send({ result: (await act(parsed.data)) ?? null });
		});
	};
	app.get('/_control/journal', async (request) => {
		const { code, status, ...texts } = request.query as Record<string, string | undefined>;
		const filter = {
			...texts,
			...(code === undefined ? {} : { code: Number(code) }),
			...(status === undefined ? {} : { status: Number(status) }),
		};
		return { entries: service.journal.entries(filter), leaks: service.journal.leaks() };
	});
	app.get('/_control/accepted', async (request) => {
		const { operation } = request.query as { operation?: string };
		return { accepted: service.journal.accepted(operation ?? '') };
	});
	app.get('/_control/tasks', async () => ({ tasks: service.tasks() }));
	post('reset', actions.nothing, () => service.reset());
	post('faults/clear', actions.nothing, () => service.faults.clear());
	post('faults', actions.faults, (rule) => {
		service.faults.add(rule as Parameters<typeof service.faults.add>[0]);
	});
	post('fates', actions.fates, (rule) => {
		service.fate(({ operation, index }) =>
			(rule.operation ?? operation) === operation && index >= rule.from && index <= rule.to
				? rule.fate
				: undefined,
		);
	});
	post('settle', actions.settle, ({ id, fate: ending }) => service.settle(id, ending));
	post('speed', actions.speed, ({ speed }) => service.clock.setSpeed(speed));
	post('advance', actions.advance, ({ seconds }) => service.clock.advance(seconds));
	post('limits', actions.limits, ({ enforced }) => {
		service.limits.enforced = enforced;
	});
	storageControl(app, service, post);
	callbackControl(app, service, post);
}

type Post = <T>(
	name: string,
	schema: z.ZodType<T, z.ZodTypeDef, unknown>,
	act: (input: T) => unknown,
) => void;

function storageControl(app: FastifyInstance, service: LocalService, post: Post): void {
	const { storage } = service;
	post('storage/expire', actions.nothing, () => storage.expireAddresses());
	post('storage/source', actions.source, (options) => {
		const source = storage.source(options);
		return { url: source.url, bytes: source.bytes, sha256: source.sha256() };
	});
	app.get('/_control/storage/files', async () => ({
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
}

function callbackControl(app: FastifyInstance, { callbacks }: LocalService, post: Post): void {
	app.get('/_control/callbacks', async () => ({
		sent: callbacks.sent(),
		held: callbacks.heldCount,
	}));
	post('callbacks', actions.callbacks, (rule) => {
		callbacks.plan(({ operation, index }) =>
			(rule.operation ?? operation) === operation && index >= rule.from && index <= rule.to
				? rule.delivery
				: undefined,
		);
	});
	post('callbacks/hold', actions.nothing, () => callbacks.hold());
	post('callbacks/release', actions.release, async ({ order }) => await callbacks.release(order));
	post('callbacks/forge', actions.forge, async ({ url, taskId, body }) => {
		const address = url ?? callbacks.addressOf(taskId ?? '');
		return address === undefined ? null : await callbacks.post(address, body, taskId);
	});
}
