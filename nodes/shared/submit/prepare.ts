import { uniq } from 'lodash';

import { parametersOf, refusal } from '../fields/readRequest';
import { nameOfRow } from '../files/fileNames';
import type { LearnedFiles } from '../files/inputFacts';
import { hint } from '../output/outputHints';
import { type ItemOutcome, prepareAll, valuesOfItems } from '../output/items';
import { readFileName } from '../output/settings';
import type { BodyRequest, ItemRequest, Run, SubmitOperation } from './submitOperation';
import { requestsOfParts } from './itemParts';

/**
 * Reads and checks the requests of all items, before anything is sent, and says what there is to say about them, once.
 *
 * @returns for each item its request, or those for its parts, or an error that names everything that is wrong with it
 */
export async function prepareRequests<Request extends BodyRequest>(
	run: Run,
	operation: SubmitOperation<Request>,
): Promise<Array<ItemOutcome<ItemRequest<Request>>>> {
	const { context } = run;
	const names = new Map<string, number>();
	const prepared = await prepareAll(context, (itemIndex, learned) => {
		const request = prepareItem(run, operation, { itemIndex, learned });
		const { fileName, suggestedName } = request;
		if (fileName !== undefined || suggestedName === undefined) return request;
		const { json } = context.getInputData()[itemIndex] ?? { json: {} };
		return { ...request, fileName: ownName(nameOfRow(json) ?? suggestedName, names) };
	});
	const hints = valuesOfItems(prepared).flatMap((request) => request.hint ?? []);
	for (const text of uniq(hints)) hint(context, text);
	return prepared.flatMap((item) => ('value' in item ? requestsOfParts(operation, item) : [item]));
}

/**
 * A name of which the files of no other item of the run are called: the second "news" is "news (2)".
 *
 * @param names how many items have each name so far
 */
function ownName(name: string, names: Map<string, number>): string {
	const count = (names.get(name) ?? 0) + 1;
	names.set(name, count);
	return count === 1 ? name : `${name} (${count})`;
}

/** @throws NodeOperationError that names everything that is wrong with the item */
function prepareItem<Request extends BodyRequest>(
	{ context, settings, callbackOf }: Run,
	operation: SubmitOperation<Request>,
	{ itemIndex, learned }: { itemIndex: number; learned: LearnedFiles },
): ItemRequest<Request> {
	const request = operation.prepare(parametersOf(context, itemIndex, { learned }));
	const isWrong = 'violations' in request;
	const name = readFileName(context, itemIndex, isWrong ? undefined : request.source);
	const own = isWrong ? request.violations : [];
	const violations = [...own, ...settings.violations, ...name.violations];
	if (isWrong || violations.length > 0) {
		throw refusal(context, itemIndex, violations);
	}
	const callback = callbackOf?.(itemIndex);
	const body = callback === undefined ? request.body : { ...request.body, callback };
	return { ...request, body, fileName: name.fileName };
}
