import { type Answer, readAnswer, readRetryAfter } from '../api/http';
import type { NoAnswer } from '../api/noAnswer';
import { AS_IT_COMES } from '../n8n/requests';
import { anySignal, asError, type JoinedSignal, throwIfCancelled } from '../util/async';
import { formatBytes } from '../util/amounts';
import type { BufferPool } from './bufferPool';
import { fileMessages } from './fileMessages';
import type { FileItem } from './openFile';
import { TransferError } from './transferError';
import { BUDGET, Tries } from './tries';

/*
 * The parts of a file on their way to the object storage. Their bytes are read
 * in order, and several are on their way at once.
 */

/** What gives the bytes of a file, in order. */
export interface ByteSource {
	/** Fills a buffer with the next bytes. @returns how many; fewer than it holds only at the end of the file */
	fill(target: Buffer): Promise<number>;
	/** No more bytes are wanted. */
	close(): void;
}

/** A part of a file, and where it is sent. */
interface FilePart {
	/** From 1. */
	part_number: number;
	size: number;
	sign_url: string;
}

interface PartTask {
	headers: Record<string, string>;
	/** In the order of the file. */
	parts: FilePart[];
}

export interface PartJob extends FileItem {
	source: ByteSource;
	fileName: string;
	bytes: number;
	/** Shared by all uploads of the run: bounds the parts in memory and in flight. */
	buffers: BufferPool;
}

/** How long signed addresses are valid (service.md 8), and what helps where that was too short. */
export interface AddressLife {
	/** In milliseconds. */
	lifeMs: number;
	/** Longest time of one request to them, in milliseconds. */
	putMs: number;
	advice: string;
	/** What helps where the storage, or a proxy in front of it, does not take so much at once. */
	adviceOnSize: string;
}

/** The parts of a file on their way to the object storage, without the access token (service.md 5). */
export class PartUpload {
	private readonly stop = new AbortController();
	/** Aborted when the execution is stopped, or a part has failed. */
	private readonly ends: JoinedSignal;
	private readonly startedAt = Date.now();

	/** What failed first. */
	private failure?: { error: unknown };

	/** The sending of each part that was read; it never fails, but notes what failed. */
	private readonly sending: Array<Promise<void>> = [];

	/** Bytes that the storage has accepted. */
	private sent = 0;

	constructor(
		private readonly job: PartJob,
		/** The headers that the service returned; no others are added. */
		private readonly task: PartTask,
		private readonly life: AddressLife,
	) {
		this.ends = anySignal(job.client.signal, this.stop.signal);
	}

	/**
	 * Reads the source once and sends all of it; as many parts are on their way as there are buffers.
	 *
	 * @throws what ended the reading or the sending first, once nothing is under way any more; CancelledError
	 */
	async run(): Promise<void> {
		const { source, client } = this.job;
		try {
			for (const part of this.task.parts) await this.readAndSend(part);
			// Nothing is left to read: this fails where there are more bytes than announced.
			await source.fill(Buffer.alloc(1));
		} catch (error) {
			this.fail(error);
		}
		await Promise.all(this.sending);
		this.ends.release();
		throwIfCancelled(client.signal);
		if (this.failure) throw asError(this.failure.error);
	}

	/** Reads a part as soon as there is a buffer for it, and has it sent while the next one is read. */
	private async readAndSend(part: FilePart): Promise<void> {
		const { source, buffers } = this.job;
		const buffer = await buffers.take(part.size, this.ends.signal);
		try {
			await source.fill(buffer.subarray(0, part.size));
		} catch (error) {
			buffers.give(buffer);
			throw asError(error);
		}
		this.sending.push(this.sendAndGive(part, buffer));
	}

	/** Sends a part, and gives its buffer back. What fails ends the upload. */
	private async sendAndGive(part: FilePart, buffer: Buffer): Promise<void> {
		try {
			await this.send(part, buffer.subarray(0, part.size));
		} catch (error) {
			this.fail(error);
		} finally {
			this.job.buffers.give(buffer);
		}
	}

	/** Ends the upload; the first error is the one that is thrown. */
	private fail(error: unknown): void {
		this.failure ??= { error };
		this.stop.abort();
		this.job.source.close();
	}

	/** Sends the same bytes to the same address until the storage has them. */
	private async send(part: FilePart, body: Buffer): Promise<void> {
		const { signal } = this.ends;
		await new Tries(this.job.context.logger, signal, BUDGET.send).retry(async () => {
			const problem = await this.put(part.sign_url, body);
			throwIfCancelled(signal);
			if (problem) throw this.putError(part, problem);
		});
		this.countSent(body.length);
	}

	/** The error of a part that the storage does not have. */
	private putError(part: FilePart, problem: PutProblem): TransferError {
		const { detail, isGone, isExpired, isTooLarge, passing, retryAfterMs } = problem;
		const what = this.partInWords(part.part_number);
		// A storage may close the connection before its refusal of an old address can be read.
		const isOld = Date.now() - this.startedAt >= this.life.lifeMs;
		const mayBeRefused = passing && isOld;
		if (isGone || mayBeRefused) {
			const hasTakenTooLong = isExpired || isOld;
			const whenGone = hasTakenTooLong ? this.life.advice : fileMessages.refusedByStorage;
			const message = fileMessages.notUploaded(what, detail, whenGone);
			return new TransferError(message, { isGone: true });
		}
		const advice = isTooLarge ? this.life.adviceOnSize : fileMessages.tryLater;
		const message = fileMessages.notUploaded(what, detail, advice);
		return new TransferError(message, { passing, answer: { retryAfterMs } });
	}

	/** A part in messages; of a file in one piece, the file. */
	private partInWords(part: number): string {
		const { fileName } = this.job;
		const { length } = this.task.parts;
		if (length === 1) return fileMessages.nameInQuotes(fileName);
		return fileMessages.partOfFile(part, length, fileName);
	}

	/** Counts bytes that the storage has accepted, and logs how far the upload is, in steps of a tenth. */
	private countSent(bytes: number): void {
		const { context, fileName, bytes: total } = this.job;
		const tenthsBefore = Math.floor((this.sent / total) * 10);
		this.sent += bytes;
		const tenths = Math.floor((this.sent / total) * 10);
		if (tenths === tenthsBefore || this.sent >= total) return;
		const percent = Math.floor((this.sent / total) * 100);
		context.logger.info(`Upload of ${fileName}: ${percent} % of ${formatBytes(total)} sent`);
	}

	/**
	 * Sends bytes once, without following redirects, for which n8n's request helper would keep the whole body in memory.
	 *
	 * @param url exactly as the service returned it
	 * @returns why the storage does not have the bytes; undefined when it has them
	 */
	private async put(url: string, body: Buffer): Promise<PutProblem | undefined> {
		const { putMs } = this.life;
		const headers = {
			// `false` keeps n8n's request helper from adding a type of its own.
			'Content-Type': false,
			...this.task.headers,
			'Content-Length': String(body.length),
		};
		const answer = await readAnswer(
			async (abortSignal) =>
				await this.job.context.helpers.httpRequest({
					method: 'PUT',
					url,
					headers,
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
	const isWithoutAnswer = 'cause' in answer;
	if (isWithoutAnswer) return { passing: true, detail: answer.detail };
	const { status, text } = answer;
	if (status >= 200 && status < 300) return undefined;
	// Most storages answer in XML: <Error><Code>NoSuchUpload</Code></Error>.
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
