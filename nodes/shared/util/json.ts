import { flattenDeep } from 'lodash';
import { jsonStringify } from 'n8n-workflow';

/*
 * JSON as others send it, and values of which only JSON is known.
 */

/** Only an integer of sixteen digits or more can be too large for a number of JavaScript. */
const MANY_DIGITS = /\d{16}/;

/**
 * A quote, an escaped sign such as `\"`, or a number such as `-1.5e3`. The pattern matches no string as a whole,
 * because a long one would overflow V8's stack.
 */
const TOKEN = /"|\\[^]|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Reads JSON without rounding its integers, which may be IDs: one that is not safe in a number, from 2 ** 53 on,
 * becomes text. Fractions and numbers with an exponent are rounded as usual. A byte order mark is passed over.
 *
 * @returns undefined for a text that is no JSON
 */
export function parseJson(text: string): unknown {
	const plain = text.replace(/^\uFEFF/, '');
	try {
		if (!MANY_DIGITS.test(plain)) return JSON.parse(plain);
		return JSON.parse(withQuotedIntegers(plain));
	} catch {
		return undefined;
	}
}

/**
 * JSON in which the integers that are not safe in a number stand in quotes. Digits within its strings stay as they are.
 */
function withQuotedIntegers(text: string): string {
	let isInString = false;
	return text.replace(TOKEN, (token) => {
		// An escaped quote is a token of its own, so that any quote seen here begins or ends a string.
		if (token === '"') isInString = !isInString;
		const isInteger = !isInString && /^-?\d+$/.test(token);
		const isTooLarge = isInteger && !Number.isSafeInteger(Number(token));
		return isTooLarge ? `"${token}"` : token;
	});
}

/**
 * Whether a value is a number so large that JavaScript may have rounded it before the pack saw it, such as an ID of 18
 * digits in an expression. False for anything but a finite number.
 */
export function isRounded(value: unknown): boolean {
	return Number.isFinite(value) && Math.abs(Number(value)) > Number.MAX_SAFE_INTEGER;
}

/**
 * Anything as JSON, for a message, a fingerprint or a search. An object within itself becomes "[Circular Reference]"
 * there, and a BigInt its digits in quotes. It never fails: what has no JSON, such as a function, is named by its type;
 * and what is nested too deep, or throws when a field is read, is "(unreadable)".
 */
export function safeJson(value: unknown): string {
	try {
		// For a function, which has no JSON, this is undefined, although its declared type does not say so.
		const text: string | undefined = jsonStringify(value, { replaceCircularRefs: true });
		return text ?? typeof value;
	} catch {
		return '(unreadable)';
	}
}

/** Whether a value is an object with fields, and neither null nor a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The one value that is meant where an expression gives a list with one entry, however deep it is nested: 7 for [[7]].
 * Anything else stays as it came, also a list of several; an empty list gives undefined.
 */
export function onlyEntry(value: unknown): unknown {
	// What is no list is the only entry of the list that is made here.
	const entries = flattenDeep([value]);
	return entries.length > 1 ? value : entries[0];
}
