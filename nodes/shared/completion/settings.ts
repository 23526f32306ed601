import type { IExecuteFunctions } from 'n8n-workflow';

import type { WaitSettings } from '../tasks/wait';

/** What the output items look like. */
export interface OutputSettings {
	onTaskFailure: 'fail' | 'output';
	simple: boolean;
	/** Output field for the first result file; undefined where none is wanted. */
	downloadField?: string;
}

export interface CompletionSettings extends WaitSettings, OutputSettings {
	/** `look` asks once and takes each task as it is. */
	completion: 'wait' | 'return' | 'look' | 'pause';
	onTimeLimit: 'output' | 'fail';
}

const DEFAULT_TIME_LIMIT_MINUTES = 60;

interface OutputOptions {
	onTaskFailure?: 'fail' | 'output';
	simple?: boolean;
	downloadResult?: boolean;
	outputField?: string;
}

interface CompletionOptions extends OutputOptions {
	checkEvery?: number;
	timeLimit?: number;
	onTimeLimit?: 'output' | 'fail';
}

/**
 * Reads how the tasks are completed. One setting holds for the whole run, because all items are awaited
 * together; expressions are read for the first item.
 *
 * @param completion the choice; without it, it is read from the node's parameter
 */
export function readSettings(
	context: IExecuteFunctions,
	completion = context.getNodeParameter('completion', 0) as CompletionSettings['completion'],
	defaultTimeLimitMinutes = DEFAULT_TIME_LIMIT_MINUTES,
): CompletionSettings {
	const options = context.getNodeParameter('options', 0, {}) as CompletionOptions;
	const { checkEvery, timeLimit, onTimeLimit } = options;
	return {
		completion,
		intervalMs: checkEvery === undefined ? undefined : Math.max(1, Number(checkEvery)) * 1000,
		timeLimitMs: Math.max(0, Number(timeLimit ?? defaultTimeLimitMinutes)) * 60_000,
		onTimeLimit: onTimeLimit ?? 'output',
		...outputSettings(options),
	};
}

/** Reads from a node's options what the output items look like. */
export function outputSettings({
	onTaskFailure,
	simple,
	downloadResult,
	outputField,
}: OutputOptions): OutputSettings {
	return {
		onTaskFailure: onTaskFailure ?? 'fail',
		simple: simple ?? true,
		// By an expression, anything may come.
		downloadField: downloadResult ? String(outputField ?? '').trim() || 'data' : undefined,
	};
}
