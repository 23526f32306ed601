import type { Changes } from './changes';
import { signTable } from './rules';

/*
 * Formulas in LaTeX, as language models write them: `$E = mc^2$`, `\(\frac{1}{2}\)`. A voice gets them without the marks, with
 * signs in the place of commands.
 */

/** A formula and what marks it. An amount, as in "$5 and $10", is none: see `isFormula`. */
const FORMULA =
	/\\begin\{[\w*]{1,20}\}([^]{1,500}?)\\end\{[\w*]{1,20}\}|\$\$([^$]{1,500})\$\$|\\\(([^\n]{1,300}?)\\\)|\\\[([^]{1,500}?)\\\]|(?<![\w\\$])\$(?=[^\s$])([^$\n]{1,200})(?<=[^\s\\])\$(?![\w$])/g;

/** Words of a text in LaTeX that only look different. */
const STYLED = /\\(?:emph|text(?:bf|it|tt)?|underline)\{([^{}\n]{0,200})\}/g;

/** What stands in formulas and not between two amounts of dollars; or a single letter. */
const IN_FORMULA = /[\\^_={}<>+]|^[a-z]'?$|^[a-z]\([a-z]\)$/i;

const SIGNS = signTable(
	'approx ≈ cdot × degree ° div ÷ ge ≥ geq ≥ infty ∞ le ≤ leq ≤ ne ≠ neq ≠ pi π pm ± rightarrow → times × to →',
);

/** From the second power on. */
const POWERS = '²³';

/** Commands that only say how something looks, and how high a bracket is. */
const LOOKS = /\\(?:begin|displaystyle|end|mathbf|mathit|mathrm|operatorname|quad|text)(?![a-z])/g;
const HEIGHTS = /\\(?:left|right)(?![a-z])/g;

/** Replaces formulas by what a voice can read of them. */
export function withoutFormulas(text: string, changes: Changes): string {
	return text
		.replace(STYLED, '$1')
		.replace(FORMULA, (whole, ...groups: Array<string | undefined>) => {
			const [named, block, round, square, inline] = groups;
			const formula = named ?? block ?? round ?? square ?? inline ?? '';
			if (inline !== undefined && !IN_FORMULA.test(inline)) return whole;
			changes.markdown += 1;
			return formulaInWords(formula.trim());
		});
}

function formulaInWords(formula: string): string {
	return formula
		.replace(/\\[dt]?frac\{([^{}]*)\}\{([^{}]*)\}/g, '$1/$2')
		.replace(/\\sqrt\{([^{}]*)\}/g, '√$1')
		.replace(HEIGHTS, '')
		.replace(LOOKS, ' ')
		.replace(/\\([a-z]+)/gi, (_command, name: string) => SIGNS.get(name) ?? ` ${name} `)
		.replace(/\\[^a-z]/gi, ' ')
		.replace(/\^\{?([23])\}?(?!\d)/g, (_power, digit: string) => POWERS[Number(digit) - 2] ?? '')
		.replace(/[{}]/g, '')
		.replace(/_/g, ' ')
		.replace(/ {2,}/g, ' ')
		.trim();
}
