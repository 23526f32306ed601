import type { PendingItem } from '../fields/pendingFiles';
import { requireFile, type FileById } from '../files/requireUsableFile';
import type { ServiceClient } from '../service/client';
import { throwIfStopped } from '../util/sleep';

export type SubmitItem = Omit<PendingItem, 'client'>;

/** What an operation asks the service about an item before anything is submitted. */
export interface LookUps<Request extends object> {
	/** The files of a request that were chosen by their IDs. */
	filesById?(request: Request): FileById[];
	/**
	 * Checks a request against what the service knows, and completes it. Changes nothing.
	 *
	 * @throws Error that says what is wrong with the item
	 */
	lookUp?(client: ServiceClient, request: Request, item: SubmitItem): Promise<Request>;
}

/** Items about which the service is asked at once. */
export const LOOK_UPS_AT_ONCE = 10;

/**
 * Asks the service everything about a request that has to be known before it is sent: whether the files that were chosen
 * by their IDs can be used, and what its operation looks up.
 *
 * @returns the request, completed by what was looked up
 * @throws Error that says what is wrong with the item, or why that is not known
 */
export async function lookUpItem<Request extends object>(
	client: ServiceClient,
	operation: LookUps<Request>,
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
