import { countMatches } from '../util/text';
import type { ChangeName, Changes } from './changes';

/*
 * Rules by which a stage of the cleanup replaces what it looks for. A stage is a table of rules, one line each.
 */

/**
 * What is looked for; what is read instead, as `String.replace` takes it; and as which change it counts. A rule without
 * a change is not counted, because a reader would not notice it. A pattern without the flag `g` must have no groups.
 */
export type Rule = readonly [
	pattern: RegExp,
	instead: string | ((found: string, ...groups: string[]) => string),
	change?: ChangeName,
];

/**
 * A text after some rules, each of which is applied to what the one before it has left.
 *
 * @param changes to which is added how often each rule with a change has found its pattern
 */
export function withRules(text: string, rules: readonly Rule[], changes: Changes): string {
	let plain = text;
	for (const [pattern, instead, change] of rules) {
		const count = countMatches(plain, pattern);
		if (count === 0) continue;
		if (change) changes[change] += count;
		// Two calls, because the type of `replace` takes a text or a function, but nothing that may be either.
		if (typeof instead === 'string') plain = plain.replace(pattern, instead);
		else plain = plain.replace(pattern, instead);
	}
	return plain;
}

/** Rules that remove what patterns match, and count it as a change. */
export function removed(change: ChangeName, patterns: readonly RegExp[]): Rule[] {
	return patterns.map((pattern) => [pattern, '', change]);
}
