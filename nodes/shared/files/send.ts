import { compact, sortBy, sumBy } from 'lodash';
import { z } from 'zod';

import type { ServiceClient } from '../api/client';
import type { NoAnswer } from '../api/noAnswer';
import { type Answer, readAnswer, readRetryAfter } from '../api/http';
import { AS_IT_COMES } from '../n8n/requests';
import { Code } from '../api/codes';
import { answerTo, isTransient } from '../api/failure';
import { findFile } from '../api/files';
import { anyNumber, onlyShown, shownText } from '../api/schemas';
import { anySignal, asError, growingWait, poll, throwIfCancelled } from '../util/async';
import { PackError } from '../util/errors';
import { formatBytes } from '../util/amounts';
import type { BufferPool } from './buffers';
import { fileMessages } from './messages';
import type { Purpose } from './purposes';
import { BUDGET, type FileItem, type Source, Tries } from './sources';
import { TransferError } from './transferError';
import { explain, ServiceError } from '../api/serviceError';

const text = z.string().min(1);
const url = z.string().url();

/** Where a file is sent in one piece; valid for 15 minutes (service.md 2.1 and 8). */
const uploadAddress = z.object({
	sign_url: url,
	full_path: url,
	key: shownText,
	mime_type: text,
	file_id: text,
});

const part = z.object({
	part_number: anyNumber.pipe(z.number().int()),
	size: anyNumber.pipe(z.number().int().positive()),
	sign_url: url,
});

const multipartTask = z.object({
	file_id: text,
	upload_id: text,
	mime_type: z.string().nullish(),
	headers: onlyShown(z.record(z.coerce.string())).transform((headers) => headers ?? {}),
	// Parts are read from the file by number; the list is in any order (service.md 4.1).
	parts: z
		.array(part)
		.min(1)
		.transform((parts) => sortBy(parts, 'part_number')),
});

/** Where the parts of a file are sent; valid for 6 hours (service.md 2.1 and 8). */
type MultipartTask = z.infer<typeof multipartTask>;

const mergedFile = z.object({ file_path: url });

interface UploadJob extends FileItem {
	source: Source;
	fileName: string;
	bytes: number;
	purpose: Purpose;
	/** Shared by all uploads of the run: bounds the parts in memory and in flight. */
	buffers: BufferPool;
}

/** A file that the service has received. */
export interface SentFile {
	fileId: string;
	/** The address at which the file can be read once it is usable. */
	url: string;
	/** Relative path, which only a file sent in one piece has. */
	key?: string;
	mimeType?: string;
}

/** How long signed addresses are valid (service.md 8), and what helps where that was too short. */
interface AddressLife {
	/** In milliseconds. */
	lifeMs: number;
	/** Longest time of one request to them, in milliseconds. */
	putMs: number;
	advice: string;
	/** What helps where the storage, or a proxy in front of it, does not take so much at once. */
	adviceOnSize: string;
}

const ADDRESS: AddressLife = {
	lifeMs: 15 * 60_000,
	putMs: 15 * 60_000,
	advice: fileMessages.singleUploadTime,
	adviceOnSize: fileMessages.tooLargeForStorage,
};

const TASK: AddressLife = {
	lifeMs: 6 * 3600_000,
	putMs: 10 * 60_000,
	advice: fileMessages.multipartUploadTime,
	adviceOnSize: fileMessages.partTooLargeForStorage,
};

/** Sends a file in one piece, its only part (service.md 4.1). @throws as multipartUpload */
export async function singleUpload(job: UploadJob): Promise<SentFile> {
	const { client, fileName, bytes, purpose } = job;
	const query = { service: purpose, name: fileName };
	const address = await client.call('createUploadUrl', { query }, uploadAddress);
	const { file_id: fileId, full_path: url, key, sign_url, mime_type: mimeType } = address;
	const parts = [{ part_number: 1, size: bytes, sign_url }];
	await new Sending(job, { headers: { 'Content-Type': mimeType }, parts }, ADDRESS).run();
	return { fileId, url, key, mimeType };
}

/**
 * Sends a file in parts, several at once (service.md 4.1). A failed part is sent again on its own.
 *
 * @throws TransferError when the addresses are gone; ServiceError when the service refuses; Error
 *   when the bytes cannot be read or sent; CancelledError when the execution is stopped
 */
export async function multipartUpload(job: UploadJob): Promise<SentFile> {
	const { client, fileName, bytes, purpose } = job;
	const body = { service: purpose, name: fileName, file_size: bytes };
	const task = await client.call('createMultipartUpload', { body }, multipartTask);
	if (task.parts.some(({ part_number: number }, index) => number !== index + 1)) {
		throw new PackError(fileMessages.partNumbers(task.parts.length));
	}
	const sum = sumBy(task.parts, 'size');
	if (sum !== bytes) throw new PackError(fileMessages.partSizes(sum, bytes));
	await new Sending(job, task, TASK).run();
	const url = await merge(job, task);
	return { fileId: task.file_id, url, mimeType: task.mime_type ?? undefined };
}

/** The parts of a file on their way to the object storage, without the access token (service.md 5). */
class Sending {
	private readonly stop = new AbortController();
	private readonly ends: ReturnType<typeof anySignal>;
	private readonly startedAt = Date.now();
	private failure?: { error: unknown };

	/** Bytes that the storage has accepted. */
	private sent = 0;

	constructor(
		private readonly job: UploadJob,
		/** The headers that the service returned; no others are added. */
		private readonly task: Pick<MultipartTask, 'headers' | 'parts'>,
		private readonly life: AddressLife,
	) {
		this.ends = anySignal(job.client.signal, this.stop.signal);
	}

	/** Reads the source once; as many parts are on their way as there are buffers. */
	async run(): Promise<void> {
		const { source, buffers, client } = this.job;
		const sending = new Set<Promise<void>>();
		try {
			for (const part of this.task.parts) {
				const buffer = await buffers.take(part.size, this.ends.signal);
				const body = buffer.subarray(0, part.size);
				const reading = source.fill(body);
				const sent = reading
					.then(async () => await this.send(part, body))
					.catch((error: unknown) => this.fail(error))
					.finally(() => {
						buffers.give(buffer);
						sending.delete(sent);
					});
				sending.add(sent);
				await reading;
			}
			// Fails where there are more bytes than announced.
			await source.fill(Buffer.alloc(1));
		} catch (error) {
			this.fail(error);
		}
		await Promise.all(sending);
		this.ends.release();
		throwIfCancelled(client.signal);
		if (this.failure) throw asError(this.failure.error);
	}

	private fail(error: unknown): void {
		this.failure ??= { error };
		this.stop.abort();
		this.job.source.close();
	}

	/** Sends the same bytes to the same address until the storage has them. */
	private async send(
		{ part_number: number, sign_url: url }: z.infer<typeof part>,
		body: Buffer,
	): Promise<void> {
		const { signal } = this.ends;
		await new Tries(this.job.context.logger, signal, BUDGET.send).retry(async () => {
			const problem = await this.put(url, body);
			throwIfCancelled(signal);
			if (problem) throw this.putError(number, problem);
		});
		this.accepted(body.length);
	}

	private putError(part: number, problem: PutProblem): TransferError {
		const { detail, isGone, isExpired, isTooLarge, passing, retryAfterMs } = problem;
		const { length: parts } = this.task.parts;
		const { fileName } = this.job;
		const what =
			parts > 1
				? fileMessages.partOfFile(part, parts, fileName)
				: fileMessages.nameInQuotes(fileName);
		// A storage may close the connection before its refusal of an old address can be read.
		const isOld = Date.now() - this.startedAt >= this.life.lifeMs;
		if (isGone || (passing && isOld)) {
			const isOver = isExpired || isOld;
			const advice = isOver ? this.life.advice : fileMessages.refusedByStorage;
			return new TransferError(fileMessages.notUploaded(what, detail, advice), { isGone: true });
		}
		const advice = isTooLarge ? this.life.adviceOnSize : fileMessages.tryLater;
		const message = fileMessages.notUploaded(what, detail, advice);
		return new TransferError(message, { passing, retryAfterMs });
	}

	/** Logs how far the upload is, in steps of a tenth. */
	private accepted(bytes: number): void {
		const { context, fileName, bytes: total } = this.job;
		const percent = () => Math.floor((this.sent / total) * 100);
		const tenthsBefore = Math.floor(percent() / 10);
		this.sent += bytes;
		if (Math.floor(percent() / 10) === tenthsBefore || this.sent >= total) return;
		const ofAll = `${percent()} % of ${formatBytes(total)}`;
		context.logger.info(`Upload of ${fileName}: ${ofAll} sent`);
	}

	/**
	 * Redirects are not followed: n8n's request helper would keep the whole body in memory for them.
	 * The URL is used exactly as the service returned it.
	 */
	private async put(url: string, body: Buffer) {
		const { putMs } = this.life;
		// `false` keeps n8n's request helper from adding a type of its own.
		const headers = { 'Content-Type': false, ...this.task.headers };
		const answer = await readAnswer(
			async (abortSignal) =>
				await this.job.context.helpers.httpRequest({
					method: 'PUT',
					url,
					headers: { ...headers, 'Content-Length': String(body.length) },
					body,
					...AS_IT_COMES,
					timeout: putMs,
					abortSignal,
				}),
			{ timeLimitMs: putMs, signal: this.ends.signal },
		);
		return putProblem(answer);
	}
}

const MERGE_LIMIT_MS = 15 * 60_000;

/** Codes after which the parts may still be assembled. */
const RESOLVABLE: ReadonlySet<number | undefined> = new Set([
	Code.MergeUnderWay,
	Code.UploadGone,
	Code.PartMissing,
]);

/**
 * Has the parts assembled. An answer that was lost, and a merge that somebody else has begun, are
 * resolved by looking for the file, which does not exist before (service.md 3.1).
 *
 * @returns the readable address of the merged file
 * @throws TransferError when a fresh task is needed; ServiceError when the service refuses
 */
async function merge({ client, fileName }: UploadJob, task: MultipartTask): Promise<string> {
	let isPartMissed = false;
	let problem: ServiceError | undefined;
	const check = async (): Promise<string | undefined> => {
		const merged = await askForMerge(client, task.upload_id);
		if (typeof merged === 'string') return merged;
		problem = merged;
		const { code } = answerTo(merged.failure);
		if (code === Code.PartMissing) {
			// A part that has just arrived may not show at once everywhere in the storage.
			if (isPartMissed) throw goneError(fileName, merged);
			isPartMissed = true;
			return undefined;
		}
		const file = await findFile(client, task.file_id);
		if (file?.file_path) return file.file_path;
		if (code === Code.UploadGone) throw goneError(fileName, merged, TASK.advice);
		if (code !== Code.MergeUnderWay) throw merged;
		return undefined;
	};
	const waitMs = (_: number, checks: number) => growingWait(1_000, checks, 10_000);
	const url = await poll(check, { timeLimitMs: MERGE_LIMIT_MS, waitMs, signal: client.signal });
	if (url === undefined) throw asError(problem);
	return url;
}

/** @returns the address of the merged file, or why there is none yet. @throws what cannot be resolved */
async function askForMerge(client: ServiceClient, uploadId: string) {
	try {
		const body = { upload_id: uploadId };
		return (await client.call('completeMultipartUpload', { body }, mergedFile)).file_path;
	} catch (error) {
		if (!(error instanceof ServiceError)) throw asError(error);
		const { failure } = error;
		if (!RESOLVABLE.has(answerTo(failure).code) && !isTransient(failure)) throw asError(error);
		return error;
	}
}

/** The error of an upload that has to begin anew. */
function goneError(fileName: string, refusal: ServiceError, advice?: string): TransferError {
	const { reason, advice: usual } = explain(refusal.failure);
	const name = fileMessages.nameInQuotes(fileName);
	const message = fileMessages.notUploaded(name, reason, compact([advice, usual]).join(' '));
	return new TransferError(message, { isGone: true }, { cause: refusal });
}

/** Why the storage does not have the bytes. */
interface PutProblem {
	detail: string;
	/** The address is of no use any more. */
	isGone?: boolean;
	/** The storage says that the address, or the upload, has expired. */
	isExpired?: boolean;
	isTooLarge?: boolean;
	passing: boolean;
	retryAfterMs?: number;
}

/** What the answer of the object storage means; undefined when it has the bytes. */
function putProblem(answer: Answer | NoAnswer): PutProblem | undefined {
	if ('cause' in answer) return { passing: true, detail: answer.detail };
	const { status, text } = answer;
	if (status >= 200 && status < 300) return undefined;
	// XML at most storages.
	const code = /<Code>([^<]{1,100})<\/Code>/.exec(text)?.[1];
	return {
		detail: code ? fileMessages.storageCode(status, code) : fileMessages.storageStatus(status),
		// An address that has expired is refused; an upload that has ended is not found.
		isGone: status === 403 || status === 404,
		isExpired: code === 'NoSuchUpload' || /expired/i.test(text),
		isTooLarge: status === 413,
		// 400 is how storages answer to a body that was cut off or came too slowly.
		passing: status === 400 || status === 408 || status === 429 || status >= 500,
		retryAfterMs: readRetryAfter(answer),
	};
}
