import { keyBy, mapValues, min, pick } from 'lodash';
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
import { hintOfTasks, warnInOutput } from '../output/outputHints';
import { settledItem } from '../output/outputItem';
import type { CompletionSettings } from '../output/settings';
import { refuseAsTool } from '../output/tools';
import { errorText, PackError } from '../util/errors';
import { ask } from './complete';
import { completionMessages } from './completionMessages';
import { keepPauseState, PAUSE_STATE_VERSION } from './pauseState';
import { refuseInEvaluation } from './evaluations';
import { atTimeLimit, settledItems } from './delivery';
import type { Submitted } from './submittedNote';

/*
 * Pauses the execution until the service calls back (`resume.ts`), or until the time limit, at which n8n passes on the items
 * that are stored here.
 */

/** What a node that pauses gives the service, and recognizes the service by. */
export interface Pause {
	/** The address that the service calls, which nobody else knows. */
	resumeAddress: string;
	/** The hash of the proof in it, which is stored in the execution. */
	proofHash: string;
}

/** One run of a node that submits work, as far as its completion needs it. */
export interface PausableRun extends Partial<Callbacks>, Partial<Pause> {
	context: IExecuteFunctions;
	client: ServiceClient;
	settings: CompletionSettings & { violations: Violation[] };
	memory: Submitted;
	/** Whether the service can be asked about the tasks. */
	canCheck: boolean;
}

/** @throws PackError where a pause is not possible; nothing has been submitted */
export async function preparePause(
	context: IExecuteFunctions,
	kind: TaskKind,
	canCheck: boolean,
): Promise<Pause> {
	refuseAsTool(context, 'Pause Until Finished', completionMessages.pauseAsTool);
	refuseInEvaluation(context, "'Pause Until Finished'", completionMessages.waitInEvaluation);
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
 * Parks the execution until the service calls back. n8n stores what this node outputs now: the
 * tasks of all items, which the node's webhook checks.
 *
 * @returns the items as they are now, which are the output when no task is open; undefined when the
 * node has to wait instead, because a callback goes to the execution that this one retries
 */
export async function pause(
	run: PausableRun,
	submitted: ItemResult[],
): Promise<INodeExecutionData[] | undefined> {
	const { context, settings, canCheck } = run;
	// A callback that arrives before the execution is parked is lost, so all tasks are checked once.
	const results = canCheck ? await checkOnce(run, submitted) : submitted;
	hintOfTasks(context, results, settings.timeLimitMs);
	const open = results.filter(isOpen);
	const lost = open.filter(({ isElsewhere }) => isElsewhere);
	if (lost.length > 0) {
		const ids = lost.map(({ task }) => task.taskId).join(', ');
		const { waitsForRetriedTasks, mayPauseToTheLimit } = completionMessages;
		warnInOutput(context, canCheck ? waitsForRetriedTasks(ids) : mayPauseToTheLimit(ids));
		if (canCheck) return undefined;
	}
	return open.length > 0
		? await park(run, results)
		: await settledItems(context, results, settings);
}

function isOpen(result: ItemResult): result is OpenItem {
	return result.is === 'open';
}

async function park(run: PausableRun, results: ItemResult[]): Promise<INodeExecutionData[]> {
	const { context, settings, proofHash = '' } = run;
	const items = results.map((result) => settledItem(context, result, settings));
	// What is stored is output at the time limit.
	storeAsInput(
		context,
		items.map((item) => atTimeLimit(item, settings)),
	);
	separateFromOtherBranches(context);
	const until = Date.now() + settings.timeLimitMs;
	keepPauseState(context, {
		version: PAUSE_STATE_VERSION,
		runIndex: runIndexOf(context),
		proofHash,
		until,
		settings: pick(settings, ['onTaskFailure', 'simple', 'downloadField', 'includeInput']),
		submittedAt: min(results.filter(isOpen).map(({ watched }) => watched.submittedAt)),
		known: mapValues(keyBy(results, 'itemIndex'), ({ fileName, cost, input }) => ({
			fileName,
			cost,
			// The files of the input belong to an item that fails.
			binary: hasErrorOutput(context) ? input?.binary : undefined,
		})),
	});
	await context.putExecutionToWait(new Date(until));
	return items;
}

/** Time for the check before the execution is parked: until then, n8n lets no callback in. */
const CHECK_MS = 20_000;

/** All tasks are charged by now, so a status that cannot be read is only shown. */
async function checkOnce(run: PausableRun, submitted: ItemResult[]): Promise<ItemResult[]> {
	const { context, client } = run;
	const checked = await ask({ ...run, client: client.with({ withinMs: CHECK_MS }) }, submitted);
	const reasons: unknown[] = [];
	const results = checked.map((result, index) => {
		const before = submitted[index];
		if (result.is !== 'failed' || before?.is !== 'open') return result;
		reasons.push(result.error);
		return { ...before, task: result.task ?? before.task };
	});
	if (reasons.length > 0) {
		const reason = errorText(reasons[0]);
		warnInOutput(context, completionMessages.notCheckedBeforePause(reason));
	}
	return results;
}
