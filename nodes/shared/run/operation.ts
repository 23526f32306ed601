import { isNil, omitBy } from 'lodash';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import { chosenOption, optionValue } from '../fields/values';
import { toNodeError } from '../service/messages';
import { isRounded, roundedProblem, plainBraces, plainText } from '../util/text';

/** One operation of a node: its fields in the editor and what it does with all input items. */
export interface NodeOperation {
	/** Fields, shown for this operation only. */
	properties: INodeProperties[];
	/** Runs for all input items and returns one list of items per output. */
	execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]>;
}

/** Runs the operation that is chosen in the node. */
export async function executeOperation(
	context: IExecuteFunctions,
	operations: Record<string, NodeOperation>,
): Promise<INodeExecutionData[][]> {
	const operation = chosenOf(context, 'operation', 'Operation', operations);
	return await operation.execute(context);
}

/** @throws NodeOperationError when the field, labelled `displayName`, has no such choice */
export function chosenOf<T>(
	context: IExecuteFunctions,
	name: string,
	displayName: string,
	choices: Record<string, T>,
): T {
	const options = Object.keys(choices).map((value) => ({ name: value, value }));
	const property: INodeProperties = { displayName, name, type: 'options', options, default: '' };
	try {
		return choices[chosenOption(property, context.getNodeParameter(name, 0, null))] as T;
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}

const limitProperty: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	displayOptions: { show: { returnAll: [false] } },
	description: 'Max number of results to return',
};

const returnAllProperty: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

/** How many results a "Get Many" gives. */
export const returnAllProperties: INodeProperties[] = [returnAllProperty, limitProperty];

/** Infinity for all; throws an Error that names the field with an impossible value. */
export function readLimit(context: IExecuteFunctions, itemIndex: number): number {
	const all: unknown = context.getNodeParameter('returnAll', itemIndex, false);
	if (optionValue<boolean>(returnAllProperty, all)) return Infinity;
	return optionValue<number>(limitProperty, context.getNodeParameter('limit', itemIndex, 50)) ?? 50;
}

/** Leaves out the fields that the service did not report. */
export function present(json: Record<string, unknown>): IDataObject {
	return omitBy(json, (value) => isNil(value) || value === '') as IDataObject;
}

/**
 * An ID as the user entered it or an expression gave it.
 *
 * @param label the field in messages
 * @returns the ID without spaces around it; an empty text when there is none
 * @throws Error that names the field, when the ID is a number that was rounded
 */
export function enteredId(given: unknown, label: string): string {
	if (isRounded(given)) throw new Error(`'${label}' ${roundedProblem}`);
	const id = plainText(given);
	const problem = plainBraces(id);
	if (problem) throw new Error(`'${label}' ${problem}`);
	return id;
}
