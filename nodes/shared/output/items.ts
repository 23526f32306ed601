import { compact, omit } from 'lodash';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import { taskOptions } from '../fields/completion';
import { optionValue } from '../fields/options';
import type { ItemParameters } from '../fields/files';
import { parametersOf } from '../fields/request';
import { learnInputFiles } from '../files/inputFiles';
import { failedItem } from '../model/itemResult';
import { createClient, type ServiceClient } from '../api/client';
import { endpoints } from '../api/endpoints';
import { CancelledError, mapConcurrent } from '../util/async';
import { present } from './options';
import { hint, outputItem, runError } from './output';
import { unclearFailure } from '../api/serviceError';

/** What an input item has come to, or what is wrong with it. */
export type Item<T> = { itemIndex: number } & ({ value: T } | { error: unknown });

/** The values of the items without an error. */
export function valuesOf<T>(items: ReadonlyArray<Item<T>>): T[] {
	return items.flatMap((item) => ('value' in item ? [item.value] : []));
}

/** Reads and checks all items, so that what is wrong shows before anything is sent. */
export async function prepareAll<T>(
	context: IExecuteFunctions,
	prepare: (itemIndex: number) => T,
): Promise<Array<Item<T>>> {
	await learnInputFiles(context);
	return await eachItem(itemsOf(context), async (itemIndex) => prepare(itemIndex));
}

function itemsOf(context: IExecuteFunctions): Array<Item<number>> {
	return context.getInputData().map((_, itemIndex) => ({ itemIndex, value: itemIndex }));
}

const limitProperty = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	displayOptions: { show: { returnAll: [false] } },
	description: 'Max number of results to return',
} satisfies INodeProperties;

const returnAllProperty: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

/** How many results a "Get Many" gives. */
export const returnAllProperties: INodeProperties[] = [returnAllProperty, limitProperty];

/** An input item of an operation that asks the service about it, and creates nothing. */
export interface LookUpItem extends Pick<ItemParameters, 'read' | 'written'> {
	client: ServiceClient;
	/** Most results of a "Get Many"; Infinity for all. */
	limit: number;
	/** Whether the service's own record is left out. */
	simple: boolean;
}

/**
 * Does something for each input item separately, one after another, and outputs what it gives:
 * without the fields that the service did not report and, simplified, without its own record `raw`.
 *
 * @returns any number of items per input item, paired to it
 * @throws NodeOperationError naming the item, when the workflow is to stop on errors
 */
export async function lookUpPerItem(
	context: IExecuteFunctions,
	work: (item: LookUpItem) => Promise<object[]>,
): Promise<INodeExecutionData[]> {
	const client = await createClient(context);
	const done = await workPerItem(context, client, async (item) => {
		const found = await work(item);
		return found.map((json) => present(item.simple ? omit(json, 'raw') : json));
	});
	return outputOfItems(context, done);
}

/**
 * Does something for each input item separately, one after another.
 *
 * @throws NodeOperationError naming the item, when the workflow is to stop on errors
 */
export async function workPerItem<T>(
	context: IExecuteFunctions,
	client: ServiceClient,
	work: (item: LookUpItem) => Promise<T>,
): Promise<Array<Item<T>>> {
	const stopOnError = !context.continueOnFail();
	const workOn = async (itemIndex: number): Promise<T> => {
		const { read, written } = parametersOf(context, itemIndex);
		const all = optionValue<boolean>(returnAllProperty, read(returnAllProperty.name));
		const most = all ? Infinity : optionValue<number>(limitProperty, read(limitProperty.name));
		const limit = most ?? limitProperty.default;
		const simple = optionValue<boolean>(taskOptions.simple, read('options.simple')) ?? true;
		return await work({ client, read, written, limit, simple });
	};
	const limits = { concurrency: 1, haltOnError: new AbortController() };
	const done = await eachItem(itemsOf(context), workOn, limits, () => stopOnError);
	if (stopOnError) throwFirstError(context, done);
	for (const oddity of client.warnings) hint(context, oddity);
	return done;
}

/** The output items, paired to the input items from which they come. */
export function outputOfItems(
	context: IExecuteFunctions,
	items: ReadonlyArray<Item<IDataObject[]>>,
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

/**
 * Does something with each item that is right so far; what it throws is the error of that item.
 *
 * @param haltOnError aborted by an error that ends the run; nothing more begins then
 * @param endsRun which errors those are
 */
export async function eachItem<T, R>(
	items: ReadonlyArray<Item<T>>,
	work: (value: T, itemIndex: number) => Promise<R>,
	limits: { concurrency?: number; haltOnError?: AbortController } = {},
	endsRun: (error: unknown) => boolean = () => false,
): Promise<Array<Item<R>>> {
	const workOn = async (item: Item<T>): Promise<Item<R>> => {
		if ('error' in item) return item;
		const { itemIndex, value } = item;
		try {
			return { itemIndex, value: await work(value, itemIndex) };
		} catch (error) {
			if (endsRun(error)) limits.haltOnError?.abort();
			return { itemIndex, error };
		}
	};
	return await mapConcurrent(items, workOn, limits);
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
	const also = others.map(({ itemIndex }) => itemIndex + 1);
	const othersFailed = also.length > 0 && `Other items with errors: ${shortList(also)}.`;
	const notes = compact([othersFailed, unclearNote(others), note]).join(' ');
	throw runError(context, first.error, first.itemIndex, notes || undefined);
}

/** What happened to the items without an error, and how to go on with them. */
export function othersNote(items: readonly object[], done = 'submitted'): string | undefined {
	if (items.every((item) => 'error' in item)) return undefined;
	return `The other items were not ${done} either. To continue without items that fail, choose 'Continue' in 'On Error' of this node's settings.`;
}

/** Names further items whose submit may have created a task, so that none is paid for again. */
function unclearNote(items: ReadonlyArray<{ itemIndex: number; error: unknown }>): string {
	const unclear = items.flatMap(({ itemIndex, error }) => {
		const failure = unclearFailure(error);
		return failure ? [{ item: itemIndex + 1, endpoint: failure.endpoint }] : [];
	});
	const [first] = unclear;
	if (!first) return '';
	const named = unclear.map(({ item }) => item);
	return `Of these, a task may still have been created for: ${shortList(named)}. ${endpoints[first.endpoint].lookUp}`;
}

/** The first hundred of a list in a message. */
export function shortList(entries: ReadonlyArray<string | number>): string {
	const shown = entries.slice(0, 100).join('; ');
	return entries.length > 100 ? `${shown}; and ${entries.length - 100} more` : shown;
}
