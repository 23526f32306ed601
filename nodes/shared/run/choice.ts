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
 * @throws NodeOperationError when an expression gives something else
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
 * @throws NodeOperationError when an expression gives none of the options
 */
export function readChoice<T = string>(context: IExecuteFunctions, property: INodeProperties): T {
	try {
		return chosenOption(property, context.getNodeParameter(property.name, 0, null));
	} catch (error) {
		throw refusal(context, 0, [asError(error).message]);
	}
}
