/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { Readable } from 'node:stream';

import type { FastifyReply } from 'fastify';

import { pause } from './clock';
import type { Fault } from './faults';
import { withOddPage, withOddRow } from './odd';

const HTML =
	'<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n</body>\r\n</html>\r\n';

/**
 * Answers a request the way its fault demands.
 * @param right the answer that would have been given, where the request was processed
 */
export async function sendFault(
	reply: FastifyReply,
	fault: Fault,
	right: Record<string, unknown> | undefined,
	traceId: string,
	stopping: AbortSignal,
): Promise<unknown> {
	switch (fault.kind) {
		case 'delay':
		case 'cut':
		case 'stall':
		case 'slow':
		case 'lose':
			return await reply.send(right);
		case 'code':
			if (fault.retryAfter !== undefined) reply.header('retry-after', fault.retryAfter);
			return await reply.status(fault.status ?? 200).send({
				trace_id: traceId,
				code: fault.code,
				msg: fault.msg ?? `injected ${fault.code}`,
				data: fault.data ?? null,
			});
		case 'message':
			return await reply
				.status(fault.status ?? 200)
				.send({ trace_id: traceId, msg: fault.msg, data: fault.data ?? null });
		case 'status':
			return await reply
				.status(fault.status)
				.headers({ 'content-type': 'text/plain', ...fault.headers })
				.send(fault.body ?? '');
		case 'html':
			return await reply
				.status(fault.status ?? 502)
				.type('text/html')
				.send(HTML);
		case 'redirect':
			return await reply
				.status(fault.status ?? 302)
				.header('location', fault.location)
				.send('');
		case 'resetBefore':
		case 'resetAfter':
			reply.hijack();
			reply.raw.socket?.resetAndDestroy();
			return undefined;
		case 'never':
			reply.hijack();
			return undefined;
		case 'empty':
			return await reply.type('application/json').send('');
		case 'truncated': {
			const full = JSON.stringify(right);
			return await reply.type('application/json').send(full.slice(0, Math.ceil(full.length / 2)));
		}
		case 'huge':
			return await reply
				.type('application/json')
				.send(Readable.from(hugeAnswer(fault.bytes, traceId)));
		case 'drip':
			return await reply
				.type('application/json')
				.send(
					Readable.from(drip(JSON.stringify(right), fault.everyMs, fault.bytes ?? 16, stopping)),
				);
		case 'nullData':
			return await reply.send({ ...right, data: null });
		case 'missingCode': {
			return await reply.send({ ...right, code: undefined });
		}
		case 'wrongTypes':
			return await reply.send({ ...right, trace_id: 17, code: '0', data: [[right?.data]] });
		case 'oddRow':
			return await reply.send({
				...right,
				data: withOddRow(right?.data, fault.row, fault.at, fault.replace),
			});
		case 'oddPage':
			return await reply.send({ ...right, data: withOddPage(right?.data, fault.page) });
		case 'text':
			return await reply.type('application/json').send(fault.change(JSON.stringify(right)));
		case 'answer':
			return await reply.type('application/json').send(JSON.stringify(fault.change(right)));
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
