import omit from 'lodash/omit';
import type { IExecuteFunctions } from 'n8n-workflow';

import { ServiceError, unclearFailure } from '../service/failure';
import { taskId } from '../service/schemas';
import type { KeptFields, Task, TaskKind } from '../tasks/task';
import type { WatchedTask } from '../tasks/watch';
import { CancelledError, mapConcurrent } from '../util/async';
import { inLog } from '../util/text';
import type { SubmitMemory } from './memory';
import { type Cost, warnInOutput } from './output';
import {
	bodyOf,
	type BodyRequest,
	LOOK_UPS_AT_ONCE,
	lookUpItem,
	othersNote,
	prepareAll,
	type PreparedItem,
	prepareItem,
	type Run,
	shortList,
	type SubmitOperation,
	throwFirstError,
} from './prepare';

/** The beginning of the line for each accepted task, by which it is found in n8n's log. */
const ACCEPTED = 'Digital Human task accepted';

/**
 * Writes a line for each task that was accepted, or that may exist after an error: n8n stores nothing
 * of a node that is stopped or dies.
 */
export function logSubmit(
	context: IExecuteFunctions,
	itemIndex: number,
	kind: TaskKind,
	{ taskIds = [], error }: { taskIds?: readonly string[]; error?: unknown },
): void {
	const node = inLog(context.getNode().name);
	const item = `node=${node} item=${itemIndex} kind=${kind.name}`;
	const execution = `execution=${context.getExecutionId()}`;
	for (const id of taskIds) {
		const task = /^[\w.:-]+$/.test(id) ? id : inLog(id);
		context.logger.info(`${ACCEPTED}: ${item} task=${task} ${execution}`);
	}
	const failure = error === undefined ? undefined : unclearFailure(error);
	if (!failure) return;
	const reason = inLog(failure.detail);
	context.logger.warn(`Digital Human task may exist: ${item} ${execution} reason=${reason}`);
}

/** What became of one input item. */
export type SubmittedItem = SubmittedTask | FailedItem;

interface FailedItem {
	itemIndex: number;
	error: unknown;
	/** Whether the task that its input item reports is its own. */
	passesOn?: boolean;
	/** Whether it came with the error, which is passed on. */
	isEarlier?: boolean;
}

export interface SubmittedTask {
	itemIndex: number;
	kind: TaskKind;
	taskIds: string[];
	/** Whether another execution has submitted them, which the service calls back. */
	isElsewhere?: boolean;
	/** The one task, when it was final before and need not be looked up. */
	finalTask?: Task;
	/** The one task as its item reports it, when it is looked up only for its files. */
	reported?: Task;
	/** What is known of the tasks before they are checked. */
	before?: Omit<WatchedTask, 'kind' | 'taskId' | 'isReported'>;
	/** What is known of a task that the service does not return. */
	kept?: (taskId: string) => KeptFields;
	/** What each of them costs, where the service publishes it. */
	cost?: Cost;
	/** The name of its result files, without extension; undefined for that of the service. */
	fileName?: string;
	/** A sentence for each task that was asked for and that the service did not begin. */
	missing?: string[];
}

/** A request, and what became of its submit. */
type Remembered<Request> = PreparedItem<{
	request: Request;
	memory: ReturnType<SubmitMemory['of']>;
}>;

/** By how much the clocks of n8n and of the service may differ. */
const CLOCK_DIFFERENCE_SECONDS = 3600;

/** Submits under way at once; the limits of the service are kept by the pacing. */
const PARALLEL_SUBMITS = 10;

/**
 * Submits all items: checks all, looks up what has to be known, then sends them. With stop on
 * error, nothing is sent when one is wrong, and nothing further when one fails.
 *
 * @returns what became of each input item
 * @throws NodeOperationError naming the item, and all tasks that were submitted before it
 */
export async function submitAll<Request extends BodyRequest>(
	run: Run,
	operation: SubmitOperation<Request>,
): Promise<SubmittedItem[]> {
	const { context, memory, stopOnError } = run;
	const prepared = await prepareAll(context, (itemIndex) => {
		const request = prepareItem(run, operation, itemIndex);
		// The name of the files is not sent.
		const ofItem = memory.of(itemIndex, omit(request, ['fileName', 'hint', 'source']));
		if (ofItem.unclear) throw ofItem.unclear;
		return { request, memory: ofItem };
	});
	const requireAll = (items: Array<Remembered<Request>>) => {
		if (stopOnError) throwFirstError(context, items, submittedNote(memory) ?? othersNote(items));
	};
	requireAll(prepared);
	const hasBegun = memory.begin();
	const resumed =
		context.getMode() === 'retry'
			? await resumeSubmits(run, operation, prepared, hasBegun)
			: prepared;
	requireAll(resumed);

	const results: SubmittedItem[] = [];
	const halt = new AbortController();
	const submitting = { ...run, client: run.client.until(halt.signal) };
	const lookUp = async (item: Remembered<Request>): Promise<Remembered<Request>> => {
		if ('error' in item || item.request.memory.accepted) return item;
		const { itemIndex, request: remembered } = item;
		const submitItem = { context, itemIndex };
		try {
			const request = await lookUpItem(submitting, operation, remembered.request, submitItem);
			return { itemIndex, request: { ...remembered, request } };
		} catch (error) {
			// The service would hardly tell more of the others.
			if (stopOnError && error instanceof ServiceError) halt.abort();
			return { itemIndex, error };
		}
	};
	const ready = await mapConcurrent(resumed, lookUp, {
		concurrency: LOOK_UPS_AT_ONCE,
		haltOnError: halt,
	});
	requireAll(ready);
	const submitNext = async (item: Remembered<Request>) => {
		const result = await submitOne(submitting, operation, item);
		results[item.itemIndex] = result;
		if (!('error' in result)) return;
		if (stopOnError || result.error instanceof CancelledError) halt.abort();
	};
	await mapConcurrent(ready, submitNext, { concurrency: PARALLEL_SUBMITS, haltOnError: halt });
	if (halt.signal.aborted) throwFirstError(context, results, submittedNote(memory));
	// Before a wait; else the node ends now.
	if (run.settings.completion !== 'return') await memory.journal.flush();
	return results;
}

async function submitOne<Request extends BodyRequest>(
	run: Run,
	operation: SubmitOperation<Request>,
	item: Remembered<Request>,
): Promise<SubmittedItem> {
	const { itemIndex } = item;
	if ('error' in item) return item;
	const { context } = run;
	const { kind } = operation;
	const { request, memory } = item.request;
	const submitted = (taskIds: string[]): SubmittedTask => ({
		itemIndex,
		kind,
		taskIds,
		kept: operation.kept?.(context, request),
		cost: operation.costOf?.(request.body),
		fileName: request.fileName,
		missing: operation.missing?.(context, request, taskIds),
	});
	if (memory.accepted) {
		return { ...submitted(memory.accepted), isElsewhere: memory.acceptedElsewhere };
	}
	try {
		const submitItem = { context, itemIndex };
		const body = await bodyOf(run, request, submitItem);
		const createdAfter = Date.now() / 1000 - CLOCK_DIFFERENCE_SECONDS;
		const noting = run.client.before(async () => await memory.begin());
		const taskIds = operation.create
			? await operation.create(noting, body, submitItem)
			: [await noting.call(operation.endpoint, { body }, taskId)];
		logSubmit(context, itemIndex, kind, { taskIds });
		memory.accept(taskIds);
		return { ...submitted(taskIds), before: { createdAfter } };
	} catch (error) {
		logSubmit(context, itemIndex, kind, { error });
		memory.failed(error);
		return { itemIndex, error };
	}
}

/**
 * Finds the tasks that the original execution has submitted before it was stopped or died.
 *
 * @returns the items; one that may have been submitted, and whose task is not found, has an error
 */
async function resumeSubmits<Request extends BodyRequest>(
	{ context, client, memory }: Run,
	{ kind, endpoint }: SubmitOperation<Request>,
	items: Array<Remembered<Request>>,
	isKnown: boolean,
): Promise<Array<Remembered<Request>>> {
	const keys = items.flatMap((item) =>
		'error' in item || item.request.memory.accepted ? [] : [item.request.memory.key],
	);
	const left = await memory.journal.resume(client, kind.list, keys);
	const count = keys.length - left.size;
	if (count > 0 && !isKnown) warnOfRetry(context, count);
	const unclear = new ServiceError({
		operation: endpoint,
		cause: 'noResponse',
		detail: 'The original execution ended before n8n had recorded the response',
	});
	return items.map((item) => {
		if ('error' in item) return item;
		const { itemIndex, request } = item;
		const found = left.get(request.memory.key);
		if (!found) return item;
		if (found.taskId !== undefined) {
			request.memory.acceptElsewhere(found.taskId);
			return item;
		}
		const { error = unclear } = found;
		logSubmit(context, itemIndex, kind, { error });
		request.memory.failed(error);
		return { itemIndex, error };
	});
}

/** Where n8n has lost its record, a retry by hand submits again what exists. */
function warnOfRetry(context: IExecuteFunctions, count: number): void {
	const items = count === 1 ? 'one item' : `${count} items`;
	warnInOutput(
		context,
		`This execution is a retry. n8n has no record that the original execution submitted ${items}, so the node submits them. To be sure, search n8n's log for '${ACCEPTED}': it has a line for each task, and 'Digital Human Get Task' can fetch their results`,
	);
}

/**
 * Names the tasks that exist already, so that none is lost or paid again when a run fails.
 *
 * @param mentioned task that the message is about; alone, it needs no second mention
 */
export function submittedNote(memory: SubmitMemory, mentioned?: string): string | undefined {
	const all = memory.all();
	if (all.every(({ taskIds }) => taskIds.every((id) => id === mentioned))) return undefined;
	const tasks = all.map(({ itemIndex, taskIds }) => `item ${itemIndex + 1}: ${taskIds.join(', ')}`);
	return `Already submitted; 'Retry On Fail' will not resubmit: ${shortList(tasks)}.`;
}
