import { createUploadUrl, type UploadAddress } from '../service/files';
import { anySignal, throwIfCancelled } from '../util/async';
import type { ReadableFile } from './memory';
import { brokenOff, changed, type Source } from './sources';
import {
	putBytes,
	type PutFailure,
	sendRepeatedly,
	type UploadedFile,
	type UploadJob,
} from './storage';

/** How long the address is valid (service.md 8). */
const ADDRESS_LIFE_MS = 15 * 60_000;

const LIFETIME =
	"A single upload must finish within 15 minutes: if it takes longer, use 'Digital Human Upload File' with 'Upload Method' set to 'Multipart'";

/**
 * Sends a file in one piece (service.md 4.1): repeated on the same address after faults that may pass.
 *
 * @throws UploadGoneError when the address is of no use any more; ServiceError when there is no address; Error when the bytes cannot be sent; CancelledError when the
 *   execution is stopped
 */
export async function singleUpload(job: UploadJob): Promise<UploadedFile> {
	const { client, source, purpose } = job;
	const { fileName, bytes } = source;
	const address = await createUploadUrl(client, { service: purpose, name: fileName });
	const life = { expires: Date.now() + ADDRESS_LIFE_MS, hint: LIFETIME };
	const send = async () => await attempt(job, address);
	await sendRepeatedly(job, `'${fileName}'`, life, send, client.signal);
	const { file_id: fileId, full_path: url, key, mime_type: mimeType } = address;
	return { fileId, url, key, mimeType, fileName, bytes, purpose, uploadedAt: Date.now() };
}

async function attempt(
	{ context, client, source }: UploadJob,
	{ sign_url: url, mime_type: mimeType }: UploadAddress,
): Promise<PutFailure | undefined> {
	const body = await source.open();
	const stop = new AbortController();
	const watched = Buffer.isBuffer(body) ? undefined : watch(body, source, () => stop.abort());
	const ends = anySignal(client.signal, stop.signal);
	const failure = await putBytes(
		context,
		{
			url,
			headers: { 'Content-Type': mimeType },
			body,
			bytes: source.bytes,
			timeLimitMs: ADDRESS_LIFE_MS,
		},
		ends.signal,
	);
	ends.release();
	source.close();
	throwIfCancelled(client.signal);
	if (watched?.problem) throw watched.problem;
	return failure;
}

/** Notices a source that fails or ends early: the request alone would wait for the missing bytes. */
function watch(
	stream: ReadableFile,
	{ bytes, reason }: Source,
	stop: () => void,
): { problem?: Error } {
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
	stream.on('error', (error) => fail(brokenOff(received, reason(error))));
	// Listening must not start the flow before the request takes the bytes.
	stream.pause();
	return seen;
}
