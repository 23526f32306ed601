import { z } from 'zod';

import { parseJson, quote } from '../util/json';
import { isRefusalCode, type OperationName, operations } from './endpoints';
import type { Failure } from './failure';
import { idsIn, isSurelyId } from './schemas';
import { readRetryAfter, type Answer } from './transport';

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

interface Envelope {
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
function readEnvelope(text: string): Envelope | undefined {
	const envelope = envelopeSchema.safeParse(parseJson(text));
	if (!envelope.success) return undefined;
	const { code: sent, msg, trace_id: traceId, data } = envelope.data;
	const read = code.safeParse(sent);
	const oddCode = !read.success && sent !== undefined && sent !== null;
	return { code: read.success ? read.data : undefined, oddCode, msg, traceId, data };
}

/** What a passing fault says of itself; such a message is never taken for a refusal. */
const PASSING =
	/time.?out|timed out|gateway|unavailable|not available|internal|server|upstream|proxy|connection|network|busy|again|retry|overload/i;

const LONGEST_MESSAGE = 500;

/** A message in which all of these occur, in any order. */
const saying = (...parts: RegExp[]): readonly RegExp[] => parts;

const APPLICATION_STATE = saying(/\bapplication\b/i, /\bstat(e|us)\b/i);
const MISSING =
	/\b(missing|miss|misses|absent|empty|required|lacks?|without|no|needs?|needed|must|null)\b/i;
const NOT_FOUND =
	/\b(not found|not exist|n.t exist|absent|missing|no such|invalid|unknown|without|not? correct)\b/i;
const WRONG =
	/\b(error|wrong|invalid|illegal|incorrect|unsupported|not|must|should|only|allowed|format|odd)\b/i;
const SIZE =
	/\b(wider|taller|higher|larger|bigger|wide|tall|width|height|exceeds?|exceeded|outside|beyond)\b/i;

/**
 * Refusals before any work that the service reports in words only (service.md 4.5 and 4.7). The wording
 * is not fixed there, so words that cannot be left out stand for each.
 */
const REFUSALS: Partial<Record<OperationName, ReadonlyArray<readonly RegExp[]>>> = {
	createPerson: [
		saying(/\btrain.?type\b/i, WRONG),
		APPLICATION_STATE,
		saying(/\b(video|file)\b/i, /\b(format|extension|type)\b/i, WRONG),
		saying(/\bvideo\b/i, /\binfo(rmation)?\b/i, /\b(retriev\w*|get|read|obtain\w*|fetch\w*)\b/i),
		saying(/\bvideo\b/i, /\b(too long|duration|longer|length)\b/i),
	],
	createVideo: [
		APPLICATION_STATE,
		saying(/\btts\b/i, /\btext\b/i, MISSING),
		saying(/\baudio\b/i, /\bfile\b/i, MISSING),
		saying(/\bemojis?\b/i),
		saying(/\b(image|picture|background)\b/i, /\b(format|type|extension)\b/i, WRONG),
		saying(/\bscreen[ _]?(width|height|size)\b/i, WRONG),
		saying(/\bsubtitles?\b/i, SIZE),
		saying(/\bsubtitles?\b/i, /\bcolou?r\b/i, WRONG),
		saying(/\b(background|bg)([ _]?colou?r\b|\b.*\bcolou?r\b)/i, WRONG),
		saying(/\b(webm|four.?channel|rgba)\b/i, WRONG),
		saying(/\bfigure([ _]?type)?\b/i, MISSING),
		saying(/\bperson\b/i, /\bfigure\b/i, WRONG),
		saying(/\bperson\b/i, NOT_FOUND),
		saying(/\bperson\b/i, /\bheight\b/i, WRONG),
		saying(/\b(voice|audio[ _]?man)\b/i, NOT_FOUND),
		saying(/\bvoice\b/i, /\bnot\b/i, /\b(successful|success|state|status|finished|ready)\b/i),
	],
};

/**
 * Whether a message without a code is one of the documented refusals of an operation, after which
 * nothing was created.
 */
function isRefusalInWords(operation: OperationName, message: string): boolean {
	const said = message.slice(0, LONGEST_MESSAGE).replaceAll('_', ' ');
	if (PASSING.test(said)) return false;
	const refusals = REFUSALS[operation] ?? [];
	return refusals.some((parts) => parts.every((part) => part.test(said)));
}

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
