import { min, pick, uniqBy } from 'lodash';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Violation } from '../fields/violations';
import type { ServiceClient } from '../api/client';
import { readCredential } from '../api/credential';
import { provenAddress, unreachableHost } from '../callbacks/address';
import type { Callbacks } from '../callbacks/callbackFields';
import type { ItemResult, OpenItem } from '../model/itemResult';
import type { TaskKind } from '../model/taskKind';
import { runIndexOf } from '../n8n/runs';
import { separateFromOtherBranches, storeAsInput } from '../n8n/engineState';
import { hasErrorOutput } from '../output/errorOutput';
import { showTaskHints, warnInOutput } from '../output/outputHints';
import { settledItem } from '../output/outputItem';
import type { CompletionSettings } from '../output/settings';
import { errorText, PackError } from '../util/errors';
import { checkTasks } from './checkTasks';
import { completionMessages } from './completionMessages';
import type { EarlierTries } from './earlierTries';
import { keepPauseState, PAUSE_STATE_VERSION, type PauseState } from './pauseState';
import { refusePause } from './refusePause';
import { deliverItems, itemAtTimeLimit } from './delivery';
import type { TaskMemory } from './taskMemory';

/*
 * Pauses the execution until the service calls back (`resume.ts`), or until the time limit. n8n stores what is the
 * input of the node when it pauses, and outputs that at the time limit.
 */

/** The address that a node that pauses gives the service, and what recognizes the service's calls. */
interface Pause {
	/** The address that the service calls, with a secret that nobody else knows. */
	resumeAddress: string;
	/** The hash of that secret, which is stored in the execution. */
	proofHash: string;
}

/**
 * One run of a node that submits work, as far as its completion needs it. It has the fields of `Pause` only where the
 * node may pause.
 */
export interface PausableRun extends Partial<Callbacks>, Partial<Pause> {
	context: IExecuteFunctions;
	client: ServiceClient;
	/** How the tasks are completed, and what is wrong in the fields for that: each item names it among its own faults. */
	settings: CompletionSettings & { violations: Violation[] };
	memory: TaskMemory;
	/** What earlier tries of the run have left; undefined for a tool. */
	tries?: EarlierTries;
	/** Whether the service can be asked about the tasks; true where they are not awaited, so that nobody asks. */
	canCheck: boolean;
}

/**
 * Prepares a pause before anything is submitted, and warns where the service can probably not call n8n back.
 *
 * @param canCheck whether the service can be asked about the tasks
 * @throws PackError where a pause is not possible, or the credential cannot be read
 */
export async function preparePause(
	context: IExecuteFunctions,
	kind: TaskKind,
	canCheck: boolean,
): Promise<Pause> {
	const { pauseAsTool: inTool, waitInEvaluation: inEvaluation } = completionMessages;
	refusePause(context, 'Pause Until Finished', { inTool, inEvaluation });
	// Without checks, only the callback of a task tells its end, and one callback cannot tell that of several tasks.
	if (!canCheck && context.getInputData().length > 1) {
		throw new PackError(completionMessages.pausesForOneWithoutPath(kind.label));
	}
	const { accessToken, baseUrl } = await readCredential(context);
	const pause = provenAddress(context, accessToken);
	const host = unreachableHost(pause.resumeAddress, baseUrl);
	if (host !== undefined) warnInOutput(context, completionMessages.unreachable(host));
	return pause;
}

/**
 * Pauses the execution until the service calls back, if a task is open.
 *
 * @returns the items as they are now. When no task is open, they are the output of the node; else n8n only shows them
 *   during the pause. Undefined when the node has to wait instead: because an open task was submitted by another
 *   execution, which the service calls back; or because an input item has several tasks
 * @throws NodeOperationError or CancelledError when the execution is stopped
 */
export async function pauseIfPossible(
	run: PausableRun,
	submitted: ItemResult[],
): Promise<INodeExecutionData[] | undefined> {
	const { context, settings, canCheck } = run;
	// n8n pairs the items with which it continues the execution with the input items at the same positions (seen in
	// 1.123.81 and 2.41.3). Those of an item with several tasks would get those of other items.
	const hasSeveralOfItem = uniqBy(submitted, 'itemIndex').length < submitted.length;
	if (hasSeveralOfItem) {
		if (submitted.some(isOpen)) warnInOutput(context, completionMessages.waitsForSeveralOfItem);
		return undefined;
	}
	// A callback that arrives before the execution has paused is lost. So all tasks are checked once now, in case one has
	// finished already.
	const results = canCheck ? await checkBeforePause(run, submitted) : submitted;
	showTaskHints(context, results, settings.timeLimitMs);
	const open = results.filter(isOpen);
	// Open tasks that another execution has submitted: the original of this retry, or one that was cut off. The service
	// calls back that execution.
	const ofOthers = open.filter(({ submittedElsewhere }) => submittedElsewhere);
	if (ofOthers.length > 0) {
		const ids = ofOthers.map(({ task }) => task.taskId).join(', ');
		if (canCheck) {
			warnInOutput(context, completionMessages.waitsForRetriedTasks(ids));
			return undefined;
		}
		// Tasks that cannot be checked cannot be awaited either, so the execution pauses for them all the same.
		warnInOutput(context, completionMessages.mayPauseToTheLimit(ids));
	}
	if (open.length === 0) return await deliverItems(context, results, settings);
	return await pauseExecution(run, results);
}

/** Whether the task of a result has not finished. */
function isOpen(result: ItemResult): result is OpenItem {
	return result.is === 'open';
}

/**
 * Stores what the webhook of the node needs and what n8n outputs at the time limit, and lets n8n pause the execution.
 *
 * @returns the items as they are now: n8n shows them during the pause, and drops them when it resumes the execution
 */
async function pauseExecution(
	run: PausableRun,
	results: ItemResult[],
): Promise<INodeExecutionData[]> {
	// A run that may pause has a `proofHash`; an empty one would let no call in.
	const { context, settings, proofHash = '' } = run;
	const items = results.map((result) => settledItem(context, result, settings));
	// In the place of the input, n8n stores these items, and outputs them if no callback has resumed the execution.
	const atTimeLimit = items.map((item) => itemAtTimeLimit(item, settings));
	storeAsInput(context, atTimeLimit);
	// Without this, n8n would not run the node in another branch that leads to it.
	separateFromOtherBranches(context);
	const until = Date.now() + settings.timeLimitMs;
	keepPauseState(context, {
		version: PAUSE_STATE_VERSION,
		runIndex: runIndexOf(context),
		proofHash,
		until,
		settings: pick(settings, ['onTaskFailure', 'simple', 'downloadField', 'includeInput']),
		// The time of the first submit; undefined where none is known. `min` passes over tasks without one.
		submittedAt: min(results.filter(isOpen).map(({ watched }) => watched.submittedAt)),
		known: knownOfItems(results, hasErrorOutput(context)),
	});
	await context.putExecutionToWait(new Date(until));
	return items;
}

/**
 * What is known of the results and does not stand in their items, by the position of the stored item,
 * from 0.
 *
 * @param withFiles whether the files of the input items are kept: an item in the error output is output with them, and
 *   a stored item does not have them
 */
function knownOfItems(results: ItemResult[], withFiles: boolean): PauseState['known'] {
	const entries = results.map(({ fileName, cost, input }, position) => {
		const binary = withFiles ? input?.binary : undefined;
		return [position, { fileName, cost, binary }] as const;
	});
	return Object.fromEntries(entries);
}

/**
 * Longest time for the check before the pause, in milliseconds: until the
 * execution has paused, n8n lets no callback in.
 */
const CHECK_MS = 20_000;

/**
 * Checks all tasks once. A task whose check fails stays open, because it exists and is charged; a warning says why
 * the first of these checks failed.
 *
 * @returns the results, in the same order, with their tasks as they are now
 * @throws NodeOperationError when the execution is stopped
 */
async function checkBeforePause(run: PausableRun, submitted: ItemResult[]): Promise<ItemResult[]> {
	const client = run.client.with({ withinMs: CHECK_MS });
	// The results have the order of `submitted`.
	const checked = await checkTasks({ ...run, client }, submitted);
	const results: ItemResult[] = [];
	const errors: unknown[] = [];
	for (const [index, result] of checked.entries()) {
		const before = submitted[index];
		// Only an open item was checked; any other may have failed before. A task that has failed at the service is no
		// failed check: its item is 'delivered'.
		const isCheckFailed = result.is === 'failed' && before?.is === 'open';
		if (!isCheckFailed) {
			results.push(result);
			continue;
		}
		errors.push(result.error);
		// The item as it was, but with what the check has shown of its task before it failed.
		results.push({ ...before, task: result.task ?? before.task });
	}
	if (errors.length > 0) {
		const reason = errorText(errors[0]);
		warnInOutput(run.context, completionMessages.notCheckedBeforePause(reason));
	}
	return results;
}
