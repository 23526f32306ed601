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
	/** Whether the limits of specification 8 are enforced. */
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
	/** AI-creation limits, which are not published: requests a second; not enforced unless set. */
	aiSubmitPerSecond?: number;
	aiQueryPerSecond?: number;
}

export type ResolvedOptions = Required<
	Omit<ServiceOptions, 'aiSubmitPerSecond' | 'aiQueryPerSecond'>
> &
	Pick<ServiceOptions, 'aiSubmitPerSecond' | 'aiQueryPerSecond'>;

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
		repeatedComplete: options.repeatedComplete ?? 'same',
	};
}
