/*
 * JSON with the slips of people and language models: single or curly quotes, names without quotes, a comma too many,
 * comments, signs of a Chinese keyboard, and the words of Python.
 */
import { parseJson } from './json';
import { anyOf } from './text';

/**
 * The longest text, in characters, in which slips are looked for: the pattern below takes a time that grows faster than
 * the text, and a longer one comes from a program, which makes no such slips.
 */
const MAX_CHARACTERS = 20_000;

/**
 * The parts of such a text that may differ from JSON. The first three are texts in quotes, which end at the next quote
 * of their kind that no backslash escapes; whatever stands in them is no part of its own.
 */
const PART = anyOf([
	/(?<double>"[^"\\]*(?:\\[^][^"\\]*)*")/,
	/'(?<single>[^'\\]*(?:\\[^][^'\\]*)*)'/,
	/[“”„](?<curly>[^“”„]*)[“”]/,
	// From "//" to the end of the line, or between the signs of a longer comment.
	/(?<comment>\/\/[^\n]*|\/\*[^]{0,1000}?\*\/)/,
	// A name such as `a` in `{a: 1}`, with the colon behind it, or a word such as `True`, which has none.
	/(?<word>[\p{L}_$][\p{L}\d_$-]*)(?<colonOfName>\s*[:：])?/u,
	// Behind the last entry of a list or an object, with the bracket that follows.
	/(?<comma>[,，])(?<bracket>\s*[}\]])?/,
	/(?<colon>：)/,
	// A blank that JSON does not have: one that does not break, or a wide one.
	/(?<blank>[\u00a0\u3000])/,
]);

/** The words of Python, and what JSON has for them. */
const WORDS_OF_PYTHON: Readonly<Record<string, string>> = {
	True: 'true',
	False: 'false',
	None: 'null',
};

/**
 * Reads JSON, also with slips that leave no doubt about what is meant: `{'a': 1,}` is read as `{"a":1}`.
 *
 * @returns the value; undefined for a text that is no JSON even then, and for one with slips that is longer than
 *   `MAX_CHARACTERS`
 */
export function parseLooseJson(text: string): unknown {
	const value = parseJson(text);
	if (value !== undefined || text.length > MAX_CHARACTERS) return value;
	return parseJson(withoutSlips(text));
}

/** JSON without the slips that leave no doubt about what is meant; a text longer than `MAX_CHARACTERS` as it is. */
export function withoutSlips(json: string): string {
	if (json.length > MAX_CHARACTERS) return json;
	return json.replace(PART, (...match) => {
		// JavaScript gives the named groups of a pattern last.
		const groups = match.at(-1) as FoundPart;
		return strictPart(groups);
	});
}

/** The first mark of a code block around JSON, perhaps behind a sentence, as language models write it. */
const BEGINNING_OF_BLOCK = /^[^`{}[\]]{0,300}```\w{0,20}[ \t\r]*\n/;

/** Its last mark. */
const END_OF_BLOCK = '```';

/**
 * The text between the marks of a code block (three backquotes), without them and what stands before them; any other
 * text as it is.
 */
export function withoutCodeBlock(text: string): string {
	const trimmed = text.trimEnd();
	const [beginning] = BEGINNING_OF_BLOCK.exec(trimmed) ?? [];
	if (beginning === undefined || !trimmed.endsWith(END_OF_BLOCK)) return text;
	return trimmed.slice(beginning.length, -END_OF_BLOCK.length).trimEnd();
}

/**
 * The list, object or quoted text that a text holds as JSON, also with the slips of people or in a code block; any
 * other value as it is.
 */
export function unwrapJson(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	const text = withoutCodeBlock(value).trim();
	if (!/^[[{"]/.test(text)) return value;
	return parseLooseJson(text) ?? value;
}

/** The list that a text holds as JSON, as tables, sheets and agents give lists; undefined for any other text. */
export function listInJson(text: string): unknown[] | undefined {
	if (!text.trimStart().startsWith('[')) return undefined;
	const list = parseLooseJson(text);
	return Array.isArray(list) ? list : undefined;
}

/** A part under the name of its kind, as the patterns have it; the other names are undefined. */
type FoundPart = Readonly<Record<string, string | undefined>>;

/**
 * What JSON has in the place of a part: a comment is left out, and so is the comma behind the last entry. A word
 * without a colon that is none of Python's, such as `true`, stays.
 */
function strictPart(part: FoundPart): string {
	const { double, single, curly, comment, word, colonOfName, comma, bracket, colon } = part;
	if (double !== undefined) return withEscapedBreaks(double);
	if (single !== undefined) return inDoubleQuotes(single.replaceAll("\\'", "'"));
	if (curly !== undefined) return inDoubleQuotes(curly);
	if (comment !== undefined) return '';
	if (word !== undefined && colonOfName !== undefined) return `"${word}":`;
	if (word !== undefined) return WORDS_OF_PYTHON[word] ?? word;
	// Of a comma behind the last entry, only the bracket behind it stays.
	if (comma !== undefined) return bracket ?? ',';
	if (colon !== undefined) return ':';
	// The only kind that is left is a blank that JSON does not have.
	return ' ';
}

/**
 * A text with double quotes around it, as JSON writes it. Double quotes within it are escaped, unless they are already,
 * so that they do not end it; line breaks and tabs are escaped, too.
 */
function inDoubleQuotes(text: string): string {
	return withEscapedBreaks(`"${text.replace(/(?<!\\)"/g, '\\"')}"`);
}

/** A text in quotes with line breaks and tabs as JSON writes them: `\n`, also for the `\r\n` of Windows, and `\t`. */
function withEscapedBreaks(quoted: string): string {
	return quoted.replaceAll('\r', '').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}
