import { filter, pick, zipObject } from 'lodash';

import { createClient, type ServiceClient } from '../api/client';
import type { ServiceContext } from '../api/credential';
import { downloadResult } from '../files/download';
import { resultName } from '../files/fileNames';
import { TransferError } from '../files/transferError';
import type { FileContext } from '../files/web';
import type { FinishedItem } from '../model/itemResult';
import { createdAt, type Task, taskKey } from '../model/task';
import { isListed } from '../model/taskKind';
import type { StatusOf, WatchedTask } from '../model/taskStatus';
import { kinds } from '../tasks/kinds';
import { watchTasks } from '../tasks/watch';
import { asError, mapConcurrent, Semaphore, throwIfCancelled } from '../util/async';
import type { EarlierTries } from './earlierTries';

/*
 * Downloads the result files of tasks. Their addresses are signed and expire, so a task whose file is gone is read again, together
 * with all others that still wait for their files.
 */

/** A look-up up to this age is not repeated. */
const FRESH_MS = 60_000;

/** Longest time for one. */
const MAX_LOOK_UP_MS = 60_000;

/** Files downloaded at once, over all items. */
const MAX_AT_ONCE = 3;

export type DownloadContext = FileContext & ServiceContext;

/** What the downloads of one run have in common. */
interface DownloadRun {
	/** Output field of the first file; further ones go to `<field>_1` and so on. */
	field: string;
	/** The tasks whose files have not arrived. */
	open: ReadonlySet<Task>;
	signal: AbortSignal;
	client?: ServiceClient;
	/** What earlier tries of the run have left. */
	tries?: EarlierTries;
}

export class Downloads {
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
		const { field, signal, tries } = this.run;
		const { fileName, input, itemIndex } = result;
		const task = { ...result.task };
		const { taskId, taskKind, targetLanguage: language, outputUrls = [] } = task;
		const load = async (url: string, index: number) => {
			const usualType = kinds[taskKind]?.usualType;
			const number = outputUrls.length > 1 ? index + 1 : undefined;
			const rename = (given: string) =>
				resultName(given, { fileName, row: input?.json, language, number });
			const download = { context, url, usualType, signal, rename };
			const work = async () => await downloadResult(download);
			return await gate.run(work, signal);
		};
		const fetchFile = async (url: string, index: number) => {
			const name = `${itemIndex} ${taskKey(task)} ${index}`;
			const arrived = tries?.fileOf(name);
			if (arrived) return arrived;
			const file = await load(url, index).catch(async (error: unknown) => {
				const fresh = await this.refreshed(result.task, error);
				Object.assign(task, pick(fresh, ['outputUrls', 'coverUrl', 'subtitleUrl', 'raw']));
				return await load(fresh.outputUrls?.[index] ?? url, index);
			});
			context.logger.info(`Result file ${index + 1} of task ${taskId}: ${file.fileSize ?? ''}`);
			tries?.keepFile(name, file);
			return file;
		};
		const files = await mapConcurrent(outputUrls, fetchFile);
		const fields = files.map((_, index) => (index === 0 ? field : `${field}_${index}`));
		return { ...result, task, files: zipObject(fields, files) };
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
		const isAlone = !isListed(kind);
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
