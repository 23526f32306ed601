/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

import type { ResultState } from '../server/fate';
import { pause } from '../server/tasks';
import { lengthened, sha256 } from '../media/bytes';
import {
	type MediaKind,
	MIME_TYPES,
	clipOf,
	presenter,
	type Scene,
	sample,
} from '../media/samples';
import type { Fault } from '../server/faults';
import type { JournalEntry } from '../server/journal';

/** A request to the storage, and what goes wrong with it. */
export interface Exchange {
	request: FastifyRequest;
	reply: FastifyReply;
	entry: JournalEntry;
	fault: Fault | undefined;
	stopping: AbortSignal;
}

/** A file on its way to the client, and how it gets there. */
interface Download {
	chunks: Iterable<Buffer>;
	/** In bytes. */
	length: number;
	/** Whether the length is stated; default true. */
	contentLength?: boolean;
	/** Break the connection after this share of the bytes (0 to 1). */
	cutAt?: number;
	/** Compress the answer although nobody asked for it. */
	gzip?: boolean;
}

/** Answers with a file; a fault goes before what the file says. */
async function sendFile(
	{ reply, fault, stopping }: Exchange,
	{ contentLength = true, gzip = false, cutAt, ...file }: Download,
): Promise<void> {
	if (gzip) reply.header('content-encoding', 'gzip');
	const chunks = gzip ? [gzipSync(Buffer.concat([...file.chunks]), { level: 1 })] : file.chunks;
	const length = Array.isArray(chunks) ? (chunks[0]?.length ?? 0) : file.length;
	if (contentLength) reply.header('content-length', length);
	const share = fault?.kind === 'cut' || fault?.kind === 'stall' ? fault.at : cutAt;
	await reply.send(Readable.from(sent(chunks, share && length * share, fault, stopping)));
}

/** The bytes of a file as they get to the client, at most so many of them. @throws Error to break the connection there */
async function* sent(
	chunks: Iterable<Buffer>,
	most: number | undefined,
	fault: Exchange['fault'],
	stopping: AbortSignal,
) {
	const end = Math.floor(most ?? Infinity);
	let at = 0;
	for (const chunk of chunks) {
		const part = chunk.subarray(0, Math.max(0, end - at));
		at += chunk.length;
		if (fault?.kind === 'slow') await pause((part.length / fault.bytesPerSecond) * 1000, stopping);
		if (stopping.aborted) return;
		if (part.length > 0) yield part;
		if (at >= end) break;
	}
	if (most === undefined) return;
	if (fault?.kind !== 'stall') throw new Error('connection cut on purpose');
	await pause(3600_000, stopping);
}

/** A file that the storage offers for download. */
export interface ResultFile {
	kind: MediaKind;
	size?: { width: number; height: number };
	/** What is seen in a video or its cover; the general sample unless given. */
	scene?: Scene;
	/** Tells the files of one task apart. */
	hue?: number;
	state?: ResultState;
	/** Length in bytes; the file's natural one by default. */
	bytes?: number;
}

function resultContent(file: ResultFile): { length: number; chunks: Iterable<Buffer> } {
	const head = headOf(file);
	const length = file.bytes ?? head.length;
	return { length, chunks: lengthened(head, length) };
}

function headOf({ kind, scene, size, hue }: ResultFile): Buffer {
	if (scene && kind === 'mp4') return clipOf(scene);
	if (scene && kind === 'jpg') return presenter(scene, 'jpg');
	return sample(kind, size, hue);
}

/** Length and SHA-256 that a complete download of the file has. */
export function expectedOf(file: ResultFile): { bytes: number; sha256: string } {
	const { length, chunks } = resultContent(file);
	return { bytes: length, sha256: sha256(chunks) };
}

/** Answers a download, cut or slow where a fault says so. */
export async function sendResult(exchange: Exchange, file?: ResultFile): Promise<void> {
	const { reply } = exchange;
	const state = file?.state ?? 'ok';
	if (file === undefined || state === 'missing') return await sendXml(reply, 404, 'NoSuchKey');
	if (state === 'expired') return await sendXml(reply, 403, 'AccessDenied');
	reply.type(state === 'html' ? 'text/html' : MIME_TYPES[file.kind]);
	const page = { html: SIGN_IN, page: `\n<!DOCTYPE html>\n${SIGN_IN}`, empty: '' }[state as string];
	if (page !== undefined) {
		await reply.send(Buffer.from(page));
		return;
	}
	await sendFile(exchange, {
		...resultContent(file),
		contentLength: state !== 'noLength',
		cutAt: state === 'truncated' ? 0.5 : undefined,
		gzip: state === 'gzip',
	});
}

const SIGN_IN = '<html><body>Please sign in</body></html>';

/** Error answer of the object storage: XML, as such storages give. */
export async function sendXml(reply: FastifyReply, status: number, code: string): Promise<void> {
	await reply
		.status(status)
		.type('application/xml')
		.send(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`);
}

/** A file to fetch for "from URL" tests. */
export interface SourceOptions extends Pick<Download, 'contentLength' | 'cutAt' | 'gzip'> {
	bytes: number;
	/** File name at the end of the address; default file.mp4. */
	name?: string;
	mimeType?: string;
	/** Redirects that lead to the file. */
	redirects?: number;
	/** Whether the last redirect goes to another host name for the same machine. */
	otherHost?: boolean;
	/** Content-Disposition header; sent as these bytes of UTF-8. */
	disposition?: string;
	/** Name at the end of the first address, where redirects lead to another one. */
	firstName?: string;
	/** Begin with this text. */
	text?: string;
	seed?: number;
}

export interface Source {
	url: string;
	bytes: number;
	/** SHA-256 of the complete file, computed on demand. */
	sha256(): string;
}

type Offer = SourceOptions & { name: string };

/** Deterministic files of any size, generated while they are sent. */
export class Sources {
	private offers = new Map<string, Offer>();

	/** @param base address of the storage */
	add(base: string, options: SourceOptions): Source {
		const id = String(this.offers.size + 1);
		const offer: Offer = { ...options, name: options.name ?? 'file.mp4' };
		this.offers.set(id, offer);
		return {
			url: `${base}/source/${id}/${offer.redirects ?? 0}/${encodeURIComponent(offer.firstName ?? offer.name)}`,
			bytes: offer.bytes,
			sha256: () => sha256(contentOf(offer)),
		};
	}

	/** Answers the request of a file, or redirects it as often as its address says. */
	async send(exchange: Exchange, base: string): Promise<void> {
		const { request, reply } = exchange;
		const { id, hops } = request.params as { id: string; hops: string };
		const offer = this.offers.get(id);
		if (offer === undefined) return await sendXml(reply, 404, 'NoSuchKey');
		const left = Number(hops) - 1;
		if (left >= 0) {
			// Another name of the same machine.
			const host = left === 0 && offer.otherHost ? base.replace('127.0.0.1', 'localhost') : base;
			const location = `${host}/source/${id}/${left}/${encodeURIComponent(offer.name)}`;
			await reply.status(302).header('location', location).send('');
			return;
		}
		const { disposition, contentLength, cutAt, gzip, bytes } = offer;
		reply.type(offer.mimeType ?? 'video/mp4');
		if (disposition !== undefined) {
			reply.header('content-disposition', Buffer.from(disposition).toString('latin1'));
		}
		const download = { chunks: contentOf(offer), length: bytes, contentLength, cutAt, gzip };
		await sendFile(exchange, download);
	}

	clear(): void {
		this.offers.clear();
	}
}

const NO_HEAD = Buffer.alloc(0);
const AUDIO = /\.(mp3|m4a|wav)$/i;

/** What a file begins with: a recording, and a film that would be cut off, are of no format that their first bytes show. */
function headOfSource({ seed, text, name, bytes }: Offer): Buffer {
	if (seed !== undefined) return NO_HEAD;
	if (text !== undefined) return Buffer.from(text);
	const film = sample('mp4');
	return AUDIO.test(name) || film.length > bytes ? NO_HEAD : film;
}

function contentOf(offer: Offer): Iterable<Buffer> {
	return lengthened(headOfSource(offer), offer.bytes, offer.seed);
}
