import { ACKNOWLEDGES, AGREES, ANNOUNCES, WRITTEN } from './modelWords';
import { ADORNED, oneOf } from './patterns';

/*
 * The answer of a language model that has several versions of a script, of which the user wants one. A voice would say
 * them all, one after the other, in a video that costs as much as all of them. Only what no other text begins with
 * counts, because a talk may have options, too: "Option 1: wait and see."
 */

/** How many versions there are. */
const NUMBER = oneOf(
	{
		en: 'two|three|four|five|six|seven|eight|nine|ten|a few|several|some|multiple',
		de: 'zwei|drei|vier|fünf|einige|mehrere',
		es: 'dos|tres|cuatro|cinco|varias|varios',
		fr: 'deux|trois|quatre|cinq|plusieurs|quelques',
		it: 'due|tre|quattro|cinque|alcune|alcuni',
		pt: 'duas|dois|três|quatro|algumas|alguns',
	},
	'\\d{1,2}',
);

/** What they are called together. */
const SEVERAL = oneOf({
	en: 'versions|variations|variants|options|alternatives|drafts|hooks|scripts|taglines|takes',
	de: 'versionen|varianten|optionen|entwürfe|fassungen|skripte|vorschläge',
	es: 'versiones|variantes|opciones|alternativas|propuestas|guiones|ganchos',
	fr: 'propositions|accroches',
	it: 'versioni|varianti|opzioni|proposte|alternative',
	pt: 'versões|variações|opções|propostas|roteiros',
});

/** "three versions", "3 short script options" */
const NUMBERED = `[^\\n]{0,20}?(?<![\\p{L}\\d])${NUMBER}(?: [\\p{L}\\d-]{1,20}){0,4}? ${SEVERAL}(?!\\p{L})`;

/**
 * The first line of such an answer: "Sure! Here are three hooks:", "Here are two versions of your script:". Without
 * the word by which the model agrees, it has to name a script, because "Here are three options:" may begin a talk.
 */
const ANNOUNCEMENT = new RegExp(
	`^\\s*[*_ ]{0,4}¡?(?:${AGREES} ?[!.,—–-]+ ?${ANNOUNCES}|(?:${ACKNOWLEDGES}[,!.] ?)?${ANNOUNCES}(?=[^\\n]{0,150}${WRITTEN}))${NUMBERED}[^\\n]{0,150}[:：.]\\**[ \\t]*\\n`,
	'iu',
);

/** A first line with which a talk may begin as well, so that the labels below it tell: "Here are two versions:" */
const BEFORE_VERSIONS = new RegExp(
	`^\\s*[*_ ]{0,4}${ANNOUNCES}${NUMBERED}[^\\n]{0,60}[:：]\\**[ \\t]*\\n`,
	'iu',
);

/** What stands behind the words of a label: "**Version 1:**", "### Version 1 – Playful". */
const BEHIND_COUNT = '[*_]{0,3} ?(?:[:：(（*–—-]|[.)](?!\\d)|(?![^\\n]))';

/** What only versions of a text are called in their labels. In a talk, "option" and the like may be something else. */
const VERSION = oneOf({
	en: 'version|variation|draft|script|hook',
	de: 'fassung|variante|entwurf|skript',
	es: 'versión|guion|gancho',
	fr: 'accroche',
	it: 'versione|copione',
	pt: 'versão|roteiro',
	zh: '版本',
	ja: 'バージョン',
});
const OPTION = oneOf({
	en: 'option|alternative|variant',
	de: 'vorschlag',
	es: 'opción|alternativa',
	fr: 'proposition',
	it: 'opzione|proposta',
	pt: 'opção',
	zh: '方案|案',
});

/** How the first of them is counted, and with it the second. */
const COUNTS = [
	['1', '2'],
	['a', 'b'],
	['one', 'two'],
	['i', 'ii'],
	['一', '二'],
] as const;

/** The start of a line with such a label, or with the number of an item of a list: "2." */
function labelOf(words: string, count: string): string {
	return `${ADORNED}${words} ?#?${count}${BEHIND_COUNT}`;
}

/** Whether a text begins with the label of a first version, and has a line with that of the second. */
function beginsWithVersions(text: string, words: string): boolean {
	return COUNTS.some(([first, second]) => {
		const atFirst = new RegExp(`^\\s*(?:[-*_]{3,}[ \\t]*\\n\\s*)?${labelOf(words, first)}`, 'iu');
		return atFirst.test(text) && hasLine(text, labelOf(words, second));
	});
}

/** Whether a line of a text begins so. */
function hasLine(text: string, beginning: string): boolean {
	return new RegExp(`^${beginning}`, 'imu').test(text);
}

/** The first item of a list, and the second: "1. Did you know?", "**2)** …". */
const ITEMS = ['1', '2'].map((number) => `${ADORNED}${number}[.):]`);

/**
 * Whether a text is an answer with several versions of what is to be said: its first line says so, with a list or with
 * labels below it; or it begins with the label of the first version, and has that of a second one.
 *
 * @param given as the user has it, before any cleanup
 */
export function hasSeveralVersions(given: string): boolean {
	const announced = given.replace(ANNOUNCEMENT, '');
	const isAnnounced = announced !== given;
	if (!isAnnounced) return beginsWithVersions(given.replace(BEFORE_VERSIONS, ''), VERSION);
	const hasItems = ITEMS.every((item) => hasLine(announced, item));
	return hasItems || beginsWithVersions(announced, oneOf(VERSION, OPTION));
}
