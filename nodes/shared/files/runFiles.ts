import { memoize } from 'lodash';

import type { ServiceClient } from '../api/client';
import type { Size } from '../api/library';
import { Semaphore } from '../util/async';
import { BufferPool } from './bufferPool';
import type { Purpose } from './purposes';
import { awaitUsable, readRecord } from './review';
import type { SentFile } from './sendFile';
import type { SeenFile } from './source';

/*
 * What one run of a node remembers of its files.
 */

export interface UploadedFile extends SentFile {
	fileName: string;
	bytes: number;
	purpose: Purpose;
	/** Milliseconds since the epoch. */
	uploadedAt: number;
	/** Size of its picture, where the file tells it. */
	picture?: Size;
}

/** A file that was looked at, with the size of its picture where it tells one. */
export interface SeenFilm extends SeenFile {
	picture?: Size;
}

/** Parts in memory and on their way at once, over all files of a run, unless the user wants more. */
export const PARTS_AT_ONCE = 2;

const ofFile = (_: ServiceClient, fileId: string) => fileId;

/** What one run of a node uploads and reads, and what the service says of its files, which is asked once. */
export const filesOfRun = memoize(
	(_: ServiceClient, partsAtOnce = PARTS_AT_ONCE) => ({
		/** By the key of an upload. */
		uploads: new Map<string, Promise<UploadedFile>>(),
		/** Those that were only looked at, by their identity and purpose. */
		looks: new Map<string, Promise<SeenFilm>>(),
		// Files under way at once; their parts share the buffers.
		gate: new Semaphore(3),
		buffers: new BufferPool(partsAtOnce),
		review: memoize(awaitUsable, ofFile),
		record: memoize(readRecord, ofFile),
	}),
	// All clients that one was made of by `with` share their warnings: they belong to the same run.
	({ warnings }) => warnings,
);
filesOfRun.cache = new WeakMap();
