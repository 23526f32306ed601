import { sumBy } from 'lodash';
import type { IExecuteFunctions } from 'n8n-workflow';

import { showHint } from '../output/outputHints';
import { countedWord } from '../tasks/kinds';
import { estimateInWords, estimateWork } from './workEstimate';
import { submitMessages } from './submitMessages';
import type { BodyRequest, ItemRequest, SubmitOperation } from './submitOperation';

/*
 * What the output panel of the editor says about the requests of all items together. A hint is one line there.
 */

/** Up to this many items are submitted without an estimate, because their cost is easily seen. */
const FEW_ITEMS = 10;

/**
 * Shows the hints that the operation itself has about the requests of a run, such as that some are very long; nothing
 * where the operation has none.
 */
export function showHintsOfOperation<Request extends BodyRequest>(
	context: IExecuteFunctions,
	{ forecast }: SubmitOperation<Request>,
	requests: Array<ItemRequest<Request>>,
): void {
	const hints = forecast?.hintsOf?.(requests) ?? [];
	for (const text of hints) showHint(context, text);
}

/** Shows an estimate of how long all results are together, and of what they cost; nothing where there is no request. */
export function showEstimate<Request extends BodyRequest>(
	context: IExecuteFunctions,
	{ kind, forecast, creation }: SubmitOperation<Request>,
	requests: readonly Request[],
): void {
	if (requests.length === 0) return;
	const estimates = requests.map(({ body }) => estimateWork(forecast, body));
	const tasks = sumBy(requests, ({ body }) => creation?.countTasks?.(body) ?? 1);
	const counted = submitMessages.estimatedCount(tasks, countedWord([kind.name], tasks));
	showHint(context, estimateInWords(estimates, counted));
}

/** Shows the estimate of more than ten items that the user has submitted from the editor; otherwise nothing. */
export function showEstimateOfMany<Request extends BodyRequest>(
	context: IExecuteFunctions,
	operation: SubmitOperation<Request>,
	requests: readonly Request[],
): void {
	const isInEditor = context.getMode() === 'manual';
	if (isInEditor && requests.length > FEW_ITEMS) showEstimate(context, operation, requests);
}
