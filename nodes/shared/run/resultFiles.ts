import isUndefined from 'lodash/isUndefined';
import omit from 'lodash/omit';
import omitBy from 'lodash/omitBy';
import upperFirst from 'lodash/upperFirst';
import type { FunctionsBase, IBinaryKeyData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import { downloadResult } from '../files/download';
import { type FileContext, WebFileError } from '../files/web';
import { createClient, type ServiceClient } from '../service/client';
import { detailPathLabel } from '../service/credential';
import type { ServiceContext } from '../service/credential';
import { toNodeError } from '../service/messages';
import { kinds } from '../tasks/kinds';
import {
	isFinal,
	isUnread,
	type Task,
	taskIn,
	taskJson,
	taskKey,
	type TaskKind,
} from '../tasks/task';
import { type StatusOf, TaskWatch } from '../tasks/watch';
import {
	anySignal,
	asError,
	mapConcurrent,
	raceAbort,
	Semaphore,
	signalAt,
	throwIfCancelled,
} from '../util/async';
import { inOneText } from '../util/text';
import type { OutputSettings } from './options';
import { errorJson } from './output';

/** A look-up up to this age is not repeated. */
const FRESH_MS = 60_000;

/** Longest time for one. */
const MAX_LOOK_UP_MS = 60_000;

interface Check {
	/** In milliseconds since the epoch. */
	at: number;
	statusOf: Promise<StatusOf>;
}

/**
 * Finished tasks as the service shows them now: the addresses of their files may have expired since the tasks were
 * read. Where one query covers many tasks, it covers all whose files are still missing.
 */
class FreshTasks {
	private readonly checks = new Map<string, Check>();

	/**
	 * @param connect gives the client of the node's credential
	 * @param open the tasks whose files are still missing
	 */
	constructor(
		private readonly connect: () => Promise<ServiceClient>,
		private readonly open: ReadonlySet<Task>,
	) {}

	/**
	 * Reads a task again.
	 *
	 * @returns undefined when the service cannot be asked about it, or does not show its files
	 * @throws CancelledError when the execution is stopped
	 */
	async read(task: Task, signal?: AbortSignal): Promise<Task | undefined> {
		const kind = kinds[task.taskKind];
		if (!kind) return undefined;
		try {
			const { task: fresh } = (await this.check(kind, task))(kind, task.taskId);
			const isSame = fresh.outputUrls?.length === task.outputUrls?.length;
			return isSame && !isUnread(fresh) ? fresh : undefined;
		} catch {
			throwIfCancelled(signal);
			// What is wrong with the file is the error of the item.
			return undefined;
		}
	}

	private async check(kind: TaskKind, task: Task): Promise<StatusOf> {
		const isAlone = kind.mostPerRound !== undefined;
		const key = isAlone ? taskKey(task) : kind.name;
		const before = this.checks.get(key);
		if (before && Date.now() - before.at <= FRESH_MS) return await before.statusOf;
		const all = [...this.open].filter(({ taskKind }) => taskKind === kind.name);
		const tasks = (isAlone ? [task] : all).map((one) => ({ kind, taskId: one.taskId }));
		const settings = { timeLimitMs: 0, checkLimitMs: MAX_LOOK_UP_MS };
		const statusOf = this.connect().then(
			async (client) => await new TaskWatch(client, { tasks, settings, stopOnError: true }).run(),
		);
		this.checks.set(key, { at: Date.now(), statusOf });
		return await statusOf;
	}
}

/** Files downloaded at once, over all items. */
const AT_ONCE = 3;

interface ResultFiles {
	/** Output field of the first file; further ones go to `<field>_1` and so on. Undefined: no files. */
	downloadField?: string;
	signal?: AbortSignal;
	/** Gives the client by which a task is read again whose addresses may have expired. */
	connect: () => Promise<ServiceClient>;
	/** When files that have not arrived count as not downloaded, in milliseconds since the epoch; otherwise, never. */
	endsAt?: number;
	/** Input items whose task passes through as it came: the service has not confirmed its addresses. */
	unconfirmed?: ReadonlySet<number>;
	/** Errors of the input items whose finished task cannot be read now: their files count as not downloaded. */
	unread?: ReadonlyMap<number, Error>;
	/**
	 * Called for an item whose files cannot be fetched, with an error that names the task; what it throws ends
	 * the run, what it returns takes the place of the item.
	 */
	fail: (error: unknown, itemIndex: number, task: Task) => INodeExecutionData | undefined;
}

/**
 * Puts the result files of all succeeded tasks into their output items.
 *
 * @param items output items as taskItem makes them, and others, which stay as they are
 * @throws what `fail` throws; CancelledError when the execution is stopped
 */
export async function withResultFiles(
	context: FileContext & Pick<FunctionsBase, 'getNode'>,
	items: INodeExecutionData[],
	{ downloadField, signal: stop, endsAt, connect, unconfirmed, unread, fail }: ResultFiles,
): Promise<INodeExecutionData[]> {
	if (downloadField === undefined) return items;
	const gate = new Semaphore(AT_ONCE);
	const halt = new AbortController();
	const timeUp = endsAt === undefined ? undefined : signalAt(endsAt);
	const ends = anySignal(stop, halt.signal, timeUp);
	const { signal } = ends;
	const taskOf = new Map<INodeExecutionData, Task>();
	for (const item of items) {
		const task = taskIn(item.json);
		if (task?.state === 'succeeded' && !unconfirmed?.has(indexOf(item))) taskOf.set(item, task);
	}
	const open = new Set(taskOf.values());
	const fresh = new FreshTasks(async () => (await connect()).until(signal), open);
	const download: Download = { context, field: downloadField, gate, fresh, signal };
	const finish = async (item: INodeExecutionData): Promise<INodeExecutionData | undefined> => {
		const task = taskOf.get(item);
		if (!task) return item;
		const itemIndex = indexOf(item);
		try {
			const error = unread?.get(itemIndex);
			if (error) throw error;
			// A storage that takes its time does not end with the signal.
			const { binary, current } = await raceAbort(filesOf(task, download), timeUp);
			return { ...item, json: withAddresses(item.json, current), binary };
		} catch (thrown) {
			if (halt.signal.aborted) return undefined;
			const error = timeUp?.aborted ? new Error(TIME_UP) : thrown;
			const named = toNodeError(context.getNode(), error, itemIndex, finishedNote(task));
			const failed = fail(named, itemIndex, task);
			// The error output has the files of the input.
			return failed && item.binary ? { binary: item.binary, ...failed } : failed;
		} finally {
			open.delete(task);
		}
	};
	try {
		const finished = await mapConcurrent(items, finish, { haltOnError: halt });
		return finished.filter((item) => item !== undefined);
	} finally {
		ends.release();
	}
}

function indexOf({ pairedItem }: INodeExecutionData): number {
	return (pairedItem as { item: number }).item;
}

const TIME_UP =
	"The result file did not arrive before the time limit. Increase 'Limit Wait Time (Minutes)' for the next run.";

function finishedNote({ taskId }: Task): string {
	return `Task ID: ${taskId}. The task itself has finished: 'Digital Human Get Task' downloads its result again, without a new task.`;
}

/**
 * An item of a paused execution as n8n outputs it if the time limit comes first: an open task has timed out, and the files
 * of a finished one, which are only fetched when all have finished, have not arrived.
 */
export function atTimeLimit(
	item: INodeExecutionData,
	{ downloadField }: Pick<OutputSettings, 'downloadField'>,
): INodeExecutionData {
	const task = taskIn(item.json);
	const lacksFiles =
		task?.state === 'succeeded' && downloadField !== undefined && task.outputUrls !== undefined;
	const error = lacksFiles ? { error: `${TIME_UP} ${finishedNote(task)}` } : {};
	if (!task || (isFinal(task) && !lacksFiles)) return item;
	return { ...item, json: { ...item.json, timedOut: true, ...error } };
}

/** Such an item once all tasks have finished before the time limit. */
export function beforeTimeLimit(item: INodeExecutionData): INodeExecutionData {
	if (item.json.timedOut !== true) return item;
	return { ...item, json: omit(item.json, ['timedOut', 'error']) };
}

/** What the downloads of a run have in common. */
interface Download {
	context: FileContext;
	/** Output field of the first file. */
	field: string;
	gate: Semaphore;
	fresh: FreshTasks;
	signal: AbortSignal;
}

/**
 * Downloads all files of a task; none goes on after one has failed. A file that is not at its address any more is
 * looked for once at the address that the service gives for it now.
 *
 * @returns the files, and the task as it was read again, if it was
 */
async function filesOf(
	task: Task,
	{ context, field, gate, fresh, signal: stop }: Download,
): Promise<{ binary: IBinaryKeyData; current?: Task }> {
	const { outputUrls = [], taskKind, taskId } = task;
	const usualType = kinds[taskKind]?.resultType;
	const halt = new AbortController();
	const ends = anySignal(stop, halt.signal);
	const { signal } = ends;
	const load = async (url: string) =>
		await gate.run(async () => await downloadResult(context, url, usualType, signal), signal);
	let current: Task | undefined;
	const loadFrom = async (url: string, index: number) => {
		try {
			return await load(url);
		} catch (error) {
			if (!(error instanceof WebFileError) || !error.failure.expired) throw asError(error);
			context.logger.info(`${error.message}. Reading task ${taskId} again`);
			const again = await fresh.read(task, signal);
			const address = again?.outputUrls?.[index];
			if (address === undefined) throw asError(error);
			const file = await load(address);
			current = again;
			return file;
		}
	};
	const fetchFile = async (url: string, index: number) => {
		const file = await loadFrom(url, index);
		context.logger.info(`Result file ${index + 1} of task ${taskId}: ${file.fileSize ?? ''}`);
		return [index === 0 ? field : `${field}_${index}`, file] as const;
	};
	try {
		const files = await mapConcurrent(outputUrls, fetchFile, { haltOnError: halt });
		return { binary: Object.fromEntries(files), current };
	} finally {
		ends.release();
	}
}

/** An output item with the addresses that its task has now. */
function withAddresses(json: IDataObject, current: Task | undefined): IDataObject {
	if (!current) return json;
	const { outputUrls, coverUrl, subtitleUrl, raw } = current;
	const fresh = { outputUrls, coverUrl, subtitleUrl, ...('raw' in json ? { raw } : {}) };
	return { ...json, ...omitBy(fresh, isUndefined) };
}

type FinishContext = FileContext & Pick<FunctionsBase, 'getNode'> & ServiceContext;

/**
 * Puts the result files into items that a callback delivers, or the check of a trigger, if the user wants them. As the
 * node cannot fail any more by then, a file that cannot be downloaded makes an item with an error.
 *
 * @throws CancelledError when the execution is stopped
 */
export async function withFilesOf(
	context: FinishContext,
	items: INodeExecutionData[],
	settings: OutputSettings,
	limits: Pick<ResultFiles, 'signal' | 'endsAt'> = {},
): Promise<INodeExecutionData[]> {
	return await withResultFiles(context, items, {
		downloadField: settings.downloadField,
		...limits,
		connect: async () => await createClient(context),
		fail(error, itemIndex, task) {
			throwIfCancelled(limits.signal);
			return withoutFiles(context, error, itemIndex, task, settings);
		},
	});
}

/**
 * The same for tasks that only a callback reports: anybody may have written its addresses, so none of them is
 * opened, and the items keep them as they are.
 *
 * @param canVerify the node could ask the service about its tasks, but is set not to
 */
export function withoutFilesOf(
	context: FinishContext,
	items: INodeExecutionData[],
	settings: OutputSettings,
	canVerify = false,
): INodeExecutionData[] {
	if (settings.downloadField === undefined) return items;
	for (const { json } of items) {
		const task = taskIn(json);
		if (task?.state !== 'succeeded' || !task.outputUrls?.length) continue;
		context.logger.warn(
			`The result files of task ${task.taskId} were not downloaded, because only URLs that the service has just confirmed are opened. ${toGetFiles(task, canVerify)}`,
		);
	}
	return items;
}

/** What to do about files of a task that was not confirmed. */
function toGetFiles({ taskKind }: Task, canVerify: boolean): string {
	const kind = kinds[taskKind];
	const path = kind?.detailPath && `the '${detailPathLabel(kind.detailPath)}' in the credential`;
	const steps = [
		kind && canVerify ? "turn on 'Verify With Service'" : undefined,
		path && `enter ${path}`,
	].filter(Boolean);
	return upperFirst(
		[steps.join(' and '), "download 'outputUrls' in another node"].filter(Boolean).join(', or '),
	);
}

function withoutFiles(
	context: FinishContext,
	error: unknown,
	itemIndex: number,
	task: Task,
	{ simple }: OutputSettings,
): INodeExecutionData {
	const json = errorJson(context, error, itemIndex, task);
	const alone = context.getNode().onError === 'continueErrorOutput';
	return {
		json: alone ? json : { ...taskJson(task, simple), error: adviceIncluded(json) },
		pairedItem: { item: itemIndex },
	};
}

/** The whole text of an error, for an item without `details`. */
function adviceIncluded({ error, details }: IDataObject): string {
	return inOneText(String(error), (details as { description?: string }).description);
}
