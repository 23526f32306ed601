import compact from 'lodash/compact';
import omit from 'lodash/omit';
import pick from 'lodash/pick';
import upperFirst from 'lodash/upperFirst';
import type { FunctionsBase, INodeExecutionData } from 'n8n-workflow';

import { downloadResult } from '../files/download';
import { extensionOf, nameFromTitle, withoutExtension } from '../files/names';
import { type FileContext, TransferError } from '../files/web';
import { plainText } from '../util/text';
import { createClient, type ServiceClient } from '../service/client';
import { pathLabel, type ServiceContext } from '../service/credential';
import { toNodeError } from '../service/messages';
import { kinds } from '../tasks/kinds';
import { createdAt, isFinal, type Task, taskIn, taskKey } from '../tasks/task';
import { type StatusOf, TaskWatch } from '../tasks/watch';
import {
	asError,
	Semaphore,
	anySignal,
	mapConcurrent,
	signalAt,
	throwIfCancelled,
	raceAbort,
} from '../util/async';
import type { OutputSettings } from './options';
import { finishedNote, type Result, type SettleContext, settledItem } from './output';

/** A look-up up to this age is not repeated. */
const FRESH_MS = 60_000;

/** Longest time for one. */
const MAX_LOOK_UP_MS = 60_000;

/** Files downloaded at once, over all items. */
const MAX_AT_ONCE = 3;

/** What the downloads of a run have in common. */
interface Download {
	context: FileContext;
	/** Output field of the first file; further ones go to `<field>_1` and so on. */
	field: string;
	gate: Semaphore;
	/** Reads a task again whose addresses may have expired. */
	refresh(task: Task): Promise<Task | undefined>;
	signal: AbortSignal;
}

interface ResultFiles extends Pick<OutputSettings, 'downloadField'> {
	signal?: AbortSignal;
	/** Gives the client by which a task is read again whose addresses may have expired. */
	connect: () => Promise<ServiceClient>;
	/** When missing files are given up, in milliseconds since the epoch; otherwise, never. */
	endsAt?: number;
	/** Called for a result whose files cannot be fetched; what it throws ends the run. */
	fail: (failed: Result) => Result;
}

/** @throws what `fail` throws; CancelledError when the execution is stopped */
export async function withResultFiles(
	context: FileContext & Pick<FunctionsBase, 'getNode'>,
	results: Result[],
	{ downloadField: field, signal: stop, endsAt, connect, fail }: ResultFiles,
): Promise<Result[]> {
	if (field === undefined) return results;
	const halt = new AbortController();
	const timeUp = endsAt === undefined ? undefined : signalAt(endsAt);
	const ends = anySignal(stop, halt.signal, timeUp);
	const { signal } = ends;
	const open = new Set(results.flatMap((result) => (awaitsFiles(result) ? [result.task] : [])));
	const refresh = freshTasks(async () => (await connect()).until(signal), open);
	const download: Download = { context, field, gate: new Semaphore(MAX_AT_ONCE), refresh, signal };
	const finish = async (result: Result): Promise<Result> => {
		if (!awaitsFiles(result)) return result;
		const { itemIndex, task } = result;
		try {
			// A storage that takes its time does not end with the signal.
			return { ...result, ...(await raceAbort(filesOf(result, download), timeUp)) };
		} catch (thrown) {
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

function awaitsFiles(result: Result): result is Result & { task: Task } {
	return result.task?.state === 'succeeded' && result.error === undefined && !result.passesOn;
}

const TIME_UP =
	"The result file did not arrive before the time limit. Increase 'Limit Wait Time (Minutes)' for the next run.";

/**
 * Reads tasks again whose files' addresses may have expired: all open ones, if in one query.
 *
 * @returns undefined for a task that the service does not show with the same files
 */
function freshTasks(
	connect: () => Promise<ServiceClient>,
	open: ReadonlySet<Task>,
): Download['refresh'] {
	const checks = new Map<string, { at: number; statusOf: Promise<StatusOf> }>();
	return async (task) => {
		const kind = kinds[task.taskKind];
		if (!kind) return undefined;
		const isAlone = kind.mostPerRound !== undefined;
		const key = isAlone ? taskKey(task) : kind.name;
		let check = checks.get(key);
		if (!check || Date.now() - check.at > FRESH_MS) {
			const all = isAlone ? [task] : [...open].filter(({ taskKind }) => taskKind === kind.name);
			const tasks = all.map((one) => ({ kind, taskId: one.taskId, createdAfter: createdAt(one) }));
			const statusOf = connect().then(
				async (client) => await new TaskWatch(client.within(MAX_LOOK_UP_MS), { tasks }).run(),
			);
			check = { at: Date.now(), statusOf };
			checks.set(key, check);
		}
		const { is, task: fresh } = (await check.statusOf)(kind, task.taskId);
		const isSame = is === 'seen' && fresh.outputUrls?.length === task.outputUrls?.length;
		return isSame ? fresh : undefined;
	};
}

/**
 * Downloads all files of a task; none goes on after one has failed. A file that is gone is looked
 * for once at the address that the service gives for it now.
 *
 * @returns the files, and the task with the addresses that it has now
 */
async function filesOf(
	result: Result & { task: Task },
	{ context, field, gate, refresh, signal: stop }: Download,
): Promise<Required<Pick<Result, 'task' | 'binary'>>> {
	const { task } = result;
	const { outputUrls = [], taskKind, taskId } = task;
	const usualType = kinds[taskKind]?.resultType;
	const halt = new AbortController();
	const ends = anySignal(stop, halt.signal);
	const { signal } = ends;
	const load = async (url: string, index: number) => {
		const rename = (given: string) => resultName(result, given, index);
		return await gate.run(
			async () => await downloadResult(context, url, usualType, signal, rename),
			signal,
		);
	};
	let current: Task | undefined;
	const loadFrom = async (url: string, index: number) => {
		try {
			return await load(url, index);
		} catch (error) {
			if (!(error instanceof TransferError) || !error.failure.expired) throw asError(error);
			context.logger.info(`${error.message}. Reading task ${taskId} again`);
			// What is wrong with the file is the error of the item.
			const again = await refresh(task).catch(() => undefined);
			throwIfCancelled(signal);
			const address = again?.outputUrls?.[index];
			if (address === undefined) throw asError(error);
			const file = await load(address, index);
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
		const fresh = pick(current, ['outputUrls', 'coverUrl', 'subtitleUrl', 'raw']);
		return { task: { ...task, ...fresh }, binary: Object.fromEntries(files) };
	} finally {
		ends.release();
	}
}

/** Of its source or row, with its language, and with its number where there are several. */
function resultName(
	{ fileName, input, task: { targetLanguage, outputUrls = [] } }: Result & { task: Task },
	given: string,
	index: number,
): string {
	const { title, name } = input?.json ?? {};
	const ofRow = targetLanguage && nameFromTitle(plainText(title) || plainText(name));
	const base = fileName ?? ofRow;
	if (!base && !targetLanguage) return given;
	const number = outputUrls.length > 1 ? index + 1 : undefined;
	const extension = extensionOf(given);
	const parts = [base || withoutExtension(given), targetLanguage, number].filter(Boolean);
	return extension ? `${parts.join('-')}.${extension}` : parts.join('-');
}

/** An item at the time limit of a pause: an open task has timed out, and files have not arrived. */
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

/** Such an item when all tasks have finished in time: what has failed before is passed on. */
export function beforeTimeLimit(item: INodeExecutionData, itemIndex: number): Result {
	const { json, binary } = item;
	const task = taskIn(json.timedOut === true ? omit(json, ['timedOut', 'error']) : json);
	return { itemIndex, input: item, task, binary, passesOn: !task };
}

type FinishContext = FileContext & ServiceContext & SettleContext;

/**
 * The items of tasks that a callback or a trigger delivers, with their files, if the user wants
 * them. The node cannot fail any more by then, so a missing file makes an item with an error.
 *
 * @throws CancelledError when the execution is stopped
 */
export async function withFilesOf(
	context: FinishContext,
	results: Result[],
	settings: OutputSettings,
	limits: Pick<ResultFiles, 'signal' | 'endsAt'> = {},
): Promise<INodeExecutionData[]> {
	const complete = await withResultFiles(context, results, {
		downloadField: settings.downloadField,
		...limits,
		connect: async () => await createClient(context),
		fail(failed) {
			throwIfCancelled(limits.signal);
			return failed;
		},
	});
	return complete.map((result) => settledItem(context, result, settings));
}

/**
 * The same where only a callback reports tasks: anybody may have written their addresses.
 *
 * @param canVerify the node could ask the service about its tasks, but is set not to
 */
export function withoutFilesOf(
	context: FinishContext,
	results: Result[],
	settings: OutputSettings,
	canVerify = false,
): INodeExecutionData[] {
	for (const { task } of settings.downloadField === undefined ? [] : results) {
		if (task?.state !== 'succeeded' || !task.outputUrls?.length) continue;
		context.logger.warn(
			`The result files of task ${task.taskId} were not downloaded, because only URLs that the service has just confirmed are opened. ${toGetFiles(task, canVerify)}`,
		);
	}
	return results.map((result) => settledItem(context, result, settings));
}

/** What to do about files of a task that was not confirmed. */
function toGetFiles({ taskKind }: Task, canVerify: boolean): string {
	const kind = kinds[taskKind];
	const path = kind?.detailPath && `the '${pathLabel(kind.detailPath)}' in the credential`;
	const verify = kind && canVerify && "turn on 'Verify With Service'";
	const steps = compact([verify, path && `enter ${path}`]).join(' and ');
	return upperFirst(compact([steps, "download 'outputUrls' in another node"]).join(', or '));
}
