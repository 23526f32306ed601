import { z } from 'zod';

import type { JournalEntry } from './journal';

/** The answer that every documented endpoint gives (service.md 1). */
export interface Envelope {
	trace_id: string;
	code: number;
	msg: string;
	data: unknown;
}

/** Thrown by an endpoint to answer with a code of service.md 7. */
export class Refusal extends Error {
	constructor(
		readonly code: number,
		message: string,
	) {
		super(message);
	}
}

/** @throws Refusal where something does not hold; with the code of the general parameter error unless one is given */
export function demand(holds: boolean, message: string, code = 40000): asserts holds {
	if (!holds) throw new Refusal(code, message);
}

/** One page of a list, with its paging block (service.md 1). Pages are counted from `first`: 0 for files, else 1. */
export function pageOf<T>(all: readonly T[], page: number, size: number, first = 1) {
	const start = (page - first) * size;
	const total = { total_count: all.length, total_page: Math.ceil(all.length / size) };
	return { list: all.slice(start, start + size), page_info: { page, size, ...total } };
}

/** At most `count` requests within any `perMs` milliseconds. */
export interface RateLimit {
	count: number;
	perMs: number;
}

/** Sliding windows of admitted requests, one per application and endpoint (service.md 8). */
export class Limits {
	private windows = new Map<string, number[]>();

	/** @param enforced false admits everything */
	constructor(public enforced: boolean) {}

	/** Admits a request, or refuses it; a refused one does not count. */
	admit(token: string, endpoint: string, { count, perMs }: RateLimit): boolean {
		if (!this.enforced) return true;
		const key = `${token} ${endpoint}`;
		const now = Date.now();
		const recent = (this.windows.get(key) ?? []).filter((time) => time > now - perMs);
		const admitted = recent.length < count;
		if (admitted) recent.push(now);
		this.windows.set(key, recent);
		return admitted;
	}

	clear(): void {
		this.windows.clear();
	}
}

/** A request that passed authentication and validation. */
export interface Call {
	/** Access token; each token is an application of its own. */
	token: string;
	entry: JournalEntry;
}

export interface Endpoint<Input = unknown> {
	method: 'GET' | 'POST';
	/** Path below /open/v1/; also the endpoint's name in the journal. */
	path: string;
	/** Codes that the specification lists for it. */
	codes: readonly number[];
	/** Strict schema of the body (POST) or the query (GET). */
	input: z.ZodType<Input, z.ZodTypeDef, unknown>;
	limits?: readonly RateLimit[];
	/** Whether Content-Type must name the character set (service.md 4.5). */
	charset?: boolean;
	/** @returns `data` of the envelope, or a promise of it; throws Refusal for any other code */
	handle(input: Input, call: Call): unknown;
}

/** Types an endpoint by its schema. */
export function endpoint<Input>(definition: Endpoint<Input>): Endpoint {
	return definition as Endpoint;
}

/** Issues that make a request malformed (400) rather than wrong in value (40000). */
const MALFORMED: ReadonlySet<string> = new Set(['invalid_type', 'unrecognized_keys']);

/** Checks the input of an endpoint. @throws Refusal that names every offending field, with a code that it documents */
export function check<T>(
	schema: z.ZodType<T, z.ZodTypeDef, unknown>,
	input: unknown,
	codes: readonly number[],
): T {
	const result = schema.safeParse(input);
	if (result.success) return result.data;
	const malformed = result.error.issues.some((issue) => MALFORMED.has(issue.code));
	const requested = malformed ? 400 : 40000;
	const code = codes.includes(requested) ? requested : requested === 400 ? 40000 : 400;
	const msg = result.error.issues
		.map((issue) => `${issue.path.join('.') || 'request'}: ${issue.message}`)
		.join('; ');
	throw new Refusal(code, msg);
}

export const text = z.string().min(1, 'must not be empty');

/** Text with at most so many characters, however many code units they take. */
export function textUpTo(most: number) {
	return text.refine((value) => [...value].length <= most, `must have at most ${most} characters`);
}

/** Whole number in a query, where everything arrives as text. */
export function queryInt(least: number, most = Number.MAX_SAFE_INTEGER) {
	return z
		.string()
		.regex(/^-?\d+$/, 'must be a whole number')
		.transform(Number)
		.pipe(z.number().int().min(least).max(most));
}

/** Address of a file that the service can read. */
export const mediaUrl = z.string().superRefine((value, context) => {
	if (!isHttpUrl(value)) {
		context.addIssue({ code: 'custom', message: 'must be an http or https address' });
	} else if (new URL(value).searchParams.has(UPLOAD_MARK)) {
		context.addIssue({ code: 'custom', message: 'is a signed upload address, not a readable one' });
	}
});

/** Callback address: full and http(s) (service.md 6). */
export const callbackUrl = z
	.string()
	.refine(isHttpUrl, { message: 'must be a full http or https address' });

function isHttpUrl(value: string): boolean {
	if (!URL.canParse(value)) return false;
	const { protocol, hostname } = new URL(value);
	return (protocol === 'http:' || protocol === 'https:') && hostname !== '';
}

/** Every host of this machine as URL writes it, whatever it was: 127.1 as 127.0.0.1, and IPv4 within IPv6 in hexadecimal. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]+\])$/;

/** Whether an address leads to this machine, by the address itself: a name that begins like one may lead anywhere. */
export function isLoopback(url: string): boolean {
	return isHttpUrl(url) && LOOPBACK.test(new URL(url).hostname);
}

/** Mark of the addresses that this demo service issues for uploads. */
export const UPLOAD_MARK = 'upload_signature';

/** Extension at the end of an address's path or of a file name, in lower case, without the dot. */
export function extensionOf(nameOrUrl: string): string {
	const path = isHttpUrl(nameOrUrl) ? new URL(nameOrUrl).pathname : nameOrUrl;
	return /\.([A-Za-z0-9]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
}
