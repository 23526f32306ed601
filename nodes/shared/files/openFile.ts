import { noop } from 'lodash';
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import type { InputFileRef, UploadRef, UrlRef } from '../model/fileRef';
import { fileMessages } from './fileMessages';
import { extensionOf, fileTypeOf } from './fileNames';
import { plainType } from './formats';
import type { FileIdentity } from './identify';
import { identifyInput } from './inputFacts';
import { inputFile } from './inputFields';
import { insteadOfMedia } from './instead';
import { LARGE_READ_BYTES } from './readMemory';
import { storageProblem } from './storage';
import {
	beginningOfContent,
	contentReader,
	type FileReader,
	Reader,
	tellingBeginningOf,
} from './streamReader';
import { passingError } from './transferError';
import { requestWebFile, type WebFile } from './web';

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
	reader: FileReader;
	/** What its server says of it, where it is on the web. */
	web?: Pick<WebFile, 'host' | 'version' | 'from'> & { etag: unknown };
	/** What ended the reading, in words. */
	reason(error: unknown): string;
	close(): void;
}

/** Where to read on, if the server still has the same content, which it is asked for by its version. */
export type Resume = { from: number; version: string };

/** Which file is opened, and how. */
interface FileToOpen<Ref extends UploadRef = UploadRef> {
	ref: Ref;
	/** Its name by the user, where there is one. */
	chosen: string | undefined;
	/** Only of a file on the web: where to read on, instead of from its start. */
	resume?: Resume;
}

/** Opens a file. @throws TransferError where it cannot be read */
export async function openFile(item: FileItem, opening: FileToOpen): Promise<OpenFile> {
	const { ref, chosen, resume } = opening;
	if (ref.source === 'url') return await openWebFile(item, { ref, chosen, resume });
	return await openInputFile(item, ref, chosen).catch((error: unknown) => {
		throw passingError(fileMessages.unreadable(ref.place, storageProblem(error)));
	});
}

/** Opens a file on the web, to be streamed. */
async function openWebFile(
	{ context, client }: FileItem,
	{ ref, chosen, resume }: FileToOpen<UrlRef>,
): Promise<OpenFile> {
	const file = await requestWebFile(context, ref.url, {
		what: ref.place,
		fileName: chosen,
		resume,
		signal: client.signal,
		readBytes: LARGE_READ_BYTES,
	});
	const { identity, first, bytes, instead, host, version, headers, stream, reason, close } = file;
	const from = resume?.from ?? 0;
	// A server may begin earlier than it was asked to; what it repeats is passed over.
	const reader = new Reader(stream, true, from, from - file.from);
	const web = { host, version, from: file.from, etag: headers.etag };
	return { identity, first, bytes, instead, reader, web, reason, close };
}

/** Opens a file of the input item, to be streamed where n8n keeps it outside the item. */
async function openInputFile(
	{ context, itemIndex }: FileItem,
	{ field, fileName }: InputFileRef,
	chosen: string | undefined,
): Promise<OpenFile> {
	const { helpers } = context;
	const binary = inputFile({ context, itemIndex }, field);
	const content = await (binary.id
		? openStored(helpers, binary.id)
		: openContent(await helpers.getBinaryDataBuffer(itemIndex, binary)));
	const { first } = content;
	const identity = identifyInput(binary, { chosen, first });
	const instead = insteadOfInput(binary, fileName, first);
	return { identity, instead, reason: storageProblem, ...content };
}

/** What an input file with the name of a media file is instead, by its first bytes; undefined for a file. */
function insteadOfInput({ mimeType }: IBinaryData, name: string, first: Buffer) {
	if (fileTypeOf(extensionOf(name)) === undefined) return undefined;
	return insteadOfMedia(first, plainType(mimeType), [name]);
}

/** What is known of content without its name and type. */
type OpenContent = Pick<OpenFile, 'bytes' | 'first' | 'reader' | 'close'>;

/** Opens content that is in memory. */
function openContent(content: Buffer): OpenContent {
	return {
		bytes: content.length,
		first: beginningOfContent(content),
		reader: contentReader(content),
		close: noop,
	};
}

/** Large enough that reading costs little, small beside a part. */
const CHUNK_BYTES = 1024 * 1024;

/** Opens what n8n keeps outside the items, by its ID there. */
export async function openStored(
	helpers: IExecuteFunctions['helpers'],
	id: string,
): Promise<OpenContent> {
	const { fileSize: bytes } = await helpers.getBinaryMetadata(id);
	const stream = await helpers.getBinaryStream(id, CHUNK_BYTES);
	const first = await tellingBeginningOf(stream);
	const reader = new Reader(stream, isOnDisk(id));
	return { bytes, first, reader, close: () => void stream.destroy() };
}

/** Whether n8n keeps a file on its disk, by its ID: everything else goes through its memory as a whole. */
export function isOnDisk(id = ''): boolean {
	return id.startsWith('filesystem');
}
