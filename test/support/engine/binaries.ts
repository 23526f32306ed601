/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { BINARY_ENCODING, type IBinaryData, type IDataObject } from 'n8n-workflow';
import { Readable } from 'node:stream';

import { pseudoRandom, sha256 } from '../../../demo-service/media/bytes';
import { BinaryDataService, Container } from './core';

export interface InputFile {
	binary: IBinaryData;
	sha256: string;
}

export interface InputFileOptions {
	bytes: number;
	name?: string;
	mimeType?: string;
	seed?: number;
	/** In the place of bytes by chance. */
	content?: string | Buffer;
}

/** Its name, type and content; a video unless something else is said. */
function made({ bytes, name = 'clip.mp4', mimeType = 'video/mp4', ...more }: InputFileOptions) {
	const { seed = 7, content } = more;
	const given = typeof content === 'string' ? Buffer.from(content) : content;
	const chunks = given ? [given] : [...pseudoRandom(bytes, seed)];
	return { bytes, name, mimeType, seed, chunks, sha256: sha256(chunks) };
}

/** A file in n8n's file storage. */
export async function storedFile(options: InputFileOptions): Promise<InputFile> {
	const { name, mimeType, chunks, sha256 } = made(options);
	const binary = await Container.get(BinaryDataService).store(
		{ type: 'execution', workflowId: 'workflow', executionId: 'execution' },
		Readable.from(chunks),
		{ mimeType, fileName: name, fileExtension: name.split('.')[1] ?? '', data: '' },
	);
	return { binary, sha256 };
}

/** An input item with such files in its fields. */
export async function itemWith(files: Record<string, InputFileOptions>, json: IDataObject = {}) {
	const stored = Object.entries(files).map(
		async ([field, file]) => [field, (await storedFile(file)).binary] as const,
	);
	return { json, binary: Object.fromEntries(await Promise.all(stored)) };
}

/** One input item with such a file in its field `data`. */
export const inputOf = async (file: InputFileOptions, json: IDataObject = {}) => ({
	items: [await itemWith({ data: file }, json)],
});

/** A file inside the item, as n8n keeps it in its default mode of old. */
export function fileInItem(options: InputFileOptions): InputFile {
	const { bytes, name, mimeType, chunks, sha256 } = made(options);
	const data = Buffer.concat(chunks).toString(BINARY_ENCODING);
	return { binary: { data, mimeType, fileName: name, bytes }, sha256 };
}

/**
 * A file in a storage that gives it out as a whole (`database`) or in a stream (`s3`), as n8n's other storages
 * do; registered with n8n's own service under that mode.
 *
 * @param announced its bytes, as the storage says
 */
export function fileElsewhere(
	mode: 'database' | 's3',
	options: InputFileOptions,
	announced = options.bytes,
): InputFile {
	const { name, mimeType, seed, chunks, sha256 } = made(options);
	const manager = {
		getAsStream: async () =>
			mode === 'database' ? Readable.from([Buffer.concat(chunks)]) : Readable.from(chunks),
		getMetadata: async () => ({ fileName: name, mimeType, fileSize: announced }),
		getAsBuffer: async () => Buffer.concat(chunks),
	};
	Container.get(BinaryDataService).setManager(mode as never, manager as never);
	const id = `${mode}:execution/${seed}`;
	return { binary: { data: mode, mimeType, fileName: name, id }, sha256 };
}
