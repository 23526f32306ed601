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
	/** n8n keeps files elsewhere, where they would be in its memory as a whole. */
	| { how: 'not' }
	/** It goes on behind what may be read of it. */
	| { how: 'tooLarge'; bytes: number };

/**
 * Keeps a file on n8n's disk, where n8n has its files there.
 *
 * @param read all that was read of it, which is kept as well
 * @param most so many bytes at most, because a server may never end
 * @throws what broke the file off, or what n8n's storage says
 */
export async function keepFile(
	{ helpers }: IExecuteFunctions,
	file: OpenFile,
	{ read, most }: { read: Buffer; most: number },
): Promise<Kept> {
	const { reader, identity } = file;
	// What is in memory already needs no copy.
	if (!(reader instanceof Reader)) return { how: 'not' };
	if (!(await isDiskUsed(helpers, file.first))) return { how: 'not' };
	const stream = reader.release(read);
	let bytes = 0;
	// Unlike one that is added by `on`, it does not set the stream going.
	stream.prependListener('data', ({ length }: Buffer) => {
		bytes += length;
		if (bytes > most) stream.destroy();
	});
	try {
		const { id = '' } = await helpers.prepareBinaryData(stream, identity.name, ANY_TYPE);
		const open = async () => {
			return { identity, reason: storageProblem, ...(await openStored(helpers, id)) };
		};
		return { how: 'onDisk', open };
	} catch (error) {
		if (bytes > most) return { how: 'tooLarge', bytes };
		throw asError(error);
	}
}

/** Whether n8n keeps files on its disk, which only a file that it was given shows. False where it takes none. */
async function isDiskUsed(helpers: IExecuteFunctions['helpers'], sample: Buffer): Promise<boolean> {
	try {
		const { id } = await helpers.prepareBinaryData(sample, 'sample', ANY_TYPE);
		return isOnDisk(id);
	} catch {
		return false;
	}
}
