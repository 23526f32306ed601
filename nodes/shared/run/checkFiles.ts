import type { IExecuteFunctions } from 'n8n-workflow';

import { requireFile, type FileById } from '../files/requireUsableFile';
import { Gate } from '../files/upload/bufferPool';
import type { ServiceClient } from '../service/client';
import type { PreparedItem } from './prepareItems';

/** Files that are asked about at once. */
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
	const gate = new Gate(AT_ONCE);
	return await Promise.all(
		items.map(async (item) => {
			if ('error' in item) return item;
			const { itemIndex } = item;
			try {
				for (const file of filesOf(item)) {
					await gate.run(
						async () => await requireFile({ context, itemIndex, client }, file),
						client.signal,
					);
				}
				return item;
			} catch (error) {
				return { itemIndex, error };
			}
		}),
	);
}
