import { z } from 'zod';

const envelopeSchema = z.object({
	code: z.number().int().optional().catch(undefined),
	msg: z.string().catch(''),
	trace_id: z.string().optional().catch(undefined),
	data: z.unknown(),
});

export interface Envelope {
	/** Missing where the service answers a fault with a message only (specification 7). */
	code?: number;
	msg: string;
	traceId?: string;
	data: unknown;
}

/**
 * Reads the envelope that every JSON answer of the service has (specification 1).
 *
 * @param text the body of the answer
 * @returns the envelope, or undefined when the text is anything else
 */
export function readEnvelope(text: string): Envelope | undefined {
	const envelope = envelopeSchema.safeParse(parse(text));
	if (!envelope.success) return undefined;
	const { code, msg, trace_id: traceId, data } = envelope.data;
	return { code, msg, traceId, data };
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
