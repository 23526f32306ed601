import { createHash } from 'crypto';
import { type IDataObject, type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import type { ServiceClient } from '../service/client';
import { credentialIdOf } from '../service/credential';
import {
	type FileRecord,
	FileStatus,
	fileStatusWords,
	findFile,
	getFile,
	isNoSuchFile,
	lostReason,
} from '../service/files';
import { ServiceError } from '../service/failure';
import { keepsWaiting } from '../service/retry';
import { formatDuration } from '../util/format';
import { explain } from '../service/messages';
import { asError, backoff, LAST_CHECK_MS, poll, Semaphore, throwIfCancelled } from '../util/async';
import { runIndexOf } from '../util/capabilities';
import { fileIdError, type FileIdRef, type FileUse, unfitFor, type UploadRef } from './fileRef';
import { BufferPool } from './memory';
import { purposes, type Purpose } from './purposes';
import {
	multipartUpload,
	Progress,
	singleUpload,
	type UploadedFile,
	UploadGoneError,
} from './send';
import {
	BrokenSourceError,
	BUDGET,
	inputSource,
	type Seen,
	SINGLE_PUT_BYTES,
	type Source,
	WebSource,
} from './sources';

/** An item whose files are uploaded. */
export interface FileItem {
	context: IExecuteFunctions;
	itemIndex: number;
	client: ServiceClient;
	/** Aborted when an item fails: what is under way is finished, and nothing new is started. */
	halt?: AbortController;
}

export type UploadMethod = 'automatic' | 'single' | 'multipart';

export interface UploadSettings {
	method: UploadMethod;
	/** Parts in memory and on their way at once, over all files of the run. */
	partsAtOnce: number;
	/** Whether to wait until the service lets the file be used. */
	waitUntilUsable: boolean;
	/** Longest wait for that, in milliseconds. */
	timeLimitMs: number;
	/** Replaces the name of a file from the web. */
	fileName?: string;
	/** The node has an option for that. */
	canRename?: boolean;
}

export const DEFAULT_SETTINGS: UploadSettings = {
	method: 'automatic',
	partsAtOnce: 2,
	waitUntilUsable: true,
	timeLimitMs: 10 * 60_000,
};

/** Chooses how a file is sent. */
export function methodFor(
	chosen: UploadMethod,
	purpose: Purpose,
	bytes: number,
): Exclude<UploadMethod, 'automatic'> {
	if (purposes[purpose].multipartOnly) return 'multipart';
	if (chosen !== 'automatic') return chosen;
	return bytes <= SINGLE_PUT_BYTES ? 'single' : 'multipart';
}

/** One file on its whole way to the service. */
class Upload {
	private readonly web?: WebSource;

	private source?: Source;

	private progress?: Progress;

	constructor(
		private readonly item: FileItem,
		private readonly ref: UploadRef,
		private readonly purpose: Purpose,
		private readonly settings = DEFAULT_SETTINGS,
	) {
		if (ref.source !== 'url') return;
		const { fileName, canRename } = settings;
		const { signal } = item.client;
		this.web = new WebSource(item.context, ref, { purpose, fileName, canRename, signal });
	}

	/**
	 * Sends the file. A source that breaks off, and that its server cannot continue with, is sent
	 * from its start; what was sent to addresses that are gone, is sent again to fresh ones.
	 */
	async send(buffers: BufferPool): Promise<UploadedFile> {
		try {
			for (let starts = 1; ; ) {
				try {
					return await this.sendOnce(buffers);
				} catch (error) {
					if (error instanceof UploadGoneError) {
						if (starts++ >= BUDGET.starts) throw this.gone(error);
						this.progress?.say(`Starting again: ${error.message}`);
					} else if (error instanceof BrokenSourceError) {
						this.close();
						if (!this.web) throw error.in(this.ref);
						await this.web.readAgain(error);
					} else throw asError(error);
					this.progress = undefined;
				}
			}
		} finally {
			this.close();
		}
	}

	/** Name and size of the file, as far as its beginning shows them. */
	async look(): Promise<Seen> {
		try {
			return await (this.web?.look() ?? this.open());
		} finally {
			this.close();
		}
	}

	private close(): void {
		this.source?.close();
		this.web?.close();
		this.source = undefined;
	}

	private async open(): Promise<Source> {
		const { item, ref, web } = this;
		if (ref.source === 'inputFile') {
			this.source ??= await inputSource(item.context, item.itemIndex, ref);
		}
		this.source ??= await web?.source();
		return this.source as Source;
	}

	private async sendOnce(buffers: BufferPool): Promise<UploadedFile> {
		const { context, client } = this.item;
		const { purpose } = this;
		const source = await this.open();
		const { fileName, bytes } = source;
		const progress = (this.progress ??= new Progress(context.logger, fileName, bytes));
		const job = { context, client, source, purpose, buffers, progress };
		const how = methodFor(this.settings.method, purpose, bytes);
		const sent = await (how === 'single' ? singleUpload(job) : multipartUpload(job));
		progress.say(`complete, file ID ${sent.fileId}`);
		return { ...sent, fileName, bytes, purpose, uploadedAt: Date.now() };
	}

	/** The error of addresses that were gone twice; a refusal keeps its code and trace_id. */
	private gone({ message, hint, refusal }: UploadGoneError): Error {
		const { context, itemIndex } = this.item;
		const what = `'${this.source?.fileName}' could not be uploaded`;
		const advice = hint ?? 'Try again later';
		if (!refusal) return new Error(`${what}: ${message}. ${advice}`);
		const { reason, description } = explain(refusal.failure);
		return new NodeOperationError(context.getNode(), refusal, {
			message: `${what}: ${reason}`,
			description: [description, hint].filter(Boolean).join(' '),
			itemIndex,
		});
	}
}

const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 5_000;

/**
 * Waits until the content review lets a file be used (service.md 3.1). A look-up that fails for a
 * passing reason does not end the wait.
 *
 * @param timeLimitMs longest wait in milliseconds
 * @returns the record of the usable file
 * @throws Error when the file can never be used or the time is up; ServiceError when it cannot be
 *   looked up; CancelledError when the execution is stopped
 */
async function awaitUsable(
	client: ServiceClient,
	fileId: string,
	timeLimitMs: number,
): Promise<FileRecord> {
	const limited = client.within(timeLimitMs + LAST_CHECK_MS);
	let status = '';
	let problem: ServiceError | undefined;
	const check = async () => {
		problem = undefined;
		const record = await getFile(limited, fileId).catch((error: unknown) => {
			const passes = error instanceof ServiceError && keepsWaiting(error.failure);
			if (!passes || isNoSuchFile(error)) throw asError(error);
			problem = error;
			return undefined;
		});
		if (!record) return undefined;
		if (record.status === FileStatus.Usable) return record;
		const lost = lostReason(record.status);
		if (lost) {
			const reason = record.msg ? `: ${record.msg}` : '';
			throw new Error(
				`${lost}${reason}. Upload the file again, or choose another one. File ID: ${fileId}`,
			);
		}
		status = fileStatusWords(record.status).toLowerCase();
		return undefined;
	};
	const waitMs = backoff(FIRST_WAIT_MS, MAX_WAIT_MS);
	const usable = await poll(check, { timeLimitMs, waitMs, signal: client.signal });
	if (usable) return usable;
	if (problem) throw asError(problem);
	throw new Error(
		`The uploaded file was not usable within ${formatDuration(timeLimitMs)}. It may become usable later: check it with 'Digital Human Library'. File ID: ${fileId}, status: ${status}`,
	);
}

/** Files under way at once; their parts share the buffers of the run. */
const MAX_FILES_AT_ONCE = 3;

/** Up to this age an upload is used again in the same execution. */
const REUSE_MS = 24 * 3600_000;

/** All uploads of one run of a node, and what the service said of its files. */
class Uploads {
	readonly files = new Map<string, Promise<UploadedFile>>();

	private readonly buffers: BufferPool;

	private readonly gate = new Semaphore(MAX_FILES_AT_ONCE);

	private readonly reviews = new Map<string, Promise<FileRecord>>();

	private readonly records = new Map<string, Promise<FileRecord>>();

	constructor(partsAtOnce: number) {
		this.buffers = new BufferPool(partsAtOnce);
	}

	/** Sends a file when it is its turn. */
	async send({ client, halt }: FileItem, upload: Upload): Promise<UploadedFile> {
		const sendInside = async () => {
			throwIfCancelled(halt?.signal);
			try {
				return await upload.send(this.buffers);
			} catch (error) {
				// Before the next one takes its place.
				halt?.abort();
				throw asError(error);
			}
		};
		const uploaded = await this.gate.run(sendInside, client.signal);
		if (this.gate.empty) this.buffers.release();
		return uploaded;
	}

	/** Waits for the review of a file, with one series of requests for all who wait. */
	async review(client: ServiceClient, fileId: string, timeLimitMs: number): Promise<FileRecord> {
		const review = this.reviews.get(fileId) ?? awaitUsable(client, fileId, timeLimitMs);
		this.reviews.set(fileId, review);
		return await review;
	}

	/** The record of a file, which is asked for once. */
	async record(client: ServiceClient, fileId: string): Promise<FileRecord> {
		const record = this.reviews.get(fileId) ?? this.records.get(fileId) ?? getFile(client, fileId);
		this.records.set(fileId, record);
		return await record;
	}
}

const runs = new WeakMap<ServiceClient, Uploads>();

function uploadsOf(client: ServiceClient, { partsAtOnce } = DEFAULT_SETTINGS): Uploads {
	const run = runs.get(client) ?? new Uploads(partsAtOnce);
	runs.set(client, run);
	return run;
}

/**
 * Uploads a file, each only once: the same input file of an execution, the same file from the web
 * of a run of the node, and what an earlier attempt of that run has uploaded, is not sent again.
 *
 * @throws Error with a sentence for the user; ServiceError when the service refuses; CancelledError
 *   when the execution is stopped
 */
export async function uploadOnce(
	item: FileItem,
	ref: UploadRef,
	purpose: Purpose,
	settings = DEFAULT_SETTINGS,
): Promise<UploadedFile> {
	const { context, client, halt } = item;
	const run = uploadsOf(client, settings);
	const entry = entryOf(context, ref, purpose, settings);
	const rememberedOrNew = async (): Promise<UploadedFile> => {
		const memory = (context.getContext('flow').digitalHumanUploads ??= {}) as IDataObject;
		const remembered = memory[entry] as unknown as UploadedFile | undefined;
		const isFresh = remembered && Date.now() - remembered.uploadedAt < REUSE_MS;
		if (isFresh && (await isThere(client, remembered.fileId))) return remembered;
		const uploaded = await run.send(item, new Upload(item, ref, purpose, settings));
		memory[entry] = { ...uploaded };
		return uploaded;
	};
	const file = run.files.get(entry) ?? rememberedOrNew();
	run.files.set(entry, file);
	const uploaded = await file;
	throwIfCancelled(halt?.signal);
	if (settings.waitUntilUsable) {
		const waiting = halt ? client.until(halt.signal) : client;
		await run.review(waiting, uploaded.fileId, settings.timeLimitMs);
	}
	return uploaded;
}

/** Whether the service has the file and may come to let it be used. */
async function isThere(client: ServiceClient, fileId: string): Promise<boolean> {
	const record = await findFile(client, fileId);
	return record !== undefined && lostReason(record.status) === undefined;
}

/** What identifies an upload of this execution. */
function entryOf(
	context: IExecuteFunctions,
	{ source, identity }: UploadRef,
	purpose: Purpose,
	{ fileName = '' }: UploadSettings,
): string {
	const node = context.getNode();
	// There may be another file at the same address later: only the same run takes it for the same.
	const run =
		source === 'url' ? [fileName, context.getExecutionId(), node.id, runIndexOf(context)] : [];
	return createHash('sha256')
		.update(JSON.stringify([credentialIdOf(node) ?? '', purpose, identity, ...run]))
		.digest('hex');
}

/**
 * Checks the beginning of a file as its upload does, without sending anything to the service.
 *
 * @returns the name with which it would be uploaded, and its size as far as it is known
 * @throws Error with a sentence for the user when it would be refused
 */
export async function planUpload(item: FileItem, ref: UploadRef, purpose: Purpose): Promise<Seen> {
	const { fileName, bytes } = await new Upload(item, ref, purpose).look();
	return { fileName, ...(bytes === undefined ? {} : { bytes }) };
}

/** The record of a file of this run, which is asked for once. */
export async function recordOf({ client }: FileItem, fileId: string): Promise<FileRecord> {
	return await uploadsOf(client).record(client, fileId);
}

/** A file that was chosen by its ID, and the field that takes it. */
export interface FileById {
	ref: FileIdRef;
	use: FileUse;
}

/**
 * Makes sure that an uploaded file can be used: waits for its review, and compares what it was
 * uploaded for. Asked once for each file of a run.
 *
 * @throws Error with a sentence that names the field; CancelledError when the execution is stopped
 */
export async function requireFile(
	{ context, itemIndex, client }: FileItem,
	{ ref, use }: FileById,
): Promise<FileRecord> {
	const { fileId } = ref;
	const run = uploadsOf(client);
	try {
		// May be the first call of the run: what is wrong with the credential has to show at once.
		let record = await run.record(client, fileId);
		if (record.status !== FileStatus.Usable) {
			record = await run.review(client, fileId, DEFAULT_SETTINGS.timeLimitMs);
		}
		const violation = unfitFor(record, use);
		if (violation) throw new Error(`${violation}. File ID: ${fileId}`);
		return record;
	} catch (error) {
		throw fileIdError(context, itemIndex, ref, error);
	}
}
