import { type Answer, readAnswer, readRetryAfter } from '../api/http';
import type { NoAnswer } from '../api/noAnswer';
import { AS_IT_COMES } from '../n8n/requests';
import { anySignal, asError, type JoinedSignal, throwIfCancelled } from '../util/async';
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
interface ByteSource {
	/** Fills a buffer with the next bytes. @returns how many; fewer than it holds only at the end of the file */
	fill(target: Buffer): Promise<number>;
	/** No more bytes are wanted. */
	close(): void;
}

/** A part of a file, and where it is sent. The fields are named as the service names them. */
interface FilePart {
	/** Its place in the file, from 1. */
	part_number: number;
	/** Its length in bytes. */
	size: number;
	/** The signed address that takes it. */
	sign_url: string;
}

/** Where and how the parts of a file are sent. */
interface PartTask {
	headers: Record<string, string>;
	/** In the order of the file. */
	parts: FilePart[];
}

/** A file that is sent. */
export interface PartJob extends FileItem {
	source: ByteSource;
	/** Names the file in messages and in the log. */
	fileName: string;
	/** Its length, which the sizes of its parts add up to. */
	bytes: number;
	/** Shared by all uploads of the run, so that only so many parts are in memory and on their way at once. */
	buffers: BufferPool;
}

/** How long signed addresses are valid (service.md 8), and what helps where that was too short. */
export interface AddressLife {
	/** In milliseconds. */
	lifeMs: number;
	/** Longest time of one request to them, in milliseconds. */
	putMs: number;
	/** What helps where they have become too old. */
	advice: string;
	/** What helps where the storage, or a proxy in front of it, does not take so much at once. */
	adviceOnSize: string;
}

/** The parts of a file on their way to the object storage, without the access token (service.md 5). */
export class PartUpload {
	/** Aborted by the first failure. */
	private readonly stop = new AbortController();

	/** Its signal ends when the execution is stopped, or something has failed. */
	private readonly ends: JoinedSignal;

	/** When the addresses were new, in milliseconds since the epoch. */
	private readonly startedAt = Date.now();

	/** What failed first; undefined as long as nothing did. */
	private failure?: { error: unknown };

	/** The sending of each part that was read; it never fails, but notes what failed. */
	private readonly sending: Array<Promise<void>> = [];

	constructor(
		private readonly job: PartJob,
		/** The headers that the service returned; no others are added. */
		private readonly task: PartTask,
		private readonly life: AddressLife,
	) {
		this.ends = anySignal(job.client.signal, this.stop.signal);
	}

	/**
	 * Reads the source once and sends all of it; as many parts are on their way as there are buffers. A part that fails
	 * ends the reading, too, by the signal `ends`.
	 *
	 * @throws what ended the reading or the sending first, once nothing is under way any more; CancelledError when the
	 *   execution is stopped
	 */
	async run(): Promise<void> {
		const { source, client } = this.job;
		try {
			for (const part of this.task.parts) await this.readAndSend(part);
			// Nothing should be left: the source fails here if it has more bytes than announced.
			await source.fill(Buffer.alloc(1));
		} catch (error) {
			this.endWith(error);
		}
		await Promise.all(this.sending);
		this.ends.release();
		throwIfCancelled(client.signal);
		if (this.failure) throw asError(this.failure.error);
	}

	/**
	 * Reads a part as soon as there is a buffer for it, and begins to send it, without waiting until it is sent.
	 *
	 * @throws what the source throws; CancelledError when the upload has ended before there is a buffer; RangeError where
	 *   there is not enough memory for one
	 */
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

	/** Sends a part, and gives its buffer back. A failure is not thrown, but ends the whole upload. */
	private async sendAndGive(part: FilePart, buffer: Buffer): Promise<void> {
		try {
			await this.send(part, buffer.subarray(0, part.size));
		} catch (error) {
			this.endWith(error);
		} finally {
			this.job.buffers.give(buffer);
		}
	}

	/** Ends all reading and sending. `run` throws the first of the errors with which this is called. */
	private endWith(error: unknown): void {
		this.failure ??= { error };
		this.stop.abort();
		this.job.source.close();
	}

	/**
	 * Sends the same bytes to the same address until the storage has them.
	 *
	 * @throws TransferError where no further try would help, or none is left; CancelledError when the upload has ended
	 */
	private async send(part: FilePart, body: Buffer): Promise<void> {
		const { signal } = this.ends;
		await new Tries(this.job.context.logger, signal, BUDGET.send).retry(async () => {
			const problem = await this.put(part.sign_url, body);
			throwIfCancelled(signal);
			if (problem) throw this.putError(part, problem);
		});
	}

	/**
	 * The error of a part that the storage does not have. Where its address is gone, or too old to be of any use, only
	 * a fresh upload helps (`isGone`). Otherwise, `passing` says whether the same bytes may be sent to it again.
	 */
	private putError(part: FilePart, problem: PutProblem): TransferError {
		const { detail, isGone, isExpired, isTooLarge, passing, retryAfterMs } = problem;
		const what = this.partInWords(part.part_number);
		const isOld = Date.now() - this.startedAt >= this.life.lifeMs;
		// A storage may close the connection before its refusal of an old address can be read.
		const mayBeRefused = passing && isOld;
		if (isGone || mayBeRefused) {
			const hasTakenTooLong = isExpired || isOld;
			const adviceWhenGone = hasTakenTooLong ? this.life.advice : fileMessages.refusedByStorage;
			const message = fileMessages.notUploaded(what, detail, adviceWhenGone);
			return new TransferError(message, { isGone: true });
		}
		const advice = isTooLarge ? this.life.adviceOnSize : fileMessages.tryLater;
		const message = fileMessages.notUploaded(what, detail, advice);
		return new TransferError(message, { passing, answer: { retryAfterMs } });
	}

	/** What messages call a part: its number and the file, or only the file where that is in one piece. */
	private partInWords(number: number): string {
		const { fileName } = this.job;
		const count = this.task.parts.length;
		if (count === 1) return fileMessages.nameInQuotes(fileName);
		return fileMessages.partOfFile(number, count, fileName);
	}

	/**
	 * Sends bytes once. Redirects are not followed: for this, n8n's request helper would keep the whole body in memory.
	 *
	 * @param url exactly as the service returned it
	 * @returns why the storage does not have the bytes; undefined when it has them
	 */
	private async put(url: string, body: Buffer): Promise<PutProblem | undefined> {
		const { putMs } = this.life;
		const headers = {
			// `false` keeps n8n's request helper from adding a type of its own. The headers of the service may have one.
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
	/** In words. */
	detail: string;
	/** The address is of no use any more. */
	isGone?: boolean;
	/** The storage says that the address, or the upload, has expired. */
	isExpired?: boolean;
	/** The storage does not take so many bytes at once. */
	isTooLarge?: boolean;
	/** The next try may succeed. */
	passing: boolean;
	/** How long the storage asks to wait before that; undefined where it does not ask. */
	retryAfterMs?: number;
}

/** What the answer of the object storage means; undefined when it has the bytes. */
function putProblem(answer: Answer | NoAnswer): PutProblem | undefined {
	// A cause is only given where no answer came.
	const isWithoutAnswer = 'cause' in answer;
	if (isWithoutAnswer) return { passing: true, detail: answer.detail };
	const { status, text } = answer;
	if (status >= 200 && status < 300) return undefined;
	// Most storages answer in XML: <Error><Code>NoSuchUpload</Code></Error>.
	const code = /<Code>([^<]{1,100})<\/Code>/.exec(text)?.[1];
	return {
		detail: code ? fileMessages.storageCode(status, code) : fileMessages.storageStatus(status),
		// Storages answer 403 at an address that has expired, and 404 where the upload has ended.
		isGone: status === 403 || status === 404,
		isExpired: code === 'NoSuchUpload' || /expired/i.test(text),
		isTooLarge: status === 413,
		// 400 is how storages answer to a body that was cut off or came too slowly.
		passing: status === 400 || status === 408 || status === 429 || status >= 500,
		retryAfterMs: readRetryAfter(answer),
	};
}
