import type { IDataObject } from 'n8n-workflow';

import { API_PREFIX } from '../api/addresses';
import type { ServiceClient } from '../api/client';
import { endpoints, type EndpointName } from '../api/endpoints';
import { withoutSecrets } from '../callbacks/address';
import { warnInOutput } from '../output/outputHints';
import { eachItem, type ItemOutcome, throwFirstError, valuesOfItems } from '../output/items';
import { PackError } from '../util/errors';
import { estimateFields, estimateWork } from './workEstimate';
import { showEstimate, showHintsOfOperation } from './requestHints';
import { bodyWithFiles } from './bodyToSend';
import { fillInRequest, LOOK_UPS_AT_ONCE } from './lookUpBefore';
import { submitMessages } from './submitMessages';
import type {
	BodyRequest,
	ItemRequest,
	RequestLookUp,
	Run,
	SubmitOperation,
} from './submitOperation';
import { prepareRequests } from './prepare';

/*
 * The option 'Validate Only': what a run would submit, without submitting it.
 */

/**
 * Checks all items as a real run does, and gives each request as it would be sent, with the files that would be
 * uploaded for it. Nothing is uploaded or submitted.
 *
 * @returns the fields of the one output item of each request, or the error of the item
 * @throws NodeOperationError naming the first item that is wrong, where errors stop the workflow; also where the
 *   execution was stopped
 */
export async function validateOnly<Request extends BodyRequest>(
	run: Run,
	operation: SubmitOperation<Request>,
): Promise<Array<ItemOutcome<IDataObject[]>>> {
	const { context } = run;
	const client = run.client.with({ observer: { beforeRequest: refuseChange } });
	// Undefined where the operation has nothing to look up.
	const lookUp = operation.lookUps?.(client);
	const planning = { run, operation, client, lookUp };
	const prepared = await prepareRequests(run, operation);
	const plans = await eachItem(
		prepared,
		async (request, itemIndex) => await planItem(planning, request, itemIndex),
		{ concurrency: LOOK_UPS_AT_ONCE },
	);
	// An execution that was stopped has no result, also where errors do not stop the workflow.
	const endsByError = !context.continueOnFail() || client.signal?.aborted === true;
	if (endsByError) throwFirstError(context, plans);
	warnInOutput(context, submitMessages.validateOnly);
	const requests = valuesOfItems(plans).map(({ request }) => request);
	showHintsOfOperation(context, operation, requests);
	showEstimate(context, operation, requests);
	// One output item for each plan; an item that could not be planned keeps its error.
	return await eachItem(plans, async ({ fields }) => [fields]);
}

/** What the plans of all items have in common. */
interface Planning<Request extends BodyRequest> {
	run: Run;
	operation: SubmitOperation<Request>;
	/** It reads, and refuses what changes anything. */
	client: ServiceClient;
	lookUp?: RequestLookUp<Request>;
}

/** What would be submitted for an item. */
interface Plan<Request extends BodyRequest> {
	/** The request, with all that was looked up for it. */
	request: ItemRequest<Request>;
	/** The fields of the output item that shows it. */
	fields: IDataObject;
}

/**
 * Works out what would be submitted for one item: fills in its request, and describes its files instead of uploading
 * them.
 *
 * @param prepared its request, as it was read from the fields of the node
 * @throws PackError or ServiceError about what is wrong with the item; CancelledError when the execution is stopped
 */
async function planItem<Request extends BodyRequest>(
	{ run, operation, client, lookUp }: Planning<Request>,
	prepared: ItemRequest<Request>,
	itemIndex: number,
): Promise<Plan<Request>> {
	const { context, files } = run;
	// With this list, files are not uploaded but described in it.
	const uploads: IDataObject[] = [];
	const item = { context, itemIndex, client, files, uploads };
	const request = await fillInRequest({ run, lookUp }, prepared, item);
	const body = await bodyWithFiles(run, request, item);
	const { endpoint, forecast } = operation;
	const { method, path } = endpoints[endpoint];
	const estimate = estimateWork(forecast, body);
	const fields: IDataObject = {
		...estimateFields(estimate),
		method,
		path: `${API_PREFIX}/${path}`,
		request: withoutSecrets(body),
		// Which part of the item it is, and of how many; nothing for a whole item.
		...request.part,
	};
	if (uploads.length > 0) fields.uploads = uploads;
	const cost = forecast?.costOf?.(body);
	if (cost) fields.estimatedCost = cost as unknown as IDataObject;
	return { request, fields };
}

/**
 * Called before each request of the client: lets it read, and nothing else.
 *
 * @param name the endpoint that the request is for
 * @throws PackError for a request that would change something at the service
 */
async function refuseChange(name: EndpointName): Promise<void> {
	const { effect, action } = endpoints[name];
	if (effect !== 'read') throw new PackError(submitMessages.changesNothing(action));
}
