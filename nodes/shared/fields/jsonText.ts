/*
 * JSON as users and language models write it: plain, with slips such as single quotes, between the marks of a code
 * block, or as JSON of a text that is JSON again.
 */
import { attempt, isError } from 'lodash';

import { withoutCodeBlock, withoutSlips } from '../util/looseJson';

/** A sentence or a word before JSON without a code block: "Here it is:", "json" on a line of its own. */
const WORDS_BEFORE = /^[^`{}[\]"]{1,300}[:\n]\s*(?=[{[])/;

/**
 * The value of JSON, also with slips; of a text in JSON that holds JSON again, the value in it: 1 for `"1"`.
 *
 * @returns undefined for an empty text; for a text that is no JSON, the error (it is not thrown)
 */
export function valueOfJson(text: string): unknown {
	const json = withoutCodeBlock(text).trim().replace(WORDS_BEFORE, '');
	if (json === '') return undefined;
	// `attempt` returns the error that is thrown.
	let valueOrError: unknown = attempt(JSON.parse, json);
	if (isError(valueOrError)) {
		// It may be JSON with slips, such as single quotes. Otherwise, the error is about the text as it was given.
		const loose: unknown = attempt(JSON.parse, withoutSlips(json));
		if (!isError(loose)) valueOrError = loose;
	}
	return typeof valueOrError === 'string' ? valueInText(valueOrError) : valueOrError;
}

/** The value of the JSON that a text holds; the text itself where it holds none. */
function valueInText(text: string): unknown {
	const valueOrError: unknown = attempt(JSON.parse, text);
	return isError(valueOrError) ? text : valueOrError;
}
