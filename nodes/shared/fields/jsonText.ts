/*
 * JSON as users and language models write it: plain, with slips such as single quotes, between the marks of a code
 * block, or as JSON of a text that is JSON again.
 */
import { attempt, isError } from 'lodash';

import { parseLooseJson } from '../util/looseJson';

/** The marks of a code block around JSON, perhaps behind a sentence, as language models write it. */
const CODE_BLOCK = /^[^`{}[\]]{0,300}```\w{0,20}\s*\n([^]*?)\n?\s*```\s*$/;

/** A sentence or a word before JSON without a code block: "Here it is:", "json" on a line of its own. */
const WORDS_BEFORE = /^[^`{}[\]"]{1,300}[:\n]\s*(?=[{[])/;

/**
 * The text between the marks of a code block (three backquotes), without them and what stands before them; any other
 * text as it is.
 */
export function withoutCodeBlock(text: string): string {
	return text.replace(CODE_BLOCK, '$1');
}

/**
 * The value of JSON, also with slips; of a text in JSON that holds JSON again, the value in it: 1 for `"1"`.
 *
 * @returns undefined for an empty text; for a text that is no JSON, the error (it is not thrown)
 */
export function valueOfJson(text: string): unknown {
	const json = withoutCodeBlock(text).trim().replace(WORDS_BEFORE, '');
	if (json === '') return undefined;
	// `attempt` returns the error that is thrown.
	const valueOrError: unknown = attempt(JSON.parse, json);
	if (isError(valueOrError)) {
		// It may be JSON with slips, such as single quotes.
		return parseLooseJson(json) ?? valueOrError;
	}
	return typeof valueOrError === 'string' ? valueInText(valueOrError) : valueOrError;
}

/** The value of the JSON that a text holds; the text itself where it holds none. */
function valueInText(text: string): unknown {
	const valueOrError: unknown = attempt(JSON.parse, text);
	return isError(valueOrError) ? text : valueOrError;
}
