import type { IExecuteFunctions } from 'n8n-workflow';

import { asError } from '../util/async';
import { isOnDisk, type OpenFile, openStored } from './openFile';
import { storageProblem } from './storage';
import { Reader } from './streamReader';

/*
 * Keeping a file of unknown length on n8n's disk, because its address may serve only once and the
 * service wants to know the length before an upload.
 */

/** Given to n8n, so that it does not look at the content for the type. */
const ANY_TYPE = 'application/octet-stream';

/** What became of a file that was to be kept. */
type Kept =
	/** It is on n8n's disk, and can be opened there as often as needed. */
	| { how: 'onDisk'; open: () => Promise<OpenFile> }
	/**
	 * It was not kept, and can be read on as before: it is in memory already, or n8n keeps files where they would be in
	 * its memory as a whole.
	 */
	| { how: 'not' }
	/** It is longer than what may be kept: so many bytes of it had come by then. */
	| { how: 'tooLarge'; bytes: number };

/**
 * Keeps a file on n8n's disk, if n8n keeps files there.
 *
 * @param read all that was read of the file so far, which is kept as its beginning
 * @param most how many bytes may be kept, because a server may never end
 * @throws what broke the file off, or what n8n's storage throws
 */
export async function keepFile(
	{ helpers }: IExecuteFunctions,
	file: OpenFile,
	{ read, most }: { read: Buffer; most: number },
): Promise<Kept> {
	const { reader, identity } = file;
	// Any other reader has the whole content in memory, which needs no copy.
	if (!(reader instanceof Reader)) return { how: 'not' };
	if (!(await isDiskUsed(helpers, file.first))) return { how: 'not' };
	const stream = reader.release(read);
	let bytes = 0;
	// Not by `on`, which would set the stream going before n8n reads it.
	stream.prependListener('data', ({ length }: Buffer) => {
		bytes += length;
		// Then n8n's reading of the stream fails, which is caught below.
		if (bytes > most) stream.destroy();
	});
	try {
		const { id = '' } = await helpers.prepareBinaryData(stream, identity.name, ANY_TYPE);
		const open = async () => {
			const stored = await openStored(helpers, id);
			return { identity, reason: storageProblem, ...stored };
		};
		return { how: 'onDisk', open };
	} catch (error) {
		if (bytes > most) return { how: 'tooLarge', bytes };
		throw asError(error);
	}
}

/**
 * Whether n8n keeps files on its disk. Only the ID that n8n gives to a file shows this, so n8n is given a sample to
 * keep.
 *
 * @returns false also where n8n cannot keep the sample
 */
async function isDiskUsed(helpers: IExecuteFunctions['helpers'], sample: Buffer): Promise<boolean> {
	try {
		const { id } = await helpers.prepareBinaryData(sample, 'sample', ANY_TYPE);
		return isOnDisk(id);
	} catch {
		return false;
	}
}
