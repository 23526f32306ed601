import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import type { LocalService } from '../index';

const fate = z
	.object({
		seconds: z.number().nonnegative().optional(),
		outcome: z.union([z.string(), z.number()]).optional(),
		errMsg: z.string().optional(),
		during: z.union([z.string(), z.number()]).optional(),
		result: z
			.enum(['ok', 'missing', 'expired', 'empty', 'truncated', 'html', 'noLength'])
			.optional(),
		results: z.number().int().optional(),
		bytes: z.number().int().optional(),
		record: z.record(z.unknown()).optional(),
		refuse: z.object({ code: z.number().int(), msg: z.string() }).optional(),
	})
	.strict();

const actions = {
	/** Faults by JSON: everything of FaultRule but functions; `path` is a whole path. */
	faults: z.object({
		method: z.string().optional(),
		operation: z.string().optional(),
		path: z.string().optional(),
		token: z.string().optional(),
		skip: z.number().int().optional(),
		times: z.number().int().optional(),
		fault: z.object({ kind: z.string() }).passthrough(),
	}),
	/** A fate for the submits of an operation, or for those counted from `from` to `to`. */
	fates: z.object({
		operation: z.string().optional(),
		from: z.number().int().default(0),
		to: z.number().int().default(Number.MAX_SAFE_INTEGER),
		fate,
	}),
	settle: z.object({ id: z.string(), fate: fate.optional() }),
	speed: z.object({ speed: z.number().positive() }),
	advance: z.object({ seconds: z.number().nonnegative() }),
	limits: z.object({ enforced: z.boolean() }),
};

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
			return await reply.send({ result: act(parsed.data) ?? null });
		});
	};
	app.get('/_control/journal', async (request) => {
		const filter = request.query as Record<string, string>;
		return { entries: service.journal.entries(filter), leaks: service.journal.leaks() };
	});
	app.get('/_control/accepted', async (request) => {
		const { operation } = request.query as { operation?: string };
		return { accepted: service.journal.accepted(operation ?? '') };
	});
	app.get('/_control/tasks', async () => ({ tasks: service.tasks() }));
	post('reset', z.unknown(), () => service.reset());
	post('faults/clear', z.unknown(), () => service.faults.clear());
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
}
