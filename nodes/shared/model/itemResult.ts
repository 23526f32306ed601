import { pick, round } from 'lodash';
import type { IBinaryKeyData, INodeExecutionData } from 'n8n-workflow';

import type { KeptFields, Task } from './task';
import type { WatchedTask } from './taskStatus';

/*
 * What became of an input item, or of one of its tasks, on its way through a run.
 * It becomes an item of n8n once, in `output/`.
 *
 *   open ──────────► delivered     the service or the input item reports the end of the task, or nobody awaits it
 *     │                  │
 *     └──► failed ◄──────┘         an error of the item; a task that did not succeed; files that did not arrive
 *   passedThrough                  an item without a task, as it came
 */

/**
 * What work costs, in credits of type A, which are one of the currencies of the service (service.md 4.3 and 4.7). A
 * model may give prices of other types beside it, which 'Validate Only' shows as they are.
 */
export interface Cost {
	/** The cost of the whole work; undefined where it depends on a length that is only known at the end. */
	creditA?: number;
	/** The cost of each second of its charged length. */
	perSecond: { creditA: number };
}

/**
 * What work costs in credits of type A, with two decimals: its cost as a whole, or else that of its length.
 *
 * @param seconds its charged length, where it is known
 * @returns undefined where the cost depends on a length that is not known or could not be calculated
 */
export function creditsOf({ creditA, perSecond }: Cost, seconds?: number): number | undefined {
	const creditsOfLength = seconds === undefined ? undefined : perSecond.creditA * seconds;
	const credits = creditA ?? creditsOfLength;
	if (credits === undefined) return undefined;
	// A length that could not be calculated is NaN, and then its cost is NaN, too.
	return Number.isFinite(credits) ? round(credits, 2) : undefined;
}

/** What every result knows of its input item, whatever became of it. */
interface OfItem {
	/** Index of the input item, from 0. */
	itemIndex: number;
	/** The input item; a trigger has none. */
	input?: INodeExecutionData;
	/** The name of its result files, without extension; undefined for that of the service. */
	fileName?: string;
	/** What the task costs, where the service publishes it. */
	cost?: Cost;
}

/** An item whose task has to be asked about, or was still in progress when it was. */
export interface OpenItem extends OfItem {
	is: 'open';
	task: Task;
	/** How the task is asked about. */
	watched: WatchedTask;
	/** What is known of the task and the service does not return. */
	kept: KeptFields;
	/** Whether another execution has submitted it, which the service calls back. */
	submittedElsewhere: boolean;
}

/** An item whose task is output as it is now: it has finished, successfully or not; or nobody awaits its end. */
export interface DeliveredItem extends OfItem {
	is: 'delivered';
	task: Task;
	/** Whether the task is passed on as the input item reports it, with its files, and none is downloaded. */
	isAsInput: boolean;
	/** Its result files, or those that came with it, by output field. */
	files?: IBinaryKeyData;
}

/** An item with an error. Its task, if it has one, is not delivered. */
export interface FailedItem extends OfItem {
	is: 'failed';
	error: unknown;
	task?: Task;
	/** Whether the input item is about this very task, so that its fields stay beside the error. */
	isAsInput: boolean;
}

/** An item that is not about any task, passed on as it came. */
export interface PassedThroughItem extends OfItem {
	is: 'passedThrough';
}

/** What became of an input item or of one of its tasks; `is` says which of these it is. */
export type ItemResult = OpenItem | DeliveredItem | FailedItem | PassedThroughItem;

/** The task that a result is about; undefined where it has none. */
export function taskOf(result: ItemResult): Task | undefined {
	return result.is === 'passedThrough' ? undefined : result.task;
}

/** What every result knows of its input item, without the rest of a result. */
function ofItem(known: OfItem): OfItem {
	return pick(known, 'itemIndex', 'input', 'fileName', 'cost');
}

/**
 * The result of an item whose task is output as it is now, without its files.
 *
 * @param known the result of the item before; or what is known of the item, where it had no result
 */
export function deliveredItem(known: OfItem, task: Task): DeliveredItem {
	return { is: 'delivered', ...ofItem(known), task, isAsInput: false };
}

/**
 * The result of an item that fails. It keeps the task that the item had, if any.
 *
 * @param result the result of the item before; or what is known of the item, where it had no result
 */
export function failedItem(result: ItemResult | OfItem, error: unknown): FailedItem {
	const failed: FailedItem = { is: 'failed', ...ofItem(result), error, isAsInput: false };
	// Only results have the field `is`.
	const hadResult = 'is' in result;
	if (!hadResult) return failed;
	return { ...failed, task: taskOf(result), isAsInput: isAboutInput(result) };
}

/**
 * Whether a result is about the very task that the input item reports. Only delivered and failed items say so; false
 * for any other.
 */
export function isAboutInput(result: ItemResult): boolean {
	return 'isAsInput' in result && result.isAsInput;
}
