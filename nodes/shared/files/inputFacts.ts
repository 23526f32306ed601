import { noop, uniqBy } from 'lodash';
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { filesOfItem, sizeInItem, storedSize } from '../n8n/itemFiles';
import { mapConcurrent } from '../util/async';
import { BASE64_OF_BEGINNING, BEGINNING_BYTES } from './content';
import { extensionOf } from './fileNames';
import { formatOfType } from './formats';
import { type FileIdentity, identify } from './identify';
import { beginningOf } from './streamReader';

/*
 * What an input file is, and how large: by what n8n notes of it in the item, and by what n8n's storage says where the
 * item does not tell. An item holds either the ID under which n8n has stored the file, or, where n8n keeps files in
 * memory, the content itself (`data`, as base64).
 */

/** What n8n's storage says of the input files of a run, by their IDs there. */
export type LearnedFiles = ReadonlyMap<string, LearnedFile>;

/** What n8n's storage says of a file; nothing where it cannot be read. */
interface LearnedFile {
	/** The exact size, where the item does not note it. */
	bytes?: number;
	/** The first bytes, where name and type do not tell what the file is. */
	first?: Buffer;
}

/**
 * What an input file is: by its name, its type, n8n's note of the extension, and its beginning where that is known.
 *
 * @param known the name that the user chose, and the first bytes, where they are known
 */
export function identifyInput(
	file: IBinaryData,
	known: { chosen?: string; first?: Buffer },
): FileIdentity {
	const { mimeType, fileName, fileExtension } = file;
	const suggested = fileExtension ? [`file.${fileExtension}`] : [];
	return identify({ ...known, given: fileName, suggested, mimeType });
}

/** The first bytes of an input file, 512 at most; undefined where neither the item holds them nor they were learned. */
export function knownBeginning(
	{ id, data }: IBinaryData,
	learned: LearnedFiles | undefined,
): Buffer | undefined {
	if (id) return learned?.get(id)?.first;
	const beginning = Buffer.from(data.slice(0, BASE64_OF_BEGINNING), 'base64');
	// Base64 has three bytes in four letters, so these letters may hold a byte or two more.
	return beginning.subarray(0, BEGINNING_BYTES);
}

/** The exact size of an input file in bytes; undefined where neither the item says it nor it was learned. */
export function knownSize(
	file: IBinaryData,
	learned: LearnedFiles | undefined,
): number | undefined {
	return sizeInItem(file) ?? learned?.get(String(file.id))?.bytes;
}

/** The number of files for which n8n's storage is asked at the same time. */
const FILES_ASKED_AT_ONCE = 10;

/**
 * Asks n8n's storage for what the items do not say of their files, once for each file. Of a file that cannot be read,
 * nothing is learned and nothing is thrown, because the error is reported when the file is to be used.
 *
 * @returns an entry for each file in the storage; none for those in the items themselves, which say all of themselves
 */
export async function learnInputFiles(context: IExecuteFunctions): Promise<LearnedFiles> {
	const files = context.getInputData().flatMap((item) => Object.values(filesOfItem(item)));
	// A file without an ID is in the item itself.
	const stored = files.filter(({ id }) => id);
	const learned = new Map<string, LearnedFile>();
	const learn = async (file: IBinaryData) => {
		learned.set(String(file.id), await learnFile(context, file));
	};
	await mapConcurrent(uniqBy(stored, 'id'), learn, { concurrency: FILES_ASKED_AT_ONCE });
	return learned;
}

/** What n8n's storage says of a file, as far as the item does not say it and the storage can be read. */
async function learnFile(context: IExecuteFunctions, file: IBinaryData): Promise<LearnedFile> {
	const learned: LearnedFile = {};
	if (sizeInItem(file) === undefined) {
		learned.bytes = await storedSize(context, file).catch(() => undefined);
	}
	if (!isToldByName(file)) {
		learned.first = await storedBeginning(context, String(file.id)).catch(() => undefined);
	}
	return learned;
}

/** Files with these extensions are what they are called, as a rule. */
const RELIABLE_EXTENSIONS: ReadonlySet<string> = new Set(
	'jpg jpeg png webp gif mp4 mov webm mp3 wav m4a'.split(' '),
);

/**
 * Whether the name of a file, or else its type, says what it is, so that its content need not be read to choose and
 * check it.
 */
function isToldByName({ fileName, mimeType }: IBinaryData): boolean {
	const extension = extensionOf(fileName);
	if (extension === '') return formatOfType(mimeType) !== undefined;
	return RELIABLE_EXTENSIONS.has(extension);
}

/** Reads the first bytes of a stored file, by its ID. @throws what n8n's storage throws */
async function storedBeginning({ helpers }: IExecuteFunctions, id: string): Promise<Buffer> {
	const stream = await helpers.getBinaryStream(id, BEGINNING_BYTES);
	// Without a listener, an error that comes when nobody reads any more would end n8n.
	stream.on('error', noop);
	try {
		// A copy, because the bytes may be a small part of a large piece of memory, which they would keep.
		return Buffer.from(await beginningOf(stream));
	} finally {
		stream.destroy();
	}
}
