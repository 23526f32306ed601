import { createHash } from 'crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../service/client';
import { credentialIdOf } from '../service/credential';
import { type FileRecord, FileStatus, getFile } from '../service/files';
import { asError, Gate, retrying, throwIfStopped } from '../util/async';
import { runIndexOf } from '../util/capabilities';
import type { FileChoice, Renaming, UrlChoice } from './fileRef';
import { BufferPool } from './memory';
import { multipartUpload } from './multipart';
import { BrokenSourceError, methodFor, type UploadMethod } from './parts';
import type { Purpose } from './purposes';
import { awaitUsable, isThere } from './review';
import { singleUpload } from './single';
import { inputSource, type Source, webSource } from './sources';
import { Progress, type UploadedFile, type UploadJob } from './storage';

/** An item whose files are uploaded. */
export interface FileItem {
	context: IExecuteFunctions;
	itemIndex: number;
	client: ServiceClient;
	/** Aborted when an item fails: what is under way is finished, and nothing new is started. */
	halt?: AbortController;
}

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
	renaming?: Renaming;
}

export const DEFAULT_SETTINGS: UploadSettings = {
	method: 'automatic',
	partsAtOnce: 3,
	waitUntilUsable: true,
	timeLimitMs: 10 * 60_000,
};

/** Files under way at once; their parts share the buffers of the run. */
const FILES_AT_ONCE = 3;

/** Attempts to read a file from the web from its start. */
const SOURCE_ATTEMPTS = 4;

const FIRST_WAIT_MS = 1_000;

/** Up to this age an upload is used again in the same execution. */
const REUSE_MS = 24 * 3600_000;

/** All uploads of one run of a node. */
interface Run {
	buffers: BufferPool;
	gate: Gate;
	files: Map<string, Promise<UploadedFile>>;
	reviews: Map<string, Promise<FileRecord>>;
	records: Map<string, Promise<FileRecord>>;
}

const runs = new WeakMap<ServiceClient, Run>();

function runOf(client: ServiceClient, partsAtOnce: number): Run {
	let run = runs.get(client);
	if (!run) {
		run = {
			buffers: new BufferPool(partsAtOnce),
			gate: new Gate(FILES_AT_ONCE),
			files: new Map(),
			reviews: new Map(),
			records: new Map(),
		};
		runs.set(client, run);
	}
	return run;
}

/**
 * Uploads a file, each only once: the same input file of an execution, the same file from the web of a run of the node,
 * and what an earlier attempt of that run has uploaded, is not sent again.
 *
 * @throws Error with a sentence for the user; ServiceError when the service refuses; StoppedError when the
 *   execution is stopped
 */
export async function uploadOnce(
	item: FileItem,
	choice: Exclude<FileChoice, { source: 'fileId' }>,
	purpose: Purpose,
	settings: UploadSettings = DEFAULT_SETTINGS,
): Promise<UploadedFile> {
	const { context, client, halt } = item;
	const run = runOf(client, settings.partsAtOnce);
	const entry = entryOf(context, choice, purpose, settings);
	let file = run.files.get(entry);
	if (!file) {
		file = rememberedOrNew(item, choice, purpose, settings, run, entry);
		run.files.set(entry, file);
		file.catch(() => run.files.delete(entry));
	}
	const uploaded = await file;
	throwIfStopped(halt?.signal);
	if (settings.waitUntilUsable) {
		const waiting = halt ? client.until(halt.signal) : client;
		await reviewed(run, waiting, uploaded.fileId, settings.timeLimitMs);
	}
	return uploaded;
}

/** Waits for the review of a file, with one series of requests for all who wait. */
async function reviewed(
	{ reviews }: Run,
	client: ServiceClient,
	fileId: string,
	timeLimitMs: number,
): Promise<FileRecord> {
	let review = reviews.get(fileId);
	if (!review) {
		review = awaitUsable(client, fileId, timeLimitMs);
		reviews.set(fileId, review);
	}
	return await review;
}

/** Waits until an uploaded file can be used. */
export async function awaitFile(item: FileItem, fileId: string): Promise<FileRecord> {
	// May be the first call of the run: what is wrong with the credential has to show at once.
	const record = await recordOf(item, fileId);
	if (record.status === FileStatus.Usable) return record;
	const { client } = item;
	const { partsAtOnce, timeLimitMs } = DEFAULT_SETTINGS;
	return await reviewed(runOf(client, partsAtOnce), client, fileId, timeLimitMs);
}

/** The record of a file of this run, which is asked for once. */
export async function recordOf({ client }: FileItem, fileId: string): Promise<FileRecord> {
	const { reviews, records } = runOf(client, DEFAULT_SETTINGS.partsAtOnce);
	let record = reviews.get(fileId) ?? records.get(fileId);
	if (!record) {
		record = getFile(client, fileId);
		records.set(fileId, record);
	}
	return await record;
}

async function rememberedOrNew(
	item: FileItem,
	choice: Exclude<FileChoice, { source: 'fileId' }>,
	purpose: Purpose,
	settings: UploadSettings,
	run: Run,
	entry: string,
): Promise<UploadedFile> {
	const memory = memoryOf(item.context);
	const remembered = memory[entry] as unknown as UploadedFile | undefined;
	const fresh = remembered && Date.now() - remembered.uploadedAt < REUSE_MS;
	if (fresh && (await isThere(item.client, remembered.fileId))) return remembered;
	const uploaded = await run.gate.run(
		async () => await uploadInside(item, choice, purpose, settings, run.buffers),
		item.client.signal,
	);
	if (run.gate.empty) run.buffers.release();
	memory[entry] = { ...uploaded };
	return uploaded;
}

async function uploadInside(
	item: FileItem,
	choice: Exclude<FileChoice, { source: 'fileId' }>,
	purpose: Purpose,
	settings: UploadSettings,
	buffers: BufferPool,
): Promise<UploadedFile> {
	const { context, itemIndex, halt } = item;
	throwIfStopped(halt?.signal);
	try {
		if (choice.source === 'url') {
			return await uploadFromWeb(item, choice, purpose, settings, buffers);
		}
		const source = await inputSource(context, itemIndex, choice);
		return await upload(item, source, purpose, settings, buffers);
	} catch (error) {
		// Before the next one takes its place.
		halt?.abort();
		throw asError(error);
	}
}

/** A file that breaks off, and that its server cannot continue with, is read and sent from its start, a few times. */
async function uploadFromWeb(
	item: FileItem,
	{ url, name }: UrlChoice,
	purpose: Purpose,
	settings: UploadSettings,
	buffers: BufferPool,
): Promise<UploadedFile> {
	const { context, client } = item;
	const { fileName, renaming = 'elsewhere' } = settings;
	const { signal } = client;
	let counted = false;
	const readAndSend = async () => {
		const choice = { url, name, purpose, fileName, renaming, counted, signal };
		return await upload(item, await webSource(context, choice), purpose, settings, buffers);
	};
	return await retrying(readAndSend, {
		attempts: SOURCE_ATTEMPTS,
		firstWaitMs: FIRST_WAIT_MS,
		mayPass: (error) => error instanceof BrokenSourceError,
		onRetry(error) {
			context.logger.info(`${error.message}. Reading it again from the start`);
			counted ||= (error as BrokenSourceError).otherLength;
		},
		signal,
	});
}

async function upload(
	{ context, itemIndex, client }: FileItem,
	source: Source,
	purpose: Purpose,
	{ method }: UploadSettings,
	buffers: BufferPool,
): Promise<UploadedFile> {
	try {
		const progress = new Progress(context.logger, source.fileName, source.bytes);
		const job: UploadJob = { context, itemIndex, client, source, purpose, buffers, progress };
		const how = methodFor(method, purpose, source.bytes);
		const uploaded = await (how === 'single' ? singleUpload(job) : multipartUpload(job));
		progress.say(`complete, file ID ${uploaded.fileId}`);
		return uploaded;
	} finally {
		source.close();
	}
}

/** What identifies an upload of this execution. */
function entryOf(
	context: IExecuteFunctions,
	choice: Exclude<FileChoice, { source: 'fileId' }>,
	purpose: Purpose,
	{ fileName = '' }: UploadSettings,
): string {
	const node = context.getNode();
	const credential = credentialIdOf(node) ?? '';
	// Later, there may be another file at the same address: only another attempt of the same run takes it for the same.
	const run = () => [context.getExecutionId(), node.id, runIndexOf(context)];
	const content =
		choice.source === 'inputFile'
			? [choice.reference, choice.fileName]
			: [choice.url, fileName, ...run()];
	return createHash('sha256')
		.update(JSON.stringify([credential, purpose, ...content]))
		.digest('hex');
}

function memoryOf(context: IExecuteFunctions): IDataObject {
	return (context.getContext('flow').digitalHumanUploads ??= {}) as IDataObject;
}

/**
 * Opens the file of an upload and checks it as the upload does, without sending anything to the service.
 *
 * @returns name and size with which it would be uploaded
 * @throws Error with a sentence for the user when it would be refused
 */
export async function planUpload(
	item: FileItem,
	choice: Exclude<FileChoice, { source: 'fileId' }>,
	purpose: Purpose,
): Promise<Pick<Source, 'fileName' | 'bytes'>> {
	const source = await sourceOf(item, choice, purpose);
	source.close();
	return { fileName: source.fileName, bytes: source.bytes };
}

async function sourceOf(
	{ context, itemIndex, client: { signal } }: FileItem,
	choice: Exclude<FileChoice, { source: 'fileId' }>,
	purpose: Purpose,
): Promise<Source> {
	if (choice.source === 'inputFile') return await inputSource(context, itemIndex, choice);
	const { url, name } = choice;
	return await webSource(context, { url, name, purpose, renaming: 'elsewhere', signal });
}
