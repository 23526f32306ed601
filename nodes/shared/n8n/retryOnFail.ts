import { clamp } from 'lodash';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { keepInExecution, keptInExecution } from './nodeContext';
import { isToolExecution, runIndexOf } from './runs';

/*
 * When n8n tries the run of a node again with "Retry On Fail". Read in 1.123.81, 2.4.8, 2.14.2 and 2.41.3, where it is
 * the same: after a try that throws, and after one whose first item at the first output has an `error`, also where
 * errors continue. What that try has output is dropped then, and so is its error. There are two to five tries, three if
 * the user has not set how many.
 */

/** The tries of the last run of the node, as its context keeps them. */
interface CountedTries {
	executionId: string;
	/** The run, by n8n's `$runIndex`. */
	runIndex: number;
	count: number;
}

/** The name under which the context of the node keeps them. */
const NAME = 'countedTries';

/**
 * Counts the present try of the run, and says how many tries may follow. To be called once in each try, before
 * anything can fail. None follows without "Retry On Fail", nor for a tool: its tries cannot be counted, because n8n may
 * count all its calls as one run.
 */
export function countTriesLeft(context: IExecuteFunctions): number {
	const { retryOnFail, maxTries } = context.getNode();
	if (!retryOnFail || isToolExecution(context)) return 0;
	const executionId = context.getExecutionId();
	const runIndex = runIndexOf(context);
	const last = keptInExecution(context, NAME) as CountedTries | undefined;
	// After a retry by hand, the context still has the tries of the execution before it.
	const isSameRun = last?.executionId === executionId && last.runIndex === runIndex;
	const count = isSameRun ? last.count + 1 : 1;
	keepInExecution(context, NAME, { executionId, runIndex, count } satisfies CountedTries);
	return clamp(maxTries || 3, 2, 5) - count;
}

/**
 * Whether n8n takes a try for failed, so that it drops what this one has output and makes a further try, if any is
 * left.
 *
 * @param items those at the first output; undefined where the node throws
 */
export function countsAsFailed(items: readonly INodeExecutionData[] | undefined): boolean {
	return items === undefined || items[0]?.json.error !== undefined;
}
