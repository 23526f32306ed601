import { flattenDeep } from 'lodash';
import { jsonStringify } from 'n8n-workflow';

/*
 * JSON as others send it, and values of which only JSON is known.
 */

/** Integers that JavaScript cannot hold exactly have sixteen digits or more. */
const MANY_DIGITS = /\d{16}/;

/** A quote, an escape, or a number. Not a whole string: a long one would overflow V8's stack. */
const TOKEN = /"|\\[^]|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Reads JSON without rounding: an integer that a number cannot hold exactly becomes text. A byte order
 * mark is passed over, and a text that is no JSON is undefined.
 */
export function parseJson(text: string): unknown {
	const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
	try {
		return JSON.parse(MANY_DIGITS.test(plain) ? withQuotedIntegers(plain) : plain);
	} catch {
		return undefined;
	}
}

/** Puts the integers that a number cannot hold exactly in quotes, except within strings. */
function withQuotedIntegers(text: string): string {
	let inString = false;
	return text.replace(TOKEN, (token) => {
		if (token === '"') inString = !inString;
		const isTooLong = /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token));
		return isTooLong && !inString ? `"${token}"` : token;
	});
}

/** The list that a text holds as JSON, as tables, sheets and agents give lists, or undefined. */
export function listInJson(text: string): unknown[] | undefined {
	const list = text.trimStart().startsWith('[') ? parseJson(text) : undefined;
	return Array.isArray(list) ? (list as unknown[]) : undefined;
}

/** A number that JavaScript may have rounded before the pack saw it. */
export function isRounded(value: unknown): boolean {
	return Number.isFinite(value) && Math.abs(Number(value)) > Number.MAX_SAFE_INTEGER;
}

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

/** What an expression means that returns a list of one for what is one thing. */
export function onlyEntry(value: unknown): unknown {
	const [only, ...more] = flattenDeep([value]);
	return more.length > 0 ? value : only;
}
