import { map } from 'lodash';
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { chosenOption } from '../fields/options';
import { alphabetically } from '../util/text';
import { executeNode } from './execute';

/*
 * A node that has several operations, in the editor and when it runs.
 */

/** One operation of a node: its name and fields in the editor and what it does with all items. */
export interface NodeOperation extends Omit<INodePropertyOptions, 'value'> {
	/** Fields, shown for this operation only. */
	properties: INodeProperties[];
	/** Runs for all input items and returns one list of items per output. */
	execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]>;
}

/** Operations by their values in the field "Operation". */
type Operations = Record<string, NodeOperation>;

/**
 * The field in which an operation is chosen: of a node, or of one of its resources.
 *
 * @param usual the value that is chosen at first
 * @param resource the value of the resource to which the operations belong, where there are several
 */
export function operationField<Name extends string>(
	operations: Record<Name, NodeOperation>,
	usual: NoInfer<Name>,
	resource?: string,
): INodeProperties {
	const options = map(operations, ({ name, action, description }, value) => {
		return { name, value, action, description };
	});
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options: alphabetically(options, 'name'),
		default: usual,
		displayOptions: resource === undefined ? undefined : { show: { resource: [resource] } },
	};
}

/** Makes the `execute` method of a node with several operations: it runs the one that the user has chosen. */
export function executeOperation(operations: Operations) {
	return executeNode(
		async (context) => await chosenIn(context, 'Operation', operations).execute(context),
	);
}

/**
 * Makes the `execute` method of a node with several resources, each with operations of its own.
 *
 * @param resources the operations of each, by its value in the field "Resource"
 */
export function executeResource(resources: Record<string, Operations>) {
	return executeNode(async (context) => {
		const operations = chosenIn(context, 'Resource', resources);
		return await chosenIn(context, 'Operation', operations).execute(context);
	});
}

/**
 * What the user has chosen in a field that holds for all items.
 *
 * @param displayName label of the field, "Operation", which in small letters is also its name
 * @param choices what can be chosen, by the values of the field
 * @throws PackError when the field holds no such value, as it may by an expression
 */
function chosenIn<T>(
	context: IExecuteFunctions,
	displayName: string,
	choices: Record<string, T>,
): T {
	const name = displayName.toLowerCase();
	// The field, as far as `chosenOption` needs it to check its value and to name it in an error.
	const options = Object.keys(choices).map((value) => ({ name: value, value }));
	const property: INodeProperties = { displayName, name, type: 'options', options, default: '' };
	// Read for the first item, because the choice holds for all of them.
	const given: unknown = context.getNodeParameter(name, 0, null);
	return choices[chosenOption(property, given)] as T;
}
