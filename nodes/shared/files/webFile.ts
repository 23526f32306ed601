import type { IExecuteFunctions, IN8nHttpFullResponse } from 'n8n-workflow';

import { pause, throwIfStopped } from '../service/pause';
import { growing } from '../service/retry';
import { joinSignals } from '../service/signals';
import { noAnswer } from '../service/transport';
import { extensionOfType, nameInAddress, nameInDisposition, withExtension } from './fileNames';
import { withoutCode, type ReadableFile } from './sources';

/** An answer has to begin within this time. */
const BEGIN_MS = 60_000;

/** It may not pause for longer, where nothing holds its reader back. */
const STALL_MS = 60_000;

/** As long as the addresses of an upload live (specification 8). */
const TIME_LIMIT_MS = 6 * 3600_000;

const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 500;

/** What of n8n is needed to fetch and store files; every context that can run a node's work has it. */
export type FileContext = Pick<IExecuteFunctions, 'logger'> & {
	helpers: Pick<IExecuteFunctions['helpers'], 'httpRequest' | 'prepareBinaryData'>;
};

/** A file on the web, opened for reading. */
export interface WebFile {
	stream: ReadableFile;
	/** As announced; undefined when the server does not tell. */
	bytes?: number;
	mimeType?: string;
	/** From Content-Disposition or the address, with an extension where one can be found out. */
	name: string;
}

/** How a file on the web is opened. */
export interface Opening {
	/** Names the file in messages, such as "The source of the file". */
	what: string;
	/** Longest pause in the answer, in milliseconds; pauses of the reader count too. */
	stallMs?: number;
	/** Ends the request, and the reading after it, when the execution is stopped. */
	signal?: AbortSignal;
}

/** The address does not give a file; `passing` when it may do so later. */
export class WebFileError extends Error {
	constructor(
		message: string,
		readonly passing: boolean,
	) {
		super(message);
	}
}

/**
 * Opens a file on the web, without the access token and without any credential (requirement R237). Redirects
 * are followed; what may pass is tried again.
 *
 * @throws WebFileError when there is none; StoppedError when the execution is stopped
 */
export async function openWebFile(
	context: FileContext,
	url: string,
	opening: Opening,
): Promise<WebFile> {
	const { signal } = opening;
	for (let failed = 1; ; failed++) {
		const result = await tryOpen(context, url, opening);
		if (!(result instanceof WebFileError)) return result;
		throwIfStopped(signal);
		if (!result.passing || failed >= ATTEMPTS) throw result;
		await pause(growing(FIRST_PAUSE_MS, { failed, random: Math.random() }), signal);
	}
}

async function tryOpen(
	context: FileContext,
	url: string,
	{ what, stallMs = STALL_MS, signal }: Opening,
): Promise<WebFile | WebFileError> {
	const begin = AbortSignal.timeout(BEGIN_MS);
	const start = joinSignals(begin);
	const limits = joinSignals(signal, start.signal, AbortSignal.timeout(TIME_LIMIT_MS));
	try {
		const response = (await context.helpers.httpRequest({
			url,
			// A compressed answer would not have the announced length.
			headers: { 'Accept-Encoding': 'identity' },
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			sendCredentialsOnCrossOriginRedirect: false,
			timeout: stallMs,
			abortSignal: limits.signal,
		})) as IN8nHttpFullResponse;
		const stream = response.body as unknown as ReadableFile;
		stream.once('close', limits.release);
		const problem = statusProblem(response.statusCode, what);
		if (!problem) return { stream, ...describe(url, response.headers) };
		stream.destroy();
		return problem;
	} catch (error) {
		limits.release();
		const detail = begin.aborted
			? `No answer within ${BEGIN_MS / 1000} seconds`
			: withoutCode(noAnswer(error).detail);
		return new WebFileError(`${what} could not be read. ${detail}`, true);
	} finally {
		// The answer has begun, or never will.
		start.release();
	}
}

function describe(url: string, headers: IN8nHttpFullResponse['headers']): Omit<WebFile, 'stream'> {
	const length = Number(headers['content-length'] ?? NaN);
	const mimeType =
		String(headers['content-type'] ?? '')
			.split(';')[0]
			?.trim() || undefined;
	const name = nameInDisposition(headers['content-disposition']) ?? nameInAddress(url) ?? 'file';
	return {
		bytes: Number.isSafeInteger(length) && length >= 0 ? length : undefined,
		mimeType,
		name: withExtension(name, extensionOfType(mimeType)),
	};
}

function statusProblem(status: number, what: string): WebFileError | undefined {
	if (status >= 200 && status < 300) return undefined;
	const passing = status === 408 || status === 429 || status >= 500;
	const meaning =
		status === 404 || status === 410
			? 'is not there (any more)'
			: status === 401 || status === 403
				? 'may not be read (any more)'
				: 'could not be read';
	return new WebFileError(`${what} ${meaning}: its address answers with HTTP ${status}`, passing);
}
