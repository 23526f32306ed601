import type { IExecuteFunctions } from 'n8n-workflow';

import { MOST_MINUTES, numberOption } from '../fields/numberOption';
import { optionValue } from '../fields/optionValue';
import { refusal } from '../fields/request';
import { asError } from '../util/errors';
import type { WaitSettings } from '../tasks/wait';
import { readCompletion, type Completion } from './choice';
import { outputSettings, type OutputOptions, type OutputSettings } from '../output/settings';
import {
	checkEveryOption,
	downloadResultProperty,
	onTimeLimitOption,
	timeLimitOption,
} from '../output/completionProperties';

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
