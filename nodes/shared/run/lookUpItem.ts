import { requireFile } from '../files/requireUsableFile';
import type { ServiceClient } from '../service/client';
import { throwIfStopped } from '../util/sleep';
import type { SubmitItem, SubmitOperation } from './submit';

/** Items about which the service is asked at once. */
export const LOOK_UPS_AT_ONCE = 10;

/**
 * Asks the service everything about a request that has to be known before it is sent: whether the files that were chosen
 * by their IDs can be used, and what its operation looks up. Changes nothing.
 *
 * @returns the request, completed by what was looked up
 * @throws Error that says what is wrong with the item, or why that is not known
 */
export async function lookUpItem<Request extends object>(
	client: ServiceClient,
	operation: SubmitOperation<Request>,
	request: Request,
	item: SubmitItem,
): Promise<Request> {
	for (const file of operation.filesById?.(request) ?? []) {
		throwIfStopped(client.signal);
		await requireFile({ client, ...item }, file);
	}
	throwIfStopped(client.signal);
	return (await operation.lookUp?.(client, request, item)) ?? request;
}
