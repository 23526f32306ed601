import { sortBy, sumBy } from 'lodash';
import { z } from 'zod';

import { anyNumber, onlyShown, shownText } from '../api/schemas';
import { PackError } from '../util/errors';
import { mergeParts } from './merge';
import { fileMessages } from './fileMessages';
import { type AddressLife, PartUpload, type PartJob } from './uploadParts';
import type { Purpose } from './purposes';

/*
 * Sending a file to the service, in one piece or in parts (service.md 4.1).
 */

const text = z.string().min(1);
const url = z.string().url();

/** The answer that says where a file is sent in one piece; valid for 15 minutes (service.md 2.1 and 8). */
const uploadAddress = z.object({
	sign_url: url,
	full_path: url,
	key: shownText,
	mime_type: text,
	file_id: text,
});

/** A part of a file, and the address to which it is sent. */
const part = z.object({
	part_number: anyNumber.pipe(z.number().int()),
	size: anyNumber.pipe(z.number().int().positive()),
	sign_url: url,
});

/** The answer that says where a file is sent in parts. */
const multipartTask = z.object({
	file_id: text,
	upload_id: text,
	mime_type: z.string().nullish(),
	headers: onlyShown(z.record(z.coerce.string())).transform((headers) => headers ?? {}),
	// Parts are read from the file by number; the list is in any order (service.md 4.1).
	parts: z
		.array(part)
		.min(1)
		.transform((parts) => sortBy(parts, 'part_number')),
});

/** A file that is sent, and for what. */
interface UploadJob extends PartJob {
	purpose: Purpose;
}

/** A file that the service has received. */
export interface SentFile {
	fileId: string;
	/** The address at which the file can be read once it is usable. */
	url: string;
	/** Relative path, which only a file sent in one piece has. */
	key?: string;
	mimeType?: string;
}

/** The address of a file in one piece: one request may take all of its life (service.md 8). */
const LIFE_OF_SINGLE: AddressLife = {
	lifeMs: 15 * 60_000,
	putMs: 15 * 60_000,
	advice: fileMessages.singleUploadTime,
	adviceOnSize: fileMessages.tooLargeForStorage,
};

/** The addresses of a file in parts: each part has its own request. */
const LIFE_OF_PARTS: AddressLife = {
	lifeMs: 6 * 3600_000,
	putMs: 10 * 60_000,
	advice: fileMessages.multipartUploadTime,
	adviceOnSize: fileMessages.partTooLargeForStorage,
};

/**
 * Sends a file in one piece, which is its only part (service.md 4.1).
 *
 * @throws TransferError when the address is gone, or the bytes cannot be read or sent; PackError when the file lacks a
 *   part; ServiceError when the service refuses; CancelledError when the execution is stopped
 */
export async function singleUpload(job: UploadJob): Promise<SentFile> {
	const { client, fileName, bytes, purpose } = job;
	const query = { service: purpose, name: fileName };
	const address = await client.call('createUploadUrl', { query }, uploadAddress);
	const headers = { 'Content-Type': address.mime_type };
	const parts = [{ part_number: 1, size: bytes, sign_url: address.sign_url }];
	await new PartUpload(job, { headers, parts }, LIFE_OF_SINGLE).run();
	return {
		fileId: address.file_id,
		url: address.full_path,
		key: address.key,
		mimeType: address.mime_type,
	};
}

/**
 * Sends a file in parts, several at once (service.md 4.1). A failed part is sent again on its own.
 *
 * @throws TransferError when the addresses are gone, or the bytes cannot be read or sent; PackError when the file lacks
 *   a part, or the parts that the service asks for do not make up the file; ServiceError when the service refuses;
 *   CancelledError when the execution is stopped
 */
export async function multipartUpload(job: UploadJob): Promise<SentFile> {
	const { client, fileName, bytes, purpose } = job;
	const body = { service: purpose, name: fileName, file_size: bytes };
	const task = await client.call('createMultipartUpload', { body }, multipartTask);
	// The file is cut into the parts in this order: their numbers must have no gap, and their sizes must add up to it.
	const areNumbered = task.parts.every(({ part_number }, index) => part_number === index + 1);
	if (!areNumbered) throw new PackError(fileMessages.partNumbers(task.parts.length));
	const sum = sumBy(task.parts, 'size');
	if (sum !== bytes) throw new PackError(fileMessages.partSizes(sum, bytes));
	await new PartUpload(job, task, LIFE_OF_PARTS).run();
	const fileId = task.file_id;
	const url = await mergeParts({ client, fileName, uploadId: task.upload_id, fileId });
	return { fileId, url, mimeType: task.mime_type ?? undefined };
}
