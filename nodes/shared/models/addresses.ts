import { isEmpty } from '../fields/values';
import { listInJson } from '../util/json';
import { toWebAddress } from '../util/webAddress';

/**
 * Addresses from text (one a line, separated by commas, or as JSON), lists, or lists of those. An empty row stays, so that it is
 * reported: its expression gave nothing.
 *
 * @returns addresses in the form in which they are sent; what is none stays as it is
 */
export function addressesIn(value: unknown): unknown[] {
	if (Array.isArray(value)) {
		return value.flatMap((entry: unknown) => {
			const isRow = !Array.isArray(entry) && isEmpty(entry);
			return isRow ? [''] : addressesIn(entry);
		});
	}
	if (typeof value !== 'string') return isEmpty(value) ? [] : [value];
	const list = listInJson(value);
	if (list) return addressesIn(list);
	return value
		.split(/[\r\n]/)
		.flatMap(separated)
		.map(withoutSeparators)
		.filter((part) => part !== '')
		.map((part) => toWebAddress(part) ?? part);
}

/** Without blanks and commas at its ends; not by a pattern, which takes hours for very many of them. */
function withoutSeparators(text: string): string {
	const separates = (at: number) => text[at] === ',' || text[at]?.trim() === '';
	let start = 0;
	let end = text.length;
	while (start < end && separates(start)) start++;
	while (end > start && separates(end - 1)) end--;
	return text.slice(start, end);
}

/** The addresses of one line; a comma or blank is part of one, unless another address comes behind it. */
function separated(line: string): string[] {
	const starts = [...line.matchAll(/[\s,]https?:\/\//gi)].map(({ index = 0 }) => index);
	return [0, ...starts].map((start, index) => line.slice(start, starts[index]));
}
