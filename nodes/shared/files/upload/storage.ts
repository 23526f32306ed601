import type { IExecuteFunctions } from 'n8n-workflow';

import { AS_IT_COMES, readAnswer, readRetryAfter } from '../../service/transport';
import type { ReadableFile } from './sources';
import { withoutSystemCode } from '../../util/text';

/** One PUT to a signed address. */
export interface Put {
	/** Used exactly as the service returned it. */
	url: string;
	/** The headers that the service returned; no others are added. */
	headers: Record<string, string>;
	body: Buffer | ReadableFile;
	bytes: number;
	/** For the whole request, in milliseconds. */
	timeLimitMs: number;
}

/**
 * What can be done about a PUT that failed: the same again, get a fresh address, or nothing.
 */
export interface PutFailure {
	remedy: 'sendAgain' | 'freshAddress' | 'none';
	detail: string;
	/** How long the storage asks to wait, in milliseconds. */
	retryAfterMs?: number;
}

/**
 * Sends bytes to the object storage, without the access token (service.md 5).
 *
 * Redirects are not followed: n8n's request helper would keep the whole body in memory for them.
 *
 * @returns undefined when the storage has the bytes, else what went wrong
 */
export async function putBytes(
	context: IExecuteFunctions,
	{ url, headers, body, bytes, timeLimitMs }: Put,
	signal?: AbortSignal,
): Promise<PutFailure | undefined> {
	const answer = await readAnswer(
		async (abortSignal) =>
			await context.helpers.httpRequest({
				method: 'PUT',
				url,
				// `false` keeps n8n's request helper from adding a type of its own.
				headers: { 'Content-Type': false, ...headers, 'Content-Length': String(bytes) },
				body,
				...AS_IT_COMES,
				timeout: timeLimitMs,
				abortSignal,
			}),
		timeLimitMs,
		signal,
	);
	if ('cause' in answer) {
		return { remedy: 'sendAgain', detail: withoutSystemCode(answer.detail) };
	}
	const failure = readPutAnswer(answer.status, answer.text);
	return failure && { ...failure, retryAfterMs: readRetryAfter(answer) };
}

/**
 * Decides what the answer of the object storage means.
 *
 * @param status HTTP status
 * @param text body of the answer, XML at most storages
 */
export function readPutAnswer(status: number, text: string): PutFailure | undefined {
	if (status >= 200 && status < 300) return undefined;
	const code = /<Code>([^<]{1,100})<\/Code>/.exec(text)?.[1];
	const detail = `the storage responded with HTTP ${status}${code ? ` (${code})` : ''}`;
	// An address that has expired is refused; an upload that has ended is not found.
	if (status === 403 || status === 404) return { remedy: 'freshAddress', detail };
	// 400 is how storages answer to a body that was cut off or came too slowly.
	const passing = status === 400 || status === 408 || status === 429 || status >= 500;
	return { remedy: passing ? 'sendAgain' : 'none', detail };
}
