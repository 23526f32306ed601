import { upperFirst } from 'lodash';
import type { IBinaryData } from 'n8n-workflow';

import { throwIfCancelled } from '../util/async';
import { storedSize } from '../n8n/itemFiles';
import { formatBytes } from '../util/amounts';
import { withFullStop } from '../util/text';
import { identify, mediaTypeOf } from './identify';
import { fileMessages } from './fileMessages';
import { diskProblem, storageProblem } from './storage';
import { Tries } from './tries';
import { passingError, TransferError } from './transferError';
import { type FileContext, requestWebFile, type WebFile } from './web';

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
	const { context, url, signal } = download;
	let lengthBefore: number | undefined;
	return await new Tries(context.logger, signal).retry(async () => {
		const file = await requestWebFile(context, url, { what: fileMessages.resultFile, signal });
		try {
			const binary = await store(download, file);
			const length = await storedSize(context, binary);
			if (length === undefined || isAsAnnounced(length, file)) return binary;
			// A compressed answer, which n8n expands without a word, has the same other length each time.
			if (length === lengthBefore) return binary;
			lengthBefore = length;
			throw incompleteError(length, file);
		} catch (error) {
			const problem = downloadError(error, file);
			file.close();
			throwIfCancelled(signal);
			throw problem;
		}
	});
}

/** Whether a file has the length in bytes that its server announced, or its server announced none. */
function isAsAnnounced(length: number, { bytes }: WebFile): boolean {
	return bytes === undefined || length === bytes;
}

/** The error of a result that is not as long as announced. */
function incompleteError(arrived: number, { bytes = 0 }: WebFile): TransferError {
	return passingError(fileMessages.resultIncomplete(formatBytes(arrived), formatBytes(bytes)));
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
	if (bytes === 0) throw passingError(fileMessages.resultEmpty);
	const isMedium = identity.format?.media !== undefined;
	const known = mediaTypeOf(identity, announced);
	const mimeType = isMedium ? known : (usualType ?? known);
	// What is not recognized keeps the name by which the service has it.
	const given = rename(isMedium ? identity.name : identity.shownAs);
	const { name } = identify({ given, mimeType });
	return await context.helpers.prepareBinaryData(stream, name, mimeType);
}

/**
 * The error of a result that could not be stored, by what failed: the connection or the storage.
 *
 * A connection that breaks off may hold next time; a storage that fails is still full then, or
 * takes no file of this size, as n8n's database does.
 */
function downloadError(error: unknown, file: WebFile): TransferError {
	if (error instanceof TransferError) return error;
	// A full disk breaks off the connection, too.
	if (file.hasBroken() && !diskProblem(error)) {
		return passingError(fileMessages.resultNotDownloaded(file.reason(error)));
	}
	const reason = withFullStop(upperFirst(storageProblem(error)));
	const message = fileMessages.resultNotStored(reason);
	return new TransferError(message, { passing: false });
}
