import { isNil, omit, omitBy } from 'lodash';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import { createClient, type ServiceClient } from '../api/client';
import { taskOptions } from '../fields/completion';
import type { ItemParameters } from '../fields/fileFields';
import { optionValue } from '../fields/options';
import { parametersOf } from '../fields/readRequest';
import { showHint } from './outputHints';
import { eachItem, type ItemOutcome, inputIndexes, outputOfItems, throwFirstError } from './items';

/*
 * Operations that ask the service something for each input item, and create nothing.
 */

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

/** The two fields for how many results a "Get Many" gives. */
export const returnAllProperties: INodeProperties[] = [returnAllProperty, limitProperty];

/**
 * An input item of such an operation. `read` gives the value of a parameter for this item, and `written` what the user
 * typed there, perhaps an expression.
 */
export interface LookUpItem extends Pick<ItemParameters, 'read' | 'written'> {
	client: ServiceClient;
	/** Its place among the input items, from 0. */
	itemIndex: number;
	/** Most results of a "Get Many"; Infinity for all. */
	limit: number;
	/** Whether the service's own record is left out. */
	simple: boolean;
}

/**
 * Does something for each input item separately, one after another, and outputs what it gives: without the fields that
 * the service did not report and, where the user wants it simplified, without the service's own record in `raw`.
 *
 * @param work gives the records for one item; what it throws becomes the error of the item
 * @returns any number of items per input item, paired to it
 * @throws NodeOperationError naming the item, when one fails and errors stop the workflow; PackError when the
 *   credential cannot be used
 */
export async function lookUpPerItem(
	context: IExecuteFunctions,
	work: (item: LookUpItem) => Promise<object[]>,
): Promise<INodeExecutionData[]> {
	const client = await createClient(context);
	const done = await workPerItem(context, client, async (item) => {
		const found = await work(item);
		const shown = item.simple ? found.map((record) => omit(record, 'raw')) : found;
		return shown.map(withoutEmpty);
	});
	return outputOfItems(context, done);
}

/**
 * Does something for each input item separately, one after another. The warnings that the client has collected are
 * shown in the output panel afterwards.
 *
 * @param work what it throws becomes the error of the item, as do a wrong 'Limit' and Stop
 * @returns what the work gave for each item, or its error, in their order
 * @throws NodeOperationError naming the item, when one fails and errors stop the workflow: no further item is begun
 *   then
 */
export async function workPerItem<T>(
	context: IExecuteFunctions,
	client: ServiceClient,
	work: (item: LookUpItem) => Promise<T>,
): Promise<Array<ItemOutcome<T>>> {
	const stopOnError = !context.continueOnFail();
	const workOn = async (itemIndex: number): Promise<T> => {
		const { read, written } = parametersOf(context, itemIndex);
		const simple = optionValue<boolean>(taskOptions.simple, read('options.simple')) ?? true;
		return await work({ client, itemIndex, read, written, limit: limitIn(read), simple });
	};
	// Aborted by the first error, if errors stop the workflow: then no further item begins.
	const halt = new AbortController();
	const endsRun = () => stopOnError;
	const limits = { concurrency: 1, haltOnError: halt, endsRun };
	const done = await eachItem(inputIndexes(context), workOn, limits);
	if (stopOnError) throwFirstError(context, done);
	// The client warns of what was odd in the answers of the service and yet no error of an item. Where the node fails,
	// n8n shows nothing but its error.
	for (const warning of client.warnings) showHint(context, warning);
	return done;
}

/**
 * How many results the user wants, by the fields 'Return All' and 'Limit'; Infinity for all.
 *
 * @throws PackError that names the field with an impossible value
 */
function limitIn(read: ItemParameters['read']): number {
	const isAll = optionValue<boolean>(returnAllProperty, read(returnAllProperty.name));
	if (isAll) return Infinity;
	const limit = optionValue<number>(limitProperty, read(limitProperty.name));
	return limit ?? limitProperty.default;
}

/** The fields that the service has reported: those that are null, undefined or an empty text are left out. */
export function withoutEmpty(json: object): IDataObject {
	return omitBy(json, (value) => isNil(value) || value === '') as IDataObject;
}
