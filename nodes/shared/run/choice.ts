import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { chosenOption } from '../fields/optionValue';
import { refusal } from '../fields/request';
import { asError } from '../util/errors';
import { completionProperty } from '../output/completionProperties';

export type Completion = 'wait' | 'return' | 'pause';

/**
 * Reads the choice in the field 'Completion', for all items.
 *
 * @param property what the operation offers
 * @throws NodeOperationError when an expression gives something else, or not the same for all items
 */
export function readCompletion(
	context: IExecuteFunctions,
	property = completionProperty,
): Completion {
	return readChoice(context, property);
}

/**
 * Reads a choice that holds for all items.
 *
 * @throws NodeOperationError when an expression gives none of the options, or not the same for all items
 */
export function readChoice<T = string>(context: IExecuteFunctions, property: INodeProperties): T {
	return sameForAll(context, property, (itemIndex) =>
		chosenOption<T>(property, context.getNodeParameter(property.name, itemIndex, null)),
	);
}

/**
 * Reads a field that holds for the whole run, and that an expression could set differently for each item.
 *
 * @param readOne reads it for one item; throws Error that names the field when it is impossible
 * @throws NodeOperationError when it is impossible, or not the same for all items
 */
export function sameForAll<T>(
	context: IExecuteFunctions,
	{ displayName }: INodeProperties,
	readOne: (itemIndex: number) => T,
): T {
	const readAt = (itemIndex: number): T => {
		try {
			return readOne(itemIndex);
		} catch (error) {
			throw refusal(context, itemIndex, [asError(error).message]);
		}
	};
	const first = readAt(0);
	const differing = context
		.getInputData()
		.findIndex((_, itemIndex) => itemIndex > 0 && readAt(itemIndex) !== first);
	if (differing < 0) return first;
	throw refusal(
		context,
		differing,
		[
			`'${displayName}' must be the same for all items. Use an expression that returns the same for each of them, or split the items with an If node before this one`,
		],
		'Nothing was sent to the service.',
	);
}
