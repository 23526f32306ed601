/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { BINARY_ENCODING, type IBinaryData } from 'n8n-workflow';
import { Readable } from 'node:stream';

import { pseudoRandom, sha256 } from '../../../demo-service/media/bytes';
import { BinaryDataService, Container } from './core';

export interface InputFile {
	binary: IBinaryData;
	bytes: number;
	sha256: string;
}

export interface InputFileOptions {
	bytes: number;
	name?: string;
	mimeType?: string;
	seed?: number;
}

const whole = (bytes: number, seed: number) => pseudoRandom(bytes, seed);

/** A file in n8n's file storage. */
export async function storedFile(options: InputFileOptions): Promise<InputFile> {
	const { bytes, name = 'clip.mp4', mimeType = 'video/mp4', seed = 7 } = options;
	const binary = await Container.get(BinaryDataService).store(
		{ type: 'execution', workflowId: 'workflow', executionId: 'execution' },
		Readable.from(whole(bytes, seed)),
		{ mimeType, fileName: name, fileExtension: name.split('.')[1] ?? '', data: '' },
	);
	return { binary, bytes, sha256: sha256(whole(bytes, seed)) };
}

/** A file inside the item, as n8n keeps it in its default mode of old. */
export function fileInItem(options: InputFileOptions): InputFile {
	const { bytes, name = 'clip.mp4', mimeType = 'video/mp4', seed = 7 } = options;
	const content = Buffer.concat([...whole(bytes, seed)]);
	return {
		binary: { data: content.toString(BINARY_ENCODING), mimeType, fileName: name, bytes },
		bytes,
		sha256: sha256([content]),
	};
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
	const { bytes, name = 'clip.mp4', mimeType = 'video/mp4', seed = 7 } = options;
	const chunks = [...whole(bytes, seed)];
	const manager = {
		getAsStream: async () =>
			mode === 'database' ? Readable.from([Buffer.concat(chunks)]) : Readable.from(chunks),
		getMetadata: async () => ({ fileName: name, mimeType, fileSize: announced }),
		getAsBuffer: async () => Buffer.concat(chunks),
	};
	Container.get(BinaryDataService).setManager(mode as never, manager as never);
	const id = `${mode}:execution/${seed}`;
	return {
		binary: { data: mode, mimeType, fileName: name, id },
		bytes,
		sha256: sha256(chunks),
	};
}
