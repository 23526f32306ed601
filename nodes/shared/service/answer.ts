import type { z } from 'zod';

import { quote } from '../util/json';
import { readEnvelope, type Envelope } from './envelope';
import type { Failure } from './failure';
import { isRefusalCode, operations, type OperationName } from './operations';
import { isRefusalInWords } from './refusals';
import { idsIn, isSurelyId } from './serviceId';
import { readRetryAfter, type Answer } from './transport';

type Schema<T> = z.ZodType<T, z.ZodTypeDef, unknown>;

/**
 * Decides what an answer means: its data, or why there is none (service.md 1 and 7). An envelope counts
 * with every HTTP status, because statuses are not documented.
 *
 * @param clean takes out of a text what must not be shown
 */
export function readResult<T>(
	operation: OperationName,
	{ status, headers, text }: Answer,
	schema: Schema<T>,
	clean: (text: string) => string = (unchanged) => unchanged,
): { data: T } | { failure: Failure } {
	const envelope = readEnvelope(text);
	const checked = envelope?.code === 0 ? schema.safeParse(envelope.data) : undefined;
	if (checked?.success) return { data: checked.data };
	const taskIds = idsOf(operation, envelope).map(clean);
	const failure = {
		operation,
		httpStatus: status,
		retryAfterMs: readRetryAfter({ headers }),
		...(envelope?.traceId ? { traceId: clean(envelope.traceId) } : {}),
		...(taskIds.length > 0 ? { taskIds } : {}),
	};
	if (envelope?.code === undefined) {
		const isRefusal = taskIds.length === 0 && isRefusedInWords(operation, status, envelope);
		const reason = isRefusal
			? { cause: 'refused' as const, detail: clean(envelope?.msg ?? '') }
			: failureWithoutCode(status, text, envelope, clean);
		return { failure: { ...failure, ...reason } };
	}
	const { code, msg, data } = envelope;
	if (!checked) return { failure: { ...failure, cause: 'refused', code, detail: clean(msg) } };
	const issue = checked.error.issues[0];
	const place = ['data', ...(issue?.path ?? [])].join('.');
	const detail = `'${place}' is not as specified: ${issue?.message}. It is ${data === undefined ? 'missing' : quote(data, clean)}`;
	return { failure: { ...failure, cause: 'unreadable', detail } };
}

/** Ids that the answer to a create holds; next to a documented refusal, only what can be nothing else. */
function idsOf(operation: OperationName, envelope: Envelope | undefined): string[] {
	if (operations[operation].effect !== 'create' || !envelope) return [];
	const ids = idsIn(envelope.data);
	return isRefusalCode(envelope.code ?? 0, operation) ? ids.filter(isSurelyId) : ids;
}

/** Takes the token out of a text: a server may repeat it in its answer, which goes to outputs and logs. */
export function withoutToken(token: string): (text: string) => string {
	if (!token) return (text) => text;
	const wellFormed = Buffer.from(token).toString();
	const forms = new Set([
		token,
		JSON.stringify(token).slice(1, -1),
		encodeURIComponent(wellFormed),
	]);
	return (text) =>
		[...forms].reduce((cleaned, form) => cleaned.replaceAll(form, '(access token)'), text);
}

/** HTTP statuses of a server that has no such address, or not for everyone. */
const NO_SUCH_ADDRESS = new Set([401, 403, 404, 405]);

/** Whether an answer without a code refuses the request in words (service.md 7). */
function isRefusedInWords(
	operation: OperationName,
	status: number,
	envelope: Envelope | undefined,
): boolean {
	const { msg = '', data, oddCode } = envelope ?? {};
	if (oddCode || msg === '' || msg === 'success' || data) return false;
	if ((status >= 300 && status < 400) || status === 429 || status >= 500) return false;
	return operations[operation].effect === 'create'
		? isRefusalInWords(operation, msg)
		: !NO_SUCH_ADDRESS.has(status);
}

function failureWithoutCode(
	status: number,
	text: string,
	envelope: Envelope | undefined,
	clean: (text: string) => string,
): Pick<Failure, 'cause' | 'detail'> {
	if (status >= 300 && status < 400) {
		return { cause: 'redirected', detail: `HTTP ${status}, a redirect` };
	}
	const message = envelope?.msg ? `: ${clean(envelope.msg)}` : '';
	if (status === 429) return { cause: 'busy', detail: `HTTP 429, too many requests${message}` };
	if (status >= 500) return { cause: 'unavailable', detail: `HTTP ${status}${message}` };
	const received =
		text.trim() === ''
			? 'an empty response'
			: `${envelope?.msg ? 'a response without a readable code' : 'a response that is not the JSON of the service'}: ${quote(text, clean)}`;
	const isPage = /^\s*</.test(text);
	return {
		cause: isPage || NO_SUCH_ADDRESS.has(status) ? 'foreign' : 'unreadable',
		detail: `HTTP ${status} with ${received}`,
	};
}
