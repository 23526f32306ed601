import { noop } from 'lodash';
import type { IExecuteFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import type { InputFileRef, UploadRef, UrlRef } from '../model/fileRef';
import { asError } from '../util/async';
import { BEGINNING_BYTES } from './content';
import { plainType } from './formats';
import type { FileIdentity } from './identify';
import { identifyInput, InputFiles } from './inputFiles';
import { insteadOfMedia } from './instead';
import { fileMessages } from './fileMessages';
import { extensionOf, fileTypeOf } from './fileNames';
import { LARGE_READ_BYTES } from './readMemory';
import { storageProblem } from './storage';
import { beginningOf, contentReader, type FileReader, Reader } from './streamReader';
import { passingError } from './transferError';
import { requestWebFile, type WebFile } from './web';

/*
 * Opening a chosen file, from the input item or the web: one object, whose reader gives its bytes, and what is known of it
 * by then.
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
	/** Its beginning. */
	first: Buffer;
	/** As announced, for the whole file; undefined where nothing says it. */
	bytes?: number;
	/** What came in the place of a file, in words. */
	instead?: string;
	reader: FileReader;
	/** What its server says of it, where it is on the web. */
	web?: Pick<WebFile, 'host' | 'version' | 'from'> & { etag: unknown };
	/** What ended the reading, in words. */
	reason(error: unknown): string;
	close(): void;
}

/** Large enough that reading costs little, small beside a part. */
const CHUNK_BYTES = 1024 * 1024;

/** Opens a file of the input item, to be streamed where n8n keeps it outside the item. */
async function openInputFile(
	{ context, itemIndex }: FileItem,
	{ field, fileName: name }: InputFileRef,
	chosen: string | undefined,
): Promise<OpenFile> {
	const { helpers } = context;
	const binary = new InputFiles(context, itemIndex).find(field);
	const { id, mimeType } = binary;
	const seen = (first: Buffer) => {
		const isMedium = fileTypeOf(extensionOf(name)) !== undefined;
		const instead = isMedium ? insteadOfMedia(first, plainType(mimeType), [name]) : undefined;
		const identity = identifyInput(binary, { chosen, first });
		return { identity, first, instead, reason: storageProblem };
	};
	if (!id) {
		const content = await helpers.getBinaryDataBuffer(itemIndex, binary);
		const reader = contentReader(content);
		const first = content.subarray(0, BEGINNING_BYTES);
		return { ...seen(first), bytes: content.length, reader, close: noop };
	}
	const { first, ...stored } = await openStored(context, id);
	return { ...seen(first), ...stored };
}

/** Opens what n8n keeps outside the items. */
async function openStored({ helpers }: IExecuteFunctions, id: string) {
	const { fileSize: bytes } = await helpers.getBinaryMetadata(id);
	const stream = await helpers.getBinaryStream(id, CHUNK_BYTES);
	const first = await beginningOf(stream);
	const reader = new Reader(stream, isOnDisk(id));
	return { bytes, first, reader, close: () => void stream.destroy() };
}

/** Whether n8n keeps a file on its disk: everything else goes through its memory as a whole. */
function isOnDisk(id = ''): boolean {
	return id.startsWith('filesystem');
}

/** Given to n8n, so that it does not look at the content for the type. */
const ANY_TYPE = 'application/octet-stream';

/** What became of a file that was to be kept. */
type Kept =
	| { how: 'onDisk'; open: () => Promise<OpenFile> }
	/** n8n keeps files elsewhere, where they would be in its memory as a whole. */
	| { how: 'not' }
	/** It goes on behind what may be read of it. */
	| { how: 'tooLarge'; bytes: number };

/**
 * Keeps a file of unknown length on n8n's disk, because its address may serve only once and the service wants to know the
 * length before an upload.
 *
 * @param read all that was read of it, which is read again
 * @param most so many bytes, because a server may never end
 * @throws what broke the file off, or what n8n's storage says
 */
export async function keepFile(
	{ context }: FileItem,
	file: OpenFile,
	{ read, most }: { read: Buffer; most: number },
): Promise<Kept> {
	const { reader, identity, first } = file;
	if (!(reader instanceof Reader) || !(await keepsOnDisk(context, first))) return { how: 'not' };
	const stream = reader.release(read);
	let bytes = 0;
	// Unlike one that is added by `on`, it does not set the stream going.
	stream.prependListener('data', ({ length }: Buffer) => {
		bytes += length;
		if (bytes > most) stream.destroy();
	});
	try {
		const { helpers } = context;
		const { id = '' } = await helpers.prepareBinaryData(stream, identity.name, ANY_TYPE);
		const open = async () => {
			return { identity, reason: storageProblem, ...(await openStored(context, id)) };
		};
		return { how: 'onDisk', open };
	} catch (error) {
		if (bytes > most) return { how: 'tooLarge', bytes };
		throw asError(error);
	}
}

/** Whether n8n keeps files on its disk, which only a file shows. */
async function keepsOnDisk({ helpers }: IExecuteFunctions, sample: Buffer): Promise<boolean> {
	try {
		return isOnDisk((await helpers.prepareBinaryData(sample, 'sample', ANY_TYPE)).id);
	} catch {
		return false;
	}
}

/** Where to read on, if the server still has the same content. */
export type Resume = { from: number; version: string };

/** Opens a file on the web, to be streamed. */
async function openWebFile(
	{ context, client }: FileItem,
	{ place, url }: UrlRef,
	fileName: string | undefined,
	resume: Resume | undefined,
): Promise<OpenFile> {
	const { signal } = client;
	const opening = { what: place, fileName, resume, signal, readBytes: LARGE_READ_BYTES };
	const file = await requestWebFile(context, url, opening);
	const { identity, first, bytes, instead, host, version, headers, stream, reason, close } = file;
	const from = resume?.from ?? 0;
	const reader = new Reader(stream, true, from, from - file.from);
	const web = { host, version, from: file.from, etag: headers.etag };
	return { identity, first, bytes, instead, reader, web, reason, close };
}

/**
 * Opens a file.
 *
 * @param chosen its name by the user
 * @param resume where to read on; only of a file on the web
 * @throws TransferError where it cannot be read
 */
export async function openFile(
	item: FileItem,
	ref: UploadRef,
	chosen: string | undefined,
	resume?: Resume,
): Promise<OpenFile> {
	if (ref.source === 'url') return await openWebFile(item, ref, chosen, resume);
	return await openInputFile(item, ref, chosen).catch((error: unknown) => {
		throw passingError(fileMessages.unreadable(ref.place, storageProblem(error)));
	});
}

/** Whether what was opened is the same content, from the position at which the file broke off or before. */
export function isContinued(file: OpenFile, next: OpenFile): boolean {
	const isSame = next.web?.version === file.web?.version && next.web?.etag === file.web?.etag;
	const isRest = next.bytes === file.bytes && Number(next.web?.from) <= file.reader.position;
	return isSame && isRest;
}
