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

/**
 * The list that a text holds as JSON, as tables, sheets and agents give lists.
 *
 * @returns undefined when the text is none
 */
export function listInJson(text: string): unknown[] | undefined {
	const list = text.trimStart().startsWith('[') ? parseJson(text) : undefined;
	return Array.isArray(list) ? (list as unknown[]) : undefined;
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

/** Most values and characters that are written; what has more is made of parts that come again, or is no data. */
const MOST_VALUES = 100_000;
const MOST_CHARACTERS = 20_000_000;
const DEEPEST = 50;

/** What may still be written. */
interface Budget {
	values: number;
	characters: number;
}

function fullBudget(): Budget {
	return { values: MOST_VALUES, characters: MOST_CHARACTERS };
}

/** Whether it may be written too. */
function affords(budget: Budget, value: unknown): boolean {
	budget.values -= 1;
	if (typeof value === 'string') budget.characters -= value.length;
	return budget.values >= 0 && budget.characters >= 0;
}

/**
 * Anything as text, which never fails and always ends: circles, getters that throw and what JSON does not know become
 * words, and of what is met again and again only so much is written. The same value gives the same text.
 */
export function safeJson(value: unknown): string {
	const budget = fullBudget();
	const counted = (_name: string, part: unknown): unknown => {
		if (affords(budget, part)) return part;
		throw new RangeError();
	};
	try {
		return JSON.stringify(value, counted) ?? String(value);
	} catch {
		return JSON.stringify(plainCopy(value, { budget: fullBudget(), seen: new Set(), depth: 0 }));
	}
}

/** How far a copy has come. */
interface Copying {
	budget: Budget;
	seen: Set<object>;
	depth: number;
}

/** A copy of text, numbers and lists alone, so that nothing in it has a meaning of its own, such as toJSON. */
function plainCopy(value: unknown, copying: Copying): unknown {
	const { budget, seen, depth } = copying;
	try {
		if (!affords(budget, value)) return LEFT_OUT;
		if (typeof value === 'string' || typeof value === 'number') return value;
		if (typeof value !== 'object' || value === null)
			return typeof value === 'function' ? 'function' : String(value);
		if (value instanceof Date) return String(value);
		if (seen.has(value) || depth > DEEPEST) return LEFT_OUT;
		seen.add(value);
		const deeper = { ...copying, depth: depth + 1 };
		return Array.isArray(value) ? entriesOf(value, deeper) : propertiesOf(value, deeper);
	} catch {
		return UNREADABLE;
	}
}

const LEFT_OUT = '(left out)';
const UNREADABLE = '(unreadable)';

/** One by one: a list may be far longer than what it holds. */
function entriesOf(list: readonly unknown[], copying: Copying): unknown[] {
	const copies: unknown[] = [];
	for (let index = 0; index < list.length && copying.budget.values > 0; index++) {
		copies.push(propertyOf(list, index, copying));
	}
	return copies;
}

function propertiesOf(value: object, copying: Copying): unknown[] {
	const copies: unknown[] = [];
	for (const name of Object.keys(value)) {
		if (!affords(copying.budget, name)) break;
		copies.push([name, propertyOf(value, name, copying)]);
	}
	return copies;
}

function propertyOf(value: object, name: string | number, copying: Copying): unknown {
	try {
		return plainCopy((value as Record<string | number, unknown>)[name], copying);
	} catch {
		return UNREADABLE;
	}
}

/** Whether a value is an object of JSON, and not a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value as it came, short enough for a message. */
export function quote(value: unknown, clean: (text: string) => string = (text) => text): string {
	const text = clean(typeof value === 'string' ? value : safeJson(value))
		.replace(/[\s\p{Cc}]+/gu, ' ')
		.trim();
	return text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text;
}
