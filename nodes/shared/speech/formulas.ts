import type { Changes } from './changes';
import { signTable } from './rules';

/*
 * Formulas in LaTeX, as language models write them: `$E = mc^2$`, `\(\frac{1}{2}\)`. A voice gets them without
 * the marks, with signs in the place of commands.
 */

/**
 * A formula with the marks around it: `\begin{align}…\end{align}`, `$$…$$`, `\(…\)`, `\[…\]`, or `$…$`, in which the
 * dollars may also be amounts, as in "$5 and $10". What is between the marks is a group of that name.
 */
const FORMULA =
	/\\begin\{[\w*]{1,20}\}(?<named>[^]{1,500}?)\\end\{[\w*]{1,20}\}|\$\$(?<block>[^$]{1,500})\$\$|\\\((?<round>[^\n]{1,300}?)\\\)|\\\[(?<square>[^]{1,500}?)\\\]|(?<![\w\\$])\$(?=[^\s$])(?<inline>[^$\n]{1,200})(?<=[^\s\\])\$(?![\w$])/g;

/** Words of a text in LaTeX that only look different: `\textbf{words}`. */
const STYLED = /\\(?:emph|text(?:bf|it|tt)?|underline)\{([^{}\n]{0,200})\}/g;

/**
 * What stands in formulas and not between two amounts of dollars: a sign, or
 * nothing but a letter or a function such as `f(x)`.
 */
const IN_FORMULA = /[\\^_={}<>+]|^[a-z]'?$|^[a-z]\([a-z]\)$/i;

/**
 * Replaces formulas by what a voice can read of them, and styled words of LaTeX by the words alone.
 *
 * @param changes counts each formula among the marks of Markdown, in which language models write them
 */
export function withReadableFormulas(text: string, changes: Changes): string {
	const unstyled = text.replace(STYLED, '$1');
	let plain = '';
	/** What comes before this place is in `plain`. */
	let done = 0;
	for (const { 0: whole, index, groups = {} } of unstyled.matchAll(FORMULA)) {
		const { inline } = groups;
		const isBetweenAmounts = inline !== undefined && !IN_FORMULA.test(inline);
		if (isBetweenAmounts) continue;
		changes.markdown += 1;
		// Each kind of marks has a group of its own, so that one alone is set.
		const formula = Object.values(groups).find((group) => group !== undefined) ?? '';
		plain += unstyled.slice(done, index) + formulaInWords(formula.trim());
		done = index + whole.length;
	}
	return plain + unstyled.slice(done);
}

/** Commands of LaTeX and the signs for them. */
const SIGNS = signTable(
	'approx ≈ cdot × degree ° div ÷ ge ≥ geq ≥ infty ∞ le ≤ leq ≤ ne ≠ neq ≠ pi π pm ± rightarrow → times × to →',
);

/** What is looked for in a formula, and what is read instead. */
const COMMANDS: ReadonlyArray<[pattern: RegExp, instead: string]> = [
	/** `\frac{1}{2}` is "1/2". */
	[/\\[dt]?frac\{([^{}]*)\}\{([^{}]*)\}/g, '$1/$2'],
	/** `\sqrt{2}` is "√2". */
	[/\\sqrt\{([^{}]*)\}/g, '√$1'],
	/** How high a bracket is. */
	[/\\(?:left|right)(?![a-z])/g, ''],
	/** How something looks. */
	[/\\(?:begin|displaystyle|end|mathbf|mathit|mathrm|operatorname|quad|text)(?![a-z])/g, ' '],
];

/** What is looked for once commands are gone. */
const NOTATION: ReadonlyArray<[pattern: RegExp, instead: string]> = [
	/** Blanks: `\,` and `\;`. */
	[/\\[^a-z]/gi, ' '],
	/** `x^2` and `x^{3}` are "x²" and "x³". */
	[/\^\{?2\}?(?!\d)/g, '²'],
	[/\^\{?3\}?(?!\d)/g, '³'],
	[/[{}]/g, ''],
	[/_/g, ' '],
	[/ {2,}/g, ' '],
];

/**
 * What a voice reads of a formula. A command without a sign is read by its name.
 * @param formula without the marks around it
 */
function formulaInWords(formula: string): string {
	let words = formula;
	for (const [pattern, instead] of COMMANDS) words = words.replace(pattern, instead);
	words = words.replace(/\\([a-z]+)/gi, (_command, name: string) => SIGNS.get(name) ?? ` ${name} `);
	for (const [pattern, instead] of NOTATION) words = words.replace(pattern, instead);
	return words.trim();
}
