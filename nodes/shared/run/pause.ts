import compact from 'lodash/compact';
import keyBy from 'lodash/keyBy';
import mapValues from 'lodash/mapValues';
import min from 'lodash/min';
import pick from 'lodash/pick';
import uniq from 'lodash/uniq';
import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { readCredential } from '../service/credential';
import { toNodeError } from '../service/messages';
import { countedWord } from '../tasks/kinds';
import { isFinal, type TaskKind } from '../tasks/task';
import { type StatusOf, TaskWatch, type WatchedTask } from '../tasks/watch';
import { noteResumeAddress, runIndexOf } from '../util/capabilities';
import { formatTime } from '../util/format';
import { inOneText } from '../util/text';
import { provenAddress } from './callback';
import { unreachableHost } from './callbackAddress';
import { resultsOf, tasksToWatch, unseen } from './complete';
import { hasErrorOutput, hintOfUnread, isAwaited, settledItem, warnInOutput } from './output';
import type { Run } from './prepare';
import { atTimeLimit, withFilesOf } from './resultFiles';
import type { Parked } from './resume';
import type { SubmittedItem, SubmittedTask } from './submit';
import { refuseAsTool } from './tool';

/** Whether this very run of the node has parked the execution already. */
export function isParkedHere(context: IExecuteFunctions): boolean {
	const { parked } = context.getContext('node') as { parked?: Parked };
	return parked?.runIndex === runIndexOf(context);
}

/**
 * What the editor shows on a node that pauses. n8n evaluates it without items; all it offers of the
 * pause is the resume address (since n8n 2.14), so the sentence is its fragment.
 */
export const waitingNodeTooltip =
	'={{ $execution.resumeUrl.includes("#") ? decodeURIComponent($execution.resumeUrl.split("#")[1]) : "Waiting for the tasks to finish" }}';

/**
 * Notes for the editor: "Waiting for 3 of 10 composed videos since 2026-03-01 14:05:30".
 *
 * @param open items whose tasks are in progress; those in a loop say since when
 * @param all number of items, with those that have finished
 */
export function waitingFor(
	context: IExecuteFunctions,
	open: INodeExecutionData[],
	all = open.length,
): void {
	const names = uniq(open.map(({ json }) => String(json.taskKind)));
	const count = open.length < all ? `${open.length} of ${all}` : open.length;
	const [since = new Date().toISOString()] = compact(
		open.map(({ json }) => json.waitingSince),
	).sort();
	const time = formatTime(String(since), context.getTimezone());
	const text = `Waiting for ${count} ${countedWord(names, all)} since ${time}`;
	noteResumeAddress(context, `#${encodeURIComponent(text)}`);
}

/** @throws NodeOperationError where a pause is not possible; nothing has been submitted */
export async function preparePause(
	{ context, canCheck }: Run,
	kind: TaskKind,
): Promise<Pick<Run, 'resumeAddress' | 'seal'>> {
	refuseAsTool(
		context,
		'Pause Until Finished',
		"Nothing was submitted. Choose 'Wait for Result', or 'Return Task ID' with 'Digital Human Get Task' as a second tool.",
	);
	if (!canCheck && context.getInputData().length > 1) {
		throw new NodeOperationError(
			context.getNode(),
			"'Pause Until Finished' needs a 'Person Detail Path' in the credential for several items",
			{
				description: `Nothing was submitted. Without that path, the status of a ${kind.label} cannot be checked, so the node can only pause for one at a time. Enter the path in the credential, add a 'Loop Over Items' node before this one, or choose 'Return Task ID' with a workflow in 'When Finished, Start Workflow'.`,
			},
		);
	}
	const { accessToken, baseUrl } = await readCredential(context);
	const { address, seal } = provenAddress(context, accessToken);
	const host = unreachableHost(address, baseUrl);
	if (host !== undefined) {
		warnInOutput(
			context,
			`The service calls n8n back at ${host}, which cannot be reached from the internet. If no callback arrives, the tasks are output as inProgress at the time limit. Set N8N_WEBHOOK_URL (in older n8n WEBHOOK_URL) to the public address of n8n, or choose 'Wait for Result'`,
		);
	}
	return { resumeAddress: address, seal };
}

/**
 * Parks the execution until the service calls back. n8n stores what this node outputs now: the
 * tasks of all items, which the node's webhook checks.
 *
 * @returns the items as they are now, which are the output when no task is open; undefined when the
 * node has to wait instead, because a callback goes to the execution that this one retries
 */
export async function pause(
	run: Run,
	submitted: SubmittedItem[],
): Promise<INodeExecutionData[] | undefined> {
	const { context, client, settings, memory, canCheck, seal = '' } = run;
	// A callback that arrives before the execution is parked is lost, so all tasks are checked once.
	const statusOf = canCheck ? await checkOnce(run, submitted) : unseen;
	const elsewhere = submitted.filter((item) => 'isElsewhere' in item && item.isElsewhere);
	const lost = tasksToWatch(elsewhere).filter(
		({ kind: one, taskId }) => !isFinal(statusOf(one, taskId).task),
	);
	if (lost.length > 0) warnInOutput(context, calledBackElsewhere(lost, canCheck));
	if (lost.length > 0 && canCheck) return undefined;
	const results = resultsOf(context, submitted, statusOf);
	if (results.every(({ task }) => !task || isFinal(task))) {
		const output = await withFilesOf(context, results, settings, { signal: client.signal });
		memory.forgetUnlessFailed(output);
		return output;
	}

	const items = results.map((result) => settledItem(context, result, settings));
	memory.forgetUnlessFailed(items);
	// What is stored is output at the time limit. With an error output, n8n empties what is returned.
	const atLimit = items.map((item) => atTimeLimit(item, settings));
	context.getExecuteData().data = { main: [atLimit] };
	const until = Date.now() + settings.timeLimitMs;
	const parked: Parked = {
		runIndex: runIndexOf(context),
		seal,
		until,
		settings: pick(settings, ['onTaskFailure', 'simple', 'downloadField', 'includeInput']),
		createdAfter: min(tasksToWatch(submitted).map(({ createdAfter }) => createdAfter)),
		known: mapValues(keyBy(submitted, 'itemIndex'), (one) => ({
			...pick(one as SubmittedTask, ['fileName', 'cost']),
			...(hasErrorOutput(context) && pick(context.getInputData()[one.itemIndex], 'binary')),
		})),
	};
	context.getContext('node').parked = parked;
	waitingFor(context, items.filter(isAwaited), items.length);
	await context.putExecutionToWait(new Date(until));
	return items;
}

function calledBackElsewhere(lost: WatchedTask[], canCheck: boolean): string {
	const ids = lost.map(({ taskId }) => taskId).join(', ');
	const reason = `This execution is a retry, and the service calls the original execution back for what that one submitted (task IDs: ${ids}).`;
	return canCheck
		? `${reason} The node therefore waits for the results with status checks instead of pausing`
		: `${reason} The execution may therefore be paused until 'Limit Wait Time (Minutes)'. Fetch the result with 'Digital Human Get Task'`;
}

/** Time for the check before the execution is parked: until then, n8n lets no callback in. */
const CHECK_MS = 20_000;

/** All tasks are charged by now, so a status that cannot be read is only shown. */
async function checkOnce({ context, client }: Run, submitted: SubmittedItem[]): Promise<StatusOf> {
	const tasks = tasksToWatch(submitted);
	const settings = { timeLimitMs: 0, checkLimitMs: CHECK_MS };
	const statusOf = await new TaskWatch(client, { tasks, settings, stopOnError: false }).run();
	const seen = tasks.map(({ kind, taskId }) => statusOf(kind, taskId));
	hintOfUnread(
		context,
		seen.map(({ task }) => task),
	);
	const [error] = seen.flatMap((status) => status.error ?? []);
	if (error) {
		const { message, description } = toNodeError(context.getNode(), error);
		const reason = inOneText(message, description);
		warnInOutput(context, `The tasks could not be checked before the pause. ${reason}`);
	}
	return (kind, taskId) => ({ is: 'seen', task: statusOf(kind, taskId).task });
}
