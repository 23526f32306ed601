/*
 * Every text of the pack, changed so that no letter stays: to the fullwidth forms of ASCII, which have upper and lower
 * case, and of which the blank counts as white space. `npm run test:texts` runs the engine tests with them. What comes
 * out of a run is changed back before a test compares it, so a test only fails if something else than the words has
 * changed: if a decision reads them.
 */
import type { Message } from '../../nodes/shared/util/catalogue';
import type { AnyEntry } from '../../tools/docs/catalogues';

/** From the code of an ASCII character to that of its fullwidth form. */
const DISTANCE = 0xfee0;
const WIDE_BLANK = '\u3000';

/** The full stop at the end stays: by it, texts are put together. */
const wide = (text: string) =>
	text
		.replace(/(?!\.$)[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + DISTANCE))
		.replaceAll(' ', WIDE_BLANK);

const narrow = (text: string) =>
	text
		.replace(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - DISTANCE))
		.replaceAll(WIDE_BLANK, ' ');

/** A text in which all changes but the values that were put in: IDs, names of fields, words of the service. */
function wideExcept(text: string, values: readonly string[]): string {
	const [value, ...others] = values;
	if (value === undefined) return wide(text);
	return text
		.split(value)
		.map((part) => wideExcept(part, others))
		.join(value);
}

function changed(made: string | Message, values: readonly unknown[]): string | Message {
	const kept = values
		.map(String)
		.filter((value) => value !== '')
		.sort((a, b) => b.length - a.length);
	if (typeof made === 'string') return wideExcept(made, kept);
	return { ...made, title: wideExcept(made.title, kept), advice: wideExcept(made.advice, kept) };
}

/** In place of `catalogue()`: the same entries with other words. */
export function changedEntries<Texts extends Record<string, AnyEntry>>(texts: Texts): Texts {
	const entries = Object.entries(texts).map(([name, entry]) => [
		name,
		typeof entry === 'function'
			? (...values: Array<string | number>) => changed(entry(...values), values)
			: changed(entry, []),
	]);
	return Object.fromEntries(entries) as Texts;
}

/* eslint-disable @n8n/community-nodes/no-restricted-globals */
const isChanged = (globalThis as { textsAreChanged?: boolean }).textsAreChanged === true;

/**
 * What came out of the pack, with its texts as they are written: strings anywhere in it, also in errors and their causes.
 * Objects are changed in place and stay the same. Without `npm run test:texts`, nothing happens.
 */
export function asWritten<T>(value: T, seen = new Set<unknown>()): T {
	if (!isChanged) return value;
	if (typeof value === 'string') return narrow(value) as T;
	if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
	if (seen.has(value)) return value;
	seen.add(value);
	for (const key of Reflect.ownKeys(value)) {
		const described = Object.getOwnPropertyDescriptor(value, key);
		if (described === undefined || !('value' in described)) continue;
		const written: unknown = asWritten(described.value, seen);
		if (written !== described.value) Reflect.set(value, key, written);
	}
	return value;
}

/** Waits for what the pack does; an error has its texts as they are written too. */
export async function asWrittenBy<T>(work: PromiseLike<T>): Promise<T> {
	try {
		return asWritten(await work);
	} catch (error) {
		throw asWritten(error);
	}
}
