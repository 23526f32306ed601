import type { IExecuteFunctions } from 'n8n-workflow';

import { chosenOption } from '../fields/optionValue';
import { refusal } from '../fields/request';
import { asError } from '../service/failure';
import { completionProperty } from './properties';

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
	try {
		return chosenOption(property, context.getNodeParameter('completion', 0, null));
	} catch (error) {
		throw refusal(context, 0, [asError(error).message]);
	}
}
