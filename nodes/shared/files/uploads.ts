import { createHash } from 'crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../service/client';
import type { FileRecord } from '../service/files';
import { CREDENTIAL } from '../service/transport';
import type { FileChoice } from './fileChoice';
import type { UploadedFile, UploadJob } from './job';
import { methodFor, type UploadMethod } from './method';
import { multipartUpload } from './multipartUpload';
import { BufferPool, Gate } from './pool';
import { Progress } from './progress';
import type { Purpose } from './purposes';
import { singleUpload } from './singleUpload';
import { inputSource } from './sources';
import { awaitUsable, isThere } from './status';
import { webSource } from './webSource';

/** An item whose files are uploaded. */
export interface FileItem {
	context: IExecuteFunctions;
	itemIndex: number;
	client: ServiceClient;
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
}

export const DEFAULT_SETTINGS: UploadSettings = {
	method: 'automatic',
	partsAtOnce: 3,
	waitUntilUsable: true,
	timeLimitMs: 10 * 60_000,
};

/** Files under way at once; their parts share the buffers of the run. */
const FILES_AT_ONCE = 3;

/** Up to this age an upload is used again in the same execution. */
const REUSE_MS = 24 * 3600_000;

/** All uploads of one run of a node. */
interface Run {
	buffers: BufferPool;
	gate: Gate;
	files: Map<string, Promise<UploadedFile>>;
	reviews: Map<string, Promise<FileRecord>>;
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
		};
		runs.set(client, run);
	}
	return run;
}

/**
 * Uploads a file, each only once in an execution: the same input file of several items or fields, and one that
 * an earlier attempt of the node has uploaded, is not sent again.
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
	const { context, client } = item;
	const run = runOf(client, settings.partsAtOnce);
	const entry = entryOf(context, choice, purpose, settings);
	let file = run.files.get(entry);
	if (!file) {
		file = rememberedOrNew(item, choice, purpose, settings, run, entry);
		run.files.set(entry, file);
		file.catch(() => run.files.delete(entry));
	}
	const uploaded = await file;
	if (settings.waitUntilUsable) await reviewed(run, client, uploaded.fileId, settings.timeLimitMs);
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

/** Waits until a file that is already at the service can be used. */
export async function awaitFile({ client }: FileItem, fileId: string): Promise<FileRecord> {
	const { partsAtOnce, timeLimitMs } = DEFAULT_SETTINGS;
	return await reviewed(runOf(client, partsAtOnce), client, fileId, timeLimitMs);
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
		async () => await upload(item, choice, purpose, settings, run.buffers),
		item.client.signal,
	);
	if (run.gate.empty) run.buffers.release();
	memory[entry] = { ...uploaded };
	return uploaded;
}

async function upload(
	{ context, itemIndex, client }: FileItem,
	choice: Exclude<FileChoice, { source: 'fileId' }>,
	purpose: Purpose,
	{ method, fileName }: UploadSettings,
	buffers: BufferPool,
): Promise<UploadedFile> {
	const source =
		choice.source === 'inputFile'
			? await inputSource(context, itemIndex, choice)
			: await webSource(context, choice.url, purpose, fileName, client.signal);
	try {
		const progress = new Progress(context.logger, source.fileName, source.bytes);
		const job: UploadJob = { context, client, source, purpose, buffers, progress };
		const how = methodFor(method, purpose, source.bytes);
		const uploaded = await (how === 'single' ? singleUpload(job) : multipartUpload(job));
		progress.say(`complete, file ID ${uploaded.fileId}`);
		return uploaded;
	} finally {
		source.close();
	}
}

/** What tells an upload of this execution again. */
function entryOf(
	context: IExecuteFunctions,
	choice: Exclude<FileChoice, { source: 'fileId' }>,
	purpose: Purpose,
	{ fileName = '' }: UploadSettings,
): string {
	const credential = context.getNode().credentials?.[CREDENTIAL]?.id ?? '';
	const content =
		choice.source === 'inputFile' ? [choice.reference, choice.fileName] : [choice.url, fileName];
	return createHash('sha256')
		.update(JSON.stringify([credential, purpose, ...content]))
		.digest('hex');
}

function memoryOf(context: IExecuteFunctions): IDataObject {
	return (context.getContext('flow').digitalHumanUploads ??= {}) as IDataObject;
}
