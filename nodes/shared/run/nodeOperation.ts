import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { chosenOption } from '../fields/optionValue';
import { toNodeError } from '../service/nodeError';

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

/**
 * What belongs to the choice that is made in a node's field.
 *
 * @param displayName label of the field
 * @throws NodeOperationError when there is no such choice
 */
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
