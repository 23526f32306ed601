import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { optionValue } from '../shared/fields/optionValue';
import { estimateCost } from '../shared/models/price';
import type { SubmitBody } from '../shared/models/types';
import { creditType as creditTypeProperty } from './options';

interface MaxCost {
	limit?: { credits?: number; creditType?: unknown };
}

/**
 * Keeps to the option 'Max Cost'.
 *
 * @throws NodeOperationError when the task is dearer, or when its price is not known
 */
export function refuseDearer(
	context: IExecuteFunctions,
	itemIndex: number,
	body: SubmitBody,
): void {
	const { limit } = context.getNodeParameter('options.maxCost', itemIndex, {}) as MaxCost;
	if (!limit) return;
	const most = Number(limit.credits ?? 0);
	const creditType =
		optionValue<'creditA' | 'creditB'>(creditTypeProperty, limit.creditType) ?? 'creditA';
	const cost = estimateCost(body)?.[creditType];
	if (cost !== undefined && cost <= most) return;
	const unit = creditType === 'creditA' ? 'credits A' : 'credits B';
	throw new NodeOperationError(
		context.getNode(),
		cost === undefined
			? `'Max Cost' is set, but the price of the model '${body.model_code}' is not published`
			: `The task would cost ${cost} ${unit}, more than 'Max Cost' allows (${most})`,
		{
			description:
				cost === undefined
					? "Nothing was submitted. Remove the option 'Max Cost' to use this model."
					: "Nothing was submitted. Choose a shorter duration or a lower clarity, or raise 'Max Cost'.",
			itemIndex,
		},
	);
}
