import { compact, isUndefined, lowerFirst, omitBy, pick } from 'lodash';
import { NodeOperationError, type INode, type JsonObject } from 'n8n-workflow';

import { asError } from '../util/async';
import { PackError } from '../util/errors';
import { clip, explanation, type Explanation, inOneText, withFullStop } from '../util/text';
import { type PathField, pathLabel } from './credential';
import { operations } from './endpoints';
import { causes, ServiceError, mayHaveCreated, type Failure } from './failure';

/** Characters of a message that are shown of its parts. */
const MAX_PART = 1_000;
const MAX_ID = 100;

const MAY_EXIST =
	'The task may still have been created. It was not resubmitted, so you are not charged twice.';

/**
 * Puts a failed call into words: what happened, what to do next, and the service's own message, code
 * and trace_id. The `reason` is apart, for a title that names something else than the call.
 */
export function explain(failure: Failure): Explanation & { reason: string } {
	const { operation, cause, code, detail, traceId, fileId } = failure;
	const { title, description } = meaning(failure);
	const reason = lowerFirst(title);
	const facts = compact([
		code !== undefined && `code ${code}`,
		traceId && `trace_id ${clip(traceId, MAX_ID)}`,
	]).join(', ');
	const reported = cause === 'refused' ? 'The service reported' : 'Details';
	const said = clip(detail, MAX_PART) || 'nothing';
	return {
		title: `Could not ${operations[operation].action}: ${reason}`,
		reason,
		description: compact([
			description,
			fileId && `File ID: ${clip(fileId, MAX_ID)}.`,
			withFullStop(`${reported}: ${said}${facts && ` (${facts})`}`),
		]).join(' '),
	};
}

/** The same failure under another title, which gets the reason; its facts stay. */
export function retitled(error: ServiceError, titleOf: (reason: string) => string): Error {
	const { reason, description } = explain(error.failure);
	return new Error(`${titleOf(reason)}. ${description}`, { cause: error });
}

const UNCLEAR_CODE = 'The service returned an undocumented code';

function meaning(failure: Failure): Explanation {
	const { operation, cause, code } = failure;
	const { credentialField, lookUp } = operations[operation];
	const ofCode = cause === 'refused' ? failure.meaning : undefined;
	const isWrongPath = cause === 'notTheService' && credentialField !== undefined;
	const ofCause = isWrongPath ? wrongPath(credentialField) : causes[cause];
	const usual = ofCode ?? explanation(ofCause);
	if (!mayHaveCreated(failure)) return usual;
	// The address of the service is the likeliest reason.
	const isElsewhere = cause === 'notTheService' || cause === 'redirected';
	return {
		title: code !== undefined && !ofCode ? UNCLEAR_CODE : usual.title,
		description: compact([isElsewhere && usual.description, MAY_EXIST, lookUp]).join(' '),
	};
}

/** What is likeliest wrong where nothing of the service is at an address that the user entered. */
function wrongPath(credentialField: PathField): string {
	const field = `'${pathLabel(credentialField)}' of the credential`;
	return `${field} may be wrong. The response does not look like one from the service. Compare ${field} with the path that your provider gave you`;
}

/**
 * Turns anything thrown inside the pack into n8n's error, which the editor shows with the item.
 *
 * @param note added to the description, such as the tasks that were submitted before
 */
export function toNodeError(node: INode, error: unknown, itemIndex?: number, note?: string) {
	const { title, description } = inWords(error);
	if (error instanceof NodeOperationError && (!note || description.includes(note))) {
		if (title === error.message && description === (error.description ?? '')) return error;
	}
	return new NodeOperationError(node, title, {
		description: [description, note].filter(Boolean).join(' '),
		itemIndex,
	});
}

const FACTS = ['code', 'traceId', 'httpStatus'] as const;

/** The facts of a failure for the `details` of an output item; no secrets, no stack. */
export function factsOf(error: unknown): JsonObject {
	const { description } = inWords(error);
	// An error that was put into words elsewhere holds the failure as its cause.
	const { cause } = asError(error);
	const known = [error, cause].find((one) => one instanceof ServiceError);
	const facts = { description: description || undefined, ...pick(known?.failure, FACTS) };
	return omitBy(facts, isUndefined) as JsonObject;
}

/** What was thrown, in one text, for a place that shows nothing else. */
export function errorText(error: unknown): string {
	const { title, description } = inWords(error);
	return inOneText(title, description);
}

/** What happened and what to do. All errors pass here, so that none is longer than one reads. */
function inWords(error: unknown): Explanation {
	const { title, description } =
		error instanceof ServiceError
			? explain(error.failure)
			: error instanceof PackError
				? { title: error.title, description: error.advice }
				: error instanceof NodeOperationError
					? { title: error.message, description: error.description ?? '' }
					: explanation(asError(error).message);
	return { title: clip(title, MAX_PART), description: clip(description) };
}
