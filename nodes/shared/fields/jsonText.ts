/*
 * JSON as users and language models write it: plain, with slips such as single quotes, or between the marks of a code
 * block.
 */
import { attempt, isError } from 'lodash';

import { withoutCodeBlock, withoutSlips } from '../util/looseJson';

/**
 * The value of JSON, also with slips.
 *
 * @returns undefined for an empty text; for a text that is no JSON, the error (it is not thrown)
 */
export function valueOfJson(text: string): unknown {
	const json = withoutCodeBlock(text).trim();
	if (json === '') return undefined;
	// `attempt` returns the error that is thrown.
	const valueOrError: unknown = attempt(JSON.parse, json);
	if (!isError(valueOrError)) return valueOrError;
	// It may be JSON with slips, such as single quotes. Otherwise, the error is about the text as it was given.
	const loose: unknown = attempt(JSON.parse, withoutSlips(json));
	return isError(loose) ? valueOrError : loose;
}
