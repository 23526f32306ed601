import type { IExecuteFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../service/client';
import type { BufferPool } from './pool';
import type { Progress } from './progress';
import type { Purpose } from './purposes';
import type { Source } from './sources';
import type { PutFailure } from './storage';

/** One file on its way to the service. */
export interface UploadJob {
	context: IExecuteFunctions;
	client: ServiceClient;
	source: Source;
	purpose: Purpose;
	/** Shared by all uploads of the run: bounds the parts in memory and in flight. */
	buffers: BufferPool;
	progress: Progress;
}

/** A file that the service has. */
export interface UploadedFile {
	fileId: string;
	/** The address at which the file can be read once it is usable. */
	url: string;
	/** Relative path, which only a file sent in one piece has. */
	key?: string;
	mimeType?: string;
	fileName: string;
	bytes: number;
	purpose: Purpose;
	/** Milliseconds since the epoch. */
	uploadedAt: number;
}

/** Attempts to send the same bytes to the same address. */
export const PUT_ATTEMPTS = 6;

export const FIRST_PUT_PAUSE_MS = 500;

/** How often an upload may begin anew with fresh addresses. */
export const FRESH_STARTS = 1;

/**
 * Whether an address is of no use any more. A storage that refuses an expired address may close the connection
 * before its answer can be read: past the life of the address, that counts as a refusal too.
 *
 * @param expires milliseconds since the epoch
 */
export function isGone({ remedy }: PutFailure, expires: number): boolean {
	return remedy === 'freshAddress' || (remedy === 'sendAgain' && Date.now() >= expires);
}

/** The addresses of an upload are of no use any more; a fresh upload may do. */
export class UploadGoneError extends Error {}

/** The error of a file that the storage does not take. */
export function notSent({ fileName }: Source, detail: string): Error {
	return new Error(`The file '${fileName}' could not be sent: ${detail}`);
}
