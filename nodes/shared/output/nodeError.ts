import { isUndefined, omitBy } from 'lodash';
import { NodeOperationError, type INode, type JsonObject } from 'n8n-workflow';

import { type ErrorFacts, PackError, wordsOf } from '../util/errors';

/*
 * n8n's own error, made of anything that was thrown, once: where an error leaves the pack.
 */

/**
 * Turns anything thrown inside the pack into n8n's error, which the editor shows with the item. An error of n8n that one can
 * read already stays as it is.
 *
 * @param itemIndex index of the input item from 0, where the error does not know it itself
 * @param note added to the description, such as the tasks that were submitted before
 */
export function toNodeError(
	node: INode,
	error: unknown,
	itemIndex?: number,
	note?: string,
): NodeOperationError {
	const { title, advice } = wordsOf(withNote(error, note));
	const isFinished = error instanceof NodeOperationError && note === undefined;
	if (isFinished && title === error.message && advice === (error.description ?? '')) return error;
	const item = itemIndex ?? knownOf(error).item;
	return new NodeOperationError(node, title, { description: advice, itemIndex: item });
}

/**
 * An error with sentences that belong beneath its advice. Who adds them first knows most, so an error that has some keeps
 * them.
 */
export function withNote(error: unknown, note: string | undefined): unknown {
	if (note === undefined || note === '' || knownOf(error).note !== undefined) return error;
	if (error instanceof PackError) return error.with({ note });
	const { title, advice } = wordsOf(error);
	return new PackError({ code: 'unexpected', title, advice }, { note }, { cause: error });
}

/** The facts of an error, and those of the one that it was made of. */
function knownOf(error: unknown): ErrorFacts {
	if (!(error instanceof PackError)) return {};
	const { cause } = error;
	const earlier = cause instanceof PackError ? cause.facts : {};
	return { ...earlier, ...error.facts };
}

/** What is known of an error, for the `details` of an output item; no secrets, no stack. */
export function factsOf(error: unknown): JsonObject {
	const { advice } = wordsOf(error);
	const { serviceCode, traceId, httpStatus } = knownOf(error);
	const facts = { description: advice || undefined, code: serviceCode, traceId, httpStatus };
	return omitBy(facts, isUndefined) as JsonObject;
}
