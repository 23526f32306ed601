import { compact, isNil } from 'lodash';
import { z } from 'zod';

import { isObject, parseJson } from '../util/json';
import { quote } from '../util/quote';
import { clip } from '../util/text';
import { createEndpoint, endpointOf, type EndpointName } from './endpoints';
import type { Failure, NotUsable, Refused, Unreadable } from './failure';
import { type Answer, readRetryAfter } from './http';
import { isRefusalMessage, meaningOf } from './meanings';
import { apiMessages } from './apiMessages';
import type { NoAnswer } from './noAnswer';
import type { Schema } from './schemas';

/*
 * What an answer of the service means: its data, or why there is none (service.md 1 and 7). The envelope decides with every HTTP
 * status, because statuses are not documented; only an answer without one is judged by its status and its text.
 */

/** The question to which an answer belongs. */
export interface Question<T> {
	endpoint: EndpointName;
	/** Reads the data of a success. */
	schema: Schema<T>;
	/** The body of the request, whose values the words of a refusal name. */
	body?: object;
}

export type Result<T> = { data: T } | { failure: Failure };

/** Of every JSON answer (service.md 1). Some faults have a message and no code (service.md 7). */
const envelopeSchema = z.object({
	/** NaN for anything but a whole number, which may be sent as text. */
	code: z
		.union([
			z.number().int(),
			z
				.string()
				.regex(/^-?\d{1,9}$/)
				.transform(Number),
		])
		.nullish()
		.catch(NaN),
	msg: z
		.string()
		.catch('')
		.transform((text) => clip(text)),
	trace_id: z.string().optional().catch(undefined),
	data: z.unknown(),
});

type Envelope = z.infer<typeof envelopeSchema>;

/** What is there of an answer that is no envelope. */
const NO_ENVELOPE: Envelope = { msg: '' };

/** An answer with what was read of it, and how it may be quoted. */
interface Seen {
	answer: Answer;
	envelope: Envelope;
	/** The service's message. */
	message: string;
	/** All that the service says: its message, and the data, which may hold the ID of a task without success. */
	said: string;
	/** A value as it is quoted. */
	quoted(value: unknown): string;
	/** What is known whatever went wrong. */
	facts: Pick<Refused, 'endpoint' | 'httpStatus' | 'retryAfterMs' | 'traceId'>;
}

/**
 * Decides what an answer means.
 *
 * @param redact takes out of what is quoted what must not be shown
 */
export function readResult<T>(
	question: Question<T>,
	answer: Answer | NoAnswer,
	redact: (text: string) => string = (unchanged) => unchanged,
): Result<T> {
	const { endpoint, schema } = question;
	if ('cause' in answer) {
		return { failure: { endpoint, ...answer, detail: redact(answer.detail) } };
	}
	const envelope = envelopeSchema.safeParse(parseJson(answer.text)).data ?? NO_ENVELOPE;
	const { code } = envelope;
	const read = code === 0 ? schema.safeParse(envelope.data) : undefined;
	if (read?.success) return { data: read.data };
	const seen = seenIn(endpoint, { answer, envelope }, redact);
	if (read) return { failure: unreadableData(seen, read.error) };
	if (isCodeOfService(code, answer)) return { failure: refusedWith(seen, question, code) };
	return { failure: failureWithoutCode(seen, question) };
}

/** Whether the service itself gives a code: a gateway that takes no more requests may put its status into an envelope. */
function isCodeOfService(code: Envelope['code'], { status }: Answer): code is number {
	if (isNil(code) || Number.isNaN(code)) return false;
	return status !== TOO_MANY || code !== TOO_MANY;
}

function seenIn(
	endpoint: EndpointName,
	{ answer, envelope }: Pick<Seen, 'answer' | 'envelope'>,
	redact: (text: string) => string,
): Seen {
	const quoted = (value: unknown) => quote(value, redact);
	const { msg, data, trace_id: traceId } = envelope;
	const message = redact(msg);
	const hasData = !isNil(data) && data !== '';
	const said = compact([message, hasData && apiMessages.dataSeen(quoted(data))]).join('; ');
	const facts = {
		endpoint,
		httpStatus: answer.status,
		retryAfterMs: readRetryAfter(answer),
		traceId: traceId ? quoted(traceId) : undefined,
	};
	return { answer, envelope, message, said, quoted, facts };
}

/** The service answers with a code other than 0. */
function refusedWith<T>(seen: Seen, question: Question<T>, code: number): Refused {
	const { facts, said: detail, envelope } = seen;
	const meaning = meaningOf(facts.endpoint, envelope, question.body);
	const refused: Refused = { ...facts, cause: 'refused', code, meaning, detail };
	if (namesTask(question, envelope.data)) refused.namesTask = true;
	return refused;
}

/** The shortest text that is taken for an ID beside a refusal: a short number may be a limit or seconds. */
const SHORTEST_ID = 10;

/** Whether the answer to a submit names a task, which a refusal does not have. */
function namesTask<T>({ endpoint, schema }: Question<T>, data: unknown): boolean {
	if (!createEndpoint(endpoint)) return false;
	return schema.safeParse(data).success && JSON.stringify(data).length >= SHORTEST_ID;
}

/** The service reports success, and its data is not as specified. */
function unreadableData(seen: Seen, { issues }: z.ZodError): NotUsable | Unreadable {
	const { facts, envelope, message, quoted } = seen;
	const { data } = envelope;
	const [issue] = issues as [z.ZodIssue];
	const place = ['data', ...issue.path].join('.');
	const found = data === undefined ? apiMessages.missingValue : quoted(data);
	const problem = apiMessages.notAsSpecified(place, quoted(issue.message), found);
	const isUsual = message === '' || message === 'success';
	const detail = isUsual ? problem : problem + apiMessages.serviceSays(message);
	// Where the user has entered the path, what is no record with the ID shows that it is wrong.
	const isEntered = endpointOf(facts.endpoint).credentialField !== undefined;
	const isOther = !isNil(data) && (!isObject(data) || issue.path[0] === 'id');
	if (isEntered && isOther) return { ...facts, cause: 'notTheService', detail };
	const isEmpty = !isObject(data) || data.id === undefined;
	return { ...facts, cause: 'unreadable', detail, isEmpty };
}

/** HTTP statuses of a server that has no such address, or not for everyone. */
const NO_SUCH_ADDRESS = new Set([401, 403, 404, 405]);

/** An answer without a code: a message that refuses (service.md 7), or what is not of the service. */
function failureWithoutCode<T>(
	seen: Seen,
	question: Question<T>,
): Refused | NotUsable | Unreadable {
	const { facts, said, envelope } = seen;
	const byStatus = failureByStatus(seen);
	if (byStatus) return byStatus;
	if (isRefusal(seen)) {
		const meaning = meaningOf(facts.endpoint, envelope, question.body);
		return { ...facts, cause: 'refused', meaning, detail: said };
	}
	const { status, text } = seen.answer;
	const detail = apiMessages.received(status, receivedWords(seen));
	const isJson = parseJson(text) !== undefined;
	const isEntered = endpointOf(facts.endpoint).credentialField !== undefined;
	const isOther = isEntered && said === '' && isJson;
	if (NO_SUCH_ADDRESS.has(status) || isOther || /^\s*</.test(text)) {
		return { ...facts, cause: 'notTheService', detail };
	}
	const unreadable: Unreadable = { ...facts, cause: 'unreadable', detail };
	// Such as one that was compressed, and cut on its way: n8n unpacks nothing of it, and reports no error.
	if (!isJson && /^\s*(\{|$)/.test(text)) unreadable.isCutOff = true;
	return unreadable;
}

/** HTTP status of one request too many. */
const TOO_MANY = 429;

/** HTTP statuses of a request, an address, or headers that are too large. */
const TOO_LARGE: ReadonlySet<number> = new Set([413, 414, 431]);

/** What the status alone says; undefined where it says nothing. */
function failureByStatus({ answer, said, facts }: Seen): NotUsable | undefined {
	const { status } = answer;
	const words = (seen: string) => (said === '' ? seen : `${seen}: ${said}`);
	const detail = words(apiMessages.httpStatus(status));
	if (status >= 300 && status < 400) {
		return { ...facts, cause: 'redirected', detail: apiMessages.redirect(status) };
	}
	if (status === TOO_MANY) {
		return { ...facts, cause: 'rateLimited', detail: words(apiMessages.tooManyRequests) };
	}
	if (status === 407) return { ...facts, cause: 'proxyDenied', detail };
	if (TOO_LARGE.has(status)) return { ...facts, cause: 'tooLarge', detail };
	return status >= 500 ? { ...facts, cause: 'unavailable', detail } : undefined;
}

/**
 * Whether a message without a code refuses the request. What creates is only refused by a documented one: after any other, the
 * work may have been done.
 */
function isRefusal({ answer, envelope, facts }: Seen): boolean {
	const { code, msg, data } = envelope;
	const isOnlyMessage = isNil(code) && msg !== '' && msg !== 'success' && !data;
	if (!isOnlyMessage) return false;
	if (createEndpoint(facts.endpoint)) return isRefusalMessage(msg, facts.endpoint);
	return !NO_SUCH_ADDRESS.has(answer.status);
}

const IS_PAGE = /^\s*<(!doctype html|html|head|body|title)\b/i;

/** What came, as one reads it: of a web page its title, of anything else the text. */
function receivedWords({ answer, envelope, quoted }: Seen): string {
	const { text } = answer;
	if (text.trim() === '') return apiMessages.emptyResponse;
	if (!IS_PAGE.test(text)) {
		const what = envelope.msg === '' ? apiMessages.notTheJson : apiMessages.noReadableCode;
		return `${what}: ${quoted(text)}`;
	}
	const [, title = ''] = /<title[^>]*>([^<]{1,200})/i.exec(text) ?? [];
	return title.trim() === '' ? apiMessages.untitledPage : apiMessages.webPage(quoted(title));
}
