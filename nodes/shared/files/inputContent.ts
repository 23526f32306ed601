import { createHash } from 'crypto';
import { memoize } from 'lodash';
import type { IExecuteFunctions } from 'n8n-workflow';

import type { FileRef } from '../model/fileRef';
import { mapConcurrent } from '../util/async';
import { inputFile } from './inputFields';
import { openStored } from './openFile';

/*
 * What tells the content of an input file from others, also in another execution. The ID of a file in n8n's storage
 * does not, because n8n gives the same file another ID each time that a node loads it.
 */

/**
 * How much of a file is read for this, in bytes. Media files of the same size that are equal so far are the same, and
 * reading more would take time with large ones.
 */
const MAX_BYTES = 16 * 1024 ** 2;

/** Bytes that are read at once. */
const PIECE_BYTES = 1024 ** 2;

/** Files that are read at once. */
const FILES_AT_ONCE = 3;

/** A file that was chosen for an item. */
interface FileOfItem {
	itemIndex: number;
	ref: FileRef;
}

/**
 * Notes in the references to input files, as `content`, what tells their content from others. Other references stay as
 * they are. Each stored file is read once. For one that cannot be read, undefined is noted: what is wrong with it is
 * reported when it is to be uploaded.
 *
 * @param files whose fields have been read before, so that each input field has its file
 */
export async function learnContents(
	context: IExecuteFunctions,
	files: readonly FileOfItem[],
): Promise<void> {
	const contentById = memoize(async (id: string) => await readContent(context.helpers, id));
	const learn = async ({ itemIndex, ref }: FileOfItem) => {
		if (ref.source !== 'inputFile') return;
		const { id } = inputFile({ context, itemIndex }, ref.field);
		// What n8n keeps in the item itself has no ID. Its identity is made of its content already.
		ref.content = id ? await contentById(id).catch(() => undefined) : ref.identity;
	};
	await mapConcurrent(files, learn, { concurrency: FILES_AT_ONCE });
}

/** The hash of a stored file's size and of its first `MAX_BYTES`. @throws what n8n's storage throws */
async function readContent(helpers: IExecuteFunctions['helpers'], id: string): Promise<string> {
	const { bytes, reader, close } = await openStored(helpers, id);
	try {
		const hash = createHash('sha256').update(String(bytes));
		const piece = Buffer.alloc(PIECE_BYTES);
		let filled: number;
		do {
			filled = await reader.fill(piece);
			hash.update(piece.subarray(0, filled));
		} while (filled === PIECE_BYTES && reader.position < MAX_BYTES);
		return hash.digest('hex');
	} finally {
		close();
	}
}
