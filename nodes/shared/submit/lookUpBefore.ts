import { ServiceError } from '../api/serviceError';
import { requireFile } from '../files/fileIds';
import type { PendingItem } from '../files/requestFiles';
import { eachItem, type ItemOutcome } from '../output/items';
import { throwIfCancelled } from '../util/async';
import { isNew } from './memory/submission';
import type {
	BodyRequest,
	ItemRequest,
	OperationInRun,
	RequestLookUp,
	Run,
	SubmitOf,
} from './submitOperation';

/*
 * What is asked of the service before a request can be sent, such as whether a file can be used, or which figure a
 * person has, so that the request can be filled in. Such a look-up costs nothing and changes nothing.
 */

/** Items about which the service is asked at once. */
export const LOOK_UPS_AT_ONCE = 10;

/**
 * Fills in the requests of all items that are to be sent: the request of each submit is replaced. Submits whose task
 * is known already, or may exist, stay as they are.
 *
 * @returns the same submits, in their order, with the errors of items whose request is wrong or could not be
 *   filled in; undefined in the place of one that was not begun because another one has ended the run
 */
export async function fillInRequests<Request extends BodyRequest>(
	{ run, operation, halt, client }: OperationInRun<Request>,
	submits: ReadonlyArray<ItemOutcome<SubmitOf<Request>>>,
): Promise<Array<ItemOutcome<SubmitOf<Request>>>> {
	const { context, files } = run;
	// Undefined where the operation has nothing to look up.
	const lookUp = operation.lookUps?.(client);
	const stopOnError = !context.continueOnFail();
	const fillInIfNew = async (submit: SubmitOf<Request>, itemIndex: number) => {
		if (isNew(submit)) {
			const item = { context, itemIndex, client, files };
			submit.request = await fillInRequest({ run, lookUp }, submit.request, item);
		}
		return submit;
	};
	return await eachItem(submits, fillInIfNew, {
		concurrency: LOOK_UPS_AT_ONCE,
		haltOnError: halt,
		// What the service refuses for one item, or fails to answer, it probably would for the others, too.
		// Where only the item itself is wrong, the others are still checked, so that all mistakes show at once.
		endsRun: (error) => stopOnError && error instanceof ServiceError,
	});
}

/**
 * Fills in the request of one item: the operation adds what only the service knows, such as the figure of a person.
 *
 * @returns the request with these; the one that was given where the operation has nothing to look up
 * @throws PackError or ServiceError where a file that was chosen by its ID cannot be used, or where the operation
 *   finds the request wrong, or where its callback would start this very workflow; CancelledError when the execution
 *   is stopped
 */
export async function fillInRequest<Request extends BodyRequest>(
	{ run, lookUp }: { run: Run; lookUp?: RequestLookUp<Request> },
	request: ItemRequest<Request>,
	item: PendingItem,
): Promise<ItemRequest<Request>> {
	const { signal } = item.client;
	// It throws where the callback would start this very workflow. Only a node with a field for callbacks has this check.
	run.refuseOwnWorkflow?.(request.body, item.itemIndex);
	for (const { ref, use } of request.files) {
		throwIfCancelled(signal);
		// Other files are uploaded later, and checked then.
		if (ref.source === 'fileId') await requireFile(item, ref, use);
	}
	throwIfCancelled(signal);
	if (!lookUp) return request;
	return await lookUp(request, item);
}
