import { z } from 'zod';

const messageSchema = z.object({
	msg: z.string().catch(''),
	trace_id: z.string().optional().catch(undefined),
	data: z.unknown(),
});

const envelopeSchema = messageSchema.extend({ code: z.number().int() });

export interface Envelope {
	code: number;
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

/** What an answer says that has no code, as the service answers some faults (specification 7). */
export function readMessage(text: string): Omit<Envelope, 'code'> | undefined {
	const message = messageSchema.safeParse(parse(text));
	if (!message.success) return undefined;
	const { msg, trace_id: traceId, data } = message.data;
	return { msg, traceId, data };
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
