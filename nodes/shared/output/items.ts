import { compact, partition, reject } from 'lodash';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { submitEndpoint } from '../api/endpoints';
import { unclearFailure } from '../api/serviceError';
import { type LearnedFiles, learnInputFiles } from '../files/inputFacts';
import { type FailedItem, failedItem } from '../model/itemResult';
import { CancelledError, mapConcurrent } from '../util/async';
import { outputMessages } from './outputMessages';
import { runError } from './nodeError';
import { outputItem } from './outputItem';

/*
 * Work on all input items, where the error of one is kept beside the results of the
 * others until it is decided whether it ends the run.
 */

/** What work has made of an input item (`value`), or what is wrong with the item. */
export type ItemOutcome<T> = { itemIndex: number } & ({ value: T } | { error: unknown });

/** All input items, with which nothing is wrong yet: the value of each is its index, on which `eachItem` can work. */
export function inputIndexes(context: IExecuteFunctions): Array<ItemOutcome<number>> {
	return context.getInputData().map((_, itemIndex) => ({ itemIndex, value: itemIndex }));
}

/** The values of the items without an error. */
export function valuesOfItems<T>(items: ReadonlyArray<ItemOutcome<T>>): T[] {
	return items.filter((item) => 'value' in item).map(({ value }) => value);
}

/**
 * Reads and checks all items, so that what is wrong shows before anything is sent.
 *
 * @param prepare reads one item. It is given its index, and what n8n's storage says of the files of all items; what it
 *   throws becomes the error of the item
 * @returns what it gives for each item, or the error, in their order. Nothing is thrown: of files that the storage
 *   cannot read, nothing is learned
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
	/** Aborted by an error that ends the run. Once it is aborted, no further item begins. */
	haltOnError?: AbortController;
	/** Whether an error ends the run; none does if not set. */
	endsRun?(error: unknown): boolean;
}

/**
 * Does something with each item that has no error so far.
 *
 * @param work what it throws becomes the error of its item
 * @returns what became of the items, in their order. An item that has an error already is given back as it came.
 *   Undefined in the place of one that was not begun
 */
export async function eachItem<T, R>(
	items: ReadonlyArray<ItemOutcome<T>>,
	work: (value: T, itemIndex: number) => Promise<R>,
	{ concurrency, haltOnError, endsRun }: ItemLimits = {},
): Promise<Array<ItemOutcome<R>>> {
	// It never fails, so that `mapConcurrent` itself does not end the work because of an error.
	const workOn = async (item: ItemOutcome<T>): Promise<ItemOutcome<R>> => {
		if ('error' in item) return item;
		const { itemIndex, value } = item;
		try {
			return { itemIndex, value: await work(value, itemIndex) };
		} catch (error) {
			if (endsRun?.(error)) haltOnError?.abort();
			return { itemIndex, error };
		}
	};
	return await mapConcurrent(items, workOn, { concurrency, haltOnError });
}

/**
 * The output items, paired to the input items from which they come. An input item with an error gives one output item:
 * its fields and files with the error; in an error output the error alone, since n8n adds the fields there.
 *
 * @param items the input items in their order, each with the JSON of any number of output items, or with its error
 */
export function outputOfItems(
	context: IExecuteFunctions,
	items: ReadonlyArray<ItemOutcome<IDataObject[]>>,
): INodeExecutionData[] {
	// `simple` only matters for tasks, which there are none of here.
	const settings = { simple: true, includeInput: true };
	return items.flatMap((item): INodeExecutionData[] => {
		if ('error' in item) return [outputItem(context, resultOfError(context, item), settings)];
		return item.value.map((json) => ({ json, pairedItem: { item: item.itemIndex } }));
	});
}

/** An item that has failed. */
interface ErrorOfItem {
	itemIndex: number;
	error: unknown;
}

/** The result of an item that has failed before it had one. */
export function resultOfError(
	context: IExecuteFunctions,
	{ itemIndex, error }: ErrorOfItem,
): FailedItem {
	return failedItem({ itemIndex, input: context.getInputData()[itemIndex] }, error);
}

/** Whether an item has failed. One with which nothing was begun, which is undefined, has not. */
function hasError(item: { itemIndex: number } | undefined): item is ErrorOfItem {
	return item !== undefined && 'error' in item;
}

/** Whether the work on an item was stopped, perhaps because another one has failed: the item itself is not at fault. */
function wasStopped({ error }: ErrorOfItem): boolean {
	return error instanceof CancelledError;
}

/**
 * Ends the run where an item has failed; does nothing where none has. An item whose work was stopped only counts as one
 * that has failed where there is no other.
 *
 * @param items all items of the run; undefined for one with which nothing was begun
 * @param note sentences beneath the advice, such as those about the tasks that exist; nothing if not set
 * @throws NodeOperationError of the first item that has failed, which gives the numbers of the others
 */
export function throwFirstError(
	context: IExecuteFunctions,
	items: ReadonlyArray<{ itemIndex: number } | undefined>,
	note?: string,
): void {
	const [stopped, faulty] = partition(items.filter(hasError), wasStopped);
	const blamed = faulty.length > 0 ? faulty : stopped;
	const [first, ...others] = blamed;
	if (!first) return;
	const sentences = compact([failedSentence(others), unclearSentence(others), note]).join(' ');
	throw runError(context, first, sentences);
}

/** A sentence with the numbers of further items that failed, counted from 1; an empty text for none. */
function failedSentence(items: readonly ErrorOfItem[]): string {
	if (items.length === 0) return '';
	return outputMessages.othersFailed(shortList(items.map(({ itemIndex }) => itemIndex + 1)));
}

/**
 * Sentences with the numbers of those further items whose submit may have created a task, and where to look for it, so
 * that the user does not pay for it again; an empty text for none.
 */
function unclearSentence(items: readonly ErrorOfItem[]): string {
	const unclear = items.filter(({ error }) => unclearFailure(error) !== undefined);
	// All items are of the same node, so that all tasks are found where that of the first one is.
	const firstFailure = unclearFailure(unclear[0]?.error);
	if (!firstFailure) return '';
	const howToFind = submitEndpoint(firstFailure.endpoint)?.howToFind ?? '';
	const numbers = unclear.map(({ itemIndex }) => itemIndex + 1);
	return outputMessages.othersUnclear(shortList(numbers), howToFind);
}

/**
 * For a run that ends because of faulty items before anything was done with any: says that the items without a fault
 * were not done either, and how to go on with them; undefined where every item is faulty.
 *
 * @param items all items of the run, of which at least one has an error; undefined for one that was not begun
 * @param notDone what was not done with them, as it is said behind "were not"; "submitted" if not set
 */
export function othersSentence(
	items: ReadonlyArray<{ itemIndex: number } | undefined>,
	notDone = 'submitted',
): string | undefined {
	const faulty = reject(items.filter(hasError), wasStopped);
	if (faulty.length === items.length) return undefined;
	return outputMessages.othersNotDone(notDone);
}

/** The most entries of a list that a message names. */
const MAX_SHOWN = 100;

/** A list in a message, "1; 2; 5"; of more than a hundred entries, the first hundred, and how many more there are. */
export function shortList(entries: ReadonlyArray<string | number>): string {
	const shown = entries.slice(0, MAX_SHOWN).join('; ');
	if (entries.length <= MAX_SHOWN) return shown;
	return outputMessages.andMore(shown, entries.length - MAX_SHOWN);
}
