import type { FileChoice } from '../choice';
import type { Purpose } from '../purposes';
import { inputSource, type Source } from './sources';
import type { FileItem } from './uploadOnce';
import { webSource } from './webSource';

/**
 * Opens the file of an upload and checks it as the upload does, without sending anything to the service.
 *
 * @returns name and size with which it would be uploaded
 * @throws Error with a sentence for the user when it would be refused
 */
export async function planUpload(
	item: FileItem,
	choice: Exclude<FileChoice, { source: 'fileId' }>,
	purpose: Purpose,
): Promise<Pick<Source, 'fileName' | 'bytes'>> {
	const source = await sourceOf(item, choice, purpose);
	source.close();
	return { fileName: source.fileName, bytes: source.bytes };
}

async function sourceOf(
	{ context, itemIndex, client: { signal } }: FileItem,
	choice: Exclude<FileChoice, { source: 'fileId' }>,
	purpose: Purpose,
): Promise<Source> {
	if (choice.source === 'inputFile') return await inputSource(context, itemIndex, choice);
	const { url, name } = choice;
	return await webSource(context, { url, name, purpose, renaming: 'elsewhere', signal });
}
