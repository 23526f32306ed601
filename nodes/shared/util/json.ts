import { jsonStringify } from 'n8n-workflow';

/** Integers that JavaScript cannot hold exactly have sixteen digits or more. */
const MANY_DIGITS = /\d{16}/;

/** A quote, an escape, or a number. Not a whole string: a long one would overflow V8's stack. */
const TOKEN = /"|\\[^]|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

const INTEGER = /^-?\d+$/;

/**
 * Reads JSON without rounding: an integer that a number cannot hold exactly becomes text. A byte order
 * mark is passed over.
 *
 * @returns undefined when the text is no JSON
 */
export function parseJson(text: string): unknown {
	const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
	try {
		return JSON.parse(MANY_DIGITS.test(plain) ? withQuotedIntegers(plain) : plain);
	} catch {
		return undefined;
	}
}

/**
 * The list that a text holds as JSON, as tables, sheets and agents give lists.
 *
 * @returns undefined when the text is none
 */
export function listInJson(text: string): unknown[] | undefined {
	const list = text.trimStart().startsWith('[') ? parseJson(text) : undefined;
	return Array.isArray(list) ? (list as unknown[]) : undefined;
}

/** Puts the integers that a number cannot hold exactly in quotes, except within strings. */
function withQuotedIntegers(text: string): string {
	let inString = false;
	return text.replace(TOKEN, (token) => {
		if (token === '"') inString = !inString;
		const isRounded = !inString && INTEGER.test(token) && !Number.isSafeInteger(Number(token));
		return isRounded ? `"${token}"` : token;
	});
}

/** A number that JavaScript may have rounded before the pack saw it. */
export function isRounded(value: unknown): boolean {
	return Number.isFinite(value) && Math.abs(Number(value)) > Number.MAX_SAFE_INTEGER;
}

const TOO_LARGE = 'is a number too large to be exact, so it was rounded';

/** What is wrong with such a number: the end of a sentence that begins with the label. */
export const roundedProblem = `${TOO_LARGE}. Put the ID in quotes, such as {{ '3100000000000015839' }}`;

/** The same about a number within JSON. */
export const roundedInJson = `${TOO_LARGE}. Put it in quotes, such as "3100000000000015839"`;

/** Anything as text. It never fails: what JSON cannot hold, or cannot be read, becomes a word. */
export function safeJson(value: unknown): string {
	try {
		// The declared type leaves out that a function has no JSON.
		const text: string | undefined = jsonStringify(value, { replaceCircularRefs: true });
		return text ?? typeof value;
	} catch {
		return '(unreadable)';
	}
}

/** Whether a value is an object of JSON, and not a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value as it came, short enough for a message. */
export function quote(value: unknown, redact = (text: string) => text): string {
	const text = redact(typeof value === 'string' ? value : safeJson(value))
		.replace(/[\s\p{Cc}]+/gu, ' ')
		.trim();
	return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

/** Anything in a line of the log: short, in quotes and without line breaks. */
export function inLog(value: unknown): string {
	return JSON.stringify(quote(value)).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
}
