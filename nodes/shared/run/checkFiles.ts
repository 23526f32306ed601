import type { IExecuteFunctions } from 'n8n-workflow';

import { requireFile, type FileById } from '../files/requireUsableFile';
import type { ServiceClient } from '../service/client';
import { runAll } from '../util/runAll';
import { throwIfStopped } from '../util/sleep';
import type { PreparedItem } from './prepareItems';

/** Items whose files are asked about at once. */
const AT_ONCE = 10;

/**
 * Makes sure that the files that were chosen by their IDs can be used, of all items before anything is submitted.
 *
 * @param filesOf the files of an item that is going to be submitted
 * @returns the items; those with a file that cannot be used have an error
 */
export async function checkFiles<Request extends object>(
	context: IExecuteFunctions,
	client: ServiceClient,
	items: ReadonlyArray<PreparedItem<Request>>,
	filesOf: (item: { itemIndex: number; request: Request }) => FileById[],
): Promise<Array<PreparedItem<Request>>> {
	const check = async (item: PreparedItem<Request>): Promise<PreparedItem<Request>> => {
		if ('error' in item) return item;
		const { itemIndex } = item;
		try {
			for (const file of filesOf(item)) {
				throwIfStopped(client.signal);
				await requireFile({ context, itemIndex, client }, file);
			}
			return item;
		} catch (error) {
			return { itemIndex, error };
		}
	};
	return await runAll(items, check, { atOnce: AT_ONCE });
}
