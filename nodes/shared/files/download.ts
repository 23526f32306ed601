import { upperFirst } from 'lodash';
import type { IBinaryData } from 'n8n-workflow';

import { throwIfCancelled } from '../util/async';
import { storedSize } from '../n8n/itemFiles';
import { formatBytes } from '../util/amounts';
import { withFullStop } from '../util/text';
import { identify, mediaTypeOf } from './identify';
import { fileMessages } from './fileMessages';
import { saidByDisk, storageProblem } from './storage';
import { Tries } from './tries';
import { TransferError } from './transferError';
import { type FileContext, requestWebFile, type WebFile } from './web';

/** What an earlier try of a download has shown. */
interface EarlierTry {
	/** Length of an answer that was longer or shorter than announced. */
	otherLength?: number;
}

interface ResultDownload {
	context: FileContext;
	url: string;
	/** Media type of a result that is not recognized as picture, film or sound. */
	usualType: string | undefined;
	signal?: AbortSignal;
	/** Gives the name of the file, from the one that the service gave. */
	rename?: (name: string) => string;
}

/**
 * Streams a result file into n8n's file storage, without the access token. One that arrives cut
 * off is fetched again, and never passed on.
 *
 * @throws TransferError when there is no whole file; CancelledError when the execution is stopped
 */
export async function downloadResult(download: ResultDownload): Promise<IBinaryData> {
	const { context, signal } = download;
	const before: EarlierTry = {};
	return await new Tries(context.logger, signal).retry(async () => {
		const { url } = download;
		const file = await requestWebFile(context, url, { what: fileMessages.resultFile, signal });
		try {
			const binary = await store(download, file);
			await requireWhole(binary, file, download, before);
			return binary;
		} catch (error) {
			const problem = downloadError(error, file);
			file.close();
			throwIfCancelled(signal);
			throw problem;
		}
	});
}

/** @throws TransferError for a file that is not as long as announced, unless it came so twice */
async function requireWhole(
	binary: IBinaryData,
	{ bytes: announced }: WebFile,
	{ context }: ResultDownload,
	before: EarlierTry,
): Promise<void> {
	const stored = await storedSize(context, binary);
	if (stored === undefined || announced === undefined || stored === announced) return;
	// It came as a compressed answer, which n8n expands without a word.
	if (stored === before.otherLength) return;
	before.otherLength = stored;
	const message = fileMessages.resultIncomplete(formatBytes(stored), formatBytes(announced));
	throw new TransferError(message, { passing: true });
}

/**
 * Stores a result under a name whose extension fits its type.
 *
 * @throws TransferError for an empty one, or for a page in its place, as of an address that has expired
 */
async function store(
	{ context, usualType, rename = (name) => name }: ResultDownload,
	{ stream, identity, mimeType: announced, instead, host, bytes }: WebFile,
): Promise<IBinaryData> {
	if (instead) {
		const message = fileMessages.resultNotOpened(host, instead);
		throw new TransferError(message, { passing: true, expired: true });
	}
	if (bytes === 0) throw new TransferError(fileMessages.resultEmpty, { passing: true });
	const isMedium = identity.format?.media !== undefined;
	const known = mediaTypeOf(identity, announced);
	const mimeType = isMedium ? known : (usualType ?? known);
	const name = rename(isMedium ? identity.name : identity.shownAs);
	const { name: fileName } = identify({ given: name, mimeType });
	return await context.helpers.prepareBinaryData(stream, fileName, mimeType);
}

/**
 * A connection that breaks off may hold next time; a storage that fails is still full then, or
 * takes no file of this size, as n8n's database does.
 */
function downloadError(error: unknown, file: WebFile): TransferError {
	if (error instanceof TransferError) return error;
	if (file.hasBroken() && !saidByDisk(error)) {
		const message = fileMessages.resultNotDownloaded(file.reason(error));
		return new TransferError(message, { passing: true });
	}
	const reason = withFullStop(upperFirst(storageProblem(error)));
	const message = fileMessages.resultNotStored(reason);
	return new TransferError(message, { passing: false });
}
