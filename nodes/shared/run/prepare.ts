import type { IExecuteFunctions } from 'n8n-workflow';

import type { PendingItem } from '../fields/pendingFiles';
import { learnInputSizes } from '../files/fileRef';
import { requireFile, type FileById } from '../files/upload';
import type { ServiceClient } from '../service/client';
import { operations } from '../service/endpoints';
import { ServiceError, mayHaveCreated } from '../service/failure';
import { toNodeError } from '../service/messages';
import { StoppedError, throwIfStopped } from '../util/async';

export type SubmitItem = Omit<PendingItem, 'client'>;

/** What an operation asks the service about an item before anything is submitted. */
export interface LookUps<Request extends object> {
	/** The files of a request that were chosen by their IDs. */
	filesById?(request: Request): FileById[];
	/**
	 * Checks a request against what the service knows, and completes it. Changes nothing.
	 *
	 * @throws Error that says what is wrong with the item
	 */
	lookUp?(client: ServiceClient, request: Request, item: SubmitItem): Promise<Request>;
}

/** Items about which the service is asked at once. */
export const LOOK_UPS_AT_ONCE = 10;

/**
 * Asks the service everything about a request that has to be known before it is sent: whether the files that were chosen
 * by their IDs can be used, and what its operation looks up.
 *
 * @returns the request, completed by what was looked up
 * @throws Error that says what is wrong with the item, or why that is not known
 */
export async function lookUpItem<Request extends object>(
	client: ServiceClient,
	operation: LookUps<Request>,
	request: Request,
	item: SubmitItem,
): Promise<Request> {
	for (const file of operation.filesById?.(request) ?? []) {
		throwIfStopped(client.signal);
		await requireFile({ client, ...item }, file);
	}
	throwIfStopped(client.signal);
	return (await operation.lookUp?.(client, request, item)) ?? request;
}

/** An item whose parameters were read, or what is wrong with them. */
export type PreparedItem<Request> = { itemIndex: number } & (
	| { request: Request }
	| { error: unknown }
);

/** Reads and checks the parameters of all items, so that what is wrong shows before anything is sent. */
export async function prepareAll<Request>(
	context: IExecuteFunctions,
	prepare: (itemIndex: number) => Request,
): Promise<Array<PreparedItem<Request>>> {
	await learnInputSizes(context);
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
	const notes = [
		also.length > 0 ? `Other items with errors: ${shortList(also)}.` : '',
		unclearNote(others),
		note,
	];
	const added = notes.filter(Boolean).join(' ') || undefined;
	throw toNodeError(context.getNode(), first.error, first.itemIndex, added);
}

/** Names further items whose submit may have created a task: who only reads of the first error would pay for them again. */
function unclearNote(items: ReadonlyArray<{ itemIndex: number; error: unknown }>): string {
	const unclear = items.flatMap(({ itemIndex, error }) =>
		error instanceof ServiceError && mayHaveCreated(error.failure)
			? [{ itemIndex, ...error.failure }]
			: [],
	);
	const [first] = unclear;
	if (!first) return '';
	const named = unclear.map(({ itemIndex, taskIds = [] }) =>
		taskIds.length > 0 ? `${itemIndex} (ID ${taskIds.join(', ')})` : itemIndex,
	);
	return `Of these, a task may still have been created for: ${shortList(named)}. ${operations[first.operation].lookUp}`;
}

function hasError(item: { itemIndex: number }): item is { itemIndex: number; error: unknown } {
	return 'error' in item;
}

/** The first hundred of a list in a message. */
export function shortList(entries: ReadonlyArray<string | number>): string {
	const shown = entries.slice(0, 100).join('; ');
	return entries.length > 100 ? `${shown}; and ${entries.length - 100} more` : shown;
}
