import type { IExecuteFunctions } from 'n8n-workflow';

import { StoppedError } from '../util/errors';
import { toNodeError } from '../service/nodeError';

/** An item whose parameters were read, or what is wrong with them. */
export type PreparedItem<Request> = { itemIndex: number } & (
	| { request: Request }
	| { error: unknown }
);

/** Reads and checks the parameters of all items, so that what is wrong shows before anything is sent. */
export function prepareAll<Request>(
	context: IExecuteFunctions,
	prepare: (itemIndex: number) => Request,
): Array<PreparedItem<Request>> {
	return context.getInputData().map((_, itemIndex) => {
		try {
			return { itemIndex, request: prepare(itemIndex) };
		} catch (error) {
			return { itemIndex, error };
		}
	});
}

/**
 * Ends a run in which items have an error.
 *
 * @param note added to the error
 * @throws NodeOperationError of the first of them, naming the others
 */
export function throwFirstError(
	context: IExecuteFunctions,
	items: ReadonlyArray<{ itemIndex: number } | undefined>,
	note?: string,
): void {
	const failed = items.flatMap((item) => (item && hasError(item) ? [item] : []));
	const ownFault = failed.filter(({ error }) => !(error instanceof StoppedError));
	// Items that were stopped because another one failed have no fault of their own.
	const [first, ...others] = ownFault.length > 0 ? ownFault : failed;
	if (!first) return;
	const also = others.map(({ itemIndex }) => itemIndex);
	const notes = [also.length > 0 ? `Other items with errors: ${shortList(also)}.` : '', note ?? ''];
	const added = notes.filter(Boolean).join(' ') || undefined;
	throw toNodeError(context.getNode(), first.error, first.itemIndex, added);
}

function hasError(item: { itemIndex: number }): item is { itemIndex: number; error: unknown } {
	return 'error' in item;
}

/** The first hundred of a list in a message. */
export function shortList(entries: ReadonlyArray<string | number>): string {
	const shown = entries.slice(0, 100).join('; ');
	return entries.length > 100 ? `${shown}; and ${entries.length - 100} more` : shown;
}
