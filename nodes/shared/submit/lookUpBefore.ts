import type { IDataObject } from 'n8n-workflow';

import { ServiceError } from '../api/serviceError';
import { requireFile } from '../files/fileIds';
import { type PendingItem, withFiles } from '../files/requestFiles';
import { eachItem, type ItemOutcome } from '../output/items';
import { throwIfCancelled } from '../util/async';
import type {
	BodyRequest,
	ItemRequest,
	RequestLookUp,
	RequestSubmit,
	Run,
	Submitting,
} from './submitOperation';

/** Items about which the service is asked at once. */
export const LOOK_UPS_AT_ONCE = 10;

/**
 * Looks up what has to be known of the items that are to be sent, and replaces their requests by the completed ones. Items whose
 * task is known already are left as they are.
 */
export async function lookUpAll<Request extends BodyRequest>(
	{ run, operation, halt }: Submitting<Request>,
	submits: ReadonlyArray<ItemOutcome<RequestSubmit<Request>>>,
): Promise<Array<ItemOutcome<RequestSubmit<Request>>>> {
	const { context, files } = run;
	const client = run.client.with({ signal: halt.signal });
	const lookUp = operation.lookUps?.({ client, context });
	const stopOnError = !context.continueOnFail();
	return await eachItem(
		submits,
		async (submit, itemIndex) => {
			if (submit.state.is !== 'new') return submit;
			const item = { context, itemIndex, client, files };
			submit.request = await completedByService({ run, lookUp }, submit.request, item);
			return submit;
		},
		{
			concurrency: LOOK_UPS_AT_ONCE,
			// An error of the service ends the look-ups of all items when errors stop the workflow: it would refuse the others too.
			haltOnError: halt,
			endsRun: (error) => stopOnError && error instanceof ServiceError,
		},
	);
}

/**
 * Asks whether files that were chosen by ID can be used, and completes the request by look-ups. Refuses a request whose callback
 * would start this very workflow.
 */
export async function completedByService<Request extends BodyRequest>(
	{ run, lookUp }: { run: Run; lookUp?: RequestLookUp<Request> },
	request: ItemRequest<Request>,
	item: PendingItem,
): Promise<ItemRequest<Request>> {
	const { signal } = item.client;
	run.refuseOwnWorkflow?.(request.body, item.itemIndex);
	for (const { ref, use } of request.files) {
		throwIfCancelled(signal);
		if (ref.source === 'fileId') await requireFile(item, { ref, use });
	}
	throwIfCancelled(signal);
	return lookUp ? await lookUp(request, item) : request;
}

/** The body of a request as it is sent, with its files uploaded. */
export async function bodyOf(
	{ resumeAddress }: Run,
	{ body, files }: BodyRequest,
	item: PendingItem,
): Promise<IDataObject> {
	const complete = resumeAddress === undefined ? body : { ...body, callback: resumeAddress };
	return await withFiles(item, complete, files);
}
