import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import {
	checkEveryOption,
	completionProperty,
	downloadResultProperty,
	onTaskFailureOption,
	onTimeLimitOption,
	outputFieldOption,
	simplifyOption,
	timeLimitOption,
} from '../fields/completion';
import { chosenOption, MOST_MINUTES, numberOption, optionValue } from '../fields/options';
import { refusal } from '../fields/request';
import type { WaitSettings } from '../tasks/watch';
import { asError } from '../util/async';

/** What the output items look like. */
export interface OutputSettings {
	onTaskFailure: 'fail' | 'output';
	simple: boolean;
	/** Output field for the first result file; undefined for none. */
	downloadField?: string;
}

/** The fields of a node's collection "Options" that say so. */
interface OutputOptions {
	onTaskFailure?: unknown;
	simple?: unknown;
	outputField?: unknown;
}

/**
 * Reads from a node's options what the output items look like.
 *
 * @param downloadResult what the field 'Download Result' holds; nothing where it is not shown
 * @throws Error that names a field with an impossible value
 */
export function outputSettings(
	{ onTaskFailure, simple, outputField }: OutputOptions,
	downloadResult: unknown,
): OutputSettings {
	const downloads = optionValue<boolean>(downloadResultProperty, downloadResult) ?? false;
	return {
		onTaskFailure: optionValue(onTaskFailureOption, onTaskFailure) ?? 'fail',
		simple: simplifies(simple),
		downloadField: downloads ? (optionValue(outputFieldOption, outputField) ?? 'data') : undefined,
	};
}

/**
 * Whether the service's own record is left out.
 *
 * @param given what the option 'Simplify' holds
 * @throws Error that names the option, when it is neither true nor false
 */
export function simplifies(given: unknown): boolean {
	return optionValue<boolean>(simplifyOption, given) ?? true;
}

export type Completion = 'wait' | 'return' | 'pause';

/**
 * Reads the choice in the field 'Completion', for all items.
 *
 * @param property what the operation offers
 * @throws NodeOperationError when an expression gives something else, or not the same for all items
 */
export function readCompletion(
	context: IExecuteFunctions,
	property = completionProperty,
): Completion {
	return readChoice(context, property);
}

/**
 * Reads a choice that holds for all items.
 *
 * @throws NodeOperationError when an expression gives none of the options, or not the same for all items
 */
export function readChoice<T = string>(context: IExecuteFunctions, property: INodeProperties): T {
	return sameForAll(context, property, (itemIndex) =>
		chosenOption<T>(property, context.getNodeParameter(property.name, itemIndex, null)),
	);
}

/**
 * Reads a field that holds for the whole run, and that an expression could set differently for each item.
 *
 * @param readOne reads it for one item; throws Error that names the field when it is impossible
 * @throws NodeOperationError when it is impossible, or not the same for all items
 */
export function sameForAll<T>(
	context: IExecuteFunctions,
	{ displayName }: INodeProperties,
	readOne: (itemIndex: number) => T,
): T {
	const readAt = (itemIndex: number): T => {
		try {
			return readOne(itemIndex);
		} catch (error) {
			throw refusal(context, itemIndex, [asError(error).message]);
		}
	};
	const first = readAt(0);
	const differing = context
		.getInputData()
		.findIndex((_, itemIndex) => itemIndex > 0 && readAt(itemIndex) !== first);
	if (differing < 0) return first;
	throw refusal(
		context,
		differing,
		[
			`'${displayName}' must be the same for all items. Use an expression that returns the same for each of them, or split the items with an If node before this one`,
		],
		'Nothing was sent to the service.',
	);
}

export interface CompletionSettings extends WaitSettings, OutputSettings {
	/** `now` checks once and returns each task as it is. */
	completion: Completion | 'now';
	onTimeLimit: 'output' | 'fail';
}

const DEFAULT_TIME_LIMIT_MINUTES = 60;

/** True for every node: these fields are read first. */
const NOTHING_DONE = 'Nothing was sent to the service. Correct the field, then run the node again.';

interface CompletionOptions extends OutputOptions {
	checkEvery?: unknown;
	timeLimit?: unknown;
	onTimeLimit?: unknown;
}

/**
 * Reads how the tasks are completed. One setting holds for the whole run, because all items are awaited
 * together; expressions of the options are read for the first item.
 *
 * @param completion the choice; without it, it is read from the node's parameter
 * @throws NodeOperationError that names an option with an impossible value
 */
export function readSettings(
	context: IExecuteFunctions,
	completion: CompletionSettings['completion'] = readCompletion(context),
	defaultTimeLimitMinutes = DEFAULT_TIME_LIMIT_MINUTES,
): CompletionSettings {
	const options = context.getNodeParameter('options', 0, {}) as CompletionOptions;
	try {
		return {
			completion,
			...timesOf(options, defaultTimeLimitMinutes),
			onTimeLimit: optionValue(onTimeLimitOption, options.onTimeLimit) ?? 'output',
			...outputSettings(options, context.getNodeParameter(downloadResultProperty.name, 0, null)),
		};
	} catch (error) {
		throw refusal(context, 0, [asError(error).message], NOTHING_DONE);
	}
}

function timesOf(
	{ checkEvery, timeLimit }: CompletionOptions,
	defaultTimeLimitMinutes: number,
): Pick<CompletionSettings, 'intervalMs' | 'timeLimitMs'> {
	const seconds = numberOption(checkEveryOption, checkEvery);
	const minutes = numberOption(timeLimitOption, timeLimit) ?? defaultTimeLimitMinutes;
	return {
		intervalMs: seconds === undefined ? undefined : seconds * 1000,
		timeLimitMs: Math.min(MOST_MINUTES, minutes) * 60_000,
	};
}
