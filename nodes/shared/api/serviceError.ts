import { compact, lowerFirst } from 'lodash';

import { asError } from '../util/async';
import type { Message } from '../util/catalogue';
import { type ErrorFacts, PackError } from '../util/errors';
import { clip, withFullStop } from '../util/text';
import { pathLabel } from './paths';
import { endpointOf, submitEndpoint } from './endpoints';
import { answerTo, type Failure, mayHaveCreated } from './failure';
import { apiMessages } from './apiMessages';

/*
 * The error of a call to the service: the failure, put into words once.
 */

/** The error of a call to the service that failed. Decisions read its `failure`. */
export class ServiceError extends PackError {
	/**
	 * @param failure why it failed
	 * @param message the words of the error; if not set, those that `explain` has for the failure
	 * @param facts what is known in addition to the failure; the answer is taken from that
	 */
	constructor(
		readonly failure: Failure,
		message?: Message,
		facts?: ErrorFacts,
	) {
		super(message ?? explain(failure), { ...facts, answer: answerTo(failure) });
		this.name = 'ServiceError';
	}

	/** A copy of the error with further facts, which replace those of the same name; its words stay. */
	override with(facts: ErrorFacts): ServiceError {
		return new ServiceError(this.failure, this, { ...this.facts, ...facts });
	}
}

/**
 * For a `catch` that handles failed calls only: gives what was thrown, if it is the error of one.
 *
 * @throws what was thrown, where it is another error, such as a CancelledError
 */
export function asServiceError(thrown: unknown): ServiceError {
	if (thrown instanceof ServiceError) return thrown;
	throw asError(thrown);
}

/**
 * The failure of a submit after which a task may exist; undefined for an error after which certainly none does, and for
 * any error that is not that of a call to the service.
 */
export function unclearFailure(error: unknown): Failure | undefined {
	if (!(error instanceof ServiceError)) return undefined;
	return mayHaveCreated(error.failure) ? error.failure : undefined;
}

/** Most characters that a message shows of what the service said. */
const MAX_PART = 1_000;

/** Most characters that a message shows of an ID. */
const MAX_ID = 100;

/** A failed call in words; its title is "Could not <action>: <reason>". */
interface Explained extends Message {
	/** Why it failed, with a small first letter; for a place that says itself what was called. */
	reason: string;
	/** What the service said, or what was seen instead, as a sentence, with which `advice` ends. */
	said: string;
}

/** Puts a failed call into words: what happened, what to do, and the service's own message, code and trace_id. */
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
 * What the service said, or what was seen instead, with code and trace_id in parentheses, by which the provider finds
 * the call: "The service reported: busy (code 40001, trace_id abc)".
 */
function quotation(failure: Failure): string {
	const { cause, detail } = failure;
	const { code: serviceCode, traceId } = answerTo(failure);
	const facts: string[] = [];
	if (serviceCode !== undefined) facts.push(apiMessages.codeFact(serviceCode));
	if (traceId) facts.push(apiMessages.traceFact(clip(traceId, MAX_ID)));
	let said = clip(detail, MAX_PART) || apiMessages.nothing;
	if (facts.length > 0) said += ` (${facts.join(', ')})`;
	return cause === 'refused' ? apiMessages.reported(said) : apiMessages.details(said);
}

/**
 * Why a call failed, as the title, and what to do, as the advice: after a submit that may have created a task, how to
 * find that; otherwise what the documents, or the cause of the failure, suggest.
 */
function causeInWords(failure: Failure): Message {
	const documented = failure.cause === 'refused' ? failure.meaning : undefined;
	const usual = documented ?? usualWords(failure);
	if (!mayHaveCreated(failure)) return usual;
	const hasUnknownCode = answerTo(failure).code !== undefined && !documented;
	const title = hasUnknownCode ? apiMessages.undocumentedCode : usual.title;
	const howToFind = [apiMessages.mayExist, submitEndpoint(failure.endpoint)?.howToFind];
	// Where the address of the service is likely wrong, the first thing to do is to correct it.
	const isAddressWrong = failure.cause === 'notTheService' || failure.cause === 'redirected';
	const sentences = isAddressWrong ? [usual.advice, ...howToFind] : howToFind;
	return { code: 'maybeSubmitted', title, advice: compact(sentences).join(' ') };
}

/**
 * The words for the cause of a failure that has no documented meaning. There is one message for each cause, with two
 * exceptions: an answer that was cut off has the words of one that did not come; and where something else than the
 * service answers at a path that the user has entered in the credential, it is most likely that path which is wrong.
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
