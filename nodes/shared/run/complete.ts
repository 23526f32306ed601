import { compact, keyBy, mapValues, min, pick, uniq } from 'lodash';
import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import { readCredential } from '../service/credential';
import { explain, toNodeError } from '../service/messages';
import { kinds, countedWord } from '../tasks/kinds';
import { isFailure, isFinal, isUnread, type Task, type TaskKind } from '../tasks/task';
import {
	type StatusOf,
	type TaskStatus,
	TaskWatch,
	type Watch,
	type WatchedTask,
} from '../tasks/watch';
import { noteResumeAddress, runIndexOf } from '../util/capabilities';
import { formatTime } from '../util/format';
import { formatValue, inOneText } from '../util/text';
import { provenAddress } from './callback';
import { unreachableHost } from './callbackAddress';
import type { CompletionSettings } from './options';
import {
	hintOfFailures,
	hintOfTasks,
	type Result,
	runError,
	taskError,
	unreadFilesError,
	withCredits,
	hasErrorOutput,
	isAwaited,
	settledItem,
	warnInOutput,
	refuseAsTool,
} from './output';
import { withResultFiles, atTimeLimit, settledItems } from './resultFiles';
import type { PauseState } from './resume';
import type { Run } from './submit';

/** What completing tasks takes of a run; without a memory, the tasks were submitted before. */
type Completing = Pick<Run, 'context' | 'client'> & {
	settings: CompletionSettings;
	memory?: Run['memory'];
};

/**
 * Completes the tasks of all items: at once, or when they have finished or the time is up.
 *
 * @param items may hold tasks of several kinds
 * @returns what became of them, in the order of the input items
 * @throws NodeOperationError when an item fails and the workflow is to stop on errors; it names the
 * other tasks that were submitted
 */
export async function complete(run: Completing, items: Result[]): Promise<Result[]> {
	const { context, client, settings, memory } = run;
	const stopOnError = !context.continueOnFail();
	const fail = (failed: Result): Result => {
		const { error, itemIndex, task } = failed;
		if (stopOnError) throw runError(context, error, itemIndex, memory?.note(task?.taskId));
		return failed;
	};
	const judge = (result: Result): Result => {
		const { task, error, itemIndex } = result;
		if (task && isFailure(task)) memory?.taskFailed(task.taskId);
		if (error !== undefined) return fail(result);
		if (!task || !failsItem(task, settings)) return result;
		return fail({ ...result, error: taskError(context, task, itemIndex) });
	};

	// Before anything is awaited: an error that ends the run names the tasks that are charged.
	items.forEach(judge);
	const itemOf = keyBy(items, 'watched.taskId');
	/** The error of a failed task ends the run at once, without waiting for the others. */
	const onFinal = (tasks: Task[]) => {
		for (const task of stopOnError ? tasks : []) {
			judge({ itemIndex: 0, ...itemOf[task.taskId], task });
		}
	};
	const { completion } = settings;
	// Where it cannot pause, the node waits.
	const waits = completion === 'wait' || completion === 'pause';
	const watch = {
		...settings,
		...(waits ? {} : { timeLimitMs: 0, mustAnswer: settings.mustAnswer ?? true }),
		stopOnError,
		onFinal,
		onRound: (done: number, all: number) =>
			context.logger.info(`${done} of ${all} tasks are finished`),
	};
	const asked = completion === 'return' ? items : await ask(run, items, watch);
	const results = asked.map((result) => {
		const { task, error, watched } = result;
		// Where it was checked once, a task has been awaited over the rounds of a loop.
		const { awaitedSince = Infinity } = watched ?? {};
		const isTimeUp = waits || Date.now() - awaitedSince >= settings.timeLimitMs;
		const timedOut = isTimeUp && task !== undefined && error === undefined && !isFinal(task);
		return judge(timedOut ? { ...result, task: { ...task, timedOut } } : result);
	});
	hintOfTasks(context, results, settings.timeLimitMs);
	const completed = await withResultFiles(context, results, {
		downloadField: settings.downloadField,
		client,
		signal: client.signal,
		fail,
	});
	hintOfFailures(context, completed);
	return completed;
}

/**
 * Asks about the tasks of results.
 *
 * @returns the results, with their tasks as they are now
 * @throws NodeOperationError when the service refuses for good and that ends the run
 */
async function ask(
	{ context, client, memory }: Omit<Completing, 'settings'>,
	results: Result[],
	watch: Omit<Watch, 'tasks'> = {},
): Promise<Result[]> {
	const tasks = tasksToWatch(results);
	try {
		const statusOf = await new TaskWatch(client, { ...watch, tasks }).run();
		return results.map((result) => checked(context, result, statusOf));
	} catch (error) {
		// The error of an item has its note already.
		const note = error instanceof NodeOperationError ? undefined : memory?.note();
		throw toNodeError(context.getNode(), error, undefined, note);
	}
}

function tasksToWatch(results: readonly Result[]): WatchedTask[] {
	return results.flatMap(({ watched }) => watched ?? []);
}

/** A result with its task as the service shows it, or else as its item reports its end. */
function checked(context: IExecuteFunctions, result: Result, statusOf: StatusOf): Result {
	const { watched, kept, reported, cost, itemIndex } = result;
	if (!watched) return result;
	const status = statusOf(watched.kind, watched.taskId);
	const isSeen = status.error === undefined && !isUnread(status.task);
	if (reported && !isSeen) {
		const error = status.error ?? unreadFilesError(context, status.task);
		return { ...result, task: reported, error };
	}
	const unknown = status.is === 'unknown' ? unknownTask(context, status, itemIndex) : undefined;
	const task = withCredits({ ...status.task, ...kept }, cost);
	return { ...result, task, error: status.error ?? unknown };
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
	const { parked } = context.getContext('node') as { parked?: PauseState };
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
): Promise<Pick<Run, 'resumeAddress' | 'proofHash'>> {
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
	const { address, proofHash } = provenAddress(context, accessToken);
	const host = unreachableHost(address, baseUrl);
	if (host !== undefined) {
		warnInOutput(
			context,
			`The service calls n8n back at ${host}, which cannot be reached from the internet. If no callback arrives, the tasks are output as inProgress at the time limit. Set N8N_WEBHOOK_URL (in older n8n WEBHOOK_URL) to the public address of n8n, or choose 'Wait for Result'`,
		);
	}
	return { resumeAddress: address, proofHash };
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
	submitted: Result[],
): Promise<INodeExecutionData[] | undefined> {
	const { context, client, settings, canCheck, proofHash = '' } = run;
	// A callback that arrives before the execution is parked is lost, so all tasks are checked once.
	const results = canCheck ? await checkOnce(run, submitted) : submitted;
	hintOfTasks(context, results, settings.timeLimitMs);
	const isOpen = ({ task }: Result) => task !== undefined && !isFinal(task);
	const lost = results.filter((result) => result.isElsewhere && isOpen(result));
	if (lost.length > 0) warnInOutput(context, calledBackElsewhere(tasksToWatch(lost), canCheck));
	if (lost.length > 0 && canCheck) return undefined;
	if (!results.some(isOpen)) {
		return await settledItems(context, results, settings, { signal: client.signal });
	}

	const items = results.map((result) => settledItem(context, result, settings));
	// What is stored is output at the time limit. With an error output, n8n empties what is returned.
	const atLimit = items.map((item) => atTimeLimit(item, settings));
	context.getExecuteData().data = { main: [atLimit] };
	const until = Date.now() + settings.timeLimitMs;
	const parked: PauseState = {
		runIndex: runIndexOf(context),
		proofHash,
		until,
		settings: pick(settings, ['onTaskFailure', 'simple', 'downloadField', 'includeInput']),
		createdAfter: min(tasksToWatch(results).map(({ createdAfter }) => createdAfter)),
		known: mapValues(keyBy(results, 'itemIndex'), ({ fileName, cost, input }) => ({
			fileName,
			cost,
			...(hasErrorOutput(context) && pick(input, 'binary')),
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
async function checkOnce(run: Run, submitted: Result[]): Promise<Result[]> {
	const { context, client } = run;
	const results = await ask({ ...run, client: client.with({ withinMs: CHECK_MS }) }, submitted);
	const failed = results.find(({ watched, error }) => watched && error !== undefined);
	if (failed) {
		const { message, description } = toNodeError(context.getNode(), failed.error);
		const reason = inOneText(message, description);
		warnInOutput(context, `The tasks could not be checked before the pause. ${reason}`);
	}
	return results.map((result) => (result.watched ? { ...result, error: undefined } : result));
}

/** The output of 'Pause and Loop' from which the line goes back to the node's input. */
const IN_PROGRESS = 0;

interface Line {
	node: string;
	/** Output of that node. */
	index: number;
}

/** What n8n's context has in addition to what its type says. */
interface Wiring {
	/** The lines that end at a node, by its inputs. */
	getConnections?(to: { name: string }, type: 'main'): Array<Line[] | null>;
	runExecutionData?: { startData?: { destinationNode?: string | { nodeName?: string } } };
}

/** The node up to which the editor runs, as by 'Execute step', which leaves out the line back. */
export function destinationOf(context: IExecuteFunctions): string | undefined {
	const { runExecutionData } = context as IExecuteFunctions & Wiring;
	const destination = runExecutionData?.startData?.destinationNode;
	return typeof destination === 'object' ? destination.nodeName : destination;
}

/**
 * Refuses a loop in which no line leads from 'In Progress' back to the node, so that nothing would
 * check the tasks again. Where n8n does not show the lines, nothing is refused.
 *
 * @param name the node that loops
 * @param note what has happened so far
 * @throws NodeOperationError that says what to connect
 */
export function requireLoopConnection(context: IExecuteFunctions, name: string, note = ''): void {
	if (isLooped(context, name)) return;
	const target = name === context.getNode().name ? 'this node' : `'${name}'`;
	throw new NodeOperationError(
		context.getNode(),
		`'Pause and Loop' needs a connection from 'In Progress' back to ${target}`,
		{
			description: `${note}Connect the output 'In Progress' of '${name}' to the input of '${name}', or choose 'Wait' in 'When Not Finished'. Without it, the workflow would end while tasks are still in progress.`,
		},
	);
}

/**
 * The same for nodes behind one that submits work, before that costs credits: only while the
 * workflow is built, since a published one may never come to them.
 *
 * @throws NodeOperationError that says what to connect
 */
export function requireLoopsAfter(context: IExecuteFunctions): void {
	if (context.getMode() !== 'manual' || destinationOf(context) !== undefined) return;
	const { name: self } = context.getNode();
	for (const node of context.getChildNodes(self, { includeNodeParameters: true })) {
		const { name, type, disabled, parameters } = node;
		const loops =
			parameters?.whenNotFinished === 'pauseAndLoop' && parameters.operation !== 'getAll';
		if (disabled || !loops || !type.endsWith('digitalHumanGetTask')) continue;
		requireLoopConnection(context, name, 'Nothing was submitted. ');
	}
}

/** Whether a way leads from a node's first output back to its input. */
function isLooped(context: IExecuteFunctions & Wiring, name: string): boolean {
	if (context.getConnections === undefined) return true;
	const before = [{ name }, ...context.getParentNodes(name)];
	const lines = before.flatMap((node) => context.getConnections?.(node, 'main') ?? []).flat();
	return lines.some((line) => line?.node === name && line.index === IN_PROGRESS);
}
