import { plainText } from '../util/text';

/** The number that a text holds; anything else as it is. */
export function numberIn(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	const text = plainText(value);
	return /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : value;
}
