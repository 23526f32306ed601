import { compact, difference, filter, get, identity, keyBy, map, pick, upperFirst } from 'lodash';
import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type NodeInputConnections,
	NodeOperationError,
} from 'n8n-workflow';

import { downloadResult } from '../files/download';
import { resultName } from '../files/names';
import { type FileContext, TransferError } from '../files/web';
import { createClient, type ServiceClient } from '../service/client';
import { pathLabel, type ServiceContext } from '../service/credential';
import { explain, toNodeError } from '../service/messages';
import { kinds } from '../tasks/kinds';
import {
	createdAt,
	isFailure,
	isFinal,
	isUnread,
	type Task,
	taskIn,
	taskKey,
	type TaskKind,
} from '../tasks/task';
import { type StatusOf, type TaskStatus, TaskWatch, type Watch } from '../tasks/watch';
import {
	anySignal,
	asError,
	mapConcurrent,
	raceAbort,
	Semaphore,
	signalAt,
	throwIfCancelled,
} from '../util/async';
import { formatValue } from '../util/text';
import type { SubmitMemory } from './memory';
import type { CompletionSettings } from './options';
import {
	finishedNote,
	hintOfFailures,
	hintOfTasks,
	type OutputSettings,
	type Result,
	runError,
	settledItem,
	type SettleContext,
	taskError,
	unreadFilesError,
} from './output';

/** What completing tasks takes of a run; without a memory, the tasks were submitted before. */
interface Completing {
	context: IExecuteFunctions;
	client: ServiceClient;
	settings: CompletionSettings;
	memory?: SubmitMemory;
}

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
		const choice = task?.timedOut ? settings.onTimeLimit : settings.onTaskFailure;
		if (!task || choice !== 'fail' || !(task.timedOut || isFailure(task))) return result;
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
	const { completion, downloadField } = settings;
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
	const files = { downloadField, client, signal: client.signal, fail };
	const completed = await withResultFiles(context, results, files);
	hintOfFailures(context, completed);
	return completed;
}

/**
 * Asks about the tasks of results.
 *
 * @returns the results, with their tasks as they are now
 * @throws NodeOperationError when the service refuses for good and that ends the run
 */
export async function ask(
	{ context, client, memory }: Omit<Completing, 'settings'>,
	results: Result[],
	watch: Omit<Watch, 'tasks'> = {},
): Promise<Result[]> {
	const tasks = results.flatMap(({ watched }) => watched ?? []);
	try {
		const statusOf = await new TaskWatch(client, { ...watch, tasks }).run();
		return results.map((result) => checked(context, result, statusOf));
	} catch (error) {
		// The error of an item has its note already.
		const note = error instanceof NodeOperationError ? undefined : memory?.note();
		throw toNodeError(context.getNode(), error, undefined, note);
	}
}

/** A result with its task as the service shows it, or else as its item reports its end. */
function checked(context: IExecuteFunctions, result: Result, statusOf: StatusOf): Result {
	const { watched, kept } = result;
	if (!watched) return result;
	const { reported } = watched;
	const status = statusOf(watched.kind, watched.taskId);
	const isSeen = status.error === undefined && !isUnread(status.task);
	if (reported && !isSeen) {
		const error = status.error ?? unreadFilesError(context, status.task);
		return { ...result, task: reported, error };
	}
	const unknown = status.is === 'unknown' ? unknownTask(status) : undefined;
	return { ...result, task: { ...status.task, ...kept }, error: status.error ?? unknown };
}

/** The error of an item whose task the service does not have, with its words, if it had any. */
function unknownTask({ task: { taskKind, taskId }, denial }: TaskStatus): Error {
	const { label = 'task' } = kinds[taskKind] ?? {};
	const said = denial ? ` ${explain(denial).description}` : '';
	const rest = taskKind ? '' : ` ${ONLY_BY_PATHS}`;
	return new Error(
		`The service has no ${label} with the ID '${formatValue(taskId)}'. Check 'Task ID' and 'Task Kind', and that the credential belongs to the application that created the task.${rest}${said}`,
	);
}

const ONLY_BY_PATHS =
	"Custom persons and translations are only found with 'Person Detail Path' and 'Video Detail Path' in the credential.";

/** The node up to which the editor runs, as by 'Execute step', which leaves out the line back. */
export function destinationOf(context: IExecuteFunctions): string | undefined {
	// n8n's context has more than its type says; in older versions, the name itself.
	const destination: unknown = get(context, 'runExecutionData.startData.destinationNode');
	return get(destination, 'nodeName', destination) as string | undefined;
}

type LoopContext = IExecuteFunctions & {
	/** The lines that end at a node. */
	getConnections?(to: { name: string }, type: 'main'): NodeInputConnections;
};

/** What would submit again in each round, and Loop Over Items, for which the item is done then. */
const NOT_PAST = /(digitalHuman(?!GetTask)\w+|splitInBatches)$/;

/** Whether 'In Progress', the first output, leads back to the node, and past none of these. */
function isLoop(context: LoopContext, name: string): boolean {
	const barred = context.getParentNodes(name).filter(({ type }) => NOT_PAST.test(type));
	const names = map(barred, 'name');
	const before = [name];
	// It grows while it is read.
	for (const node of before) {
		const lines = compact(context.getConnections?.({ name: node }, 'main').flat());
		if (lines.some((line) => line.node === name && line.index === 0)) return true;
		before.push(...difference(map(lines, 'node'), before, names));
	}
	return false;
}

/**
 * Refuses a loop in which no line leads from 'In Progress' back to the node, so that nothing would
 * check the tasks again. Where n8n does not show the lines, nothing is refused.
 *
 * @param name the node that loops
 * @param note what has happened so far
 * @throws Error that says what to connect
 */
export function requireLoopConnection(context: LoopContext, name: string, note = ''): void {
	const lines = context.getConnections?.({ name }, 'main').flat();
	if (lines?.some((line) => line?.node === name && line.index > 0)) {
		// Where errors continue, its items would go round as well.
		if (name === context.getNode().name) context.getExecuteData().node.onError = 'stopWorkflow';
		throw new Error(
			`Only 'In Progress' may lead back to '${name}': finished tasks would go round without end. Remove its other connections to itself${note && `. ${note}`}`,
		);
	}
	if (lines === undefined || isLoop(context, name)) return;
	const target = name === context.getNode().name ? 'this node' : `'${name}'`;
	throw new Error(
		`'Pause and Loop' needs a connection from 'In Progress' back to ${target}. Connect the output 'In Progress' of '${name}' to the input of '${name}', or choose 'Wait' in 'When Not Finished'. Without it, the workflow would end while tasks are still in progress${note && `. ${note}`}`,
	);
}

/**
 * The same for nodes behind one that submits work, before that costs credits: only while the
 * workflow is built, since a published one may never come to them.
 *
 * @throws Error that says what to connect
 */
export function requireLoopsAfter(context: IExecuteFunctions): void {
	if (context.getMode() !== 'manual' || destinationOf(context) !== undefined) return;
	const { name: self } = context.getNode();
	for (const node of context.getChildNodes(self, { includeNodeParameters: true })) {
		const { name, type, disabled, parameters } = node;
		const loops =
			parameters?.whenNotFinished === 'pauseAndLoop' && parameters.operation !== 'getAll';
		if (!loops || !type.endsWith('digitalHumanGetTask')) continue;
		if (!disabled) requireLoopConnection(context, name, 'Nothing was submitted');
		else if (isLoop(context, name)) {
			throw new Error(
				`'${name}' is deactivated, so n8n would pass its items round without end. Nothing was submitted. Activate the node, or remove the connection from its output 'In Progress'`,
			);
		}
	}
}

/** Nodes behind which not all tasks need to arrive. */
const FILTERS = /(^|\.)(code|filter|if|removeDuplicates|switch)$/;

/**
 * Refuses to submit what the Task Poll Trigger of the same workflow would find in its turn, so that
 * each execution starts the next one.
 *
 * @throws Error that says what to change
 */
export function refuseEndless(context: IExecuteFunctions, { name, label }: TaskKind): void {
	const { name: self } = context.getNode();
	const before = context.getParentNodes(self, { includeNodeParameters: true });
	const trigger = before.find(({ type, disabled, parameters }) => {
		const isPolling = type.endsWith('digitalHumanTaskPollTrigger') && !disabled;
		const chosen = parameters?.taskKinds;
		const hasKind = Array.isArray(chosen) && chosen.includes(name as never);
		return isPolling && hasKind && parameters?.triggerOn !== 'failed';
	});
	if (!trigger || before.some(({ type }) => FILTERS.test(type))) return;
	throw new Error(
		`'${trigger.name}' would start this workflow again for each ${label} of this node. Nothing was submitted. Leave this kind out of its 'Task Kinds', or put a Filter node in between`,
	);
}

/** A look-up up to this age is not repeated. */
const FRESH_MS = 60_000;

/** Longest time for one. */
const MAX_LOOK_UP_MS = 60_000;

/** Files downloaded at once, over all items. */
const MAX_AT_ONCE = 3;

type Finished = Result & { task: Task };

interface ResultFiles extends Pick<OutputSettings, 'downloadField'> {
	/** By which a task is read again whose addresses may have expired, if there is one already. */
	client?: ServiceClient;
	signal?: AbortSignal;
	/** When missing files are given up, in milliseconds since the epoch; otherwise, never. */
	endsAt?: number;
	/** Called for a result whose files cannot be fetched; what it throws ends the run. */
	fail?: (failed: Result) => Result;
}

type DownloadContext = FileContext & ServiceContext;

/** @throws what `fail` throws; CancelledError when the execution is stopped */
async function withResultFiles(
	context: DownloadContext,
	results: Result[],
	{ downloadField, client, signal: stop, endsAt, fail = identity }: ResultFiles,
): Promise<Result[]> {
	if (downloadField === undefined) return results;
	const halt = new AbortController();
	const timeUp = endsAt === undefined ? undefined : signalAt(endsAt);
	const ends = anySignal(stop, halt.signal, timeUp);
	const open = new Set(results.filter(awaitsFiles).map(({ task }) => task));
	const downloads = new Downloads(context, downloadField, open, ends.signal, client);
	const finish = async (result: Result): Promise<Result> => {
		if (!awaitsFiles(result)) return result;
		const { itemIndex, task } = result;
		try {
			// A storage that takes its time does not end with the signal.
			return await raceAbort(downloads.addTo(result), timeUp);
		} catch (thrown) {
			throwIfCancelled(stop);
			const reason = timeUp?.aborted ? new Error(TIME_UP) : thrown;
			const error = toNodeError(context.getNode(), reason, itemIndex, finishedNote(task));
			// Another one has ended the run.
			return halt.signal.aborted ? result : fail({ ...result, error });
		} finally {
			open.delete(task);
		}
	};
	try {
		return await mapConcurrent(results, finish, { haltOnError: halt });
	} finally {
		ends.release();
	}
}

function awaitsFiles(result: Result): result is Finished {
	return result.task?.state === 'succeeded' && result.error === undefined && !result.passesOn;
}

const TIME_UP =
	"The result file did not arrive before the time limit. Increase 'Limit Wait Time (Minutes)' for the next run.";

class Downloads {
	private readonly gate = new Semaphore(MAX_AT_ONCE);

	/** By kind, or by task where each takes a request of its own. */
	private readonly lookUps = new Map<string, { at: number; statusOf: Promise<StatusOf> }>();

	constructor(
		private readonly context: DownloadContext,
		/** Output field of the first file; further ones go to `<field>_1` and so on. */
		private readonly field: string,
		/** The tasks whose files have not arrived. */
		private readonly open: ReadonlySet<Task>,
		private readonly signal: AbortSignal,
		private readonly client?: ServiceClient,
	) {}

	/**
	 * Downloads all files of a task. One that is gone is looked for once at the address that the service
	 * gives for it now.
	 *
	 * @returns the result with the files, and with the addresses that the task has now
	 */
	async addTo(result: Finished): Promise<Finished> {
		const { context, field, gate, signal } = this;
		const { fileName, input } = result;
		const task = { ...result.task };
		const { taskId, taskKind, targetLanguage: language, outputUrls = [] } = task;
		const load = async (url: string, index: number) => {
			const usualType = kinds[taskKind]?.resultType;
			const number = outputUrls.length > 1 ? index + 1 : undefined;
			const rename = (given: string) =>
				resultName(given, { fileName, row: input?.json, language, number });
			const work = async () => await downloadResult(context, url, usualType, signal, rename);
			return await gate.run(work, signal);
		};
		const fetchFile = async (url: string, index: number) => {
			const file = await load(url, index).catch(async (error: unknown) => {
				const fresh = await this.refreshed(result.task, error);
				Object.assign(task, pick(fresh, ['outputUrls', 'coverUrl', 'subtitleUrl', 'raw']));
				return await load(fresh.outputUrls?.[index] ?? url, index);
			});
			context.logger.info(`Result file ${index + 1} of task ${taskId}: ${file.fileSize ?? ''}`);
			return [index === 0 ? field : `${field}_${index}`, file] as const;
		};
		const files = await mapConcurrent(outputUrls, fetchFile);
		return { ...result, task, binary: Object.fromEntries(files) };
	}

	/** @throws the error of a file, where its task cannot be shown with other addresses */
	private async refreshed(task: Task, error: unknown): Promise<Task> {
		if (!(error instanceof TransferError) || !error.failure.expired) throw asError(error);
		this.context.logger.info(`${error.message}. Reading task ${task.taskId} again`);
		// What is wrong with the file is the error of the item.
		const fresh = await this.lookUp(task).catch(() => undefined);
		throwIfCancelled(this.signal);
		if (fresh?.outputUrls?.length !== task.outputUrls?.length) throw error;
		return fresh ?? task;
	}

	/** Reads a task again: with all open ones of its kind, if that is one query. */
	private async lookUp(task: Task): Promise<Task | undefined> {
		const kind = kinds[task.taskKind];
		if (!kind) return undefined;
		const isAlone = kind.list === undefined;
		const key = isAlone ? taskKey(task) : kind.name;
		const read = async () => {
			const connected = this.client ?? (await createClient(this.context));
			const client = connected.with({ signal: this.signal, withinMs: MAX_LOOK_UP_MS });
			const all = isAlone ? [task] : filter([...this.open], { taskKind: kind.name });
			const tasks = all.map((one) => ({ kind, taskId: one.taskId, createdAfter: createdAt(one) }));
			return await new TaskWatch(client, { tasks }).run();
		};
		let lookUp = this.lookUps.get(key);
		if (!lookUp || Date.now() - lookUp.at > FRESH_MS) lookUp = { at: Date.now(), statusOf: read() };
		this.lookUps.set(key, lookUp);
		return (await lookUp.statusOf)(kind, task.taskId).task;
	}
}

/** An item at the time limit of a pause: an open task has timed out, and files have not arrived. */
export function atTimeLimit(
	item: INodeExecutionData,
	{ downloadField }: Pick<OutputSettings, 'downloadField'>,
): INodeExecutionData {
	const task = taskIn(item.json);
	if (!task) return item;
	const lacksFiles = downloadField !== undefined && task.outputUrls !== undefined;
	if (isFinal(task) && !lacksFiles) return item;
	const error = lacksFiles ? { error: `${TIME_UP} ${finishedNote(task)}` } : {};
	return { ...item, json: { ...item.json, timedOut: true, ...error } };
}

interface Delivery extends Pick<ResultFiles, 'signal' | 'endsAt'> {
	/** Only a callback reports the tasks, so anybody may have written their addresses. */
	isUnconfirmed?: boolean;
	/** Whether the node could ask the service about its tasks, but is set not to. */
	canVerify?: boolean;
}

/**
 * The items of tasks that a callback or a trigger delivers, with their files, if the user wants
 * them. The node cannot fail any more by then, so a missing file makes an item with an error.
 *
 * @throws CancelledError when the execution is stopped
 */
export async function settledItems(
	context: DownloadContext & SettleContext,
	results: Result[],
	settings: OutputSettings,
	{ isUnconfirmed, canVerify, ...limits }: Delivery = {},
): Promise<INodeExecutionData[]> {
	const { downloadField } = settings;
	if (isUnconfirmed && downloadField !== undefined) warnOfFiles(context, results, canVerify);
	const complete = isUnconfirmed
		? results
		: await withResultFiles(context, results, { downloadField, ...limits });
	return complete.map((result) => settledItem(context, result, settings));
}

/** Says in the log what to do about files of tasks that were not confirmed. */
function warnOfFiles({ logger }: FileContext, results: Result[], canVerify?: boolean): void {
	for (const { task } of results) {
		if (task?.state !== 'succeeded' || !task.outputUrls?.length) continue;
		const kind = kinds[task.taskKind];
		const verify = kind && canVerify && "turn on 'Verify With Service'";
		const path = kind?.detailPath && `enter the '${pathLabel(kind.detailPath)}' in the credential`;
		const steps = compact([verify, path]).join(' and ');
		const advice = compact([steps, "download 'outputUrls' in another node"]).join(', or ');
		logger.warn(
			`The result files of task ${task.taskId} were not downloaded, because only URLs that the service has just confirmed are opened. ${upperFirst(advice)}`,
		);
	}
}
