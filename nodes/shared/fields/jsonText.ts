/*
 * JSON as users and language models hand it over: plain, between the marks of a code block, or as the text of a text.
 */
import { attempt, isError } from 'lodash';

/** The marks of a code block around JSON, as language models write it. */
const CODE_BLOCK = /^\s*```(?:json)?\s*\n([^]*?)\n?\s*```\s*$/i;

/** JSON without the marks around it. */
export function withoutCodeBlock(text: string): string {
	return text.replace(CODE_BLOCK, '$1');
}

/**
 * The value of JSON; of a text in JSON that holds JSON again, the value in it: 1 for `"1"`.
 *
 * @returns undefined for an empty text, and the error of a text that is no JSON
 */
export function valueOfJson(text: string): unknown {
	const json = withoutCodeBlock(text).trim();
	if (json === '') return undefined;
	const valueOrError: unknown = attempt(JSON.parse, json);
	if (typeof valueOrError !== 'string') return valueOrError;
	const innerOrError: unknown = attempt(JSON.parse, valueOrError);
	// A text that holds no JSON is itself the value.
	return isError(innerOrError) ? valueOrError : innerOrError;
}
