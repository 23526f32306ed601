/** Integers that JavaScript cannot hold exactly have sixteen digits or more. */
const MANY_DIGITS = /\d{16}/;

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

const INTEGER = /^-?\d+$/;

const LONGEST_QUOTE = 300;

/**
 * Reads JSON without rounding: an integer that a number cannot hold exactly becomes text. A byte order mark
 * is passed over.
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

/** One pass over the text; what stands in strings stays as it is. */
function withQuotedIntegers(text: string): string {
	const pieces: string[] = [];
	let copied = 0;
	for (let at = 0; at < text.length; ) {
		const character = text.charAt(at);
		if (character === '"') {
			at = endOfString(text, at);
			continue;
		}
		NUMBER.lastIndex = at;
		const number = isNumberStart(character) ? NUMBER.exec(text)?.[0] : undefined;
		if (number !== undefined && INTEGER.test(number) && !Number.isSafeInteger(Number(number))) {
			pieces.push(text.slice(copied, at), `"${number}"`);
			copied = at + number.length;
		}
		at += number?.length ?? 1;
	}
	return [...pieces, text.slice(copied)].join('');
}

function isNumberStart(character: string): boolean {
	return character === '-' || (character >= '0' && character <= '9');
}

/** The place after the string that begins here. */
function endOfString(text: string, start: number): number {
	let at = start + 1;
	while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1;
	return at + 1;
}

/**
 * Anything as text, which never fails: circles, getters that throw and what JSON does not know become words.
 * The same value gives the same text.
 */
export function safeJson(value: unknown): string {
	try {
		return JSON.stringify(value) ?? String(value);
	} catch {
		return JSON.stringify(plainCopy(value, new Set(), 0)) ?? '';
	}
}

const DEEPEST = 50;

function plainCopy(value: unknown, seen: Set<object>, depth: number): unknown {
	try {
		if (typeof value === 'bigint' || typeof value === 'symbol') return value.toString();
		if (typeof value !== 'object' || value === null) return value;
		if (value instanceof Date) return String(value);
		if (seen.has(value) || depth > DEEPEST) return '(left out)';
		seen.add(value);
		const copyOf = (entry: unknown) => plainCopy(entry, seen, depth + 1);
		if (Array.isArray(value)) return value.map(copyOf);
		// As pairs, so that no name means anything, such as toJSON.
		return Object.keys(value).map((name) => [name, propertyOf(value, name, copyOf)]);
	} catch {
		return '(unreadable)';
	}
}

function propertyOf(value: object, name: string, copyOf: (entry: unknown) => unknown): unknown {
	try {
		return copyOf((value as Record<string, unknown>)[name]);
	} catch {
		return '(unreadable)';
	}
}

/** A value as it came, short enough for a message. */
export function quote(value: unknown, clean: (text: string) => string = (text) => text): string {
	const text = clean(typeof value === 'string' ? value : safeJson(value))
		.replace(/[\s\p{Cc}]+/gu, ' ')
		.trim();
	return text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text;
}
