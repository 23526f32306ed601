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
 * Splits a request into those for the parts of its item, whose result files are numbered.
 *
 * @returns the parts; the item as it is where the operation splits nothing or there would be fewer than two
 */
export function splitIntoParts<Request extends BodyRequest>(
	{ split }: SubmitOperation<Request>,
	item: { itemIndex: number; value: ItemRequest<Request> },
): Array<ItemOutcome<ItemRequest<Request>>> {
	const { itemIndex, value } = item;
	const requests = split?.(value) ?? [];
	if (requests.length < 2) return [item];
	const parts = requests.length;
	return requests.map((request, index) => {
		const part = index + 1;
		const fileName = fileNameOfPart(value.fileName, part);
		return { itemIndex, value: { ...request, fileName, part: { part, parts } } };
	});
}

/** The name of the result files of a part, such as "news-2"; none where the service names those of the item. */
function fileNameOfPart(nameOfItem: string | undefined, part: number): string | undefined {
	return nameOfItem ? `${nameOfItem}-${part}` : undefined;
}

/**
 * The error of an item, whose title says which part of the item it is about.
 *
 * @param part the part; undefined for a whole item, of which the error stays as it is
 */
export function errorOfPart(error: unknown, part: ItemPart | undefined): Error {
	if (!part || !(error instanceof PackError)) return asError(error);
	const { code, advice, facts, cause } = error;
	const title = submitMessages.ofPart(part.part, part.parts, error.title);
	const message = { code, title, advice };
	if (error instanceof ServiceError) return new ServiceError(error.failure, message, facts);
	return new PackError(message, facts, { cause });
}
