import type { IBinaryData } from 'n8n-workflow';

import { asError } from '../service/failure';
import { pause, throwIfStopped } from '../service/pause';
import { growing } from '../service/retry';
import { noAnswer } from '../service/transport';
import { extensionOf, extensionOfType, typeOfExtension, withExtension } from './fileNames';
import { withoutCode } from './sources';
import { openWebFile, WebFileError, type FileContext, type WebFile } from './webFile';

const WHAT = 'The result file';

const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 1_000;

/** What a server says that knows nothing about the type. */
const UNTOLD = new Set(['application/octet-stream', 'binary/octet-stream']);

/**
 * Streams a result file into n8n's file storage, without the access token (requirements R237 to R239). A file
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
	for (let failed = 1; ; failed++) {
		const file = await openWebFile(context, url, { what: WHAT, signal });
		try {
			return await store(context, file, usualType);
		} catch (error) {
			file.stream.destroy();
			throwIfStopped(signal);
			const problem = asProblem(error, file);
			if (!problem.passing || failed >= ATTEMPTS) throw asError(problem);
			context.logger.info(`${problem.message}. Fetched again`);
			await pause(growing(FIRST_PAUSE_MS, { failed, random: Math.random() }), signal);
		}
	}
}

async function store(
	context: FileContext,
	{ stream, bytes, name, mimeType: told }: WebFile,
	usualType: string | undefined,
): Promise<IBinaryData> {
	if (told === 'text/html') {
		throw new WebFileError(`${WHAT} is not there: its address leads to a web page`, false);
	}
	const typed = told !== undefined && !UNTOLD.has(told) ? told : typeOfExtension(extensionOf(name));
	const mimeType = typed ?? usualType;
	const fileName = withExtension(name, extensionOfType(mimeType));
	const binary = await context.helpers.prepareBinaryData(stream, fileName, mimeType);
	const stored = binary.bytes ?? bytes;
	if (stored === 0) throw new WebFileError(`${WHAT} is empty`, true);
	if (bytes !== undefined && stored !== bytes) {
		throw new WebFileError(`${WHAT} arrived with ${stored} of ${bytes} bytes`, true);
	}
	return binary;
}

/**
 * A connection that breaks off while the file is stored may hold next time. A file that was read to its end and
 * then not stored would not be stored next time either: n8n's database, for one, takes no large files.
 */
function asProblem(error: unknown, { stream }: WebFile): WebFileError {
	if (error instanceof WebFileError) return error;
	const detail = withoutCode(noAnswer(error).detail);
	return stream.readableEnded
		? new WebFileError(`${WHAT} could not be put into n8n's file storage. ${detail}`, false)
		: new WebFileError(`${WHAT} could not be fetched whole. ${detail}`, true);
}
