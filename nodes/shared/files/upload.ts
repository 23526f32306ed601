import { createHash } from 'crypto';
import { defaults } from 'lodash';
import type { IExecuteFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import { credentialIdOf } from '../api/credential';
import { type FileRecord, findFile, lostReason } from '../api/uploadedFiles';
import { rememberNewId } from '../api/justNamed';
import type { UploadRef } from '../model/fileRef';
import { sharedInExecution } from '../n8n/nodeContext';
import { runIndexOf } from '../n8n/runs';
import { asError, throwIfCancelled } from '../util/async';
import { PART_BYTES, purposes, SINGLE_PUT_BYTES } from './purposes';
import { REVIEW_MS } from './review';
import type { RunItem, UploadedFile } from './runFiles';
import { multipartUpload, singleUpload } from './sendFile';
import { SourceFile, type SourceUse } from './source';
import { TransferError } from './transferError';
import { BUDGET } from './tries';

/*
 * Uploading a chosen file, once.
 */

const DEFAULT_SETTINGS = {
	method: 'automatic' as 'automatic' | 'single' | 'multipart',
	waitUntilUsable: true,
	/** Longest wait until then, in milliseconds. */
	timeLimitMs: REVIEW_MS,
};

type UploadSettings = SourceUse & typeof DEFAULT_SETTINGS;

/** The settings that the user has chosen. */
export type ChosenSettings = SourceUse & Partial<UploadSettings>;

/** The user may want a file of this size in one piece, which is in memory as a whole. */
const MAX_SINGLE_BYTES = 10 * PART_BYTES;

/** Whether a file is sent in one piece, by what the user has set and by its size. */
function isSingle({ method, purpose }: UploadSettings, bytes: number): boolean {
	if (purposes[purpose].multipartOnly || method === 'multipart') return false;
	const most = method === 'single' ? MAX_SINGLE_BYTES : SINGLE_PUT_BYTES;
	return bytes <= most;
}

/** Sends a file; what was sent to addresses that are gone, is sent again to fresh ones. */
async function sendFile(
	item: RunItem,
	ref: UploadRef,
	settings: UploadSettings,
): Promise<UploadedFile> {
	const { logger } = item.context;
	const source = new SourceFile(item, ref, settings);
	for (let starts = 1; ; starts++) {
		try {
			return await source.use(async () => await sendOpened(item, source, settings));
		} catch (error) {
			const isGone = error instanceof TransferError && error.facts.isGone;
			if (!isGone || starts === BUDGET.starts) throw asError(error);
			logger.info(`Starting again: ${error.title}`);
		}
	}
}

/** Opens the source and sends it once, in one piece or in parts. */
async function sendOpened(
	item: RunItem,
	source: SourceFile,
	settings: UploadSettings,
): Promise<UploadedFile> {
	const { context, files } = item;
	const file = await source.open();
	const isWhole = isSingle(settings, file.bytes);
	const buffers = isWhole ? files.wholeFiles : files.buffers;
	const job = { ...item, ...file, source, buffers };
	const sent = await (isWhole ? singleUpload(job) : multipartUpload(job));
	context.logger.info(`Upload of ${file.fileName}: complete, file ID ${sent.fileId}`);
	return { ...sent, ...file, picture: source.picture, uploadedAt: Date.now() };
}

/**
 * Uploads a file, each only once: the same input file of an execution, the same file from the web
 * of a run of the node, and what an earlier attempt of that run has uploaded, is not sent again.
 *
 * @returns the uploaded file, with what the service says of it
 * @throws Error with a sentence for the user; ServiceError when the service refuses; CancelledError
 *   when the execution is stopped
 */
export async function uploadOnce(
	item: RunItem,
	ref: UploadRef,
	chosen: ChosenSettings,
): Promise<UploadedFile & { record: FileRecord }> {
	const { context, client, files, halt } = item;
	const settings: UploadSettings = defaults({ ...chosen }, DEFAULT_SETTINGS);
	const key = uploadKey(context, ref, settings);
	const started = files.uploads.get(key) ?? uploadUnlessRemembered(item, ref, { settings, key });
	files.uploads.set(key, started);
	const uploaded = await started;
	throwIfCancelled(halt?.signal);
	const { fileId } = uploaded;
	const record = await (settings.waitUntilUsable
		? files.review(client.with({ signal: halt?.signal }), fileId, settings.timeLimitMs)
		: files.record(client, fileId));
	return { ...uploaded, record };
}

/** Uploads a file, unless an earlier run of this execution did and the service still has it. */
async function uploadUnlessRemembered(
	item: RunItem,
	ref: UploadRef,
	{ settings, key }: { settings: UploadSettings; key: string },
): Promise<UploadedFile> {
	const { context, client, files } = item;
	const memory = sharedInExecution(context, 'digitalHumanUploads');
	const remembered = memory[key] as unknown as UploadedFile | undefined;
	if (remembered && (await isStillThere(client, remembered))) return remembered;
	const send = async () => await sendUnlessHalted(item, ref, settings);
	const uploaded = await files.gate.run(send, client.signal);
	// The service may not show the new file at once: an answer that it does not exist is then not believed.
	rememberNewId(uploaded.fileId);
	memory[key] = { ...uploaded };
	return uploaded;
}

/** Whether the service still has a file, and it can be used or may become usable. */
async function isStillThere(client: ServiceClient, { fileId }: UploadedFile): Promise<boolean> {
	const record = await findFile(client, fileId);
	if (!record) return false;
	return !lostReason(record.status);
}

/** Sends a file, unless another one has failed; and if this one fails, no other one is sent. */
async function sendUnlessHalted(
	item: RunItem,
	ref: UploadRef,
	settings: UploadSettings,
): Promise<UploadedFile> {
	const { halt } = item;
	throwIfCancelled(halt?.signal);
	try {
		return await sendFile(item, ref, settings);
	} catch (error) {
		// Here, because the next file takes the place of this one at once.
		halt?.abort();
		throw asError(error);
	}
}

/** What tells an upload from others: the account, the file, and for what it is uploaded. */
function uploadKey(
	context: IExecuteFunctions,
	{ source, identity }: UploadRef,
	{ purpose, naming }: UploadSettings,
): string {
	const node = context.getNode();
	// The identity of an input file has its content and its name, also one that the user chose.
	const parts: unknown[] = [credentialIdOf(node) ?? '', purpose, identity];
	if (source === 'url') {
		// There may be another file at the same address later: only the same run takes it for the same.
		parts.push(naming?.fileName ?? '', context.getExecutionId(), node.id, runIndexOf(context));
	}
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
