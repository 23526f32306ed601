/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';

import type { FastifyReply } from 'fastify';

import { cutShort, throttled } from './streams';
import { lengthened, sha256 } from '../media/bytes';
import { presenterClip, presenterCover, type Presenter } from '../media/presenters';
import { MIME_TYPES, sample } from '../media/samples';
import type { MediaKind } from '../media/samples';
import type { ResultState } from '../server/fates';
import type { Fault } from '../server/faults';

/** A file that the storage offers for download. */
export interface ResultFile {
	kind: MediaKind;
	size?: { width: number; height: number };
	/** Who is seen in a video or its cover; the general sample unless given. */
	presenter?: Presenter;
	/** Tells the files of one task apart. */
	hue?: number;
	state?: ResultState;
	/** Length in bytes; the file's natural one by default. */
	bytes?: number;
}

/** Result files by key; nothing but their description is kept. */
export class Results {
	private files = new Map<string, ResultFile>();

	/** @param key path below /results/, without extension. @returns the path and query of its address */
	publish(key: string, file: ResultFile): string {
		const name = `${key}.${file.kind}`;
		this.files.set(name, file);
		return `/results/${name}?expires=4102444800&signature=${name.length}`;
	}

	find(name: string): ResultFile | undefined {
		return this.files.get(name);
	}

	/** Changes what becomes of all files published so far, e.g. to let them expire. */
	setState(state: ResultState): void {
		for (const file of this.files.values()) file.state = state;
	}

	clear(): void {
		this.files.clear();
	}
}

export function contentOf(file: ResultFile): { length: number; chunks: Iterable<Buffer> } {
	const head = headOf(file);
	const length = file.bytes ?? head.length;
	return { length, chunks: lengthened(head, length) };
}

function headOf({ kind, presenter, size, hue }: ResultFile): Buffer {
	if (presenter && kind === 'mp4') return presenterClip(presenter);
	if (presenter && kind === 'jpg') return presenterCover(presenter);
	return sample(kind, size, hue);
}

/** Length and SHA-256 that a complete download of the file has. */
export function expectedOf(file: ResultFile): { bytes: number; sha256: string } {
	const { length, chunks } = contentOf(file);
	return { bytes: length, sha256: sha256(chunks) };
}

/** Answers a download, cut or slow where a fault says so. @returns the HTTP status given */
export async function sendResult(
	reply: FastifyReply,
	file: ResultFile | undefined,
	fault: Fault | undefined,
	stopping: AbortSignal,
): Promise<number> {
	const state = file?.state ?? 'ok';
	if (file === undefined || state === 'missing') return await sendXml(reply, 404, 'NoSuchKey');
	if (state === 'expired') return await sendXml(reply, 403, 'AccessDenied');
	if (state === 'html') {
		await reply.type('text/html').send('<html><body>Please sign in</body></html>');
		return 200;
	}
	reply.type(MIME_TYPES[file.kind]);
	if (state === 'page') {
		await reply.send(Buffer.from('\n<!DOCTYPE html>\n<html><body>Please wait</body></html>'));
		return 200;
	}
	if (state === 'empty') {
		await reply.header('content-length', 0).send('');
		return 200;
	}
	const { length, chunks } = contentOf(file);
	if (state === 'gzip') {
		const packed = gzipSync(Buffer.concat([...chunks]));
		await reply.header('content-encoding', 'gzip').send(packed);
		return 200;
	}
	if (state !== 'noLength') reply.header('content-length', length);
	const cutAt = fault?.kind === 'cut' ? fault.at : state === 'truncated' ? 0.5 : undefined;
	if (cutAt !== undefined) await reply.send(Readable.from(cutShort(chunks, length * cutAt)));
	else if (fault?.kind === 'slow') {
		await reply.send(Readable.from(throttled(chunks, fault.bytesPerSecond, stopping)));
	} else await reply.send(Readable.from(chunks));
	return 200;
}

/** Error answer of the object storage: XML, as such storages give. */
export async function sendXml(reply: FastifyReply, status: number, code: string): Promise<number> {
	await reply
		.status(status)
		.type('application/xml')
		.send(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`);
	return status;
}
