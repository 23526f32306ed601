import { chunk } from 'lodash';

import type { ChangeName, Changes } from './changes';

/*
 * Rules by which a stage of the cleanup replaces what it looks for.
 */

/** As which change it counts, what is looked for, and what stands instead, as `String.replace` has it. */
export type Rule = readonly [change: ChangeName, pattern: RegExp, instead: string];

/** Applies rules in their order, and counts what they have found. */
export function withRules(text: string, rules: readonly Rule[], changes: Changes): string {
	let plain = text;
	for (const [change, pattern, instead] of rules) {
		const found = plain.match(pattern)?.length ?? 0;
		if (found === 0) continue;
		changes[change] += found;
		plain = plain.replace(pattern, instead);
	}
	return plain;
}

/** Names and the signs for which they stand, written one after the other with blanks between them. */
export function signTable(text: string): ReadonlyMap<string, string> {
	// A no-break blank is a sign of the table.
	const words = text.trim().split(/[\n\t ]+/);
	return new Map(chunk(words, 2) as Array<[string, string]>);
}
