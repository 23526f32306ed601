import { randomBytes } from 'node:crypto';
import { omit } from 'lodash';

import purposes from './purposes.json';
import types from '../media/types.json';
import { type Clock } from '../server/tasks';
import { demand, extensionOf, UPLOAD_MARK } from '../server/endpoint';
import type { MultipartTask, Received, StoredFile } from '../server/memory';
import type { StorageTools } from '../server/options';

/** Signed upload addresses: valid as they were handed out, character by character, and for a time. */
export class Addresses {
	/** Until when each is valid, in Unix seconds, by its path and query. */
	private readonly issued = new Map<string, number>();

	constructor(private readonly clock: Clock) {}

	/** @returns path and query of an address that may be used for `seconds` */
	sign(path: string, seconds: number): string {
		const signature = encodeURIComponent(`+/ ${randomBytes(16).toString('base64')}`);
		const address = `${path}?${UPLOAD_MARK}=${signature}`;
		this.issued.set(address, this.clock.seconds() + seconds);
		return address;
	}

	/** What a request's path and query are worth. */
	check(address: string): 'ok' | 'expired' | 'invalid' {
		const expires = this.issued.get(address);
		if (expires === undefined) return 'invalid';
		return expires <= this.clock.seconds() ? 'expired' : 'ok';
	}
}

interface Purpose {
	/** File types that it accepts; any unless listed. */
	extensions?: readonly string[];
	/** Bytes of one file. */
	most?: number;
}

/** Upload purposes (service.md 4.1). */
export const PURPOSES: Readonly<Record<string, Purpose>> = purposes;

const TYPES: Readonly<Record<string, string>> = types;

export const MAX_PARTS = 1000;

/** Bytes of one part; all but the last have the same size (service.md 4.1). */
export function partLength({ size, partSize }: MultipartTask, part: number): number {
	return Math.min(partSize, size - (part - 1) * partSize);
}

const FILE_LIFE_SECONDS = 30 * 24 * 3600;

/** Uploaded files of all applications and how usable they are (service.md 2.1, 3.1). */
export class Files {
	private files = new Map<string, StoredFile>();

	constructor(private readonly tools: StorageTools) {}

	register(token: string, service: string, name: string): StoredFile {
		const id = this.tools.ids.next();
		const extension = extensionOf(name);
		const file: StoredFile = {
			id,
			token,
			service,
			name,
			mimeType: TYPES[extension] ?? 'application/octet-stream',
			key: `openapi/${service}/${id}.${extension}`,
			createdAt: this.tools.clock.seconds(),
			deleted: false,
		};
		this.files.set(id, file);
		return file;
	}

	byId(id: string): StoredFile | undefined {
		return this.files.get(id);
	}

	byKey(key: string): StoredFile | undefined {
		return this.all().find((file) => file.key === key);
	}

	byUploadId(uploadId: string): StoredFile | undefined {
		return this.all().find((file) => file.multipart?.uploadId === uploadId);
	}

	/** All files, oldest first. */
	all(): StoredFile[] {
		return [...this.files.values()];
	}

	/** Takes in the bytes of a whole file and starts its review; fates of `common/review` decide it. */
	arrived(file: StoredFile, received: Received): void {
		const { clock, fates, memory, options } = this.tools;
		const { id, name, service } = file;
		const fate = fates.decide({ endpoint: 'common/review', body: { id, name, service } }) ?? {};
		const { seconds = options.reviewSeconds, outcome, errMsg: msg = '' } = fate;
		const status = typeof outcome === 'number' ? outcome : 1;
		file.received = received;
		file.review = { endsAt: clock.task() + seconds * 1000, status, msg };
		if (received.content !== undefined) memory.keep(id, received.content);
		memory.save();
	}

	/** The files that have arrived, without their content. */
	saved(): StoredFile[] {
		const arrived = this.all().filter(({ received }) => received !== undefined);
		return arrived.map((file) => ({
			...omit(file, 'multipart'),
			received: file.received && omit(file.received, 'content'),
		}));
	}

	restore({ received = { bytes: 0 }, ...file }: StoredFile): void {
		const { ids, memory } = this.tools;
		ids.isTaken(file.id);
		const content = memory.content(file.id);
		this.files.set(file.id, { ...file, received: { ...received, content } });
	}

	/** Status by service.md 2.1. */
	status(file: StoredFile): number {
		const { clock } = this.tools;
		if (file.deleted) return 99;
		if (clock.seconds() - file.createdAt >= FILE_LIFE_SECONDS) return 100;
		const { review } = file;
		return review === undefined || clock.task() < review.endsAt ? 0 : review.status;
	}

	/** Reason the file is unusable, if there is one. */
	reason(file: StoredFile): string {
		const status = this.status(file);
		if (status <= 1) return '';
		if (status === 99) return 'file was deleted';
		if (status === 100) return 'file was purged';
		return file.review?.msg || (status === 98 ? 'content safety check failed' : '');
	}

	/** @throws Refusal 40000 for a file that does not exist, is not usable or belongs to someone else */
	usable(token: string, file: StoredFile | undefined, field: string): StoredFile {
		demand(file !== undefined && file.token === token, `${field}: no file of this application`);
		const status = this.status(file);
		demand(status === 1, `${field}: file ${file.id} is not usable, status ${status}`);
		return file;
	}

	/** The usable file with this id. @param field named in a refusal. @param extensions that fit; any when empty */
	referred(
		token: string,
		id: string,
		field: string,
		purposes: readonly string[] = Object.keys(PURPOSES),
		extensions: readonly string[] = [],
	): StoredFile {
		const file = this.usable(token, this.byId(id), field);
		const { service, name } = file;
		const named = purposes.join(' or ');
		demand(purposes.includes(service), `${field}: file was uploaded for ${service}, not ${named}`);
		const isOfType = extensions.length === 0 || extensions.includes(extensionOf(name));
		demand(isOfType, `${field}: file type must be one of ${extensions.join(', ')}`);
		return file;
	}

	clear(): void {
		this.files.clear();
	}
}
