import { compact, lowerFirst } from 'lodash';

import { asError } from '../util/async';
import type { Message } from '../util/catalogue';
import { type ErrorFacts, PackError } from '../util/errors';
import { clip, withFullStop } from '../util/text';
import { pathLabel } from './paths';
import { createEndpoint, endpointOf } from './endpoints';
import { answerTo, type Failure, mayHaveCreated } from './failure';
import { apiMessages } from './apiMessages';

/*
 * The error of a call to the service: the failure, put into words once.
 */

/** A call to the service that failed. */
export class ServiceError extends PackError {
	/**
	 * @param failure why it failed
	 * @param message other words than those of the failure
	 * @param facts what is known besides the failure
	 */
	constructor(
		readonly failure: Failure,
		message?: Message,
		facts?: ErrorFacts,
	) {
		super(message ?? explain(failure), { ...facts, answer: answerTo(failure) });
		this.name = 'ServiceError';
	}

	/** A copy of the error that knows these facts as well; its words stay. */
	override with(facts: ErrorFacts): ServiceError {
		const { code, title, advice } = this;
		return new ServiceError(this.failure, { code, title, advice }, { ...this.facts, ...facts });
	}
}

/** What was thrown, if it is the error of a failed call. @throws what was thrown, where it is another error */
export function asServiceError(thrown: unknown): ServiceError {
	if (thrown instanceof ServiceError) return thrown;
	throw asError(thrown);
}

/** The failure of a submit after which a task may exist; undefined for an error after which certainly none does. */
export function unclearFailure(error: unknown): Failure | undefined {
	if (!(error instanceof ServiceError)) return undefined;
	return mayHaveCreated(error.failure) ? error.failure : undefined;
}

/** Most characters that a message shows of what the service said, and of an ID. */
const MAX_PART = 1_000;
const MAX_ID = 100;

/** A failed call in words. */
interface Explained extends Message {
	/** Why it failed, without what was called; its first letter is small. */
	reason: string;
	/** What the service said, or what was seen instead, as a sentence. */
	said: string;
}

/**
 * Puts a failed call into words: what happened, what to do next, and the service's own message, code
 * and trace_id.
 */
export function explain(failure: Failure): Explained {
	const { endpoint, fileId } = failure;
	const { code, title, advice } = causeInWords(failure);
	const reason = lowerFirst(title);
	const sentences = [advice];
	if (fileId) sentences.push(apiMessages.fileId(clip(fileId, MAX_ID)));
	const said = withFullStop(quotation(failure));
	sentences.push(said);
	return {
		code,
		title: apiMessages.couldNot(endpointOf(endpoint).action, reason),
		advice: compact(sentences).join(' '),
		reason,
		said,
	};
}

/**
 * What the service said, or what was seen instead, with the facts by which the provider finds the call in parentheses.
 */
function quotation(failure: Failure): string {
	const { cause, detail } = failure;
	const { code, traceId } = answerTo(failure);
	const facts: string[] = [];
	if (code !== undefined) facts.push(apiMessages.codeFact(code));
	if (traceId) facts.push(apiMessages.traceFact(clip(traceId, MAX_ID)));
	let said = clip(detail, MAX_PART) || apiMessages.nothing;
	if (facts.length > 0) said += ` (${facts.join(', ')})`;
	return cause === 'refused' ? apiMessages.reported(said) : apiMessages.details(said);
}

/** Why a call failed and what to do: after a submit that may have created something, how to find it. */
function causeInWords(failure: Failure): Message {
	const documented = failure.cause === 'refused' ? failure.meaning : undefined;
	const usual = documented ?? usualWords(failure);
	if (!mayHaveCreated(failure)) return usual;
	const hasUnknownCode = answerTo(failure).code !== undefined && !documented;
	const title = hasUnknownCode ? apiMessages.undocumentedCode : usual.title;
	const howToFind = [apiMessages.mayExist, createEndpoint(failure.endpoint)?.lookUp];
	// Where the address of the service is likely wrong, the first thing to do is to correct it.
	const isAddressWrong = failure.cause === 'notTheService' || failure.cause === 'redirected';
	const sentences = isAddressWrong ? [usual.advice, ...howToFind] : howToFind;
	return { code: 'maybeSubmitted', title, advice: compact(sentences).join(' ') };
}

/**
 * The words for the cause of a failure. Where something else than the service answers at a path that the user has
 * entered in the credential, that path is likeliest wrong.
 */
function usualWords(failure: Failure): Message {
	const { cause, endpoint } = failure;
	if (cause === 'unreadable' && failure.isCutOff) return apiMessages.noResponse;
	const { credentialField } = endpointOf(endpoint);
	if (cause === 'notTheService' && credentialField !== undefined) {
		return apiMessages.wrongPath(pathLabel(credentialField));
	}
	// There is a message for each cause, under its name.
	return apiMessages[cause];
}
