import { compact, isNil } from 'lodash';
import { z } from 'zod';

import { isObject, parseJson } from '../util/json';
import { quote } from '../util/quote';
import { clip } from '../util/text';
import { parsedUrl } from '../util/webAddress';
import { endpointOf, type EndpointName } from './endpoints';
import type { Failure, NotUsable, Refused, Unreadable } from './failure';
import { type Answer, readRetryAfter } from './http';
import { isRefusalMessage, meaningOf } from './meanings';
import { apiMessages } from './apiMessages';
import type { NoAnswer } from './noAnswer';
import { type Schema, words } from './schemas';

/*
 * What an answer of the service means: its data, or why there is none (service.md 1 and 7). The
 * envelope decides with every HTTP status, because statuses are not documented; only an answer
 * without one is judged by its status and its text.
 */

/** The question to which an answer belongs. */
interface Question<T> {
	endpoint: EndpointName;
	/** Reads the data of a success. */
	schema: Schema<T>;
	/** The body of the request, whose values the words of a refusal name. */
	body?: object;
}

/** What came of a request: the data that the schema has read, or why there is none. */
export type Result<T> = { data: T } | { failure: Failure };

/** The envelope of every JSON answer (service.md 1). Some faults have a message and no code (service.md 7). */
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
	msg: words,
	trace_id: z.string().optional().catch(undefined),
	data: z.unknown(),
});

/** An answer without a result: what was read of it, and how it may be quoted. */
interface Reading {
	question: Question<unknown>;
	answer: Answer;
	/** Without a code and with an empty message where the answer is no envelope. */
	envelope: z.infer<typeof envelopeSchema>;
	/** The service's message, without what must not be shown, and cut where it is longer than a message may be. */
	message: string;
	/** All that the service says: its message, and the data, which may hold the ID of a task without success. */
	said: string;
	/** A value as text for a message: in one line, cut where it is long, and without what must not be shown. */
	quoted(value: unknown): string;
	/** Whether the user has entered the path of the endpoint, so that it may be wrong. */
	isPathEntered: boolean;
	/** Whether the endpoint starts work that is charged. */
	isSubmit: boolean;
	/** What is known of every answer, whatever went wrong. */
	facts: Pick<Refused, 'endpoint' | 'httpStatus' | 'retryAfterMs' | 'traceId'>;
}

/**
 * Decides what an answer means: the data of a success, or a failure.
 *
 * @param answer the answer with any HTTP status, or why there is none
 * @param redact takes out of what is quoted what must not be shown; if not set, all is quoted as it came
 */
export function readResult<T>(
	question: Question<T>,
	answer: Answer | NoAnswer,
	redact: (text: string) => string = (unchanged) => unchanged,
): Result<T> {
	const { endpoint, schema } = question;
	if ('cause' in answer) {
		const { cause, detail } = answer;
		return { failure: { endpoint, cause, detail: redact(detail) } };
	}
	// An answer that is no envelope counts as an empty one.
	const envelope = envelopeSchema.safeParse(parseJson(answer.text)).data ?? { msg: '' };
	const received = { answer, envelope };
	const isSuccess = envelope.code === 0;
	if (!isSuccess) return { failure: failureIn(readingOfAnswer(question, received, redact)) };
	const read = schema.safeParse(envelope.data);
	if (read.success) return { data: read.data };
	return { failure: unreadableData(readingOfAnswer(question, received, redact), read.error) };
}

/**
 * Puts together what is read of an answer that has no result, for the functions below that decide why.
 *
 * @param redact takes out of what is quoted what must not be shown
 */
function readingOfAnswer(
	question: Question<unknown>,
	{ answer, envelope }: Pick<Reading, 'answer' | 'envelope'>,
	redact: (text: string) => string,
): Reading {
	const { endpoint } = question;
	const quoted = (value: unknown) => quote(value, redact);
	const { msg, data, trace_id: traceId } = envelope;
	// Cut only when the secrets are out, because one that is cut in its middle would not be recognized.
	const message = clip(redact(msg));
	const said = [message];
	const hasData = !isNil(data) && data !== '';
	if (hasData) said.push(apiMessages.dataSeen(quoted(data)));
	return {
		question,
		answer,
		envelope,
		message,
		said: compact(said).join('; '),
		quoted,
		isPathEntered: endpointOf(endpoint).credentialField !== undefined,
		isSubmit: endpointOf(endpoint).effect === 'create',
		facts: {
			endpoint,
			httpStatus: answer.status,
			retryAfterMs: readRetryAfter(answer),
			traceId: traceId ? quoted(traceId) : undefined,
		},
	};
}

/**
 * The failure of an answer that reports success, but whose data the schema could not read: most often `unreadable`; or
 * `notTheService`, where the path that the user has entered is that of something else.
 */
function unreadableData(reading: Reading, { issues }: z.ZodError): NotUsable | Unreadable {
	const { data } = reading.envelope;
	// A failed reading has at least one issue, which says where and why it failed.
	const [issue] = issues as [z.ZodIssue];
	const detail = problemWithData(reading, issue);
	if (isOfOtherPath(reading, issue)) return notUsable(reading, 'notTheService', detail);
	const failure = unreadable(reading, detail);
	// A success without a record may be how the service reports that it has no such ID. Each kind of record has its ID in
	// one of these fields.
	failure.isEmpty = !isObject(data) || isNil(data.id ?? data.unique_id);
	return failure;
}

/**
 * Whether the data of a success shows that the path which the user has entered in the credential belongs to something
 * else: the data is no record, or has another ID than the one that was asked for. Missing data does not show it. False
 * for an endpoint whose path is not entered by the user.
 *
 * @param issue why the data could not be read
 */
function isOfOtherPath({ isPathEntered, envelope }: Reading, issue: z.ZodIssue): boolean {
	const { data } = envelope;
	if (!isPathEntered || isNil(data)) return false;
	const hasOtherId = issue.path[0] === 'id';
	return !isObject(data) || hasOtherId;
}

/** The failure with a cause, and with what is known of every answer. `detail` says in words what was seen. */
function notUsable({ facts }: Reading, cause: NotUsable['cause'], detail: string): NotUsable {
	return { ...facts, cause, detail };
}

/** The same with the cause `unreadable`. */
function unreadable({ facts }: Reading, detail: string): Unreadable {
	return { ...facts, cause: 'unreadable', detail };
}

/**
 * What is wrong with the data of a success, in words; behind it what the service says, unless that is only "success".
 *
 * @param issue why the data could not be read
 */
function problemWithData({ envelope, message, quoted }: Reading, issue: z.ZodIssue): string {
	const field = ['data'].concat(issue.path.map(String)).join('.');
	const sent = valueInWords(envelope.data, quoted);
	const problem = apiMessages.notAsSpecified(field, quoted(issue.message), sent);
	if (message === '' || message === 'success') return problem;
	return problem + apiMessages.serviceSays(message);
}

/** A value as it was sent, as text for a message; "missing" or "empty" where nothing would be seen of it. */
function valueInWords(value: unknown, quoted: Reading['quoted']): string {
	if (value === undefined) return apiMessages.missingValue;
	return quoted(value) || apiMessages.emptyValue;
}

/**
 * Why an answer that reports no success has no result. Of these, the first that applies counts: the service refuses
 * with a code; the HTTP status says enough; the service refuses with a message alone; something else has answered, or
 * the answer is damaged.
 */
function failureIn(reading: Reading): Failure {
	const code = codeOfService(reading);
	if (code !== undefined) return serviceRefusal(reading, code);
	const byStatus = failureByStatus(reading);
	if (byStatus) return byStatus;
	if (isRefusedByMessage(reading)) return serviceRefusal(reading);
	return failureWithoutCode(reading);
}

/**
 * The code in an answer of the service itself; undefined where it has none that is a whole number. A gateway that takes
 * no more requests may put its HTTP status, 429, into an envelope: that is no code of the service either.
 */
function codeOfService({ answer, envelope }: Reading): number | undefined {
	const { code } = envelope;
	if (isNil(code) || Number.isNaN(code)) return undefined;
	const isOfGateway = answer.status === TOO_MANY && code === TOO_MANY;
	return isOfGateway ? undefined : code;
}

/**
 * The failure of an answer by which the service refuses, with what the refusal means, where that is documented.
 *
 * @param code undefined where it refuses with a message alone
 */
function serviceRefusal(reading: Reading, code?: number): Refused {
	const { facts, said: detail, envelope, question } = reading;
	const meaning = meaningOf(question.endpoint, envelope, question.body);
	const refused: Refused = { ...facts, cause: 'refused', code, meaning, detail };
	// A refusal by a message alone has no data, which could hold an ID.
	if (code !== undefined && namesTask(reading)) refused.namesTask = true;
	return refused;
}

/**
 * Fewest characters that the ID of a task has as JSON. Shorter data beside a refusal may be a limit, or a time to wait.
 */
const MIN_ID_LENGTH = 10;

/**
 * Whether an answer with an error code still has what the answer to a successful submit has: the ID of a new task. Then
 * a task may have been created in spite of the code.
 */
function namesTask({ question, envelope, isSubmit }: Reading): boolean {
	if (!isSubmit) return false;
	const { data } = envelope;
	const mayBeId = question.schema.safeParse(data).success;
	return mayBeId && JSON.stringify(data).length >= MIN_ID_LENGTH;
}

/** The HTTP status by which a server says that there were too many requests. */
const TOO_MANY = 429;

/** The failure that the HTTP status alone shows; undefined for a status that shows none, such as 200 or 404. */
function failureByStatus(reading: Reading): NotUsable | undefined {
	const cause = causeOfStatus(reading.answer.status);
	if (!cause) return undefined;
	return notUsable(reading, cause, statusInWords(reading, cause));
}

/**
 * A redirect in words, with the beginning of the address to which it leads, `https://api.example.com`, so that the user
 * can correct 'Base URL'. The rest of that address may have a secret. A redirect that names only a path has no such
 * beginning.
 */
function redirectInWords({ status, headers }: Answer): string {
	const target = parsedUrl(String(headers.location));
	return target ? apiMessages.redirectTo(status, target.origin) : apiMessages.redirect(status);
}

/**
 * The HTTP status of an answer in words, with what the answer says.
 *
 * @param cause what the status means
 */
function statusInWords(reading: Reading, cause: NotUsable['cause']): string {
	const { answer, said } = reading;
	const { status, text } = answer;
	if (cause === 'redirected') return redirectInWords(answer);
	// Where the service is not available, the page or text of another server may say since when and why.
	const isOfOtherServer = cause === 'unavailable' && said === '' && text.trim() !== '';
	if (isOfOtherServer) return receivedWords(reading);
	const words = status === TOO_MANY ? apiMessages.tooManyRequests : apiMessages.httpStatus(status);
	return said === '' ? words : `${words}: ${said}`;
}

/**
 * Why there is no result, by the HTTP status alone; undefined for a status that does not show it, such as 200 or 404.
 */
function causeOfStatus(status: number): NotUsable['cause'] | undefined {
	switch (status) {
		case TOO_MANY:
			return 'rateLimited';
		case 407:
			return 'proxyDenied';
		// Too large is the request (413), its address (414), or its headers (431).
		case 413:
		case 414:
		case 431:
			return 'tooLarge';
		default:
			if (status >= 500) return 'unavailable';
			if (status >= 300 && status < 400) return 'redirected';
			return undefined;
	}
}

/** HTTP statuses by which any server says that it has no such address, or does not let everyone use it. */
const NO_SUCH_ADDRESS: ReadonlySet<number> = new Set([401, 403, 404, 405]);

/**
 * Whether an answer without a code and without data refuses the request by its message. A submit is only refused by a
 * documented message: after any other, its task may have been created.
 */
function isRefusedByMessage({ answer, envelope, question, isSubmit }: Reading): boolean {
	const { code, msg, data } = envelope;
	const hasMessage = msg !== '' && msg !== 'success';
	const hasNothingElse = isNil(code) && !data;
	if (!hasMessage || !hasNothingElse) return false;
	if (isSubmit) return isRefusalMessage(msg, question.endpoint);
	// With such a status, the message is likely one of another server.
	return !NO_SUCH_ADDRESS.has(answer.status);
}

/**
 * The failure of an answer without a readable code that neither its status nor its message explains, as one that is
 * not the envelope of the service: `notTheService` where something else has surely given it, otherwise `unreadable`,
 * because it may be damaged.
 */
function failureWithoutCode(reading: Reading): NotUsable | Unreadable {
	const { status, text } = reading.answer;
	const detail = receivedWords(reading);
	const isJson = parseJson(text) !== undefined;
	const isMarkup = /^\s*</.test(text);
	// At a path that the user has entered, JSON with neither a message nor data is that of something else.
	const isOtherJson = reading.isPathEntered && isJson && reading.said === '';
	if (NO_SUCH_ADDRESS.has(status) || isMarkup || isOtherJson) {
		return notUsable(reading, 'notTheService', detail);
	}
	const failure = unreadable(reading, detail);
	// An answer that was cut on its way is JSON without its end. Of one that was also compressed, n8n unpacks nothing,
	// and reports no error.
	const isEmptyOrBegunJson = !isJson && /^\s*(\{|$)/.test(text);
	if (isEmptyOrBegunJson) failure.isCutOff = true;
	return failure;
}

/** The beginning of a web page, such as `<!doctype html>`. */
const PAGE_BEGINNING = /^\s*<(!doctype html|html|head|body|title)\b/i;

/** What came, in words: "HTTP 502 with a web page with the title 'Bad gateway'". */
function receivedWords(reading: Reading): string {
	return apiMessages.received(reading.answer.status, textInWords(reading));
}

/**
 * The text of an answer in words: of a web page its title; of anything else, why it cannot be used, and the text
 * itself.
 */
function textInWords({ answer, envelope, quoted }: Reading): string {
	const { text } = answer;
	if (text.trim() === '') return apiMessages.emptyResponse;
	if (PAGE_BEGINNING.test(text)) {
		const title = /<title[^>]*>([^<]{1,200})/i.exec(text)?.[1]?.trim();
		return title ? apiMessages.webPage(quoted(title)) : apiMessages.untitledPage;
	}
	const problem = envelope.msg === '' ? apiMessages.notTheJson : apiMessages.noReadableCode;
	return `${problem}: ${quoted(text)}`;
}
