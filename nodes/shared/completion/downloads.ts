import { compact, pick, range, zipObject } from 'lodash';
import type { IBinaryData } from 'n8n-workflow';

import { createClient, type ServiceClient } from '../api/client';
import type { ServiceContext } from '../api/credential';
import { downloadResult } from '../files/download';
import { resultName } from '../files/fileNames';
import { TransferError } from '../files/transferError';
import type { FileContext } from '../files/webResponse';
import type { DeliveredItem } from '../model/itemResult';
import { type Task, taskKey } from '../model/task';
import { kinds } from '../tasks/kinds';
import { findTask } from '../tasks/watch';
import { asError, mapConcurrent, Semaphore, throwIfCancelled } from '../util/async';
import type { EarlierTries } from './earlierTries';

/*
 * Downloads the result files of tasks. Their addresses are signed and expire: where one has, the task is read again,
 * and the file is downloaded from its new address.
 */

/** Longest time for reading a task again, in milliseconds. */
const MAX_READ_MS = 60_000;

/** Files downloaded at once, over all items. */
const MAX_AT_ONCE = 3;

/** The functions of n8n that downloads need. */
export type DownloadContext = FileContext & ServiceContext;

/** What the downloads of one run have in common. */
interface DownloadRun {
	/** Output field of the first file; further ones go to `<field>_1` and so on. */
	field: string;
	/** Ends all downloads. */
	signal: AbortSignal;
	/** Reads a task again; undefined where a client is only made once it is needed. */
	client?: ServiceClient;
	/** What earlier tries of the run have left; undefined where it has no such tries. */
	tries?: EarlierTries;
}

/** One result file: of which result, and which of the addresses of its task. */
interface WantedFile {
	result: DeliveredItem;
	/** A copy of the task of the result. It gets new addresses where those that it had are expired. */
	task: Task;
	/** Which of the addresses of the task, from 0. */
	index: number;
}

/** The downloads of one run. */
export class Downloads {
	/** Lets only a few downloads run at once. */
	private readonly gate = new Semaphore(MAX_AT_ONCE);

	constructor(
		private readonly context: DownloadContext,
		private readonly run: DownloadRun,
	) {}

	/**
	 * Downloads all files of a result.
	 *
	 * @returns the result with its files, and with new addresses where those that it had were expired
	 * @throws the error of a file that could not be downloaded; CancelledError when the signal ends
	 */
	async addTo(result: DeliveredItem): Promise<DeliveredItem> {
		// A copy, because `fetchFile` gives it new addresses where those that it has are expired.
		const task = { ...result.task };
		const count = task.outputUrls?.length ?? 0;
		const indexes = range(count);
		const files = await mapConcurrent(
			indexes,
			async (index) => await this.fetchFile({ result, task, index }),
		);
		const { field } = this.run;
		// Such as "data", "data_1", "data_2".
		const outputFields = indexes.map((index) => (index === 0 ? field : `${field}_${index}`));
		return { ...result, task, files: zipObject(outputFields, files) };
	}

	/**
	 * A file that has arrived at an earlier try, or else is downloaded now, and kept for the next try.
	 *
	 * @throws the error of the file, if it could not be downloaded; CancelledError when the signal ends
	 */
	private async fetchFile(wanted: WantedFile): Promise<IBinaryData> {
		const { result, task, index } = wanted;
		const { tries } = this.run;
		// The name of the file, which is the same at each try of the run.
		const name = `${result.itemIndex} ${taskKey(task)} ${index}`;
		const arrived = tries?.fileOf(name);
		if (arrived) return arrived;
		const file = await this.downloadOrRenew(wanted);
		// n8n may not tell the size.
		const size = file.fileSize ?? '';
		this.context.logger.info(`Result file ${index + 1} of task ${task.taskId}: ${size}`);
		tries?.keepFile(name, file);
		return file;
	}

	/**
	 * Downloads a file. If its address has expired, the task is read again, and the file is downloaded from its new
	 * address. `wanted.task` then has the new addresses of all its files.
	 *
	 * @throws the error of the file, if it could not be downloaded; CancelledError when the signal ends
	 */
	private async downloadOrRenew(wanted: WantedFile): Promise<IBinaryData> {
		const { task } = wanted;
		try {
			return await this.download(wanted);
		} catch (error) {
			const hasExpired = error instanceof TransferError && error.facts.expired;
			if (!hasExpired) throw asError(error);
			const fresh = await this.readWithNewAddresses(task, error);
			// All files of the result share this object, so the others are downloaded from their new addresses as well.
			Object.assign(task, pick(fresh, ['outputUrls', 'coverUrl', 'subtitleUrl', 'raw']));
			return await this.download(wanted);
		}
	}

	/**
	 * Downloads a file from the address that its task has now, when its turn comes: only a few run at once.
	 *
	 * @throws TransferError when there is no whole file; its fact `expired` says whether the address may have expired.
	 *   CancelledError when the signal ends
	 */
	private async download({ result, task, index }: WantedFile): Promise<IBinaryData> {
		const { context, gate } = this;
		const { signal } = this.run;
		const { fileName, input } = result;
		const urls = task.outputUrls ?? [];
		// Where a task has several files, each has a number in its name.
		const number = urls.length > 1 ? index + 1 : undefined;
		const naming = { fileName, row: input?.json, language: task.targetLanguage, number };
		const download = {
			context,
			url: urls[index] ?? '',
			usualType: kinds[task.taskKind]?.usualType,
			signal,
			rename: (given: string) => resultName(given, naming),
		};
		return await gate.run(async () => await downloadResult(download), signal);
	}

	/**
	 * Reads a task again, because the address of one of its files has expired.
	 *
	 * @param error the error of that file
	 * @returns the task with new addresses
	 * @throws the same error, where the task cannot be read, or has another number of files now; CancelledError when
	 *   the signal ends
	 */
	private async readWithNewAddresses(task: Task, error: TransferError): Promise<Task> {
		this.context.logger.info(`${error.title}. Reading task ${task.taskId} again`);
		// If this reading fails, the user is told the error of the file, which says more.
		const fresh = await this.readAgain(task).catch(() => undefined);
		// The reading may also have failed because all downloads were ended.
		throwIfCancelled(this.run.signal);
		// With another number of addresses, the same index would not mean the same file.
		const hasSameFiles = fresh?.outputUrls?.length === task.outputUrls?.length;
		if (!fresh || !hasSameFiles) throw error;
		return fresh;
	}

	/**
	 * The task as the service shows it now; undefined where the service does not have it, or this version of the pack
	 * does not know its kind.
	 *
	 * @throws ServiceError when the service cannot be asked; PackError when the credential cannot be used;
	 *   CancelledError when the downloads have been ended
	 */
	private async readAgain({ taskKind, taskId }: Task): Promise<Task | undefined> {
		const client = this.run.client ?? (await createClient(this.context));
		const limited = client.with({ signal: this.run.signal, withinMs: MAX_READ_MS });
		return await findTask(limited, compact([kinds[taskKind]]), taskId);
	}
}
