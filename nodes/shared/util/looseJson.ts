/*
 * JSON with the slips of people and language models: single or curly quotes, names without quotes, a comma too many,
 * comments, signs of a Chinese keyboard, and the words of Python.
 */
import { parseJson } from './json';

/**
 * Longer texts, in characters, come from programs, which make no such slips; the pattern
 * below takes a time that grows faster than they do.
 */
const MAX_CHARACTERS = 20_000;

/** The parts of such a text, each of which is replaced as a whole. The quotes of a text decide where it ends. */
const PART =
	/(?<double>"[^"\\]*(?:\\[^][^"\\]*)*")|'(?<single>[^'\\]*(?:\\[^][^'\\]*)*)'|[“”„](?<curly>[^“”„]*)[“”]|(?<comment>\/\/[^\n]*|\/\*[^]{0,1000}?\*\/)|(?<word>[\p{L}_$][\p{L}\d_$-]*)(?<isName>\s*[:：])?|(?<comma>[,，])(?<isLast>\s*[}\]])?|(?<colon>：)|(?<blank>[\u00a0\u3000])/gu;

/** The words of Python, and what JSON has for them. */
const WORDS_OF_PYTHON: Readonly<Record<string, string>> = {
	True: 'true',
	False: 'false',
	None: 'null',
};

/**
 * Reads JSON, also with slips that leave no doubt about what is meant: 1 in `{'a': 1,}`.
 *
 * @returns undefined for any other text, and for a long one with slips
 */
export function parseLooseJson(text: string): unknown {
	const value = parseJson(text);
	if (value !== undefined || text.length > MAX_CHARACTERS) return value;
	return parseJson(text.replace(PART, (...found) => strictPart(found.at(-1) as FoundPart)));
}

/** The list that a text holds as JSON, as tables, sheets and agents give lists; undefined for any other text. */
export function listInJson(text: string): unknown[] | undefined {
	if (!text.trimStart().startsWith('[')) return undefined;
	const list = parseLooseJson(text);
	return Array.isArray(list) ? list : undefined;
}

/** What was found of a part; undefined for what it is not. */
type FoundPart = Partial<
	Record<
		| 'double'
		| 'single'
		| 'curly'
		| 'comment'
		| 'word'
		| 'isName'
		| 'comma'
		| 'isLast'
		| 'colon'
		| 'blank',
		string
	>
>;

/** A part as JSON has it: a comment is left out, and so is the comma behind the last entry. */
function strictPart(found: FoundPart): string {
	const { double, single, curly, comment, word, isName, comma, isLast, colon } = found;
	if (double !== undefined) return withEscapedBreaks(double);
	if (single !== undefined) return inDoubleQuotes(single.replaceAll("\\'", "'"));
	if (curly !== undefined) return inDoubleQuotes(curly);
	if (comment !== undefined) return '';
	if (word !== undefined && isName !== undefined) return `"${word}":`;
	if (word !== undefined) return WORDS_OF_PYTHON[word] ?? word;
	if (comma !== undefined) return isLast ?? ',';
	return colon !== undefined ? ':' : ' ';
}

/** A text in double quotes; those within it are escaped, so that they do not end it. */
function inDoubleQuotes(text: string): string {
	return withEscapedBreaks(`"${text.replace(/(?<!\\)"/g, '\\"')}"`);
}

/** A text in quotes whose line breaks and tabs are written as JSON has them. */
function withEscapedBreaks(quoted: string): string {
	return quoted.replaceAll('\r', '').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}
