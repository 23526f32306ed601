import { compact, filter, identity, pick, upperFirst } from 'lodash';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { downloadResult } from '../files/download';
import { resultName } from '../files/names';
import { TransferError } from '../files/transferError';
import type { FileContext } from '../files/web';
import { createClient, type ServiceClient } from '../api/client';
import type { ServiceContext } from '../api/credential';
import { pathLabel } from '../api/paths';
import { kinds } from '../tasks/kinds';
import { failedItem, type FinishedItem, type ItemResult, taskOf } from '../model/itemResult';
import { createdAt, isFinal, type Task, taskIn, taskKey } from '../model/task';
import type { StatusOf, WatchedTask } from '../model/taskStatus';
import { watchTasks } from '../tasks/watch';
import {
	anySignal,
	asError,
	mapConcurrent,
	raceAbort,
	Semaphore,
	signalAt,
	throwIfCancelled,
} from '../util/async';
import { PackError } from '../util/errors';
import { inOneText } from '../util/text';
import { cancelSignalOf } from '../n8n/runs';
import { type OutputSettings, settledItem } from '../output/outputItem';
import { finishedNote, lostFilesError } from '../output/taskErrors';
import { completionMessages } from './messages';

/** A look-up up to this age is not repeated. */
const FRESH_MS = 60_000;

/** Longest time for one. */
const MAX_LOOK_UP_MS = 60_000;

/** Files downloaded at once, over all items. */
const MAX_AT_ONCE = 3;

interface ResultFiles extends Pick<OutputSettings, 'downloadField'> {
	/** By which a task is read again whose addresses may have expired, if there is one already. */
	client?: ServiceClient;
	/** When missing files are given up, in milliseconds since the epoch; otherwise, never. */
	endsAt?: number;
	/** Called for a result whose files cannot be fetched; what it throws ends the run. */
	fail?: (failed: ItemResult) => ItemResult;
}

type DownloadContext = FileContext & ServiceContext;

/** @throws what `fail` throws; CancelledError when the execution is stopped */
export async function withResultFiles(
	context: DownloadContext,
	results: ItemResult[],
	{ downloadField, client, endsAt, fail = identity }: ResultFiles,
): Promise<ItemResult[]> {
	if (downloadField === undefined) return results;
	const halt = new AbortController();
	const timeUp = endsAt === undefined ? undefined : signalAt(endsAt);
	const stop = cancelSignalOf(context);
	const ends = anySignal(stop, halt.signal, timeUp);
	const open = new Set(results.filter(awaitsFiles).map(({ task }) => task));
	const downloads = new Downloads(context, {
		field: downloadField,
		open,
		signal: ends.signal,
		client,
	});
	const finish = async (result: ItemResult): Promise<ItemResult> => {
		if (!awaitsFiles(result)) return result;
		const { task } = result;
		try {
			// A storage that takes its time does not end with the signal.
			return await raceAbort(downloads.addTo(result), timeUp);
		} catch (thrown) {
			throwIfCancelled(stop);
			const reason = timeUp?.aborted ? new PackError(completionMessages.filesTooLate) : thrown;
			// Another one has ended the run.
			return halt.signal.aborted ? result : fail(failedItem(result, lostFilesError(task, reason)));
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

function awaitsFiles(result: ItemResult): result is FinishedItem {
	return result.is === 'finished' && result.task.state === 'succeeded' && !result.isAsInput;
}

interface DownloadRun {
	/** Output field of the first file; further ones go to `<field>_1` and so on. */
	field: string;
	/** The tasks whose files have not arrived. */
	open: ReadonlySet<Task>;
	signal: AbortSignal;
	client?: ServiceClient;
}

class Downloads {
	private readonly gate = new Semaphore(MAX_AT_ONCE);

	/** By kind, or by task where each takes a request of its own. */
	private readonly lookUps = new Map<string, { at: number; statusOf: Promise<StatusOf> }>();

	constructor(
		private readonly context: DownloadContext,
		private readonly run: DownloadRun,
	) {}

	/**
	 * Downloads all files of a task into its result. One that is gone is looked for once at the address
	 * that the service gives for it now, which the result then has, too.
	 */
	async addTo(result: FinishedItem): Promise<FinishedItem> {
		const { context, gate } = this;
		const { field, signal } = this.run;
		const { fileName, input } = result;
		const task = { ...result.task };
		const { taskId, taskKind, targetLanguage: language, outputUrls = [] } = task;
		const load = async (url: string, index: number) => {
			const usualType = kinds[taskKind]?.resultType;
			const number = outputUrls.length > 1 ? index + 1 : undefined;
			const rename = (given: string) =>
				resultName(given, { fileName, row: input?.json, language, number });
			const download = { context, url, usualType, signal, rename };
			const work = async () => await downloadResult(download);
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
		return { ...result, task, files: Object.fromEntries(files) };
	}

	/** @throws the error of a file, where its task cannot be shown with other addresses */
	private async refreshed(task: Task, error: unknown): Promise<Task> {
		if (!(error instanceof TransferError) || !error.facts.expired) throw asError(error);
		this.context.logger.info(`${error.title}. Reading task ${task.taskId} again`);
		// What is wrong with the file is the error of the item.
		const fresh = await this.lookUp(task).catch(() => undefined);
		throwIfCancelled(this.run.signal);
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
			const { signal, open } = this.run;
			const connected = this.run.client ?? (await createClient(this.context));
			const client = connected.with({ signal, withinMs: MAX_LOOK_UP_MS });
			const all = isAlone ? [task] : filter([...open], { taskKind: kind.name });
			const tasks = all.map((one): WatchedTask => {
				return { kind, taskId: one.taskId, known: { by: 'service' }, createdAfter: createdAt(one) };
			});
			return await watchTasks(client, { tasks });
		};
		let lookUp = this.lookUps.get(key);
		if (!lookUp || Date.now() - lookUp.at > FRESH_MS) lookUp = { at: Date.now(), statusOf: read() };
		this.lookUps.set(key, lookUp);
		return (await lookUp.statusOf)(kind, task.taskId).task;
	}
}

/** An item at the time limit of a pause: an open task has timed out, and files have not arrived. */
export function atTimeLimit(item: INodeExecutionData, { downloadField }: OutputSettings) {
	const task = taskIn(item.json);
	if (!task) return item;
	const lacksFiles = downloadField !== undefined && task.outputUrls !== undefined;
	if (isFinal(task) && !lacksFiles) return item;
	const json: IDataObject = { ...item.json, timedOut: true };
	if (lacksFiles) {
		const { title, advice } = completionMessages.filesTooLate;
		json.error = `${inOneText(title, advice)} ${finishedNote(task)}`;
	}
	return { ...item, json };
}

interface Delivery extends Pick<ResultFiles, 'endsAt'> {
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
	context: DownloadContext,
	results: ItemResult[],
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
function warnOfFiles({ logger }: FileContext, results: ItemResult[], canVerify?: boolean): void {
	for (const task of results.flatMap((result) => taskOf(result) ?? [])) {
		if (task.state !== 'succeeded' || !task.outputUrls?.length) continue;
		const kind = kinds[task.taskKind];
		const { turnOnVerify, enterPath, downloadElsewhere, filesNotConfirmed } = completionMessages;
		const verify = kind && canVerify && turnOnVerify;
		const path = kind?.detailPath && enterPath(pathLabel(kind.detailPath));
		const steps = compact([verify, path]).join(' and ');
		const advice = compact([steps, downloadElsewhere]).join(', or ');
		logger.warn(filesNotConfirmed(task.taskId, upperFirst(advice)));
	}
}
