/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { Readable } from 'node:stream';

import type { FastifyReply } from 'fastify';

import { cutShort } from './streams';
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
	/** Content-Disposition header. */
	disposition?: string;
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
			url: `${base}/source/${id}/${offer.redirects ?? 0}/${encodeURIComponent(offer.name)}`,
			bytes: offer.bytes,
			sha256: () => sha256(contentOf(offer)),
		};
	}

	/** @param hops redirects still to be given. @returns the HTTP status */
	async send(
		reply: FastifyReply,
		base: string,
		{ id, hops }: { id: string; hops: number },
		fault: Fault | undefined,
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
		if (offer.disposition !== undefined) reply.header('content-disposition', offer.disposition);
		if (offer.contentLength !== false) reply.header('content-length', offer.bytes);
		const whole = contentOf(offer);
		const cutAt = fault?.kind === 'cut' ? fault.at : offer.cutAt;
		const chunks = cutAt === undefined ? whole : cutShort(whole, offer.bytes * cutAt);
		await reply.send(Readable.from(chunks));
		return 200;
	}

	clear(): void {
		this.offers.clear();
	}
}

function contentOf({ bytes, seed }: Offer): Iterable<Buffer> {
	return lengthened(seed === undefined ? sample('mp4') : Buffer.alloc(0), bytes, seed);
}

function otherHost(base: string): string {
	return base.replace('127.0.0.1', 'localhost');
}
