import { z } from 'zod';

import { Refusal } from './envelope';

/** Issues that make a request malformed (400) rather than wrong in value (40000). */
const MALFORMED: ReadonlySet<string> = new Set(['invalid_type', 'unrecognized_keys']);

/**
 * Checks the input of an operation.
 * @param codes codes that the operation documents; decides whether 400 and 40000 are told apart
 * @throws Refusal that names every offending field
 */
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

/** Text that is not empty. */
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
	} else if (isSignedUpload(value)) {
		context.addIssue({ code: 'custom', message: 'is a signed upload address, not a readable one' });
	}
});

/** Callback address: full and http(s) (service.md 6). */
export const callbackUrl = z
	.string()
	.refine(isHttpUrl, { message: 'must be a full http or https address' });

export function isHttpUrl(value: string): boolean {
	if (!URL.canParse(value)) return false;
	const { protocol, hostname } = new URL(value);
	return (protocol === 'http:' || protocol === 'https:') && hostname !== '';
}

/** Mark of the addresses that this demo service issues for uploads. */
export const UPLOAD_MARK = 'upload_signature';

function isSignedUpload(value: string): boolean {
	return new URL(value).searchParams.has(UPLOAD_MARK);
}

/** Extension at the end of an address's path or of a file name, in lower case, without the dot. */
export function extensionOf(nameOrUrl: string): string {
	const path = isHttpUrl(nameOrUrl) ? new URL(nameOrUrl).pathname : nameOrUrl;
	return /\.([A-Za-z0-9]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
}
