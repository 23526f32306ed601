/*
 * What the output panel says about the requests of all items together: once, when they are complete.
 */
import type { IExecuteFunctions } from 'n8n-workflow';

import { hint } from '../output/outputHints';
import { countedWord } from '../tasks/kinds';
import { estimateInWords, estimateOf } from './workEstimate';
import type { BodyRequest, ItemRequest, SubmitOperation } from './submitOperation';

/** More items than these are told with their estimate while the workflow is built, because they cost. */
const FEW_ITEMS = 10;

/** Says what the operation has to say about its requests. */
export function hintOfRequests<Request extends BodyRequest>(
	context: IExecuteFunctions,
	{ forecast }: SubmitOperation<Request>,
	requests: Array<ItemRequest<Request>>,
): void {
	for (const text of forecast?.hintsOf?.(requests) ?? []) hint(context, text);
}

/** Says how long the results of all requests are together, and what they cost. */
export function hintOfEstimate<Request extends BodyRequest>(
	context: IExecuteFunctions,
	{ kind, forecast }: SubmitOperation<Request>,
	requests: readonly Request[],
): void {
	if (requests.length === 0) return;
	const estimates = requests.map(({ body }) => estimateOf(forecast, body));
	hint(context, estimateInWords(estimates, countedWord([kind.name], requests.length)));
}

/** The same for many items that the user submits in the editor. */
export function hintOfManyItems<Request extends BodyRequest>(
	context: IExecuteFunctions,
	operation: SubmitOperation<Request>,
	requests: readonly Request[],
): void {
	if (context.getMode() !== 'manual' || requests.length <= FEW_ITEMS) return;
	hintOfEstimate(context, operation, requests);
}
