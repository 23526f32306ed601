import compact from 'lodash/compact';
import escapeRegExp from 'lodash/escapeRegExp';
import get from 'lodash/get';
import isNil from 'lodash/isNil';
import memoize from 'lodash/memoize';
import { z } from 'zod';

import { isObject, parseJson, quote } from '../util/json';
import { formatValue } from '../util/text';
import { parsedUrl, SECRETS } from '../util/url';
import {
	isRefusalMessage,
	meaningOf,
	meaningOfMessage,
	type OperationName,
	operations,
} from './endpoints';
import type { Failure } from './failure';
import type { Schema } from './schemas';
import { readRetryAfter, type Answer } from './transport';

/** Of every JSON answer (service.md 1). Some faults have a message and no code (service.md 7). */
const envelopeSchema = z.object({
	/** NaN for anything but a whole number. */
	code: z.number().int().nullish().catch(NaN),
	msg: z.string().catch(''),
	trace_id: z.string().optional().catch(undefined),
	data: z.unknown(),
});

type Envelope = z.infer<typeof envelopeSchema>;

/**
 * Decides what an answer means: its data, or why there is none (service.md 1 and 7). An envelope counts
 * with every HTTP status, because statuses are not documented.
 *
 * @param redact takes out of an answer what must not be shown
 * @param body of the request
 */
export function readResult<T>(
	operation: OperationName,
	{ status, headers, text }: Answer,
	schema: Schema<T>,
	redact: (text: string) => string = (unchanged) => unchanged,
	body: object = {},
): { data: T } | { failure: Failure } {
	const success = readEnvelope(text);
	const checked = success?.code === 0 ? schema.safeParse(success.data) : undefined;
	if (checked?.success) return { data: checked.data };
	const safeText = redact(text);
	const envelope = readEnvelope(safeText);
	const known = {
		operation,
		httpStatus: status,
		retryAfterMs: readRetryAfter({ headers }),
		...(envelope?.trace_id ? { traceId: envelope.trace_id } : {}),
		...meaningFor(operation, envelope, body),
	};
	if (envelope && checked) {
		const [issue] = checked.error.issues;
		const place = ['data', ...(issue?.path ?? [])].join('.');
		const found = envelope.data === undefined ? 'missing' : quote(envelope.data);
		const detail = `'${place}' is not as specified: ${redact(issue?.message ?? '')}. It is ${found}`;
		const { data } = envelope;
		const isOther = !isNil(data) && (!isObject(data) || issue?.path[0] === 'id');
		const cause = isOther && isEntered(operation) ? 'notTheService' : 'unreadable';
		return { failure: { ...known, cause, detail } };
	}
	const { code } = envelope ?? {};
	return {
		failure:
			envelope && typeof code === 'number' && !Number.isNaN(code)
				? { ...known, cause: 'refused', code, detail: reported(envelope) }
				: { ...known, ...failureWithoutCode(operation, status, safeText, envelope) },
	};
}

function readEnvelope(text: string): Envelope | undefined {
	return envelopeSchema.safeParse(parseJson(text)).data;
}

/** What a message means, or a code that is about a value of the request; with that value. */
function meaningFor(
	operation: OperationName,
	envelope: Envelope | undefined,
	body: object,
): Pick<Failure, 'meaning'> {
	const ofMessage = meaningOfMessage(envelope?.msg ?? '');
	const known = ofMessage ?? meaningOf(envelope?.code ?? NaN, operation);
	if (!known) return {};
	const { title, description } = known;
	const told = title.replace(/ \{([^}]+)\}/g, (_, fields: string) => {
		const value = fields
			.split('|')
			.map((field) => get(body, field) as unknown)
			.find(Boolean);
		return value === undefined ? '' : ` ${formatValue(value)}`;
	});
	return { meaning: { title: told, description } };
}

/** What the service says; with the data, which may hold the ID of a task without success. */
function reported({ msg, data }: Envelope): string {
	const isEmpty = data === undefined || data === null || data === '';
	return [msg, isEmpty ? '' : `data: ${quote(data)}`].filter(Boolean).join('; ');
}

/** Shorter values are no secrets unless their names say so, and would hide parts of words. */
const MIN_SECRET = 8;

/**
 * Takes secrets out of a text, which goes to outputs and logs: a server may repeat what it was sent,
 * as it is or as JSON, HTML and addresses write it, and without its end.
 *
 * @param secrets others than the access token
 */
export function redactor(
	accessToken: string,
	secrets: readonly string[] = [],
): (text: string) => string {
	return (text) =>
		[accessToken, ...secrets].reduce(
			(safe, secret, index) => hide(safe, secret, index === 0 ? '(access token)' : '(hidden)'),
			text,
		);
}

/** Character by character: an expression for a whole secret takes V8 up to a second to compile. */
function hide(text: string, secret: string, by: string): string {
	const [first, ...others] = [...secret].map(formsOf);
	if (!first) return text;
	const least = Math.max(MIN_SECRET, secret.length / 2);
	const starts = new RegExp(first, 'gi');
	let safe = '';
	let done = 0;
	for (let start = starts.exec(text); start; start = starts.exec(text)) {
		let end = starts.lastIndex;
		const missing = others.findIndex((form) => {
			form.lastIndex = end;
			if (form.test(text)) end = form.lastIndex;
			return form.lastIndex === 0;
		});
		starts.lastIndex = start.index + 1;
		if (missing >= 0 && missing + 1 < least) continue;
		safe += text.slice(done, start.index) + by;
		starts.lastIndex = done = end;
	}
	return safe + text.slice(done);
}

/** Matches, at its `lastIndex`, all that a character is written as; bounded, to search in linear time. */
const formsOf = memoize((character: string): RegExp => {
	const code = character.charCodeAt(0);
	const hex = code.toString(16);
	const entity = [`#0{0,4}${code}(?!\\d);?`, `#x0{0,4}${hex};?`];
	if (!/[a-z\d]/i.test(character)) entity.push('[a-z]{2,8};');
	// As it is comes last: it may be the beginning of another form.
	const forms = [
		`&(?:amp;){0,3}(?:${entity.join('|')})`,
		`(?:\\\\{1,9}(?:u00|x)|%(?:25){0,3}|=)${hex}`,
		`\\\\{0,9}${character === ' ' ? '[ +]' : escapeRegExp(character)}`,
	];
	return new RegExp(forms.join('|'), 'iy');
});

/** What opens the callback address in a request: the values of its query, and a password. */
export function callbackSecrets(body: object | undefined): string[] {
	const { callback } = (body ?? {}) as { callback?: unknown };
	const url = typeof callback === 'string' ? parsedUrl(callback) : undefined;
	if (!url) return [];
	const values = [...url.searchParams].filter(
		([name, value]) => value.length >= MIN_SECRET || (value !== '' && SECRETS.includes(name)),
	);
	return compact([...values.map(([, value]) => value), url.password]);
}

/** HTTP statuses of a server that has no such address, or not for everyone. */
const NO_SUCH_ADDRESS = new Set([401, 403, 404, 405]);

/**
 * Whether an answer without a code refuses the request (service.md 7). What creates is only refused by
 * a documented message: after any other, the work may have been done.
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

/** Whether the user has entered the path: what is no record with the ID shows that it is wrong. */
function isEntered(operation: OperationName): boolean {
	return typeof operations[operation].path !== 'string';
}

function failureWithoutCode(
	operation: OperationName,
	status: number,
	text: string,
	envelope: Envelope | undefined,
): Pick<Failure, 'cause' | 'detail'> {
	const said = envelope ? reported(envelope) : '';
	if (envelope && isRefusal(operation, status, envelope)) return { cause: 'refused', detail: said };
	if (status >= 300 && status < 400) {
		return { cause: 'redirected', detail: `HTTP ${status}, a redirect` };
	}
	const message = said ? `: ${said}` : '';
	if (status === 429)
		return { cause: 'rateLimited', detail: `HTTP 429, too many requests${message}` };
	if (status >= 500) return { cause: 'unavailable', detail: `HTTP ${status}${message}` };
	const received =
		text.trim() === ''
			? 'an empty response'
			: `${envelope?.msg ? 'a response without a readable code' : 'a response that is not the JSON of the service'}: ${quote(text)}`;
	const isPage = /^\s*</.test(text);
	const isOther = isEntered(operation) && said === '' && parseJson(text) !== undefined;
	return {
		cause: isPage || isOther || NO_SUCH_ADDRESS.has(status) ? 'notTheService' : 'unreadable',
		detail: `HTTP ${status} with ${received}`,
	};
}
