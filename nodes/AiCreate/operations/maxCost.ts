import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { refusal } from '../../shared/fields/request';
import { readField } from '../../shared/fields/values';
import { joined } from '../../shared/util/text';
import type { SubmitBody } from '../models/catalogue/types';
import { estimateCost, pricedModels } from '../models/price';
import { creditTypeProperty, creditsProperty } from './options';

/** An expression can return anything. */
interface MaxCost {
	limit?: { credits?: unknown; creditType?: unknown };
}

/**
 * Enforces the option 'Max Cost'.
 *
 * @throws NodeOperationError when the task would cost more, or when its price is not published
 */
export function requireMaxCost(
	context: IExecuteFunctions,
	itemIndex: number,
	body: SubmitBody,
): void {
	const { limit } = context.getNodeParameter('options.maxCost', itemIndex, {}) as MaxCost;
	if (!limit) return;
	const credits = readField({ path: 'credits', property: creditsProperty }, limit.credits);
	const kind = readField({ path: 'creditType', property: creditTypeProperty }, limit.creditType);
	const violations = [credits, kind].flatMap(({ violation }) => violation ?? []);
	if (violations.length > 0) {
		throw refusal(
			context,
			itemIndex,
			violations.map((violation) => `'Max Cost': ${violation}`),
		);
	}
	const most = Number(credits.value ?? 0);
	const creditType = (kind.value ?? 'creditA') as 'creditA' | 'creditB';
	const cost = estimateCost(body)?.[creditType];
	if (cost !== undefined && cost <= most) return;
	const unit = creditType === 'creditA' ? 'credits A' : 'credits B';
	throw new NodeOperationError(
		context.getNode(),
		cost === undefined
			? `'Max Cost' is set, but the price of ${body.model_code} is not published`
			: `The task would cost ${cost} ${unit}, more than 'Max Cost' allows (${most})`,
		{
			description:
				cost === undefined
					? `Remove the option 'Max Cost' to use this model, or choose one whose price is published: ${joined(pricedModels)}. Nothing was submitted.`
					: "Choose a shorter 'Duration (Seconds)' or a lower 'Resolution', or raise 'Max Cost'. Nothing was submitted.",
			itemIndex,
		},
	);
}
