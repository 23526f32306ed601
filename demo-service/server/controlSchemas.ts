import { z } from 'zod';

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

export const actions = {
	nothing: z.unknown(),
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
	/** How the callbacks of an operation are delivered; see Delivery. */
	callbacks: z.object({
		operation: z.string().optional(),
		from: z.number().int().default(0),
		to: z.number().int().default(Number.MAX_SAFE_INTEGER),
		delivery: z
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
			.strict(),
	}),
	release: z.object({ order: z.enum(['ended', 'reversed', 'shuffled']).optional() }),
	/** Any body, posted to an address or to the callback of a task. */
	forge: z.object({ url: z.string().optional(), taskId: z.string().optional(), body: z.unknown() }),
	source: z
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
		.strict(),
	speed: z.object({ speed: z.number().positive() }),
	advance: z.object({ seconds: z.number().nonnegative() }),
	limits: z.object({ enforced: z.boolean() }),
};
