import { compact } from 'lodash';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { createEndpoint } from '../api/endpoints';
import { unclearFailure } from '../api/serviceError';
import { type LearnedFiles, learnInputFiles } from '../files/inputFacts';
import { failedItem } from '../model/itemResult';
import { CancelledError, mapConcurrent } from '../util/async';
import { outputMessages } from './outputMessages';
import { runError } from './nodeError';
import { outputItem } from './outputItem';

/*
 * Work on all input items, where the error of one is kept beside the results of the others until it is decided whether it ends
 * the run.
 */

/** What an input item has come to, or what is wrong with it. */
export type ItemOutcome<T> = { itemIndex: number } & ({ value: T } | { error: unknown });

/** The input items as they are before anything is done with them: each with its index. */
export function inputIndexes(context: IExecuteFunctions): Array<ItemOutcome<number>> {
	return context.getInputData().map((_, itemIndex) => ({ itemIndex, value: itemIndex }));
}

/** The values of the items without an error. */
export function valuesOfItems<T>(items: ReadonlyArray<ItemOutcome<T>>): T[] {
	return items.flatMap((item) => ('value' in item ? [item.value] : []));
}

/**
 * Reads and checks all items, so that what is wrong shows before anything is sent.
 *
 * @param prepare is given the index of an item, and what n8n's storage says of the files of all
 */
export async function prepareAll<T>(
	context: IExecuteFunctions,
	prepare: (itemIndex: number, learned: LearnedFiles) => T,
): Promise<Array<ItemOutcome<T>>> {
	const learned = await learnInputFiles(context);
	return await eachItem(inputIndexes(context), async (itemIndex) => prepare(itemIndex, learned));
}

interface ItemLimits {
	/** Most items under way at once; all of them if not set. */
	concurrency?: number;
	/** Aborted by an error that ends the run; nothing more begins then. */
	haltOnError?: AbortController;
	/** Which errors those are; none if not set. */
	endsRun?(error: unknown): boolean;
}

/** Does something with each item that is right so far; what it throws is the error of that item. */
export async function eachItem<T, R>(
	items: ReadonlyArray<ItemOutcome<T>>,
	work: (value: T, itemIndex: number) => Promise<R>,
	{ endsRun, ...limits }: ItemLimits = {},
): Promise<Array<ItemOutcome<R>>> {
	const workOn = async (item: ItemOutcome<T>): Promise<ItemOutcome<R>> => {
		if ('error' in item) return item;
		const { itemIndex, value } = item;
		try {
			return { itemIndex, value: await work(value, itemIndex) };
		} catch (error) {
			if (endsRun?.(error)) limits.haltOnError?.abort();
			return { itemIndex, error };
		}
	};
	return await mapConcurrent(items, workOn, limits);
}

/** The output items, paired to the input items from which they come. */
export function outputOfItems(
	context: IExecuteFunctions,
	items: ReadonlyArray<ItemOutcome<IDataObject[]>>,
): INodeExecutionData[] {
	return items.flatMap((item): INodeExecutionData[] => {
		const { itemIndex } = item;
		if ('value' in item) {
			return item.value.map((json) => ({ json, pairedItem: { item: itemIndex } }));
		}
		const input = context.getInputData()[itemIndex];
		const failed = failedItem({ itemIndex, input }, item.error);
		return [outputItem(context, failed, { simple: true, includeInput: true })];
	});
}

/** @throws NodeOperationError of the first item with an error, naming the others, with the note */
export function throwFirstError(
	context: IExecuteFunctions,
	items: ReadonlyArray<{ itemIndex: number } | undefined>,
	note?: string,
): void {
	const failed = items.flatMap((item) => (item && 'error' in item ? [item] : []));
	const ownFault = failed.filter(({ error }) => !(error instanceof CancelledError));
	// Items that were stopped because another one failed have no fault of their own.
	const [first, ...others] = ownFault.length > 0 ? ownFault : failed;
	if (!first) return;
	const notes = compact([failedNote(others), unclearNote(others), note]).join(' ');
	throw runError(context, first, notes);
}

/** Numbers of further items that failed, counted from 1; nothing for none. */
function failedNote(items: ReadonlyArray<{ itemIndex: number }>): string {
	if (items.length === 0) return '';
	return outputMessages.othersFailed(shortList(items.map(({ itemIndex }) => itemIndex + 1)));
}

/** Names further items whose submit may have created a task, so that none is paid for again. */
function unclearNote(items: ReadonlyArray<{ itemIndex: number; error: unknown }>): string {
	const unclear = items.flatMap(({ itemIndex, error }) => {
		const failure = unclearFailure(error);
		return failure ? [{ item: itemIndex + 1, endpoint: failure.endpoint }] : [];
	});
	const [first] = unclear;
	if (!first) return '';
	const lookUp = createEndpoint(first.endpoint)?.lookUp ?? '';
	return outputMessages.othersUnclear(shortList(unclear.map(({ item }) => item)), lookUp);
}

/** What happened to the items without an error, and how to go on with them. */
export function othersNote(items: readonly object[], done = 'submitted'): string | undefined {
	if (items.every((item) => 'error' in item)) return undefined;
	return outputMessages.othersNotDone(done);
}

/** The first hundred of a list in a message. */
export function shortList(entries: ReadonlyArray<string | number>): string {
	const shown = entries.slice(0, 100).join('; ');
	const more = entries.length - 100;
	return more > 0 ? outputMessages.andMore(shown, more) : shown;
}
