import type { IExecuteFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../service/client';
import type { FileById } from '../files/fileById';
import { StoppedError } from '../service/failure';
import type { TaskKind } from '../tasks/kind';
import type { Task } from '../tasks/task';
import { checkFiles } from './fileCheck';
import { prepareAll, shortList, throwFirstError, type PreparedItem } from './prepared';
import { submitMemory, type SubmitMemory } from './submitMemory';

/** What an operation that submits work has to say; the rest is the same for all of them. */
export interface SubmitOperation<Request extends object> {
	kind: TaskKind;
	/**
	 * Reads and checks the parameters of one item without sending anything.
	 *
	 * @throws NodeOperationError that names everything that is wrong with the item
	 */
	prepare(context: IExecuteFunctions, itemIndex: number): Request;
	/** The files of a request that were chosen by their IDs. */
	filesById?(request: Request): FileById[];
	/** Submits the request of one item, after uploading its files, and returns the ids of its tasks. */
	submit(client: ServiceClient, request: Request, item: SubmitItem): Promise<string[]>;
	/** A sentence for each task that was asked for and is not among those that the service took. */
	missing?(context: IExecuteFunctions, request: Request, taskIds: string[]): string[];
}

export interface SubmitItem {
	context: IExecuteFunctions;
	itemIndex: number;
}

/** What became of one input item. */
export type SubmittedItem = { itemIndex: number } & (SubmittedTask | { error: unknown });

export interface SubmittedTask {
	kind: TaskKind;
	taskIds: string[];
	/** The one task, when it was final before and need not be looked up. */
	known?: Task;
	/** What the input item tells of its task and the service does not. */
	kept?: Pick<Task, 'reference' | 'targetLanguage' | 'translationId'>;
	/** A sentence for each task that was asked for and that the service did not begin. */
	missing?: string[];
}

/** Submits under way at once; the limits of the service are kept by the pacing. */
const PARALLEL_SUBMITS = 10;

/**
 * Checks the parameters and the files of all items, then submits them all. Nothing is submitted when an item is wrong and
 * the workflow is to stop on errors; after a failed submit no further one is sent in that case.
 *
 * @throws NodeOperationError naming the item, and all tasks that were submitted before it
 */
export async function submitAll<Request extends object>(
	context: IExecuteFunctions,
	client: ServiceClient,
	operation: SubmitOperation<Request>,
): Promise<SubmittedItem[]> {
	const memory = submitMemory(context);
	const stopOnError = !context.continueOnFail();
	const prepared = prepareAll(context, (itemIndex) => {
		const request = operation.prepare(context, itemIndex);
		const unclear = memory.unclear(itemIndex, request);
		if (unclear) throw unclear;
		return request;
	});
	if (stopOnError) throwFirstError(context, prepared, submittedNote(memory));

	const results: SubmittedItem[] = [];
	const halt = new AbortController();
	const submitting = client.until(halt.signal);
	const ready = await checkFiles(context, submitting, prepared, ({ itemIndex, request }) =>
		memory.accepted(itemIndex, request) ? [] : (operation.filesById?.(request) ?? []),
	);
	if (stopOnError) throwFirstError(context, ready, submittedNote(memory));
	let next = 0;
	const worker = async () => {
		while (next < ready.length && !halt.signal.aborted) {
			const item = ready[next++] as PreparedItem<Request>;
			const result = await submitOne(context, submitting, operation, memory, item);
			results[item.itemIndex] = result;
			if (!('error' in result)) continue;
			if (stopOnError || result.error instanceof StoppedError) halt.abort();
		}
	};
	await Promise.all(Array.from({ length: PARALLEL_SUBMITS }, worker));
	if (halt.signal.aborted) throwFirstError(context, results, submittedNote(memory));
	return results;
}

async function submitOne<Request extends object>(
	context: IExecuteFunctions,
	client: ServiceClient,
	operation: SubmitOperation<Request>,
	memory: SubmitMemory,
	item: PreparedItem<Request>,
): Promise<SubmittedItem> {
	const { itemIndex } = item;
	if ('error' in item) return item;
	const { kind } = operation;
	const submitted = (taskIds: string[]): SubmittedItem => ({
		itemIndex,
		kind,
		taskIds,
		missing: operation.missing?.(context, item.request, taskIds),
	});
	const earlier = memory.accepted(itemIndex, item.request);
	if (earlier) return submitted(earlier);
	try {
		const taskIds = await operation.submit(client, item.request, { context, itemIndex });
		memory.accept(itemIndex, item.request, taskIds);
		return submitted(taskIds);
	} catch (error) {
		memory.failed(itemIndex, item.request, error);
		return { itemIndex, error };
	}
}

/**
 * Names the tasks that exist already, so that none is lost or paid again when a run fails.
 *
 * @param told task that the message is about; alone, it needs no second mention
 */
export function submittedNote(memory: SubmitMemory, told?: string): string | undefined {
	const all = memory.all();
	if (all.every(({ taskIds }) => taskIds.every((id) => id === told))) return undefined;
	const tasks = all.map(({ itemIndex, taskIds }) => `item ${itemIndex}: ${taskIds.join(', ')}`);
	return `Submitted already, and not submitted again by 'Retry On Fail': ${shortList(tasks)}.`;
}
