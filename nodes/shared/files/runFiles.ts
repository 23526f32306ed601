import { memoize } from 'lodash';

import type { ServiceClient } from '../api/client';
import type { Size } from '../util/pictureSize';
import { Semaphore } from '../util/async';
import { BufferPool } from './bufferPool';
import type { FileItem } from './openFile';
import type { Purpose } from './purposes';
import { awaitUsable, readRecord } from './review';
import type { SentFile } from './sendFile';
import type { SeenFile } from './source';

/*
 * What one run of a node remembers of its files.
 */

/** A file that was uploaded, with what is known of it. */
export interface UploadedFile extends SentFile {
	/** Under which it was uploaded. */
	fileName: string;
	/** Its length. */
	bytes: number;
	/** For what it was uploaded. */
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

/** Files under way at once. */
const FILES_AT_ONCE = 3;

/** Parts in memory and on their way at once, over all files of a run, unless the user wants more. */
const PARTS_AT_ONCE = 2;

/**
 * What the service says of a file is remembered by the ID of the file alone: the client with which it is asked is
 * not.
 */
const keyOfFile = (_: ServiceClient, fileId: string) => fileId;

/**
 * What one run of a node uploads and reads, and what the service says of its files, which is asked once. Whoever begins
 * a run makes one, and it is gone with the run.
 */
export class RunFiles {
	/** The uploads that have begun, failed ones too, by a key that is the same for uploads that give the same file. */
	readonly uploads = new Map<string, Promise<UploadedFile>>();

	/** The looks at files that are not uploaded, failed ones too, by the identity of the file and its purpose. */
	readonly looks = new Map<string, Promise<SeenFilm>>();

	/**
	 * Lets three files at once be under way, so that their memory is limited: those in parts share `buffers`, and each in
	 * one piece has a buffer of `wholeFiles`.
	 */
	readonly gate = new Semaphore(FILES_AT_ONCE);

	/** The memory for files in parts: a buffer for each part that is on its way. */
	readonly buffers: BufferPool;

	/** The memory for files in one piece: a buffer for each. */
	readonly wholeFiles = new BufferPool(FILES_AT_ONCE);

	/** Waits until a file can be used. Further calls for the file get what the first one gets, also its error. */
	readonly review = memoize(awaitUsable, keyOfFile);

	/** Reads the record of a file. Further calls for the file get what the first one gets, also its error. */
	readonly record = memoize(readRecord, keyOfFile);

	/** @param partsAtOnce how many parts may be in memory and on their way at once, over all files of the run */
	constructor(partsAtOnce = PARTS_AT_ONCE) {
		this.buffers = new BufferPool(partsAtOnce);
	}
}

/** An item with files, and what its run remembers of all files. */
export interface RunItem extends FileItem {
	files: RunFiles;
}
