import { ServiceError } from '../api/serviceError';
import type { ItemOutcome } from '../output/items';
import { asError } from '../util/async';
import { PackError } from '../util/errors';
import { submitMessages } from './submitMessages';
import type { BodyRequest, ItemPart, ItemRequest, SubmitOperation } from './submitOperation';

/*
 * An item that becomes several tasks, such as a long text that becomes several videos. Each of its parts is prepared,
 * sent and output as if it were an item; they have the index of the input item in common.
 */

/**
 * Splits the request of an item into one request for each of its parts, whose result files are numbered.
 *
 * @returns the parts, in their order, with the index of the item; only the item itself where the operation splits no
 *   items, or this one has fewer than two parts
 */
export function splitIntoParts<Request extends BodyRequest>(
	{ split }: SubmitOperation<Request>,
	item: { itemIndex: number; value: ItemRequest<Request> },
): Array<ItemOutcome<ItemRequest<Request>>> {
	const { itemIndex, value } = item;
	const requests = split?.(value) ?? [];
	if (requests.length < 2) return [item];
	return requests.map((request, index) => {
		// Parts are counted from 1.
		const part: ItemPart = { part: index + 1, parts: requests.length };
		const fileName = fileNameOfPart(value.fileName, part);
		return { itemIndex, value: { ...request, fileName, part } };
	});
}

/**
 * The name of the result files of a part, such as "news-2". Undefined where the item gives none, so that the service
 * names the files.
 */
function fileNameOfPart(nameOfItem: string | undefined, { part }: ItemPart): string | undefined {
	return nameOfItem ? `${nameOfItem}-${part}` : undefined;
}

/**
 * The error of an item, whose title says which part of the item it is about.
 *
 * @param part the part; undefined for a whole item, of which the error stays as it is
 * @returns an error with the same facts and, where it was that of a call to the service, with the same failure
 */
export function errorOfPart(error: unknown, part: ItemPart | undefined): Error {
	// Only the errors of this pack have a title; another one, such as that of a stop, stays as it is.
	if (!part || !(error instanceof PackError)) return asError(error);
	const { code, advice, facts, cause } = error;
	const title = submitMessages.ofPart(part.part, part.parts, error.title);
	const message = { code, title, advice };
	// It keeps its failure, which says whether a task may exist.
	if (error instanceof ServiceError) return new ServiceError(error.failure, message, facts);
	return new PackError(message, facts, { cause });
}
