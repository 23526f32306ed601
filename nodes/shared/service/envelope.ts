import { z } from 'zod';

import { parseJson } from '../util/json';

/** A code, also one that is sent as text. */
const code = z.union([
	z.number().int(),
	z
		.string()
		.regex(/^\s*-?\d+\s*$/)
		.transform((text) => Number(text) + 0),
]);

const envelopeSchema = z
	.object({
		code: z.unknown(),
		msg: z.string().catch(''),
		trace_id: z.string().optional().catch(undefined),
		data: z.unknown(),
	})
	.passthrough();

export interface Envelope {
	/** Missing where the service answers a fault with a message only (service.md 7). */
	code?: number;
	/** There is a code, but it is no number. */
	oddCode: boolean;
	msg: string;
	traceId?: string;
	data: unknown;
}

/**
 * Reads the envelope that every JSON answer of the service has (service.md 1).
 *
 * @param text the body of the answer
 * @returns the envelope, or undefined when the text is anything else
 */
export function readEnvelope(text: string): Envelope | undefined {
	const envelope = envelopeSchema.safeParse(parseJson(text));
	if (!envelope.success) return undefined;
	const { code: sent, msg, trace_id: traceId, data } = envelope.data;
	const read = code.safeParse(sent);
	const oddCode = !read.success && sent !== undefined && sent !== null;
	return { code: read.success ? read.data : undefined, oddCode, msg, traceId, data };
}
