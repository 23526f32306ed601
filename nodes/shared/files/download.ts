import { upperFirst } from 'lodash';
import type { IBinaryData } from 'n8n-workflow';

import { asError, throwIfCancelled } from '../util/async';
import { storedSize } from '../n8n/itemFiles';
import { formatBytes } from '../util/amounts';
import { withFullStop } from '../util/text';
import { identify, mediaTypeOf } from './identify';
import { fileMessages } from './fileMessages';
import { diskProblem, storageProblem } from './storage';
import { Tries } from './tries';
import { passingError, TransferError } from './transferError';
import { requestWebFile, type WebFile } from './web';
import type { FileContext } from './webResponse';

/*
 * Downloading the result of a task into n8n.
 */

/** A result file to download, and how it is stored. */
interface ResultDownload {
	context: FileContext;
	url: string;
	/**
	 * The media type of a result that is not recognized as a picture, a film or sound; if undefined, the one that its
	 * server announces.
	 */
	usualType: string | undefined;
	/** Aborted when the execution is stopped. */
	signal?: AbortSignal;
	/** Makes the name of the file from the one that the service gave; without it, that name stays. */
	rename?: (name: string) => string;
}

/**
 * Streams a result file into n8n's file storage, without sending the access token. After a failure that may pass, such
 * as a file that arrives cut off, the file is fetched again, up to `BUDGET.source.tries` times in all. A file that is
 * cut off is never passed on.
 *
 * @returns the file as n8n has it in an item
 * @throws TransferError when there is no whole file; CancelledError when the execution is stopped
 */
export async function downloadResult(download: ResultDownload): Promise<IBinaryData> {
	const { context, url, signal } = download;
	/** How many bytes arrived at the last try, where it was another number than announced. */
	let lengthBefore: number | undefined;
	return await new Tries(context.logger, signal).retry(async () => {
		const opening = { what: fileMessages.resultFile, signal };
		const file = await requestWebFile(context, url, opening).catch(throwNotOpened);
		try {
			const binary = await store(download, file);
			const length = await storedSize(context, binary);
			if (isAsAnnounced(length, file)) return binary;
			// A compressed answer, which n8n expands without a word, is whole, but not as long as announced. It has the same
			// length at each try, and a file that is cut off hardly has.
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

/**
 * Throws the error of a result that could not be opened, with other advice. The usual advice is about an address that
 * the user has entered, but that of a result comes from the service.
 *
 * @throws TransferError with this advice; anything else as it was thrown
 */
function throwNotOpened(error: unknown): never {
	if (!(error instanceof TransferError)) throw asError(error);
	const { facts } = error;
	const advice = facts.expired ? fileMessages.resultExpired : fileMessages.resultNotReached;
	throw new TransferError({ ...error, advice }, facts);
}

/** Whether a file has the length in bytes that its server announced, or its server announced none. */
function isAsAnnounced(length: number, { bytes }: WebFile): boolean {
	return bytes === undefined || length === bytes;
}

/** The error of a result that is not as long as announced, in bytes. It may pass, so the result is fetched again. */
function incompleteError(arrived: number, { bytes: announced = 0 }: WebFile): TransferError {
	return passingError(fileMessages.resultIncomplete(formatBytes(arrived), formatBytes(announced)));
}

/**
 * Stores a result under a name whose extension fits its type.
 *
 * @throws TransferError for an empty file, and for what else came in its place, such as a page that says that the
 *   address has expired; what breaks off the connection, or what n8n's storage says
 */
async function store(download: ResultDownload, file: WebFile): Promise<IBinaryData> {
	const { context, usualType, rename = (name: string) => name } = download;
	const { identity, instead } = file;
	if (instead) {
		const message = fileMessages.resultNotOpened(file.host, instead);
		throw new TransferError(message, { passing: true, expired: true });
	}
	if (file.bytes === 0) throw passingError(fileMessages.resultEmpty);
	const isRecognized = identity.format?.media !== undefined;
	const knownType = mediaTypeOf(identity, file.mimeType);
	const mimeType = isRecognized ? knownType : (usualType ?? knownType);
	// A file that is not recognized keeps the name by which the service has it.
	const given = rename(isRecognized ? identity.name : identity.shownAs);
	const { name } = identify({ given, mimeType });
	return await context.helpers.prepareBinaryData(file.stream, name, mimeType);
}

/**
 * The error of a result that could not be stored, by what failed: the connection or the storage. A connection that
 * breaks off may hold at the next try. A storage that fails would fail again: mostly, it is full, or takes no file of
 * this size, as n8n's database does.
 */
function downloadError(error: unknown, file: WebFile): TransferError {
	if (error instanceof TransferError) return error;
	// A full disk breaks off the connection, too, but is not the fault of the connection.
	if (file.hasBroken() && !diskProblem(error)) {
		return passingError(fileMessages.resultNotDownloaded(file.reason(error)));
	}
	const reason = withFullStop(upperFirst(storageProblem(error)));
	const message = fileMessages.resultNotStored(reason);
	return new TransferError(message, { passing: false });
}
