import type { FileChoice } from './fileChoice';
import type { Purpose } from './purposes';
import { awaitFile, uploadOnce, type FileItem } from './uploads';

/** A chosen file as a request can name it. */
export interface ProvidedFile {
	fileId?: string;
	/** Readable address. */
	url?: string;
}

/**
 * Makes a chosen file ready for a request: an input file is uploaded and awaited until it is usable, a file ID
 * is awaited until usable, a web address is passed on as it is.
 *
 * @param choice what readFileChoice returned
 * @param purpose what the file is for
 * @param need `fileId` for an operation that takes no addresses: a file from the web is uploaded then, too
 * @throws Error with a sentence for the user; ServiceError when the service refuses; StoppedError when the
 *   execution is stopped
 */
export async function provideFile(
	item: FileItem,
	choice: FileChoice,
	purpose: Purpose,
	need?: 'fileId',
): Promise<ProvidedFile> {
	if (choice.source === 'fileId') {
		await awaitFile(item, choice.fileId);
		return { fileId: choice.fileId };
	}
	if (choice.source === 'url' && need !== 'fileId') return { url: choice.url };
	const { fileId, url } = await uploadOnce(item, choice, purpose);
	return { fileId, url };
}
