import { z } from 'zod';

import { parseJson, quote } from '../util/json';
import { isRefusalCode, isRefusalMessage, type OperationName, operations } from './endpoints';
import type { Failure } from './failure';
import { taskId, type Schema } from './schemas';
import { readRetryAfter, type Answer } from './transport';

/** A code, also one that is sent as text; NaN where there is anything else. */
const code = z
	.union([
		z.number().int(),
		z
			.string()
			.regex(/^\s*-?\d+\s*$/)
			.transform((text) => Number(text) + 0),
	])
	.nullish()
	.catch(NaN);

/**
 * The envelope that every JSON answer of the service has (service.md 1). Its code is missing where the service reports a fault
 * with a message only (service.md 7).
 */
const envelopeSchema = z.object({
	code,
	msg: z.string().catch(''),
	trace_id: z.string().optional().catch(undefined),
	data: z.unknown(),
});

type Envelope = z.infer<typeof envelopeSchema>;

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
	const { data: envelope } = envelopeSchema.safeParse(parseJson(text));
	const checked = envelope?.code === 0 ? schema.safeParse(envelope.data) : undefined;
	if (checked?.success) return { data: checked.data };
	const failure = {
		operation,
		httpStatus: status,
		retryAfterMs: readRetryAfter({ headers }),
		...(envelope?.trace_id ? { traceId: clean(envelope.trace_id) } : {}),
		...idBesideCode(operation, envelope, clean),
	};
	const sentCode = envelope?.code ?? NaN;
	if (!envelope || Number.isNaN(sentCode)) {
		return {
			failure: { ...failure, ...failureWithoutCode(operation, status, text, envelope, clean) },
		};
	}
	if (!checked) {
		const detail = reported(envelope, clean);
		return { failure: { ...failure, cause: 'refused', code: sentCode, detail } };
	}
	const issue = checked.error.issues[0];
	const place = ['data', ...(issue?.path ?? [])].join('.');
	const { data } = envelope;
	const detail = `'${place}' is not as specified: ${issue?.message}. It is ${data === undefined ? 'missing' : quote(data, clean)}`;
	return { failure: { ...failure, cause: 'unreadable', detail } };
}

/** The ID of a task that was created, although the code says neither that it was nor that the request was refused. */
function idBesideCode(
	operation: OperationName,
	{ code, data }: Partial<Envelope> = {},
	clean: (text: string) => string,
): Pick<Failure, 'taskIds'> {
	if (operations[operation].effect !== 'create' || isRefusalCode(code ?? NaN, operation)) return {};
	const id = taskId.safeParse(data);
	return id.success ? { taskIds: [clean(id.data)] } : {};
}

/** What the service says; with the data, which may hold the ID of a task although the answer is no success. */
function reported({ msg, data }: Envelope, clean: (text: string) => string): string {
	const told =
		data === undefined || data === null || data === '' ? '' : `data: ${quote(data, clean)}`;
	return [clean(msg), told].filter(Boolean).join('; ');
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

/**
 * Whether an answer without a code refuses the request (service.md 7). What creates is only refused by a documented message:
 * after any other, the work may have been done.
 */
function isRefusal(
	operation: OperationName,
	status: number,
	{ code, msg, data }: Envelope,
): boolean {
	if (typeof code === 'number' || msg === '' || msg === 'success' || data) return false;
	if ((status >= 300 && status < 400) || status === 429 || status >= 500) return false;
	return operations[operation].effect === 'create'
		? isRefusalMessage(msg, operation)
		: !NO_SUCH_ADDRESS.has(status);
}

function failureWithoutCode(
	operation: OperationName,
	status: number,
	text: string,
	envelope: Envelope | undefined,
	clean: (text: string) => string,
): Pick<Failure, 'cause' | 'detail'> {
	const said = envelope ? reported(envelope, clean) : '';
	if (envelope && isRefusal(operation, status, envelope)) return { cause: 'refused', detail: said };
	if (status >= 300 && status < 400) {
		return { cause: 'redirected', detail: `HTTP ${status}, a redirect` };
	}
	const message = said ? `: ${said}` : '';
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
