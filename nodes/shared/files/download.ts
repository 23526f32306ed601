import type { IBinaryData } from 'n8n-workflow';

import { asError } from '../util/errors';
import { sleepFor, throwIfStopped } from '../util/sleep';
import { growing } from '../service/retry';
import { extensionOf, fileNameOf, typeOfExtension } from './names';
import { reasonOf } from './upload/sources';
import { openWebFile, WebFileError, type FileContext, type WebFile } from './webFile';

const WHAT = 'The result file';

const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 1_000;

/** What a server says that knows nothing about the type. */
const UNTOLD = new Set(['application/octet-stream', 'binary/octet-stream']);

/**
 * Streams a result file into n8n's file storage, without the access token. A file
 * that arrives cut off is fetched again, a few times; it is never handed on.
 *
 * @param url address of the result
 * @param usualType media type where neither the server nor the address tells one
 * @throws WebFileError when there is no whole file; StoppedError when the execution is stopped
 */
export async function downloadResult(
	context: FileContext,
	url: string,
	usualType: string | undefined,
	signal?: AbortSignal,
): Promise<IBinaryData> {
	let otherLength: number | undefined;
	for (let failed = 1; ; failed++) {
		const file = await openWebFile(context, url, { what: WHAT, signal });
		try {
			const binary = await store(context, file, usualType);
			const problem = lengthProblem(binary, file, otherLength);
			if (!problem) return binary;
			otherLength = binary.bytes;
			throw problem;
		} catch (error) {
			file.close();
			throwIfStopped(signal);
			const problem = asProblem(error, file);
			if (!problem.passing || failed >= ATTEMPTS) throw asError(problem);
			context.logger.info(`${problem.message}. Fetched again`);
			await sleepFor(growing(FIRST_PAUSE_MS, { failed, random: Math.random() }), signal);
		}
	}
}

async function store(
	context: FileContext,
	{ stream, name, mimeType: told, isPage, isEmpty, host }: WebFile,
	usualType: string | undefined,
): Promise<IBinaryData> {
	if (isPage) {
		throw new WebFileError(
			`${WHAT} is not there: its address at ${host} leads to a web page`,
			true,
		);
	}
	if (isEmpty) throw new WebFileError(`${WHAT} is empty`, true);
	const typed = told !== undefined && !UNTOLD.has(told) ? told : typeOfExtension(extensionOf(name));
	const mimeType = typed ?? usualType;
	const fileName = fileNameOf({ mimeType, given: name });
	return await context.helpers.prepareBinaryData(stream, fileName, mimeType);
}

/**
 * Another length than the announced one. When the file comes to its end twice at the same place, the length is that of
 * a compressed answer, which n8n expands without a word.
 */
function lengthProblem(
	{ bytes: stored }: IBinaryData,
	{ bytes }: WebFile,
	otherLength: number | undefined,
): WebFileError | undefined {
	const right = stored === undefined || bytes === undefined || stored === bytes;
	if (right || stored === otherLength) return undefined;
	return new WebFileError(`${WHAT} arrived with ${stored} of ${bytes} bytes`, true);
}

/**
 * A connection that breaks off while the file is stored may hold next time. A file that was read to its end and
 * then not stored would not be stored next time either: n8n's database, for one, takes no large files.
 */
function asProblem(error: unknown, { stream, reason }: WebFile): WebFileError {
	if (error instanceof WebFileError) return error;
	return stream.readableEnded
		? new WebFileError(
				`${WHAT} could not be put into n8n's file storage. ${reasonOf(error)}`,
				false,
			)
		: new WebFileError(`${WHAT} could not be fetched whole: ${reason(error)}`, true);
}
