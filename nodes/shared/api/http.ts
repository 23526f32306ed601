import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { anySignal, signalAt } from '../util/async';
import { apiMessages } from './apiMessages';
import { type NoAnswer, noAnswerAfter, noAnswerWithin } from './noAnswer';

/*
 * One HTTP exchange, with any server: a request is sent, and the whole answer is read as text within a time limit.
 */

/** What a server answered, with any HTTP status. */
export interface Answer {
	status: number;
	headers: IN8nHttpFullResponse['headers'];
	text: string;
}

/** Far above any documented answer; keeps a runaway one from filling the memory of n8n. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** Where a request goes, and what ends it. */
interface Exchange {
	/** The address, by which the words about a missing answer name the server; without it, they name none. */
	url?: string;
	/** Time for the whole exchange, in milliseconds; none is left for zero or less. */
	timeLimitMs: number;
	/** Ends the exchange before its time is up. */
	signal?: AbortSignal;
}

/**
 * Sends a request and reads the whole answer as text. It never throws.
 *
 * @param send sends it with one of n8n's helpers, which gives the answer with any HTTP status, its body as a text or a
 *   stream, and fails when the signal ends
 * @returns the answer; or why there is none, as when the request failed, its time was up, or its answer is too large
 */
export async function readAnswer(
	send: (abortSignal: AbortSignal) => Promise<IN8nHttpFullResponse>,
	{ url, timeLimitMs, signal }: Exchange,
): Promise<Answer | NoAnswer> {
	const deadline = signalAt(Date.now() + timeLimitMs);
	const limits = anySignal(signal, deadline);
	try {
		const response = await send(limits.signal);
		const text = await readText(response.body);
		if (text === undefined) return { cause: 'unreadable', detail: apiMessages.responseTooLarge };
		return { status: response.statusCode, headers: response.headers, text };
	} catch (error) {
		// Where the time was up, the error only says that the request was cut off, and not why.
		return deadline.aborted ? noAnswerWithin(timeLimitMs, url) : noAnswerAfter(error, url);
	} finally {
		limits.release();
	}
}

/**
 * The body of an answer as text; undefined for a stream of more than `MAX_ANSWER_BYTES`.
 *
 * @param body a stream, or a text already, as some helpers of n8n give it
 * @throws the error of the stream, as when the connection breaks
 */
async function readText(body: unknown): Promise<string | undefined> {
	if (typeof body === 'string') return body;
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of body as AsyncIterable<Buffer>) {
		size += chunk.length;
		if (size > MAX_ANSWER_BYTES) return undefined;
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString('utf8');
}

/** Longest wait that an answer may ask for, in milliseconds. */
const MAX_RETRY_AFTER_MS = 10 * 60_000;

/**
 * How long an answer asks to wait before the next request, in milliseconds and at most ten minutes, by its header
 * "Retry-After", which has seconds or a date. Undefined where the header is missing, is neither of them, or asks for no
 * wait.
 */
export function readRetryAfter({ headers }: Pick<Answer, 'headers'>): number | undefined {
	const value = headers['retry-after'];
	if (typeof value !== 'string') return undefined;
	const seconds = Number(value);
	const ms = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1000;
	// What is neither is NaN, which is not more than 0.
	return ms > 0 ? Math.min(ms, MAX_RETRY_AFTER_MS) : undefined;
}
