import { asError } from '../service/failure';
import { createUploadUrl, type UploadAddress } from '../service/files';
import { pause, throwIfStopped } from '../service/pause';
import { growing } from '../service/retry';
import {
	FIRST_PUT_PAUSE_MS,
	FRESH_STARTS,
	isGone,
	PUT_ATTEMPTS,
	notSent,
	UploadGoneError,
	type UploadedFile,
	type UploadJob,
} from './job';
import { SourceChangedError } from './parts';
import { brokenOff, type ReadableFile } from './sources';
import { putBytes, type PutFailure } from './storage';

/** How long the address is valid (specification 8). */
const ADDRESS_LIFE_MS = 15 * 60_000;

/**
 * Sends a file in one piece (specification 4.1, requirements R025 to R034): repeated on the same address after
 * faults that may pass, once on a fresh one when the address has expired.
 *
 * @throws ServiceError when there is no address; Error when the bytes cannot be sent; StoppedError when the
 *   execution is stopped
 */
export async function singleUpload(job: UploadJob): Promise<UploadedFile> {
	const { client, source, purpose, progress } = job;
	for (let fresh = 0; ; fresh++) {
		const file = { service: purpose, name: source.fileName };
		const address = await createUploadUrl(client, file);
		try {
			await send(job, address);
			return {
				fileId: address.file_id,
				url: address.full_path,
				key: address.key,
				mimeType: address.mime_type,
				fileName: source.fileName,
				bytes: source.bytes,
				purpose,
				uploadedAt: Date.now(),
			};
		} catch (error) {
			if (!(error instanceof UploadGoneError)) throw asError(error);
			if (fresh >= FRESH_STARTS) throw notSent(source, error.message);
			progress.restart(error.message);
		}
	}
}

async function send(job: UploadJob, address: UploadAddress): Promise<void> {
	const { client, source } = job;
	const expires = Date.now() + ADDRESS_LIFE_MS;
	for (let failed = 1; ; failed++) {
		const failure = await attempt(job, address);
		if (!failure) return;
		throwIfStopped(client.signal);
		if (isGone(failure, expires)) throw new UploadGoneError(failure.detail);
		if (failure.remedy === 'none' || failed >= PUT_ATTEMPTS) {
			throw notSent(source, failure.detail);
		}
		await pause(growing(FIRST_PUT_PAUSE_MS, { failed, random: Math.random() }), client.signal);
	}
}

async function attempt(
	{ context, client, source }: UploadJob,
	{ sign_url: url, mime_type: mimeType }: UploadAddress,
): Promise<PutFailure | undefined> {
	const body = await source.open();
	const stop = new AbortController();
	const watched = Buffer.isBuffer(body) ? undefined : watch(body, source.bytes, () => stop.abort());
	const failure = await putBytes(
		context,
		{
			url,
			headers: { 'Content-Type': mimeType },
			body,
			bytes: source.bytes,
			timeLimitMs: ADDRESS_LIFE_MS,
		},
		client.signal ? AbortSignal.any([client.signal, stop.signal]) : stop.signal,
	);
	source.close();
	throwIfStopped(client.signal);
	if (watched?.problem) throw watched.problem;
	return failure;
}

/** Notices a source that fails or ends early: the request alone would wait for the missing bytes. */
function watch(stream: ReadableFile, bytes: number, stop: () => void): { problem?: Error } {
	const seen: { problem?: Error } = {};
	let received = 0;
	const fail = (problem: Error) => {
		seen.problem ??= problem;
		stop();
	};
	stream.on('data', (chunk: Buffer) => {
		received += chunk.length;
		if (received > bytes) fail(changed(bytes, received));
	});
	stream.on('end', () => {
		if (received < bytes) fail(changed(bytes, received));
	});
	stream.on('error', (error) => fail(brokenOff(received, error)));
	// Listening must not start the flow before the request takes the bytes.
	stream.pause();
	return seen;
}

function changed(announced: number, received: number): Error {
	return new SourceChangedError(
		`The file was announced with ${announced} bytes but gave ${received}`,
	);
}
