import type { FileRecord } from '../service/files';
import { fileViolation } from './fileChoice';
import { extensionOf, isKnownExtension, nameInAddress } from './fileNames';
import { purposes, type Purpose } from './purposes';
import { awaitFile, type FileItem } from './uploads';

/** A field in which a file is chosen by its ID. */
export interface FileUse {
	/** The field in messages. */
	label: string;
	purpose: Purpose;
	/** The specification names no purpose for such a file. */
	anyUpload?: boolean;
}

/**
 * Makes sure that a file at the service can be used: waits for its review, and compares what it was uploaded
 * for (requirements R136, R164, R182, R196).
 *
 * @throws Error with a sentence for the user; ServiceError when the service refuses; StoppedError when the
 *   execution is stopped
 */
export async function requireFile(item: FileItem, fileId: string, use: FileUse): Promise<void> {
	const record = await awaitFile(item, fileId);
	const violation = use.anyUpload ? undefined : misfit(record, use.purpose);
	if (violation) throw new Error(`'${use.label} File': ${violation} (file ID ${fileId})`);
}

/** What a record clearly says against a purpose; what it does not tell is left to the service. */
export function misfit(
	{ service, bytes, file_path: path }: FileRecord,
	purpose: Purpose,
): string | undefined {
	const { label } = purposes[purpose];
	if (service && service !== purpose && Object.keys(purposes).includes(service)) {
		const other = purposes[service as Purpose].label;
		return `the file was uploaded for the purpose '${other}' and cannot be used here. Upload it once more for '${label}', or choose one that was`;
	}
	const name = nameInAddress(path ?? '') ?? '';
	const told = isKnownExtension(extensionOf(name));
	return told ? fileViolation(name, bytes || undefined, purpose, 'elsewhere') : undefined;
}
