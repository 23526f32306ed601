/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

import type { JournalEntry } from './journal';
import { pause } from './tasks';

export type Fault = {
	/** Waited before anything else. */
	delayMs?: number;
	/** HTTP status of the answer, where the fault has none of its own. */
	status?: number;
	/** Whether the request takes effect all the same. */
	processed?: boolean;
} & (
	| { kind: 'delay' }
	/** An envelope with this code; with a Retry-After header on demand. */
	| { kind: 'code'; code: number; msg?: string; data?: unknown; retryAfter?: string }
	/** An answer that is no envelope. */
	| { kind: 'status'; status: number; body?: string; headers?: Record<string, string> }
	| { kind: 'html' }
	| { kind: 'redirect'; location: string }
	/** Connection cut: before the request took effect, or after it (task created, answer lost). */
	| { kind: 'resetBefore' | 'resetAfter' }
	| { kind: 'never' }
	/** The right answer, changed. */
	| { kind: 'truncated' }
	| { kind: 'huge'; bytes: number }
	| { kind: 'drip'; everyMs: number; bytes?: number }
	/** Storage only: break the connection after a share (0 to 1) of the bytes of a part or a download. */
	| { kind: 'cut'; at: number }
	/** Sources only: stop sending after a share (0 to 1) of the bytes. */
	| { kind: 'stall'; at: number }
	/** Storage only: take in or give out this much a second. */
	| { kind: 'slow'; bytesPerSecond: number }
	/** Storage only: answer 200 to an upload but forget it. */
	| { kind: 'lose' }
	/** The right answer as text, changed: what JSON.stringify cannot write. */
	| { kind: 'text'; change: (right: string) => string }
	/** Any envelope: `change` gets the right one (or undefined) and returns what is sent. */
	| { kind: 'answer'; change: (right: unknown) => unknown }
);

export interface FaultRule {
	/** Path below /open/v1/ such as `ai_creation/task/submit`; for the storage `part`, `single`, `result`, `source`. */
	endpoint?: string;
	when?: (request: JournalEntry) => boolean;
	/** Matching requests that pass unharmed first. */
	skip?: number;
	/** How many requests are hit; default 1. */
	times?: number;
	fault: Fault;
}

type ActiveRule = FaultRule & Record<'left' | 'toSkip', number>;

/** Faults in place of the effect of a request, unless it is processed all the same; with any other, the effect remains. */
const WITHOUT_EFFECT = ['code', 'status', 'html', 'redirect', 'resetBefore', 'never'];

export function takesEffect(fault: Fault): boolean {
	return !WITHOUT_EFFECT.includes(fault.kind) || fault.processed === true;
}

/** Rules in order of adding; the first one that matches a request and is not used up hits it. */
export class Faults {
	private rules: ActiveRule[] = [];

	/** @returns a function that removes the rule */
	add(rule: FaultRule): () => void {
		const active = { ...rule, left: rule.times ?? 1, toSkip: rule.skip ?? 0 };
		this.rules.push(active);
		return () => {
			this.rules = this.rules.filter((other) => other !== active);
		};
	}

	/** The fault for this request, if any; uses it up. */
	take(request: JournalEntry): Fault | undefined {
		for (const rule of this.rules) {
			if (rule.left <= 0 || !matches(rule, request)) continue;
			if (rule.toSkip > 0) {
				rule.toSkip -= 1;
				continue;
			}
			rule.left -= 1;
			return rule.fault;
		}
		return undefined;
	}

	clear(): void {
		this.rules = [];
	}
}

function matches({ endpoint, when }: FaultRule, request: JournalEntry): boolean {
	return (endpoint ?? request.endpoint) === request.endpoint && (when?.(request) ?? true);
}

const HTML =
	'<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n</body>\r\n</html>\r\n';

/** Answers a request the way its fault demands. @param right the answer without it, if the request was processed */
export async function sendFault(
	reply: FastifyReply,
	fault: Fault,
	right: Record<string, unknown> | undefined,
	traceId: string,
	stopping: AbortSignal,
): Promise<unknown> {
	if (fault.kind === 'never' || fault.kind === 'resetBefore' || fault.kind === 'resetAfter') {
		reply.hijack();
		if (fault.kind !== 'never') reply.raw.socket?.resetAndDestroy();
		return undefined;
	}
	const text = JSON.stringify(right);
	reply.status(fault.status ?? 200).type('application/json');
	switch (fault.kind) {
		case 'code':
			if (fault.retryAfter !== undefined) reply.header('retry-after', fault.retryAfter);
			return await reply.send({
				trace_id: traceId,
				code: fault.code,
				msg: fault.msg ?? `injected ${fault.code}`,
				data: fault.data ?? null,
			});
		case 'status':
			reply.headers({ 'content-type': 'text/plain', ...fault.headers });
			return await reply.send(fault.body ?? '');
		case 'html':
			reply.status(fault.status ?? 502).type('text/html');
			return await reply.send(HTML);
		case 'redirect':
			return await reply.redirect(fault.location, fault.status ?? 302);
		case 'truncated':
			return await reply.send(text.slice(0, Math.ceil(text.length / 2)));
		case 'huge':
			return await reply.send(Readable.from(hugeAnswer(fault.bytes, traceId)));
		case 'drip':
			return await reply.send(
				Readable.from(drip(text, fault.everyMs, fault.bytes ?? 16, stopping)),
			);
		case 'text':
			return await reply.send(fault.change(text));
		case 'answer':
			return await reply.send(JSON.stringify(fault.change(right)));
		default:
			return await reply.send(right);
	}
}

/** A valid envelope of about the given size, never in memory as a whole. */
function* hugeAnswer(bytes: number, traceId: string): Generator<Buffer> {
	const block = Buffer.alloc(1024 * 1024, 'x');
	yield Buffer.from(`{"trace_id":"${traceId}","code":0,"msg":"success","data":"`);
	for (let sent = 0; sent < bytes; sent += block.length) yield block;
	yield Buffer.from('"}');
}

async function* drip(
	content: string,
	everyMs: number,
	bytes: number,
	stopping: AbortSignal,
): AsyncGenerator<string> {
	for (let start = 0; start < content.length && !stopping.aborted; start += bytes) {
		await pause(everyMs, stopping);
		yield content.slice(start, start + bytes);
	}
}
