import { type Replacement, tableOfPairs, withReplacements } from '../util/text';
import type { Changes } from './changes';

/*
 * Formulas in LaTeX, as language models write them: `$E = mc^2$`, `\(\frac{1}{2}\)`. A voice gets them without
 * the marks, with signs in the place of commands.
 */

/** A formula with each kind of marks around it. What is between the marks is a group, which has a name of its own. */
const KINDS_OF_FORMULA = [
	/** `\begin{align}…\end{align}` */
	String.raw`\\begin\{[\w*]{1,20}\}(?<named>[^]{1,500}?)\\end\{[\w*]{1,20}\}`,
	/** `$$…$$` */
	String.raw`\$\$(?<block>[^$]{1,500})\$\$`,
	/** `\(…\)` */
	String.raw`\\\((?<round>[^\n]{1,300}?)\\\)`,
	/** `\[…\]` */
	String.raw`\\\[(?<square>[^]{1,500}?)\\\]`,
	/** `$…$`, in which the dollars may also be amounts: "$5 and $10". */
	String.raw`(?<![\w\\$])\$(?=[^\s$])(?<inline>[^$\n]{1,200})(?<=[^\s\\])\$(?![\w$])`,
];

const FORMULA = new RegExp(KINDS_OF_FORMULA.join('|'), 'g');

/** Words of a text in LaTeX that only look different: `\textbf{words}`. */
const STYLED = /\\(?:emph|text(?:bf|it|tt)?|underline)\{([^{}\n]{0,200})\}/g;

/**
 * Fits what stands between the dollars of a formula, and not what stands between two amounts: it has a sign such as
 * `=`, or is nothing but a letter or a function such as `f(x)`.
 */
const IN_FORMULA = /[\\^_={}<>+]|^[a-z]'?$|^[a-z]\([a-z]\)$/i;

/**
 * Replaces formulas by what a voice can read of them, `$E = mc^2$` by "E = mc²", and styled words of LaTeX by the words
 * alone. Two amounts of dollars, which look like a formula, stay.
 *
 * @param changes counts each formula among the marks of Markdown, in which language models write them
 */
export function withReadableFormulas(text: string, changes: Changes): string {
	const unstyled = text.replace(STYLED, '$1');
	return unstyled.replace(FORMULA, (found, ...match) => {
		// JavaScript gives the named groups of a pattern last. Only the group of the kind that was found is set.
		const groups = match.at(-1) as Record<string, string | undefined>;
		const { inline } = groups;
		const isBetweenAmounts = inline !== undefined && !IN_FORMULA.test(inline);
		if (isBetweenAmounts) return found;
		changes.markdown += 1;
		const formula = Object.values(groups).find((group) => group !== undefined) ?? '';
		return formulaInWords(formula.trim());
	});
}

/** Commands of LaTeX and the signs for them. */
const SIGNS = tableOfPairs(
	'approx ≈ cdot × degree ° div ÷ ge ≥ geq ≥ infty ∞ le ≤ leq ≤ ne ≠ neq ≠ pi π pm ± rightarrow → times × to →',
);

/** What is looked for in a formula, and what is read instead. */
const COMMANDS: readonly Replacement[] = [
	/** `\frac{1}{2}` is "1/2". */
	[/\\[dt]?frac\{([^{}]*)\}\{([^{}]*)\}/g, '$1/$2'],
	/** `\sqrt{2}` is "√2". */
	[/\\sqrt\{([^{}]*)\}/g, '√$1'],
	/** Commands that make a bracket as high as what is in it. */
	[/\\(?:left|right)(?![a-z])/g, ''],
	/** Commands about how something looks. */
	[/\\(?:begin|displaystyle|end|mathbf|mathit|mathrm|operatorname|quad|text)(?![a-z])/g, ' '],
];

/** What is looked for in a formula once its commands are gone, and what is read instead. */
const NOTATION: readonly Replacement[] = [
	/** Blanks: `\,` and `\;`. */
	[/\\[^a-z]/gi, ' '],
	/** `x^2` and `x^{3}` are "x²" and "x³". */
	[/\^\{?2\}?(?!\d)/g, '²'],
	[/\^\{?3\}?(?!\d)/g, '³'],
	[/[{}]/g, ''],
	[/_/g, ' '],
];

/**
 * What a voice reads of a formula. A command for which there is no sign is read by its name: `\alpha` is "alpha".
 *
 * @param formula without the marks around it
 */
function formulaInWords(formula: string): string {
	const rewritten = withReplacements(formula, COMMANDS);
	const withSigns = rewritten.replace(/\\([a-z]+)/gi, (_command, name: string) => {
		return SIGNS.get(name) ?? ` ${name} `;
	});
	return withReplacements(withSigns, NOTATION).trim();
}
