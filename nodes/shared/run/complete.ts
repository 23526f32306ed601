import compact from 'lodash/compact';
import keyBy from 'lodash/keyBy';
import mapValues from 'lodash/mapValues';
import min from 'lodash/min';
import pick from 'lodash/pick';
import uniq from 'lodash/uniq';
import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import type { ServiceClient } from '../service/client';
import { readCredential } from '../service/credential';
import { explain, toNodeError } from '../service/messages';
import { kinds, countedWord } from '../tasks/kinds';
import {
	isFailure,
	isFinal,
	isUnread,
	submittedTask,
	type Task,
	taskKey,
	type TaskKind,
} from '../tasks/task';
import { type StatusOf, type TaskStatus, TaskWatch, type WatchedTask } from '../tasks/watch';
import { noteResumeAddress, runIndexOf } from '../util/capabilities';
import { formatTime } from '../util/format';
import { formatValue, inOneText } from '../util/text';
import { provenAddress } from './callback';
import { unreachableHost } from './callbackAddress';
import type { CompletionSettings } from './options';
import {
	hintOfFailures,
	hintOfTimeLimit,
	hintOfUnread,
	type Result,
	runError,
	taskError,
	unreadFilesError,
	unreadLog,
	withCredits,
	hasErrorOutput,
	isAwaited,
	settledItem,
	warnInOutput,
	refuseAsTool,
} from './output';
import type { Run } from './prepare';
import { withResultFiles, atTimeLimit, withFilesOf } from './resultFiles';
import type { Parked } from './resume';
import type { SubmittedItem, SubmittedTask } from './submit';

/**
 * Completes the tasks of all items: at once, or when they have finished or the time is up.
 *
 * @param items may hold tasks of several kinds
 * @param note added to an error that ends the run: the other tasks that were submitted
 * @returns what became of them, in the order of the input items
 * @throws NodeOperationError when an item fails and the workflow is to stop on errors
 */
export async function complete(
	context: IExecuteFunctions,
	client: ServiceClient,
	items: SubmittedItem[],
	settings: CompletionSettings,
	note: (mentioned?: Task) => string | undefined = () => undefined,
): Promise<Result[]> {
	const stopOnError = !context.continueOnFail();
	const fail = (failed: Result): Result => {
		const { error, itemIndex, task } = failed;
		if (stopOnError) throw runError(context, error, itemIndex, note(task));
		return failed;
	};
	const judge = (result: Result): Result => {
		const { task, error, itemIndex } = result;
		if (error !== undefined) return fail(result);
		if (!task || !failsItem(task, settings)) return result;
		return fail({ ...result, error: taskError(context, task, itemIndex) });
	};

	// Before anything is awaited: an error that ends the run names the tasks that are charged.
	for (const item of items) resultsBefore(context, item).forEach(judge);
	const itemOf = new Map<string, number>();
	for (const { kind, taskId, itemIndex } of tasksToWatch(items)) {
		itemOf.set(taskKey({ taskKind: kind.name, taskId }), itemIndex);
		// Of a task whose kind nobody names, the service says it.
		itemOf.set(taskId, itemIndex);
	}
	/** The error of a failed task ends the run at once, without waiting for the others. */
	const onFinal = (tasks: Task[]) => {
		for (const task of stopOnError ? tasks : []) {
			judge({ itemIndex: itemOf.get(taskKey(task)) ?? itemOf.get(task.taskId) ?? 0, task });
		}
	};
	const statusOf = await watchItems(context, client, items, settings, onFinal, note);
	hintOfUnread(
		context,
		tasksToWatch(items).map(({ kind, taskId }) => statusOf(kind, taskId).task),
	);
	const timedOut = settings.completion === 'wait';
	const results = resultsOf(context, items, statusOf).map((result) => {
		const { task, error } = result;
		const isOpen = task !== undefined && error === undefined && !isFinal(task);
		return judge(isOpen && timedOut ? { ...result, task: { ...task, timedOut } } : result);
	});
	hintOfTimeLimit(context, results, settings.timeLimitMs);
	const completed = await withResultFiles(context, results, {
		downloadField: settings.downloadField,
		signal: client.signal,
		connect: async () => client,
		fail,
	});
	hintOfFailures(context, completed);
	return completed;
}

/** What is known of an item without checking its tasks. */
function resultsBefore(context: IExecuteFunctions, item: SubmittedItem): Result[] {
	const { itemIndex } = item;
	const result = { itemIndex, input: context.getInputData()[itemIndex] };
	if ('error' in item) {
		const { error, passesOn } = item;
		return [item.isEarlier ? result : { ...result, error, passesOn }];
	}
	const { finalTask: task, missing = [] } = item;
	if (task) return [{ ...result, task, binary: result.input?.binary, passesOn: true }];
	return missing.map((sentence) => ({ ...result, error: new Error(sentence) }));
}

/** What is known of all items, in their order. */
export function resultsOf(
	context: IExecuteFunctions,
	items: SubmittedItem[],
	statusOf: StatusOf,
): Result[] {
	return items.flatMap((item) => [
		...tasksToWatch([item]).map(({ kind, taskId }) =>
			checkedResult(context, item as SubmittedTask, statusOf(kind, taskId)),
		),
		...resultsBefore(context, item),
	]);
}

/** A task that was checked, as the service shows it, or else as its item reports its end. */
function checkedResult(
	context: IExecuteFunctions,
	{ itemIndex, kept, reported, fileName, cost }: SubmittedTask,
	status: TaskStatus,
): Result & { task: Task } {
	const isSeen = status.error === undefined && !isUnread(status.task);
	const seen = { ...status.task, ...kept?.(status.task.taskId) };
	const task = reported && !isSeen ? reported : withCredits(seen, cost);
	const result = { itemIndex, input: context.getInputData()[itemIndex], task, fileName };
	if (status.error !== undefined) return { ...result, error: status.error };
	if (reported && !isSeen) return { ...result, error: unreadFilesError(context, status.task) };
	if (status.is !== 'unknown') return result;
	return { ...result, error: unknownTask(context, status, itemIndex) };
}

async function watchItems(
	context: IExecuteFunctions,
	client: ServiceClient,
	items: SubmittedItem[],
	settings: CompletionSettings,
	onFinal: (tasks: Task[]) => void,
	note: () => string | undefined,
): Promise<StatusOf> {
	const { completion } = settings;
	if (completion === 'return') return unseen;
	try {
		return await new TaskWatch(client, {
			tasks: tasksToWatch(items),
			settings: completion === 'now' ? { ...settings, ...ONE_CHECK } : settings,
			stopOnError: !context.continueOnFail(),
			onFinal,
			onRound: (finished, all) => context.logger.info(`${finished} of ${all} tasks are finished`),
			onUnread: (tasks, reason) => context.logger.warn(unreadLog(tasks, reason)),
		}).run();
	} catch (error) {
		// The error of an item has its note already.
		const added = error instanceof NodeOperationError ? undefined : note();
		throw toNodeError(context.getNode(), error, undefined, added);
	}
}

/** Of tasks that are not checked. */
const unseen: StatusOf = ({ name }, taskId) => ({
	is: 'seen',
	task: submittedTask(name, taskId),
});

const ONE_CHECK = { timeLimitMs: 0, mustAnswer: true };

/** The tasks whose status has to be checked. */
export function tasksToWatch(
	items: SubmittedItem[],
): Array<WatchedTask & Pick<SubmittedItem, 'itemIndex'>> {
	return items.flatMap((item) => {
		if ('error' in item || item.finalTask) return [];
		const { itemIndex, kind, taskIds, reported, before } = item;
		const isReported = reported !== undefined;
		return taskIds.map((taskId) => ({ ...before, itemIndex, kind, taskId, isReported }));
	});
}

function failsItem(task: Task, { onTaskFailure, onTimeLimit }: CompletionSettings): boolean {
	if (task.timedOut) return onTimeLimit === 'fail';
	return isFailure(task) && onTaskFailure === 'fail';
}

/** The error of an item whose task the service does not have, with its words, if it had any. */
function unknownTask(
	context: IExecuteFunctions,
	{ task: { taskKind, taskId }, denial }: TaskStatus,
	itemIndex: number,
): NodeOperationError {
	const { label = 'task' } = kinds[taskKind] ?? {};
	const check =
		"Check 'Task ID' and 'Task Kind', and that the credential belongs to the application that created the task.";
	return new NodeOperationError(
		context.getNode(),
		`The service has no ${label} with the ID '${formatValue(taskId)}'`,
		{
			description: [check, denial && explain(denial).description].filter(Boolean).join(' '),
			itemIndex,
		},
	);
}

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
