import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { validateOnlyOption } from '../fields/completion';
import type { PlannedUpload } from '../fields/files';
import { API_PREFIX } from '../service/credential';
import { operations } from '../service/endpoints';
import { mapConcurrent } from '../util/async';
import { parsedUrl, SECRETS } from '../util/url';
import { readForAll } from './options';
import { errorItem, warnInOutput } from './output';
import {
	bodyOf,
	type BodyRequest,
	LOOK_UPS_AT_ONCE,
	lookUpItem,
	prepareAll,
	type PreparedItem,
	prepareItem,
	type Run,
	type SubmitOperation,
	throwFirstError,
} from './prepare';

/** A request body without the secrets in its callback address, for outputs. */
export function hiddenSecrets(body: object): object {
	const { callback } = body as { callback?: unknown };
	const url = typeof callback === 'string' ? parsedUrl(callback) : undefined;
	if (!url) return body;
	for (const name of SECRETS) if (url.searchParams.has(name)) url.searchParams.set(name, '***');
	return { ...body, callback: url.href };
}

/** @throws NodeOperationError when an expression gives no boolean, or not the same for all items */
export function validatesOnly(context: IExecuteFunctions): boolean {
	return readForAll<boolean>(context, validateOnlyOption, 'options.validateOnly') ?? false;
}

/**
 * Checks all items as a real run does, looks up what has to be looked up, and outputs each request
 * as it would be sent. Nothing is uploaded or submitted.
 *
 * @throws NodeOperationError when an item would be refused and the workflow stops on errors
 */
export async function validateAll<Request extends BodyRequest>(
	run: Run,
	operation: SubmitOperation<Request>,
): Promise<INodeExecutionData[]> {
	const { context, stopOnError, client, resumeAddress } = run;
	const reading = client.before(async (name) => {
		const { effect, action } = operations[name];
		if (effect === 'read') return;
		throw new Error(
			`'Validate Only' is on, so the node did not ${action}. Turn it off to run the node`,
		);
	});
	const prepared = await prepareAll(context, (index) => prepareItem(run, operation, index));
	const planned = await mapConcurrent(
		prepared,
		async (item): Promise<PreparedItem<IDataObject>> => {
			if ('error' in item) return item;
			const { itemIndex } = item;
			const uploads: PlannedUpload[] = [];
			const submitItem = { context, itemIndex, uploads };
			try {
				const checking = { ...run, client: reading };
				const request = await lookUpItem(checking, operation, item.request, submitItem);
				const body = await bodyOf({ client: reading, resumeAddress }, request, submitItem);
				return { itemIndex, request: plannedJson(operation, body, uploads) };
			} catch (error) {
				return { itemIndex, error };
			}
		},
		{ concurrency: LOOK_UPS_AT_ONCE },
	);
	if (stopOnError || client.signal?.aborted) throwFirstError(context, planned);
	warnInOutput(
		context,
		"'Validate Only' is on: nothing was uploaded or submitted. Turn it off to run the node",
	);
	return planned.map((item) =>
		'error' in item
			? errorItem(context, item.error, item.itemIndex)
			: { json: item.request, pairedItem: { item: item.itemIndex } },
	);
}

/** The request of an item as it would be sent, with the files that would be uploaded for it. */
function plannedJson(
	{ endpoint, costOf }: Pick<SubmitOperation, 'endpoint' | 'costOf'>,
	body: IDataObject,
	uploads: PlannedUpload[],
): IDataObject {
	const { method, path } = operations[endpoint];
	const estimatedCost = costOf?.(body);
	return {
		method,
		path: `${API_PREFIX}/${String(path)}`,
		request: hiddenSecrets(body),
		...(uploads.length > 0 ? { uploads } : {}),
		...(estimatedCost ? { estimatedCost } : {}),
	} as unknown as IDataObject;
}
