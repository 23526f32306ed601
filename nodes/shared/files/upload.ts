import { createHash } from 'crypto';
import memoize from 'lodash/memoize';
import { type IDataObject, type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import type { ServiceClient } from '../service/client';
import { credentialIdOf } from '../service/credential';
import { ServiceError } from '../service/failure';
import {
	type FileRecord,
	FileStatus,
	fileStatusWords,
	findFile,
	getFile,
	isNoSuchFile,
	lostReason,
} from '../service/files';
import { explain } from '../service/messages';
import { keepsWaiting } from '../service/retry';
import { asError, backoff, LAST_CHECK_MS, poll, Semaphore, throwIfCancelled } from '../util/async';
import { runIndexOf } from '../util/capabilities';
import { formatDuration } from '../util/format';
import { fileIdError, type FileIdRef, type FileUse, unfitFor, type UploadRef } from './fileRef';
import { BufferPool } from './memory';
import { PART_BYTES, purposes, type Purpose } from './purposes';
import { multipartUpload, type SentFile, singleUpload, UploadGoneError } from './send';
import { BUDGET, type FileItem, SINGLE_PUT_BYTES, type SourceUse, sourceOf } from './sources';

export type UploadMethod = 'automatic' | 'single' | 'multipart';

export interface UploadSettings extends Omit<SourceUse, 'purpose'> {
	method: UploadMethod;
	/** Parts in memory and on their way at once, over all files of the run. */
	partsAtOnce: number;
	/** Whether to wait until the service lets the file be used. */
	waitUntilUsable: boolean;
	/** Longest wait for that, in milliseconds. */
	timeLimitMs: number;
}

export const DEFAULT_SETTINGS: UploadSettings = {
	method: 'automatic',
	partsAtOnce: 2,
	waitUntilUsable: true,
	timeLimitMs: 10 * 60_000,
};

/** A file that the service has. */
export interface UploadedFile extends SentFile {
	fileName: string;
	bytes: number;
	purpose: Purpose;
	/** Milliseconds since the epoch. */
	uploadedAt: number;
}

/** The user may want a file of this size in one piece, which is in memory as a whole. */
const MAX_SINGLE_BYTES = 10 * PART_BYTES;

function isSingle({ method }: UploadSettings, purpose: Purpose, bytes: number): boolean {
	if (purposes[purpose].multipartOnly || method === 'multipart') return false;
	return bytes <= (method === 'single' ? MAX_SINGLE_BYTES : SINGLE_PUT_BYTES);
}

/** Sends a file; what was sent to addresses that are gone, is sent again to fresh ones. */
async function sendFile(
	item: FileItem,
	ref: UploadRef,
	purpose: Purpose,
	settings: UploadSettings,
	buffers: BufferPool,
): Promise<UploadedFile> {
	const { logger } = item.context;
	const source = sourceOf(item, ref, { purpose, ...settings });
	for (let starts = 1; ; starts++) {
		let fileName = '';
		try {
			return await source.use(async () => {
				const seen = await source.open();
				({ fileName } = seen);
				const job = { ...item, ...seen, source, purpose, buffers };
				const sent = await (isSingle(settings, purpose, seen.bytes)
					? singleUpload({ ...job, buffers: new BufferPool(1) })
					: multipartUpload(job));
				logger.info(`Upload of ${fileName}: complete, file ID ${sent.fileId}`);
				return { ...sent, ...seen, purpose, uploadedAt: Date.now() };
			});
		} catch (error) {
			if (!(error instanceof UploadGoneError)) throw asError(error);
			if (starts === BUDGET.starts) throw goneError(item, fileName, error);
			logger.info(`Upload of ${fileName}: Starting again: ${error.message}`);
		}
	}
}

/** The error of addresses that were gone twice; a refusal keeps its code and trace_id. */
function goneError(
	{ context, itemIndex }: FileItem,
	fileName: string,
	{ message, hint = '', refusal }: UploadGoneError,
): Error {
	const what = `'${fileName}' could not be uploaded`;
	if (!refusal) return new Error(`${what}: ${message}. ${hint || 'Try again later'}`);
	const { reason, description } = explain(refusal.failure);
	return new NodeOperationError(context.getNode(), refusal, {
		message: `${what}: ${reason}`,
		description: `${description} ${hint}`.trim(),
		itemIndex,
	});
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

const ofFile = (_: ServiceClient, fileId: string) => fileId;

/** What one run of a node uploads, and what the service says of its files, which is asked once. */
class Uploads {
	readonly files = new Map<string, Promise<UploadedFile>>();

	readonly gate = new Semaphore(MAX_FILES_AT_ONCE);

	readonly buffers: BufferPool;

	readonly review = memoize(awaitUsable, ofFile);

	private readonly firstRecord = memoize(getFile, ofFile);

	constructor(partsAtOnce: number) {
		this.buffers = new BufferPool(partsAtOnce);
	}

	async record(client: ServiceClient, fileId: string): Promise<FileRecord> {
		const reviewed = this.review.cache.get(fileId) as Promise<FileRecord> | undefined;
		return await (reviewed ?? this.firstRecord(client, fileId));
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
	const sendInTurn = async () => {
		throwIfCancelled(halt?.signal);
		try {
			return await sendFile(item, ref, purpose, settings, run.buffers);
		} catch (error) {
			// Before the next one takes its place.
			halt?.abort();
			throw asError(error);
		}
	};
	const rememberedOrNew = async (): Promise<UploadedFile> => {
		const memory = (context.getContext('flow').digitalHumanUploads ??= {}) as IDataObject;
		const remembered = memory[entry] as unknown as UploadedFile | undefined;
		const isFresh = remembered && Date.now() - remembered.uploadedAt < REUSE_MS;
		if (isFresh && (await isThere(client, remembered.fileId))) return remembered;
		const uploaded = await run.gate.run(sendInTurn, client.signal);
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
export async function planUpload(item: FileItem, ref: UploadRef, purpose: Purpose) {
	const { fileName, bytes } = await sourceOf(item, ref, { purpose }).use(
		async (source) => await source.look(),
	);
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
