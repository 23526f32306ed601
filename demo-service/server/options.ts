import type { Clock, Fates, Ids } from './tasks';
import type { Faults } from './faults';
import type { Journal } from './journal';

export interface ServiceOptions {
	/** Port of the service; 0, the default, lets the system choose. */
	port?: number;
	/** Port of the object storage; 0 by default. */
	storagePort?: number;
	/** Address to listen on; always a loopback one. */
	host?: '127.0.0.1' | '::1';
	/** Accepted access tokens, each an application of its own. */
	tokens?: string[];
	/** How many times as fast as usual tasks progress; 1 means a few seconds a task. */
	speed?: number;
	/** Whether the limits of service.md 8 are enforced. */
	limits?: boolean;
	/** Length of the limits' minute in milliseconds, to shorten tests. */
	limitMinuteMs?: number;
	/** Seconds at speed 1 until an uploaded file is usable. */
	reviewSeconds?: number;
	/**
	 * `disk` (default) keeps parts in a temporary folder until they are merged and hashes the whole file;
	 * `hash` only hashes parts and single files; `count` only counts bytes. For speed measurements.
	 */
	uploads?: 'disk' | 'hash' | 'count';
	/** What a second complete_multipart_upload of a merged task gets: the same answer, or 120004. */
	repeatedComplete?: 'same' | 'missing';
	/** Bytes of each part but the last of a multipart upload; less than the service's own, to shorten tests. */
	partBytes?: number;
	/** Composed videos worked on at once: 1, 5 or 10 for the three tiers; those above wait as queued. */
	videoSlots?: 1 | 5 | 10;
	/** How many public persons there are; 68 by default. */
	persons?: number;
	/** Voices of the user linked to the application, for audio_source 1. */
	personalVoices?: string[];
	/** Custom persons of the main site, for source 1. */
	mainSitePersons?: string[];
	/** Paths below /open/v1/ for operations whose paths are not documented; none by default. */
	personDetailPath?: string;
	videoDetailPath?: string;
	/** AI-creation limits, which are not published: requests a second; not enforced unless set. */
	aiSubmitPerSecond?: number;
	aiQueryPerSecond?: number;
}

type Unset = 'aiSubmitPerSecond' | 'aiQueryPerSecond' | 'personDetailPath' | 'videoDetailPath';

export type ResolvedOptions = Required<Omit<ServiceOptions, Unset>> & Pick<ServiceOptions, Unset>;

/** Of each part but the last (service.md 4.1). */
export const PART_BYTES = 10_485_760;

export const DEFAULT_TOKEN = 'local-access-token';

export function resolveOptions(options: ServiceOptions): ResolvedOptions {
	return {
		...options,
		port: options.port ?? 0,
		storagePort: options.storagePort ?? 0,
		host: options.host ?? '127.0.0.1',
		tokens: options.tokens ?? [DEFAULT_TOKEN],
		speed: options.speed ?? 1,
		limits: options.limits ?? true,
		limitMinuteMs: options.limitMinuteMs ?? 60_000,
		reviewSeconds: options.reviewSeconds ?? 2,
		uploads: options.uploads ?? 'disk',
		partBytes: options.partBytes ?? PART_BYTES,
		videoSlots: options.videoSlots ?? 10,
		persons: options.persons ?? 68,
		personalVoices: options.personalVoices ?? ['7000000000000000001'],
		mainSitePersons: options.mainSitePersons ?? ['7100000000000000001'],
		repeatedComplete: options.repeatedComplete ?? 'same',
	};
}

/** What the object storage shares with the service. */
export interface StorageTools {
	options: ResolvedOptions;
	clock: Clock;
	ids: Ids;
	faults: Faults;
	fates: Fates;
	journal: Journal;
	stopping: AbortSignal;
}

/** The access tokens that the service accepts. */
export class Tokens {
	private readonly all: ReadonlySet<string>;

	/** What all of them begin with: a text without it has none of them, however many there are. */
	private readonly beginning: string;

	constructor(tokens: Iterable<string>) {
		this.all = new Set(tokens);
		const sorted = [...this.all].sort();
		this.beginning = commonBeginning(sorted[0] ?? '', sorted.at(-1) ?? '');
	}

	/** Whether this is one of them. */
	accepts(token: string): boolean {
		return this.all.has(token);
	}

	/** One of them that a text contains, if there is any. */
	foundIn(text: string): string | undefined {
		if (!text.includes(this.beginning)) return undefined;
		for (const token of this.all) {
			if (text.includes(token)) return token;
		}
		return undefined;
	}
}

function commonBeginning(one: string, other: string): string {
	let length = 0;
	while (length < one.length && one[length] === other[length]) length += 1;
	return one.slice(0, length);
}
