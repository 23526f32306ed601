import { countBy, uniq } from 'lodash';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { parametersOf, refusal } from '../fields/readRequest';
import { nameOfRow } from '../files/fileNames';
import type { LearnedFiles } from '../files/inputFacts';
import { showHint } from '../output/outputHints';
import { type ItemOutcome, prepareAll, valuesOfItems } from '../output/items';
import { readFileName } from '../output/settings';
import { splitIntoParts } from './itemParts';
import { submitMessages } from './submitMessages';
import type { BodyRequest, ItemRequest, Run, SubmitOperation } from './submitOperation';

/*
 * Reads and checks the requests of all items before any of them is sent. So an item with a mistake that can be seen
 * beforehand is never charged. Where errors stop the workflow, one such item keeps the others from being sent, too.
 */

/**
 * Prepares the requests of all items, names their result files, and shows their hints, each once, and which expressions
 * give nothing. Nothing is thrown: what is wrong with an item stays with it.
 *
 * @returns in the order of the items: the request of each, or in its place one for each of its parts; or an error
 *   that names everything that is wrong with the item
 */
export async function prepareRequests<Request extends BodyRequest>(
	run: Run,
	operation: SubmitOperation<Request>,
): Promise<Array<ItemOutcome<ItemRequest<Request>>>> {
	const { context } = run;
	// `learned` is what n8n's storage says of the files of all items.
	const prepared = await prepareAll(context, (itemIndex, learned) =>
		prepareItem(run, operation, { itemIndex, learned }),
	);
	// Before the items are split, because the name of a part begins with that of its item.
	nameFiles(run, prepared);
	const hints = valuesOfItems(prepared).flatMap(({ hint }) => hint ?? []);
	for (const text of uniq(hints)) showHint(context, text);
	showEmptyExpressions(context, valuesOfItems(prepared));
	return prepared.flatMap((item) => ('value' in item ? splitIntoParts(operation, item) : [item]));
}

/**
 * Shows which expressions in texts that are said or shown give nothing, and for how many items. That is no error,
 * because some items may well have nothing in such a field.
 */
function showEmptyExpressions(context: IExecuteFunctions, requests: readonly BodyRequest[]): void {
	const ofItems = requests.flatMap(({ emptyExpressions = [] }) => uniq(emptyExpressions));
	const all = context.getInputData().length;
	for (const [expression, count] of Object.entries(countBy(ofItems))) {
		showHint(context, submitMessages.emptyExpression(expression, count, all));
	}
}

/**
 * Reads and checks the request of an item.
 *
 * @param learned what n8n's storage says of the files of all items
 * @throws PackError that names everything that is wrong with the item; what is wrong with the address of its callback
 *   is read last, and named alone
 */
function prepareItem<Request extends BodyRequest>(
	{ context, client, settings, callbackOf }: Run,
	operation: SubmitOperation<Request>,
	{ itemIndex, learned }: { itemIndex: number; learned: LearnedFiles },
): ItemRequest<Request> {
	const canServiceLoad = (address: string) => client.canLoadFrom(address);
	const parameters = parametersOf(context, itemIndex, { learned, canServiceLoad });
	const request = operation.prepare(parameters);
	if ('violations' in request) {
		// All that is wrong is named together: also what is wrong with the settings of the run and with the name of the
		// result files. That name is read without a source file, of which nothing is known without a request.
		const naming = readFileName(context, itemIndex);
		const all = request.violations.concat(settings.violations, naming.violations);
		throw refusal(context, itemIndex, all);
	}
	const naming = readFileName(context, itemIndex, request.source);
	const violations = settings.violations.concat(naming.violations);
	if (violations.length > 0) throw refusal(context, itemIndex, violations);
	// Only a node with a field for it reads the address of a callback.
	const callback = callbackOf?.(itemIndex);
	if (callback !== undefined) request.body.callback = callback;
	return { ...request, fileName: naming.fileName };
}

/**
 * Names the result files of items for which neither the user nor a source file gives a name, because the service
 * would name them by numbers. The name comes from the fields of the input item, such as the title in a row of a
 * table; without such a field, it is the one that the operation suggests. It is set in the request itself. No two of
 * these names are the same: the second "news" becomes "news (2)".
 */
function nameFiles({ context }: Run, items: ReadonlyArray<ItemOutcome<ItemRequest>>): void {
	const inputs = context.getInputData();
	// The highest number behind each name so far.
	const numbers = new Map<string, number>();
	for (const item of items) {
		// An item with an error is not sent, so it has no files.
		if ('error' in item) continue;
		const { value: request, itemIndex } = item;
		const name = suggestedNameOf(request, inputs[itemIndex]);
		if (name !== undefined) request.fileName = addNumbered(name, numbers);
	}
}

/**
 * The name for the result files of an item that have none yet: one from the fields of the input item, else the one
 * that the operation suggests. Undefined where the files have a name already; also where there is neither, and the
 * service names the files.
 */
function suggestedNameOf(
	{ fileName, suggestedName }: ItemRequest,
	input: INodeExecutionData | undefined,
): string | undefined {
	if (fileName !== undefined) return undefined;
	return nameOfRow(input?.json ?? {}) ?? suggestedName;
}

/**
 * Adds a name to those that items have.
 *
 * @param numbers the names that items have, each with the highest number behind it; the new name is added
 * @returns the name itself where no item has it yet, else the name with the next free number: "news (2)"
 */
function addNumbered(name: string, numbers: Map<string, number>): string {
	let number = numbers.get(name) ?? 0;
	let numbered: string;
	do {
		number += 1;
		// The first item with a name has no number behind it.
		numbered = number === 1 ? name : `${name} (${number})`;
		// Again where another item has that very name, because its row is called "news (2)" itself.
	} while (numbers.has(numbered));
	// The new name counts as a name of its own, too.
	numbers.set(numbered, 1);
	// The next item with the name goes on counting from here.
	numbers.set(name, number);
	return numbered;
}
