import { defaults } from 'lodash';

import type { Clock, Fates, Ids } from './tasks';
import type { Faults } from './faults';
import type { Journal } from './journal';
import type { Memory } from './memory';

export interface ServiceOptions {
	/** Port of the service; 0, the default, lets the system choose. */
	port?: number;
	/** Port of the object storage; 0, the default, lets the system choose. */
	storagePort?: number;
	/** Where tasks, files and persons are kept from one start to the next; by default, they end with the service. */
	folder?: string;
	/** Accepted access tokens, each an application of its own. */
	tokens?: string[];
	/** How many times as fast as usual tasks progress; 1 means a few seconds a task. */
	speed?: number;
	/** Whether the limits of service.md 8 are enforced. */
	limits?: boolean;
	/** Seconds at speed 1 until an uploaded file is usable. */
	reviewSeconds?: number;
	/** Uploads up to this size, 64 MiB by default, are kept in memory with their hash; of larger ones, the bytes are counted. */
	keptBytes?: number;
	/** What a second complete_multipart_upload of a merged task gets: the same answer, or 120004. */
	repeatedComplete?: 'same' | 'missing';
	/** Bytes of each part but the last of a multipart upload; less than the service's own, to shorten tests. */
	partBytes?: number;
	/** How many public persons there are; 68 by default. */
	persons?: number;
	/** Paths below /open/v1/ for endpoints whose paths are not documented; none by default. */
	personDetailPath?: string;
	videoDetailPath?: string;
	personListPath?: string;
	voiceListPath?: string;
}

/** Of each part but the last (service.md 4.1). */
export const PART_BYTES = 10_485_760;

export const DEFAULT_TOKEN = 'local-access-token';

const USUAL = {
	port: 0,
	storagePort: 0,
	tokens: [DEFAULT_TOKEN],
	speed: 1,
	limits: true,
	reviewSeconds: 2,
	keptBytes: 64 * 1024 * 1024,
	partBytes: PART_BYTES,
	persons: 68,
	repeatedComplete: 'same',
} as const satisfies ServiceOptions;

type ResolvedOptions = ServiceOptions & Required<Pick<ServiceOptions, keyof typeof USUAL>>;

export const resolveOptions = (options: ServiceOptions): ResolvedOptions =>
	defaults({}, options, USUAL);

/** What the object storage shares with the service. */
export interface StorageTools {
	options: ResolvedOptions;
	clock: Clock;
	ids: Ids;
	faults: Faults;
	fates: Fates;
	journal: Journal;
	memory: Memory;
	/** Aborted when the service closes. */
	stopping: AbortSignal;
}

/** Whether one of the accepted access tokens stands in a text. */
export function holdsToken({ tokens }: ResolvedOptions, text: string): boolean {
	return tokens.some((token) => text.includes(token));
}
