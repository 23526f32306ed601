import lowerFirst from 'lodash/lowerFirst';
import { NodeOperationError } from 'n8n-workflow';

import { ServiceError } from '../service/failure';
import { isNoSuchFile, type FileRecord } from '../service/files';
import { explain } from '../service/messages';
import { asError, StoppedError } from '../util/async';
import { formatBytes, formatLimit } from '../util/format';
import { joined, shown } from '../util/text';
import { fileViolation, typeNames, wrongType } from './fileRef';
import { extensionOf, isKnownExtension, nameInAddress, type FileType } from './names';
import { purposes, type Purpose } from './purposes';
import { awaitFile, type FileItem } from './upload';

/** A field in which a file is chosen by its ID. */
export interface FileUse {
	/** The field in messages. */
	label: string;
	/** The field of the file ID in messages, where it is not '<label> File'. */
	idLabel?: string;
	purpose: Purpose;
	/** The specification names no purpose for such a file. */
	anyUpload?: boolean;
	/** What the file may be beyond that. */
	limits?: FileLimits;
}

/** Types by extension, and bytes, of a file; what is left out is not limited. */
export interface FileLimits {
	fileTypes?: readonly FileType[];
	extensions?: readonly string[];
	maxBytes?: number;
}

/** A file that was chosen by its ID. */
export interface FileById {
	fileId: string;
	use: FileUse;
}

/**
 * Makes sure that an uploaded file can be used: waits for its review, and compares what it was uploaded
 * for. Asked once for each file of a run.
 *
 * @returns its record
 * @throws Error with a sentence for the user that names the field; StoppedError when the execution is stopped
 */
export async function requireFile(item: FileItem, { fileId, use }: FileById): Promise<FileRecord> {
	const place = `'${use.idLabel ?? `${use.label} File`}'`;
	const record = await usable(item, fileId, place);
	const violation =
		(use.anyUpload ? undefined : misfit(record, use.purpose)) ?? beyond(record, use.limits);
	if (violation) throw new Error(`${place}: ${violation}. File ID: ${fileId}`);
	return record;
}

async function usable(item: FileItem, fileId: string, place: string): Promise<FileRecord> {
	try {
		return await awaitFile(item, fileId);
	} catch (error) {
		throw atPlace(item, fileId, place, error);
	}
}

/** The same error, with the name of the field. */
function atPlace(
	{ context, itemIndex }: FileItem,
	fileId: string,
	place: string,
	error: unknown,
): Error {
	if (error instanceof StoppedError) return error;
	if (!(error instanceof ServiceError)) {
		return new Error(`${place}: ${lowerFirst(asError(error).message)}`);
	}
	const { reason, description } = explain(error.failure);
	const none = isNoSuchFile(error);
	return new NodeOperationError(context.getNode(), error, {
		message: none
			? `${place}: the service has no file with the ID '${shown(fileId)}'`
			: `${place}: ${reason}`,
		description: none ? `${NO_FILE} ${description}` : description,
		itemIndex,
	});
}

const NO_FILE =
	'The service deletes uploaded files after 30 days. Choose a file from the list, or upload it again with the same access token.';

/** What a record clearly says against limits; a name without a known extension does not show the type. */
function beyond(
	{ bytes, file_path: path }: FileRecord,
	{ fileTypes = [], extensions, maxBytes }: FileLimits = {},
): string | undefined {
	const name = nameInAddress(path ?? '') ?? '';
	const extension = extensionOf(name);
	if (extensions && isKnownExtension(extension) && !extensions.includes(extension)) {
		return `'${name}' is not a supported type. Use ${joined(typeNames(extensions))}`;
	}
	const otherType = wrongType(name, fileTypes);
	if (otherType) return otherType;
	if (maxBytes === undefined || !bytes || bytes <= maxBytes) return undefined;
	return `'${name}' is too large (${formatBytes(bytes)}). It may have at most ${formatLimit(maxBytes)}: use a smaller file`;
}

/** What a record clearly says against a purpose; what it does not name is left to the service. */
export function misfit(
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
	return hasType ? fileViolation(name, bytes || undefined, purpose, 'elsewhere') : undefined;
}
