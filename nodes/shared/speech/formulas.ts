import type { Changes } from './changes';

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

const SIGNS: Readonly<Record<string, string>> = {
	approx: '≈',
	cdot: '×',
	degree: '°',
	div: '÷',
	ge: '≥',
	geq: '≥',
	infty: '∞',
	le: '≤',
	left: '',
	leq: '≤',
	ne: '≠',
	neq: '≠',
	pi: 'π',
	pm: '±',
	quad: ' ',
	right: '',
	rightarrow: '→',
	times: '×',
	to: '→',
};

const POWERS: Readonly<Record<string, string>> = { '2': '²', '3': '³' };

/** Replaces formulas by what a voice can read of them. */
export function withoutFormulas(text: string, changes: Changes): string {
	return text
		.replace(STYLED, '$1')
		.replace(FORMULA, (whole, ...groups: Array<string | undefined>) => {
			const [named, block, round, square, inline] = groups;
			const formula = named ?? block ?? round ?? square ?? inline ?? '';
			if (inline !== undefined && !IN_FORMULA.test(inline)) return whole;
			changes.markdown += 1;
			return readable(formula.trim());
		});
}

function readable(formula: string): string {
	return formula
		.replace(/\\[dt]?frac\{([^{}]*)\}\{([^{}]*)\}/g, '$1/$2')
		.replace(/\\sqrt\{([^{}]*)\}/g, '√$1')
		.replace(/\\([a-z]+)/gi, (_command, name: string) => SIGNS[name] ?? ` ${wordOf(name)} `)
		.replace(/\\[^a-z]/gi, ' ')
		.replace(/\^\{?([23])\}?(?!\d)/g, (_power, digit: string) => POWERS[digit] ?? digit)
		.replace(/[{}]/g, '')
		.replace(/_/g, ' ')
		.replace(/ {2,}/g, ' ')
		.trim();
}

/** A command that says how its content looks is not read; the name of a letter or a function is. */
function wordOf(name: string): string {
	return /^(?:text|mathrm|mathbf|mathit|operatorname|begin|end|displaystyle)$/.test(name)
		? ''
		: name;
}
