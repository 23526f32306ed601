import { NodeOperationError, type INode, type JsonObject } from 'n8n-workflow';

import { StoppedError } from '../util/errors';
import { UNDOCUMENTED } from './codes';
import { ServiceError, mayHaveCreated, type Failure } from './failure';
import { meaningOf, operations } from './operations';

export interface Explanation {
	title: string;
	description: string;
}

const CAUSES: Record<Failure['cause'], Explanation> = {
	refused: {
		title: 'The service refused the request',
		description: 'Check the fields of this node against the message of the service.',
	},
	unreachable: {
		title: 'The service could not be reached',
		description: "Check 'Base URL' of the credential and that this n8n may connect to it.",
	},
	interrupted: {
		title: 'The service did not answer completely',
		description: 'Try again later.',
	},
	unavailable: { title: 'The service is not available', description: 'Try again later.' },
	busy: {
		title: 'The service turned the request away as one too many',
		description: 'Try again later.',
	},
	unreadable: {
		title: 'The answer could not be understood',
		description:
			"Check 'Base URL' of the credential: it may lead to something other than the service.",
	},
	foreign: {
		title: "'Base URL' of the credential may be wrong",
		description:
			"The answer does not look like one of the service. Check 'Base URL' of the credential: it is the part of the address before /open/v1. If it is right, check the 'Access Token' and any proxy in between.",
	},
	redirected: {
		title: 'The address of the service leads elsewhere',
		description:
			"The access token is not sent to other addresses. Put the final address into 'Base URL' of the credential.",
	},
};

const MAY_EXIST =
	'The task may have been created all the same and was not submitted again, so that it is not paid twice.';

/**
 * Puts a failed call into words: what happened, what to do next, and the service's own message, code and
 * trace_id.
 */
export function explain(failure: Failure): Explanation {
	const { operation, cause, code, detail, traceId } = failure;
	const { does } = operations[operation];
	const { title, advice } = meaning(failure);
	const facts = [
		code === undefined ? undefined : `code ${code}`,
		traceId ? `trace_id ${traceId}` : undefined,
	].filter(Boolean);
	const said = cause === 'refused' ? 'Message of the service' : 'What happened';
	return {
		title: `Could not ${does}: ${lowerFirst(title)}`,
		description: [
			advice,
			`${said}: ${detail || 'none'}${facts.length ? ` (${facts.join(', ')})` : ''}.`,
		].join(' '),
	};
}

function meaning(failure: Failure): { title: string; advice: string } {
	const { operation, cause, code } = failure;
	const ofCode = cause === 'refused' && code !== undefined ? meaningOf(code, operation) : undefined;
	const { title, description } = CAUSES[cause];
	const usual = ofCode ?? { title, advice: description };
	if (!mayHaveCreated(failure)) return usual;
	return {
		title: code !== undefined && ofCode === UNDOCUMENTED ? UNCLEAR_CODE : usual.title,
		advice: [
			LEADS_ELSEWHERE.has(cause) ? usual.advice : undefined,
			MAY_EXIST,
			namedIn(failure),
			operations[operation].lookUp,
		]
			.filter(Boolean)
			.join(' '),
	};
}

/** Causes of which the address of the service is the likeliest reason. */
const LEADS_ELSEWHERE: ReadonlySet<Failure['cause']> = new Set(['foreign', 'redirected']);

const UNCLEAR_CODE = 'The service answered with a code that is not documented';

function namedIn({ taskIds = [] }: Failure): string | undefined {
	if (taskIds.length === 0) return undefined;
	return `The answer names the ID ${taskIds.join(', ')}.`;
}

/**
 * Turns anything thrown inside the pack into n8n's error, which the editor shows with the item.
 *
 * @param itemIndex item that the error belongs to
 * @param note added to the description, such as the tasks that were submitted before
 */
export function toNodeError(
	node: INode,
	error: unknown,
	itemIndex?: number,
	note?: string,
): NodeOperationError {
	if (error instanceof NodeOperationError && (!note || error.description?.includes(note)))
		return error;
	const { title, description } = inWords(error);
	return new NodeOperationError(node, title, {
		description: [description, note].filter(Boolean).join(' '),
		itemIndex,
	});
}

/** The facts of a failure for the `details` of an output item; no secrets, no stack. */
export function factsOf(error: unknown): JsonObject {
	const { description } = inWords(error);
	// An error that was put into words elsewhere holds the failure as its cause.
	const cause = error instanceof NodeOperationError ? error.cause : error;
	if (!(cause instanceof ServiceError)) return description ? { description } : {};
	const { code, traceId, httpStatus } = cause.failure;
	return JSON.parse(JSON.stringify({ description, code, traceId, httpStatus })) as JsonObject;
}

function inWords(error: unknown): Explanation {
	if (error instanceof ServiceError) return explain(error.failure);
	if (error instanceof NodeOperationError) {
		return { title: error.message, description: error.description ?? '' };
	}
	if (error instanceof StoppedError) return { title: error.message, description: '' };
	return { title: error instanceof Error ? error.message : String(error), description: '' };
}

function lowerFirst(text: string): string {
	return text.charAt(0).toLowerCase() + text.slice(1);
}
