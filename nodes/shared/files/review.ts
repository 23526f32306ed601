import lowerFirst from 'lodash/lowerFirst';
import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import type { ServiceClient } from '../service/client';
import { ServiceError } from '../service/failure';
import {
	type FileRecord,
	FileStatus,
	fileStatusWords,
	getFile,
	isNoSuchFile,
	lostReason,
} from '../service/files';
import { explain } from '../service/messages';
import { keepsWaiting } from '../service/retry';
import { asError, backoff, CancelledError, LAST_CHECK_MS, poll } from '../util/async';
import { isoTime } from '../service/schemas';
import { formatBytes, formatDuration, formatLimit } from '../util/format';
import { formatList, formatValue } from '../util/text';
import { type FileIdRef, type FileUse, fileViolation, typeNames, wrongType } from './fileRef';
import { extensionOf, isKnownExtension, nameInAddress } from './names';
import { purposes, type Purpose } from './purposes';

const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 5_000;

/** The service deletes uploaded files after this time (service.md 8). */
const LIFE_DAYS = 30;

/**
 * When the service deletes a file (service.md 8).
 *
 * @param created Unix seconds
 * @returns ISO 8601; undefined when the time is none
 */
export function expiryOf(created: number | null | undefined): string | undefined {
	return created ? isoTime(created + LIFE_DAYS * 24 * 3600) : undefined;
}

/**
 * Waits until the content review lets a file be used (service.md 3.1). A look-up that fails for a
 * passing reason does not end the wait.
 *
 * @param timeLimitMs longest wait in milliseconds
 * @returns the record of the usable file
 * @throws Error when the file can never be used or the time is up; ServiceError when it cannot be
 *   looked up; CancelledError when the execution is stopped
 */
export async function awaitUsable(
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

/** @returns undefined when the service has no file with this ID */
export async function findFile(
	client: ServiceClient,
	fileId: string,
): Promise<FileRecord | undefined> {
	try {
		return await getFile(client, fileId);
	} catch (error) {
		if (isNoSuchFile(error)) return undefined;
		throw asError(error);
	}
}

const NO_FILE =
	'The service deletes uploaded files after 30 days. Choose a file from the list, or upload it again with the same access token.';

/**
 * The error of a file that was chosen by its ID, with the name of its field.
 *
 * @param place the field in messages
 */
export function fileIdError(
	context: Pick<IExecuteFunctions, 'getNode'>,
	itemIndex: number,
	{ fileId, place }: Pick<FileIdRef, 'fileId' | 'place'>,
	error: unknown,
): Error {
	if (error instanceof CancelledError) return error;
	if (!(error instanceof ServiceError)) {
		return new Error(`${place}: ${lowerFirst(asError(error).message)}`);
	}
	const { reason, description } = explain(error.failure);
	const none = isNoSuchFile(error);
	return new NodeOperationError(context.getNode(), error, {
		message: none
			? `${place}: the service has no file with the ID '${formatValue(fileId)}'`
			: `${place}: ${reason}`,
		description: none ? `${NO_FILE} ${description}` : description,
		itemIndex,
	});
}

/** What a record clearly says against the use of its file; one without an extension shows no type. */
export function unfitFor(record: FileRecord, use: FileUse): string | undefined {
	const { purpose, anyUpload, fileTypes = [], extensions, maxBytes } = use;
	const mismatch = anyUpload ? undefined : purposeMismatch(record, purpose);
	if (mismatch) return mismatch;
	const { bytes, file_path: path } = record;
	const name = nameInAddress(path ?? '') ?? '';
	const extension = extensionOf(name);
	if (extensions && isKnownExtension(extension) && !extensions.includes(extension)) {
		return `'${name}' is not a supported type. Use ${formatList(typeNames(extensions))}`;
	}
	const otherType = wrongType(name, fileTypes);
	if (otherType) return otherType;
	if (maxBytes === undefined || !bytes || bytes <= maxBytes) return undefined;
	return `'${name}' is too large (${formatBytes(bytes)}). It may have at most ${formatLimit(maxBytes)}: use a smaller file`;
}

/** What a record clearly says against a purpose; what it does not name is left to the service. */
export function purposeMismatch(
	{ service, bytes, file_path: path }: FileRecord,
	purpose: Purpose,
): string | undefined {
	const { label } = purposes[purpose];
	if (service && service !== purpose && Object.keys(purposes).includes(service)) {
		const other = purposes[service as Purpose].label;
		return `the file was uploaded for '${other}'. Upload it again for '${label}', or choose a file that was`;
	}
	const name = nameInAddress(path ?? '') ?? '';
	const hasType = isKnownExtension(extensionOf(name));
	return hasType ? fileViolation(name, bytes || undefined, purpose) : undefined;
}
