import { noop } from 'lodash';
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import type { InputFileRef, UploadRef, UrlRef } from '../model/fileRef';
import { BEGINNING_BYTES } from './content';
import { fileMessages } from './fileMessages';
import { formatOfName } from './fileNames';
import { plainType } from './formats';
import type { FileIdentity } from './identify';
import { identifyInput } from './inputFacts';
import { inputFile } from './inputFields';
import { insteadOfMedia } from './instead';
import { LARGE_READ_BYTES } from './readMemory';
import { storageProblem } from './storage';
import { beginningOf, contentReader, type FileReader, Reader } from './streamReader';
import { passingError } from './transferError';
import { requestWebFile } from './web';

/*
 * Opening a chosen file, from the input item or the web: one object, whose reader
 * gives its bytes, and what is known of it by then.
 */

/** An item with files. */
export interface FileItem {
	context: IExecuteFunctions;
	itemIndex: number;
	client: ServiceClient;
	/** Aborted when an item fails: what is under way is finished, and nothing new is started. */
	halt?: AbortController;
}

/** A file that is being read. */
export interface OpenFile {
	/** What it is, as far as it shows. */
	identity: FileIdentity;
	/** Its beginning, which its reader gives as well. */
	first: Buffer;
	/** As announced, for the whole file; undefined where nothing says it. */
	bytes?: number;
	/** What came in the place of a file, in words, such as a web page; undefined for a file. */
	instead?: string;
	/** Gives its bytes, in order. */
	reader: FileReader;
	/** Where it is read from, for messages; undefined for a file that is not on the web. */
	host?: string;
	/** What ended the reading, in words, by the error with which it failed. It needs no `this`. */
	reason: (error: unknown) => string;
	/** Ends the reading. */
	close(): void;
}

/**
 * Opens a file. What came in its place is only noted, as `instead`.
 *
 * @param chosen its name by the user, where there is one
 * @throws TransferError where it cannot be read
 */
export async function openFile(
	item: FileItem,
	ref: UploadRef,
	chosen: string | undefined,
): Promise<OpenFile> {
	if (ref.source === 'url') return await openWebFile(item, ref, chosen);
	return await openInputFile(item, ref, chosen).catch((error: unknown) => {
		// n8n's storage may be there again at the next try.
		throw passingError(fileMessages.unreadable(ref.place, storageProblem(error)));
	});
}

/** Opens a file on the web, to be streamed. @throws TransferError where it cannot be opened */
async function openWebFile(
	{ context, client }: FileItem,
	{ url, place }: UrlRef,
	fileName: string | undefined,
): Promise<OpenFile> {
	const { signal } = client;
	const opening = { what: place, fileName, signal, readBytes: LARGE_READ_BYTES };
	const { stream, ...file } = await requestWebFile(context, url, opening);
	// The pieces of an answer are made for its reader alone.
	const ownsPieces = true;
	return { ...file, reader: new Reader(stream, ownsPieces) };
}

/**
 * Opens a file of the input item, to be streamed where n8n keeps it outside the item.
 *
 * @throws PackError where the item has no such file; what n8n's storage throws
 */
async function openInputFile(
	{ context, itemIndex }: FileItem,
	{ field, fileName }: InputFileRef,
	chosen: string | undefined,
): Promise<OpenFile> {
	const binary = inputFile({ context, itemIndex }, field);
	const content = await contentOf(binary, { context, itemIndex });
	const { first } = content;
	const identity = identifyInput(binary, { chosen, first });
	const instead = insteadOfInput(binary, fileName, first);
	return { identity, instead, reason: storageProblem, ...content };
}

/**
 * What stands in the place of an input file that has the name of a media file, such as a web page, by its first bytes.
 *
 * @returns in words; undefined for a file that begins as one may, and for one with any other name
 */
function insteadOfInput(
	{ mimeType }: IBinaryData,
	name: string,
	first: Buffer,
): string | undefined {
	const hasNameOfMedia = formatOfName(name)?.media !== undefined;
	if (!hasNameOfMedia) return undefined;
	return insteadOfMedia(first, plainType(mimeType), [name]);
}

/** What is known of content without its name and type. */
type OpenContent = Pick<OpenFile, 'bytes' | 'first' | 'reader' | 'close'>;

/** Opens the content of an input file, wherever n8n keeps it. @throws what n8n's storage throws */
async function contentOf(
	binary: IBinaryData,
	{ context, itemIndex }: Pick<FileItem, 'context' | 'itemIndex'>,
): Promise<OpenContent> {
	const { helpers } = context;
	// What n8n keeps in the item itself has no ID.
	if (binary.id) return await openStored(helpers, binary.id);
	return openContent(await helpers.getBinaryDataBuffer(itemIndex, binary));
}

/** Opens content that is in memory. */
function openContent(content: Buffer): OpenContent {
	return {
		bytes: content.length,
		first: content.subarray(0, BEGINNING_BYTES),
		reader: contentReader(content),
		close: noop,
	};
}

/** Bytes read at once from n8n's storage: enough that reading costs little, and few beside a part of an upload. */
const CHUNK_BYTES = 1024 * 1024;

/** Opens what n8n keeps outside the items, by its ID there. @throws what n8n's storage throws */
export async function openStored(
	helpers: IExecuteFunctions['helpers'],
	id: string,
): Promise<OpenContent> {
	const { fileSize: bytes } = await helpers.getBinaryMetadata(id);
	const stream = await helpers.getBinaryStream(id, CHUNK_BYTES);
	const first = await beginningOf(stream);
	// The pieces of a file on disk are made for its reader alone. Others may look at those of what n8n has in its memory.
	const ownsPieces = isOnDisk(id);
	const reader = new Reader(stream, ownsPieces);
	return { bytes, first, reader, close: () => void stream.destroy() };
}

/**
 * Whether n8n keeps a file on its disk, by its ID, such as `filesystem-v2:workflows/1/...`. Everything else goes
 * through n8n's memory as a whole. False without an ID.
 */
export function isOnDisk(id = ''): boolean {
	return id.startsWith('filesystem');
}
