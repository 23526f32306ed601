import type { IDataObject } from 'n8n-workflow';

import { ServiceError } from '../api/serviceError';
import { requireFile } from '../files/fileIds';
import { type PendingItem, withFiles } from '../files/requestFiles';
import { eachItem, type ItemOutcome } from '../output/items';
import { throwIfCancelled } from '../util/async';
import type { ItemSubmit } from './memory/submission';
import type { BodyRequest, RequestLookUp, Run, SubmitOperation } from './submitOperation';

/** Items about which the service is asked at once. */
export const LOOK_UPS_AT_ONCE = 10;

/**
 * Looks up what has to be known of the items that are to be sent, and completes their requests by it.
 *
 * @param halt aborted by an error that ends the run; the service would hardly say more of the other items
 */
export async function lookUpAll<Request extends BodyRequest>(
	run: Run,
	operation: SubmitOperation<Request>,
	submits: ReadonlyArray<ItemOutcome<ItemSubmit<Request>>>,
	halt: AbortController,
): Promise<Array<ItemOutcome<ItemSubmit<Request>>>> {
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
			haltOnError: halt,
			endsRun: (error) => stopOnError && error instanceof ServiceError,
		},
	);
}

/** Asks whether files that were chosen by ID can be used, and completes the request by look-ups. */
export async function completedByService<Request extends BodyRequest>(
	{ run, lookUp }: { run: Run; lookUp?: RequestLookUp<Request> },
	request: Request,
	item: PendingItem,
): Promise<Request> {
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
