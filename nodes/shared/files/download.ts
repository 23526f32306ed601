import { upperFirst } from 'lodash';
import type { IBinaryData } from 'n8n-workflow';

import { throwIfCancelled } from '../util/async';
import { storedSize } from '../n8n/capabilities';
import { formatBytes } from '../util/text';
import { extensionOf, fileNameOf, mediaOf, typeOfExtension } from './names';
import { reasonOf, saidByDisk, Tries } from './sources';
import { type FileContext, requestWebFile, TransferError, type WebFile } from './web';

const WHAT = 'The result file';

/**
 * Streams a result file into n8n's file storage, without the access token. One that arrives cut
 * off is fetched again, and never passed on.
 *
 * @param rename gives the name of the file, from the one that the service gave
 * @param usualType media type where neither the server nor the address gives one
 * @throws TransferError when there is no whole file; CancelledError when the execution is stopped
 */
export async function downloadResult(
	context: FileContext,
	url: string,
	usualType: string | undefined,
	signal?: AbortSignal,
	rename = (name: string) => name,
): Promise<IBinaryData> {
	let otherLength: number | undefined;
	return await new Tries(context.logger, signal).retry(async () => {
		const file = await requestWebFile(context, url, { what: WHAT, signal });
		try {
			const binary = await store(context, { ...file, name: rename(file.name) }, usualType);
			const stored = await storedSize(context, binary);
			const { bytes } = file;
			if (stored === undefined || bytes === undefined || stored === bytes) return binary;
			// It came as a compressed answer, which n8n expands without a word.
			if (stored === otherLength) return binary;
			otherLength = stored;
			const arrived = `${formatBytes(stored)} of ${formatBytes(bytes)} arrived`;
			const message = `${WHAT} is incomplete: ${arrived}. Try again later`;
			throw new TransferError(message, { passing: true });
		} catch (error) {
			const problem = downloadError(error, file);
			file.close();
			throwIfCancelled(signal);
			throw problem;
		}
	});
}

async function store(
	context: FileContext,
	{ stream, name, mimeType: announced, instead, host, bytes }: WebFile,
	usualType: string | undefined,
): Promise<IBinaryData> {
	if (instead) {
		throw new TransferError(
			`${WHAT} could not be opened: ${host} returned ${instead}. Its URL may have expired`,
			{ passing: true, expired: true },
		);
	}
	if (bytes === 0) throw new TransferError(`${WHAT} is empty. Try again later`, { passing: true });
	const expected = typeOfExtension(extensionOf(name)) ?? usualType ?? announced;
	const mimeType = mediaOf(announced) ? announced : expected;
	const fileName = fileNameOf({ mimeType, given: name });
	return await context.helpers.prepareBinaryData(stream, fileName, mimeType);
}

/**
 * A connection that breaks off may hold next time; a storage that fails is still full then, or
 * takes no file of this size, as n8n's database does.
 */
function downloadError(error: unknown, { hasBroken, reason }: WebFile): TransferError {
	if (error instanceof TransferError) return error;
	const passing = hasBroken() && !saidByDisk(error);
	const what = passing
		? `downloaded completely: ${reason(error)}. Try again later`
		: `saved in n8n's file storage. ${upperFirst(reasonOf(error))}`;
	return new TransferError(`${WHAT} could not be ${what}`, { passing });
}
