import type { IDataObject } from 'n8n-workflow';

import { API_PREFIX } from '../api/addresses';
import type { ServiceClient } from '../api/client';
import { endpoints, type EndpointName } from '../api/endpoints';
import { hiddenSecrets } from '../callbacks/address';
import { warnInOutput } from '../output/outputHints';
import { eachItem, type ItemOutcome, throwFirstError, valuesOfItems } from '../output/items';
import { PackError } from '../util/errors';
import { estimateFields, estimateOf } from './workEstimate';
import { hintOfEstimate, hintOfRequests } from './requestHints';
import { bodyOf, completedByService, LOOK_UPS_AT_ONCE } from './lookUpBefore';
import { submitMessages } from './submitMessages';
import type {
	BodyRequest,
	ItemRequest,
	RequestLookUp,
	Run,
	SubmitOperation,
} from './submitOperation';
import { prepareRequests } from './prepare';

/**
 * Checks all items as a real run does, and gives each request as it would be sent, with the files that would be uploaded
 * for it. Nothing is uploaded or submitted.
 *
 * @throws NodeOperationError naming the first item that is wrong, where errors stop the workflow
 */
export async function validateOnly<Request extends BodyRequest>(
	run: Run,
	operation: SubmitOperation<Request>,
): Promise<Array<ItemOutcome<IDataObject[]>>> {
	const { context } = run;
	const client = run.client.with({ before: refuseChange });
	const lookUp = operation.lookUps?.({ client, context });
	const plans = await eachItem(
		await prepareRequests(run, operation),
		async (request, itemIndex) =>
			await plan({ run, operation, client, lookUp }, request, itemIndex),
		{ concurrency: LOOK_UPS_AT_ONCE },
	);
	if (!context.continueOnFail() || client.signal?.aborted) throwFirstError(context, plans);
	warnInOutput(context, submitMessages.validateOnly);
	const requests = valuesOfItems(plans).map(({ request }) => request);
	hintOfRequests(context, operation, requests);
	hintOfEstimate(context, operation, requests);
	return await eachItem(plans, async ({ planned }) => [planned]);
}

interface Planning<Request extends BodyRequest> {
	run: Run;
	operation: SubmitOperation<Request>;
	/** It reads, and refuses what changes anything. */
	client: ServiceClient;
	lookUp?: RequestLookUp<Request>;
}

async function plan<Request extends BodyRequest>(
	{ run, operation, client, lookUp }: Planning<Request>,
	prepared: ItemRequest<Request>,
	itemIndex: number,
): Promise<{ request: ItemRequest<Request>; planned: IDataObject }> {
	const uploads: IDataObject[] = [];
	const { context, files } = run;
	const item = { context, itemIndex, client, files, uploads };
	const request = await completedByService({ run, lookUp }, prepared, item);
	const body = await bodyOf(run, request, item);
	const { method, path } = endpoints[operation.endpoint];
	const { forecast } = operation;
	const estimatedCost = forecast?.costOf?.(body);
	const planned: IDataObject = {
		...estimateFields(estimateOf(forecast, body)),
		method,
		path: `${API_PREFIX}/${path}`,
		request: hiddenSecrets(body),
	};
	Object.assign(planned, request.part);
	if (uploads.length > 0) planned.uploads = uploads;
	if (estimatedCost) planned.estimatedCost = estimatedCost as unknown as IDataObject;
	return { request, planned };
}

/** Lets a client read, and nothing else. */
async function refuseChange(name: EndpointName): Promise<void> {
	const { effect, action } = endpoints[name];
	if (effect !== 'read') throw new PackError(submitMessages.changesNothing(action));
}
