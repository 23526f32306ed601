import type { StorageTools } from './tools';
import { extensionOf } from '../server/validation';

import { mimeTypeOf } from './fileTypes';

export const MOST_PARTS = 1000;

/** Bytes of one part; all but the last have the same size (service.md 4.1). */
export function partLength({ size, partSize }: MultipartTask, part: number): number {
	return Math.min(partSize, size - (part - 1) * partSize);
}

const FILE_LIFE_SECONDS = 30 * 24 * 3600;

/** Bytes that arrived at the storage; the content itself only of small files. */
export interface Received {
	bytes: number;
	/** Absent where the service was set not to hash, or to keep no parts on disk. */
	sha256?: string;
	content?: Buffer;
	/** Where the part lies until it is merged. */
	path?: string;
}

export interface MultipartTask {
	uploadId: string;
	size: number;
	partSize: number;
	partCount: number;
	/** Unix seconds. */
	expiresAt: number;
	headers: Record<string, string>;
	parts: Map<number, Received>;
	state: 'open' | 'merging' | 'merged';
}

export interface StoredFile {
	id: string;
	token: string;
	service: string;
	name: string;
	mimeType: string;
	key: string;
	/** Unix seconds. */
	createdAt: number;
	received?: Received;
	/** Sent in one piece, to a sign_url. */
	single?: boolean;
	multipart?: MultipartTask;
	review?: { endsAt: number; status: number; msg: string };
	deleted: boolean;
}

/** Uploaded files of all applications and how usable they are (service.md 2.1, 3.1). */
export class Files {
	private files = new Map<string, StoredFile>();

	constructor(
		private readonly tools: StorageTools,
		private readonly reviewSeconds: number,
	) {}

	register(token: string, service: string, name: string): StoredFile {
		const id = this.tools.ids.next();
		const extension = extensionOf(name);
		const file: StoredFile = {
			id,
			token,
			service,
			name,
			mimeType: mimeTypeOf(extension),
			key: `openapi/${service}/${id}.${extension}`,
			createdAt: this.tools.clock.seconds(),
			deleted: false,
		};
		this.files.set(id, file);
		return file;
	}

	/** The file with this id, whoever owns it. */
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
		const { clock, fates } = this.tools;
		file.received = received;
		const fate = fates.decide('common/review', {
			id: file.id,
			name: file.name,
			service: file.service,
		});
		file.review = {
			endsAt: clock.task() + (fate.seconds ?? this.reviewSeconds) * 1000,
			status: typeof fate.outcome === 'number' ? fate.outcome : 1,
			msg: fate.errMsg ?? '',
		};
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
		switch (this.status(file)) {
			case 0:
			case 1:
				return '';
			case 98:
				return file.review?.msg || 'content safety check failed';
			case 99:
				return 'file was deleted';
			case 100:
				return 'file was purged';
			default:
				return file.review?.msg ?? '';
		}
	}

	clear(): void {
		this.files.clear();
	}
}
