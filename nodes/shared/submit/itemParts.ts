/*
 * An item that becomes several tasks, such as a long text that becomes several videos. Each of its parts is prepared, noted,
 * sent and output as an item of its own; they have the index of the item in common.
 */
import { ServiceError } from '../api/serviceError';
import type { ItemOutcome } from '../output/items';
import { asError } from '../util/async';
import { PackError } from '../util/errors';
import { submitMessages } from './submitMessages';
import type { BodyRequest, ItemPart, ItemRequest, SubmitOperation } from './submitOperation';

/** An item with its request, or with each of the requests for its parts, whose files are numbered. */
export function requestsOfParts<Request extends BodyRequest>(
	{ split }: SubmitOperation<Request>,
	item: { itemIndex: number; value: ItemRequest<Request> },
): Array<ItemOutcome<ItemRequest<Request>>> {
	const { itemIndex, value } = item;
	const requests = split?.(value) ?? [];
	if (requests.length < 2) return [item];
	return requests.map((request, at) => {
		const part = { part: at + 1, parts: requests.length };
		const fileName = value.fileName && `${value.fileName}-${part.part}`;
		return { itemIndex, value: { ...request, fileName, part } };
	});
}

/** The error of a part, which says in its title which part it is; any other error as it is. */
export function errorOfPart(error: unknown, part: ItemPart | undefined): Error {
	if (!part || !(error instanceof PackError)) return asError(error);
	const { code, advice, facts, cause } = error;
	const message = {
		code,
		title: submitMessages.ofPart(part.part, part.parts, error.title),
		advice,
	};
	if (error instanceof ServiceError) return new ServiceError(error.failure, message, facts);
	return new PackError(message, facts, { cause });
}
