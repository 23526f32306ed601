import { createHash } from 'crypto';
import { defaults, lowerFirst, memoize } from 'lodash';
import type { IExecuteFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import { credentialIdOf } from '../api/credential';
import type { Size } from '../api/library';
import { keepsWaiting } from '../api/failure';
import { JUST_NAMED_MS, mayAppearMs, noteNamed } from '../api/justNamed';
import type { FileIdRef, UploadRef } from '../model/fileRef';
import {
	type FileRecord,
	FileStatus,
	fileStatusWords,
	findFile,
	getFile,
	isNoSuchFile,
	lostReason,
} from '../api/files';
import {
	asError,
	CancelledError,
	growingWait,
	LAST_CHECK_MS,
	poll,
	Semaphore,
	throwIfCancelled,
} from '../util/async';
import { sharedInExecution } from '../n8n/nodeContext';
import { runIndexOf } from '../n8n/runs';
import type { Message } from '../util/catalogue';
import { PackError, wordsOf } from '../util/errors';
import { formatDuration } from '../util/amounts';
import { formatValue } from '../util/quote';
import { BufferPool } from './buffers';
import { recordProblem } from './fileRules';
import { atPlace, type FileUse } from './fileUse';
import { fileMessages } from './messages';
import { PART_BYTES, type Purpose, purposes, SINGLE_PUT_BYTES } from './purposes';
import { multipartUpload, type SentFile, singleUpload } from './send';
import { BUDGET, type FileItem, Source, type SourceUse } from './sources';
import { TransferError } from './transferError';
import { ServiceError, explain } from '../api/serviceError';

const DEFAULT_SETTINGS = {
	method: 'automatic' as 'automatic' | 'single' | 'multipart',
	/** Parts in memory and on their way at once, over all files of the run. */
	partsAtOnce: 2,
	waitUntilUsable: true,
	/** Longest wait until then, in milliseconds. */
	timeLimitMs: 10 * 60_000,
};

type UploadSettings = SourceUse & typeof DEFAULT_SETTINGS;

/** The settings that the user has chosen. */
export type ChosenSettings = SourceUse & Partial<UploadSettings>;

interface UploadedFile extends SentFile {
	fileName: string;
	bytes: number;
	purpose: Purpose;
	/** Milliseconds since the epoch. */
	uploadedAt: number;
	/** Size of its picture, where the file tells it. */
	picture?: Size;
}

/** The user may want a file of this size in one piece, which is in memory as a whole. */
const MAX_SINGLE_BYTES = 10 * PART_BYTES;

function isSingle({ method, purpose }: UploadSettings, bytes: number): boolean {
	if (purposes[purpose].multipartOnly || method === 'multipart') return false;
	return bytes <= (method === 'single' ? MAX_SINGLE_BYTES : SINGLE_PUT_BYTES);
}

/** Sends a file; what was sent to addresses that are gone, is sent again to fresh ones. */
async function sendFile(
	item: FileItem,
	ref: UploadRef,
	settings: UploadSettings,
	buffers: BufferPool,
): Promise<UploadedFile> {
	const { logger } = item.context;
	const source = new Source(item, ref, settings);
	for (let starts = 1; ; starts++) {
		try {
			return await source.use(async () => {
				const file = await source.open();
				const job = { ...item, ...file, source, buffers };
				const sent = await (isSingle(settings, file.bytes)
					? singleUpload({ ...job, buffers: new BufferPool(1) })
					: multipartUpload(job));
				logger.info(`Upload of ${file.fileName}: complete, file ID ${sent.fileId}`);
				return { ...sent, ...file, picture: source.picture, uploadedAt: Date.now() };
			});
		} catch (error) {
			const isGone = error instanceof TransferError && error.facts.isGone;
			if (!isGone || starts === BUDGET.starts) throw asError(error);
			logger.info(`Starting again: ${error.title}`);
		}
	}
}

/** How long a refusal for good is doubted: the service has answered about the file before, or has just given its ID. */
const DOUBTED_REVIEW_MS = JUST_NAMED_MS;

/** Asks for the state of a file, again while an answer may still come. */
class Review {
	/** What was seen last. */
	private last?: FileRecord | ServiceError;

	/** Since when the service refuses to tell, in milliseconds since the epoch. */
	private refusedSince?: number;

	constructor(
		private readonly client: ServiceClient,
		private readonly fileId: string,
	) {}

	/** @returns the file once it is usable. @throws PackError when it never will be; ServiceError */
	async check(): Promise<FileRecord | undefined> {
		this.last = await getFile(this.client, this.fileId).catch((error: unknown) => {
			if (!(error instanceof ServiceError)) throw asError(error);
			this.noteRefusal(error);
			return error;
		});
		if (this.last instanceof ServiceError) return undefined;
		this.refusedSince = undefined;
		if (this.last.status === FileStatus.Usable) return this.last;
		const { status, msg } = this.last;
		const lost = lostReason(status);
		if (!lost) return undefined;
		const { fileId } = this;
		if (msg) throw new PackError(fileMessages.lostBecause(lost, msg, fileId));
		throw new PackError(fileMessages.lost(lost, fileId));
	}

	/** @throws the error when it is final */
	private noteRefusal(error: ServiceError): void {
		const isRefused = !keepsWaiting(error.failure) || isNoSuchFile(error);
		this.refusedSince = isRefused ? (this.refusedSince ?? Date.now()) : undefined;
		const refusedMs = Date.now() - (this.refusedSince ?? Date.now());
		if (refusedMs >= DOUBTED_REVIEW_MS) throw error;
	}

	/** What to say when the file did not become usable within a time in milliseconds. */
	timeUp(timeLimitMs: number): Error {
		const { last, fileId } = this;
		if (last instanceof ServiceError) return last;
		const status = fileStatusWords(last?.status ?? FileStatus.NotSynced).toLowerCase();
		return new PackError(fileMessages.notUsableInTime(formatDuration(timeLimitMs), fileId, status));
	}
}

/**
 * Waits until the content review lets a file be used (service.md 3.1). A look-up that fails for a
 * passing reason does not end the wait.
 *
 * @throws PackError when the file can never be used or the time is up; ServiceError when it cannot be
 *   looked up; CancelledError when the execution is stopped
 */
async function awaitUsable(
	client: ServiceClient,
	fileId: string,
	timeLimitMs: number,
): Promise<FileRecord> {
	const review = new Review(client.with({ withinMs: timeLimitMs + LAST_CHECK_MS }), fileId);
	const usable = await poll(async () => await review.check(), {
		timeLimitMs,
		waitMs: (_: number, checks: number) => growingWait(250, checks, 5_000),
		signal: client.signal,
	});
	if (usable === undefined) throw review.timeUp(timeLimitMs);
	return usable;
}

/**
 * Reads the record of a file. One that the service has just named, and does not know yet, is asked for again for a minute.
 *
 * @throws ServiceError that names the file; CancelledError when the execution is stopped
 */
async function readRecord(client: ServiceClient, fileId: string): Promise<FileRecord> {
	const check = async (): Promise<FileRecord | undefined> => {
		try {
			return await getFile(client, fileId);
		} catch (error) {
			if (isNoSuchFile(error) && mayAppearMs(fileId) > 0) return undefined;
			throw asError(error);
		}
	};
	const waitMs = (_: number, checks: number) => growingWait(250, checks, 5_000);
	const { signal } = client;
	const record = await poll(check, { timeLimitMs: mayAppearMs(fileId), waitMs, signal });
	return record ?? (await getFile(client, fileId));
}

const ofFile = (_: ServiceClient, fileId: string) => fileId;

/** What one run of a node uploads, and what the service says of its files, which is asked once. */
const uploadsOf = memoize(
	(_: ServiceClient, { partsAtOnce } = DEFAULT_SETTINGS) => ({
		files: new Map<string, Promise<UploadedFile>>(),
		// Files under way at once; their parts share the buffers.
		gate: new Semaphore(3),
		buffers: new BufferPool(partsAtOnce),
		review: memoize(awaitUsable, ofFile),
		record: memoize(readRecord, ofFile),
	}),
	// All clients that one was made of by `with` share their warnings: they belong to the same run.
	({ warnings }) => warnings,
);
uploadsOf.cache = new WeakMap();

/**
 * Uploads a file, each only once: the same input file of an execution, the same file from the web
 * of a run of the node, and what an earlier attempt of that run has uploaded, is not sent again.
 *
 * @returns with what the service says of it
 * @throws Error with a sentence for the user; ServiceError when the service refuses; CancelledError
 *   when the execution is stopped
 */
export async function uploadOnce(
	item: FileItem,
	ref: UploadRef,
	chosen: ChosenSettings,
): Promise<UploadedFile & { record: FileRecord }> {
	const { context, client, halt } = item;
	const settings: UploadSettings = defaults({ ...chosen }, DEFAULT_SETTINGS);
	const run = uploadsOf(client, settings);
	const key = uploadKey(context, ref, settings);
	const sendInTurn = async () => {
		throwIfCancelled(halt?.signal);
		try {
			return await sendFile(item, ref, settings, run.buffers);
		} catch (error) {
			// Before the next one takes its place.
			halt?.abort();
			throw asError(error);
		}
	};
	const rememberedOrNew = async (): Promise<UploadedFile> => {
		const memory = sharedInExecution(context, 'digitalHumanUploads');
		const remembered = memory[key] as unknown as UploadedFile | undefined;
		const record = remembered && (await findFile(client, remembered.fileId));
		if (record && !lostReason(record.status)) return remembered;
		const uploaded = await run.gate.run(sendInTurn, client.signal);
		noteNamed(uploaded.fileId);
		memory[key] = { ...uploaded };
		return uploaded;
	};
	const file = run.files.get(key) ?? rememberedOrNew();
	run.files.set(key, file);
	const uploaded = await file;
	throwIfCancelled(halt?.signal);
	const { fileId } = uploaded;
	const record = await (settings.waitUntilUsable
		? run.review(client.with({ signal: halt?.signal }), fileId, settings.timeLimitMs)
		: run.record(client, fileId));
	return { ...uploaded, record };
}

function uploadKey(
	context: IExecuteFunctions,
	{ source, identity }: UploadRef,
	{ purpose, naming }: UploadSettings,
): string {
	const node = context.getNode();
	// There may be another file at the same address later: only the same run takes it for the same.
	const run =
		source === 'url'
			? [naming?.fileName ?? '', context.getExecutionId(), node.id, runIndexOf(context)]
			: [];
	const key = JSON.stringify([credentialIdOf(node) ?? '', purpose, identity, ...run]);
	return createHash('sha256').update(key).digest('hex');
}

/**
 * Makes sure that an uploaded file can be used: waits for its review, and compares what it was
 * uploaded for. Asked once for each file of a run.
 *
 * @throws Error with a sentence that names the field; CancelledError when the execution is stopped
 */
export async function requireFile(
	client: ServiceClient,
	{ ref, use }: { ref: FileIdRef; use: FileUse },
): Promise<FileRecord> {
	const { fileId } = ref;
	const run = uploadsOf(client);
	try {
		// May be the first call of the run: what is wrong with the credential has to show at once.
		let record = await run.record(client, fileId);
		if (record.status !== FileStatus.Usable) {
			record = await run.review(client, fileId, DEFAULT_SETTINGS.timeLimitMs);
		}
		const problem = recordProblem(record, use);
		if (!problem) return record;
		const advice = `${problem.advice} ${fileMessages.idOfFile(fileId)}`;
		throw new PackError({ ...problem, advice });
	} catch (error) {
		throw fileIdError(ref, error);
	}
}

/** The error of a file that was chosen by its ID, with the name of its field. */
export function fileIdError({ fileId, place }: FileIdRef, error: unknown): Error {
	if (error instanceof CancelledError) return error;
	if (error instanceof ServiceError) {
		const { code, reason, advice: usual } = explain(error.failure);
		const isUnknown = isNoSuchFile(error);
		const title = isUnknown ? fileMessages.unknownFileId(formatValue(fileId)) : reason;
		const advice = isUnknown ? `${fileMessages.fileIdsExpire} ${usual}` : usual;
		return new ServiceError(error.failure, atPlace(place, { code, title, advice }));
	}
	if (error instanceof PackError) {
		const title = lowerFirst(error.title);
		return new PackError(atPlace(place, { ...error, title }), error.facts, { cause: error });
	}
	const { title, advice } = wordsOf(error);
	const message: Message = { code: 'unexpected', title: lowerFirst(title), advice };
	return new PackError(atPlace(place, message), {}, { cause: error });
}
