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
import { sha256 } from '../util/hash';
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

/** Settings of an upload, as they are where nothing else is chosen. */
const DEFAULT_SETTINGS = {
	/** In one piece or in parts; 'automatic' is by the size of the file. */
	method: 'automatic' as 'automatic' | 'single' | 'multipart',
	/** Whether to wait until the service has reviewed the file, which it does before it can be used. */
	waitUntilUsable: true,
	/** Longest wait for that, in milliseconds. */
	timeLimitMs: REVIEW_MS,
};

/** All settings of an upload, and for what the file is uploaded. */
type UploadSettings = SourceUse & typeof DEFAULT_SETTINGS;

/** For what a file is uploaded, and those settings that the user has chosen. */
export type ChosenSettings = SourceUse & Partial<UploadSettings>;

/** A larger file is never sent in one piece, even where the user wants it, because that is in memory as a whole. */
const MAX_SINGLE_BYTES = 10 * PART_BYTES;

/** Whether a file is sent in one piece, by its purpose, by what the user has set and by its size in bytes. */
function isSingle({ method, purpose }: UploadSettings, bytes: number): boolean {
	if (purposes[purpose].multipartOnly || method === 'multipart') return false;
	const most = method === 'single' ? MAX_SINGLE_BYTES : SINGLE_PUT_BYTES;
	return bytes <= most;
}

/**
 * Sends a file. Where the addresses to which it is sent are gone, it is sent once more, to fresh ones.
 *
 * @throws PackError, ServiceError or CancelledError, as `uploadOnce`
 */
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
			const areAddressesGone = error instanceof TransferError && error.facts.isGone;
			if (!areAddressesGone || starts === BUDGET.starts) throw asError(error);
			logger.info(`Starting again: ${error.title}`);
		}
	}
}

/** Opens the source and sends it once, in one piece or in parts. @throws as `sendFile`; the source is left open */
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
 * Uploads a file, unless it was uploaded before: an input file is sent once in an execution, and a file from the web
 * once in a run of the node, with all attempts of 'Retry On Fail'.
 *
 * @returns the uploaded file, with the service's record of it, which says that it is usable unless `waitUntilUsable` is
 *   false
 * @throws PackError where the file cannot be used; TransferError, a kind of it, where it cannot be read or sent;
 *   ServiceError when the service refuses; CancelledError when the execution is stopped, or an item or another file has
 *   failed
 */
export async function uploadOnce(
	item: RunItem,
	ref: UploadRef,
	chosen: ChosenSettings,
): Promise<UploadedFile & { record: FileRecord }> {
	const { context, client, files, halt } = item;
	const settings: UploadSettings = defaults({ ...chosen }, DEFAULT_SETTINGS);
	const key = uploadKey(context, ref, settings);
	const uploading = files.uploads.get(key) ?? uploadUnlessRemembered(item, ref, { settings, key });
	files.uploads.set(key, uploading);
	const uploaded = await uploading;
	throwIfCancelled(halt?.signal);
	const { fileId } = uploaded;
	if (!settings.waitUntilUsable) {
		return { ...uploaded, record: await files.record(client, fileId) };
	}
	// The wait ends when the execution is stopped, and also when an item fails.
	const haltingClient = client.with({ signal: halt?.signal });
	const record = await files.review(haltingClient, fileId, settings.timeLimitMs);
	return { ...uploaded, record };
}

/**
 * Uploads a file and remembers it in the execution. Where one with the same key is remembered, from another run or an
 * earlier attempt, and the service still has that, it is returned instead.
 *
 * @throws as `sendUnlessHalted`; ServiceError where the service does not say whether it still has the file
 */
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
	// Only so many files are sent at once; the others wait here, and are not sent once one has failed.
	const uploaded = await files.gate.run(send, client.signal);
	// The service may not show the new file at once. For a minute, an answer that it does not exist is not believed.
	rememberNewId(uploaded.fileId);
	memory[key] = { ...uploaded };
	return uploaded;
}

/**
 * Whether the service still has a file that can be used, or may become usable.
 *
 * @throws ServiceError where the service does not say; CancelledError when the execution is stopped
 */
async function isStillThere(client: ServiceClient, { fileId }: UploadedFile): Promise<boolean> {
	const record = await findFile(client, fileId);
	if (!record) return false;
	return !lostReason(record.status);
}

/**
 * Sends a file, unless an item or another file has failed. If this one fails, no other one that waits is sent.
 *
 * @throws what `sendFile` throws; CancelledError after another failure
 */
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
		// Not left to the caller: the next file that waits would begin before it.
		halt?.abort();
		throw asError(error);
	}
}

/**
 * A key that is the same for uploads that give the same file: by the credential, the file, and for what it is uploaded.
 */
function uploadKey(
	context: IExecuteFunctions,
	{ source, identity }: UploadRef,
	{ purpose, naming }: UploadSettings,
): string {
	const node = context.getNode();
	// The identity of an input file has its content and its name, also one that the user chose.
	const parts: unknown[] = [credentialIdOf(node) ?? '', purpose, identity];
	if (source === 'url') {
		// There may be another file at the same address later, so another run of the node has another key.
		parts.push(naming?.fileName ?? '', context.getExecutionId(), node.id, runIndexOf(context));
	}
	return sha256(JSON.stringify(parts));
}
