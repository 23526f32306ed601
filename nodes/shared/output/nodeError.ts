import { omitBy } from 'lodash';
import {
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	NodeOperationError,
} from 'n8n-workflow';

import { type ErrorFacts, PackError, wordsOf } from '../util/errors';
import { outputMessages } from './outputMessages';

/*
 * n8n's own error, made of anything that was thrown, once: where an error leaves the pack.
 */

/**
 * Turns anything thrown inside the pack into n8n's error, which the editor shows with the item. What is such an error
 * already stays as it is, unless its words are too long to read.
 *
 * @param itemIndex index of the input item from 0, where the error does not know it itself
 */
export function toNodeError(node: INode, error: unknown, itemIndex?: number): NodeOperationError {
	const { title, advice } = wordsOf(error);
	if (error instanceof NodeOperationError) {
		// `wordsOf` cuts words that are too long, so that they differ from those of the error.
		const isCut = title !== error.message || advice !== (error.description ?? '');
		if (!isCut) return error;
	}
	const indexOfItem = itemIndex ?? factsOf(error).item;
	return new NodeOperationError(node, title, { description: advice, itemIndex: indexOfItem });
}

/**
 * An error with sentences beneath its advice. One that has some already stays as it is, because whoever adds them first
 * knows most.
 *
 * @param note the sentences; without them, the error stays as it is, too
 */
export function withNote(error: unknown, note = ''): unknown {
	const hasNote = factsOf(error).note !== undefined;
	if (note === '' || hasNote) return error;
	if (error instanceof PackError) return error.with({ note });
	const { title, advice } = wordsOf(error);
	return new PackError({ code: 'unexpected', title, advice }, { note }, { cause: error });
}

/**
 * The error that ends a run because of one of its items. Where there are several items, its title says which one.
 *
 * @param failed the index of the input item from 0, and what was thrown
 * @param note sentences beneath its advice
 */
export function runError(
	context: Pick<IExecuteFunctions, 'getNode' | 'getInputData'>,
	{ itemIndex, error }: { itemIndex: number; error: unknown },
	note?: string,
): NodeOperationError {
	const node = context.getNode();
	const ofItem = toNodeError(node, withNote(error, note), itemIndex);
	const { length } = context.getInputData();
	if (length < 2) return ofItem;
	// The title says the number of the item. The error does not get its index, for which n8n's editor would add a
	// number that counts from 0.
	const title = outputMessages.ofItem(ofItem.message, itemIndex + 1, length);
	const description = ofItem.description ?? undefined;
	return new NodeOperationError(node, title, { description });
}

/**
 * What is known of an error and of its cause; where both have the same fact, that of the error counts. Of what is no
 * PackError, nothing is known.
 */
export function factsOf(error: unknown): ErrorFacts {
	if (!(error instanceof PackError)) return {};
	const { cause, facts } = error;
	if (!(cause instanceof PackError)) return facts;
	// The error's own facts come last, because they replace those of the same name.
	return { ...cause.facts, ...facts };
}

/** What is known of an error, for the `details` of an output item; no secrets, no stack. */
export function errorDetails(error: unknown): IDataObject {
	const { advice } = wordsOf(error);
	const { code, traceId, httpStatus } = factsOf(error).answer ?? {};
	const details: IDataObject = { description: advice, code, traceId, httpStatus };
	return omitBy(details, (value) => value === undefined || value === '');
}
