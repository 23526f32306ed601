/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';

import type { FastifyReply } from 'fastify';

import { cutShort, stalled } from './streams';
import { lengthened, sha256 } from '../media/bytes';
import { sample } from '../media/samples';
import type { Fault } from '../server/faults';

/** A file to fetch for "from URL" tests. */
export interface SourceOptions {
	bytes: number;
	/** File name at the end of the address; default file.mp4. */
	name?: string;
	mimeType?: string;
	/** Whether the answer states its length; default true. */
	contentLength?: boolean;
	/** Break the connection after this share of the bytes (0 to 1). */
	cutAt?: number;
	/** Redirects that lead to the file. */
	redirects?: number;
	/** Whether the last redirect goes to another host name for the same machine. */
	otherHost?: boolean;
	/** Content-Disposition header; sent as these bytes of UTF-8. */
	disposition?: string;
	/** Name at the end of the first address, where redirects lead to another one. */
	firstName?: string;
	/** Tells contents apart: ETag and Last-Modified headers. */
	etag?: string;
	lastModified?: string;
	/** Whether parts are given out on demand (206); default false. */
	ranges?: boolean;
	/** Compress the answer although nobody asked for it. */
	gzip?: boolean;
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

interface Offer extends SourceOptions {
	name: string;
	/** The compressed content, once it was asked for. */
	packed?: Buffer;
}

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

	/** @param hops redirects still to be given. @returns the HTTP status */
	async send(
		reply: FastifyReply,
		base: string,
		{ id, hops, headers }: { id: string; hops: number; headers: Record<string, unknown> },
		fault: Fault | undefined,
		stopping: AbortSignal,
	): Promise<number> {
		const offer = this.offers.get(id);
		if (offer === undefined) {
			await reply.status(404).send('');
			return 404;
		}
		if (hops > 0) {
			const host = hops === 1 && offer.otherHost === true ? otherHost(base) : base;
			const location = `${host}/source/${id}/${hops - 1}/${encodeURIComponent(offer.name)}`;
			await reply.status(302).header('location', location).send('');
			return 302;
		}
		reply.type(offer.mimeType ?? 'video/mp4');
		if (offer.disposition !== undefined) {
			const bytes = Buffer.from(offer.disposition).toString('latin1');
			reply.header('content-disposition', bytes);
		}
		if (offer.etag !== undefined) reply.header('etag', offer.etag);
		if (offer.lastModified !== undefined) reply.header('last-modified', offer.lastModified);
		const from = firstByte(offer, headers);
		const whole = contentOf(offer);
		const cutAt = fault?.kind === 'cut' ? fault.at : offer.cutAt;
		if (offer.gzip === true) {
			const packed = (offer.packed ??= gzipSync(Buffer.concat([...whole]), { level: 1 }));
			reply.header('content-encoding', 'gzip');
			if (offer.contentLength !== false) reply.header('content-length', packed.length);
			const chunks = cutAt === undefined ? [packed] : cutShort([packed], packed.length * cutAt);
			await reply.send(Readable.from(chunks));
			return 200;
		}
		if (from > 0) {
			reply.status(206);
			reply.header('content-range', `bytes ${from}-${offer.bytes - 1}/${offer.bytes}`);
		}
		const length = offer.bytes - from;
		if (offer.contentLength !== false) reply.header('content-length', length);
		const rest = from > 0 ? behind(whole, from) : whole;
		const chunks =
			fault?.kind === 'stall'
				? stalled(rest, length * fault.at, stopping)
				: cutAt === undefined
					? rest
					: cutShort(rest, length * cutAt);
		await reply.send(Readable.from(chunks));
		return from > 0 ? 206 : 200;
	}

	/** What is offered at an address; may be changed. */
	find(url: string): SourceOptions | undefined {
		return this.offers.get(new URL(url).pathname.split('/')[2] ?? '');
	}

	clear(): void {
		this.offers.clear();
	}
}

function contentOf({ bytes, seed, text }: Offer): Iterable<Buffer> {
	const head = text === undefined ? sample('mp4') : Buffer.from(text);
	return lengthened(seed === undefined ? head : Buffer.alloc(0), bytes, seed);
}

/** Where an answer begins: a part is only given out of the content that the client has seen (RFC 9110, 13.1.5). */
function firstByte(
	{ ranges, etag, lastModified, bytes }: Offer,
	{ range, 'if-range': version }: Record<string, unknown>,
): number {
	const from = Number(/^bytes=(\d+)-$/.exec(String(range))?.[1] ?? 0);
	const same = version === undefined || version === etag || version === lastModified;
	return ranges === true && same && from < bytes ? from : 0;
}

function* behind(chunks: Iterable<Buffer>, from: number): Generator<Buffer> {
	let skip = from;
	for (const chunk of chunks) {
		if (chunk.length > skip) yield chunk.subarray(skip);
		skip = Math.max(0, skip - chunk.length);
	}
}

function otherHost(base: string): string {
	return base.replace('127.0.0.1', 'localhost');
}
