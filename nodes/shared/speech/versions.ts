import { isObject } from '../util/json';
import { valueOfAnswer } from './jsonAnswers';
import { ACKNOWLEDGES, AGREES, WRITTEN } from './modelWords';
import { ADORNED, oneOf } from './patterns';

/*
 * The answer of a language model that has several versions of a script, of which the user wants one. A voice would say
 * them all, one after the other, in a video that costs as much as all of them. Only what hardly any other text begins
 * with counts, because a talk may have options, too: "Option 1: wait and see."
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
const VERSIONS = oneOf({
	en: 'versions|variations|drafts|hooks|scripts|taglines|takes',
	de: 'versionen|varianten|entwürfe|fassungen|skripte',
	es: 'versiones|variantes|guiones|ganchos',
	fr: 'versions|accroches',
	it: 'versioni|varianti|copioni',
	pt: 'versões|variações|roteiros',
});

/** What they may be called, too, but also anything else to choose from. */
const OPTIONS = oneOf({
	en: 'options|alternatives|variants',
	de: 'optionen|vorschläge',
	es: 'opciones|alternativas|propuestas',
	fr: 'options|propositions',
	it: 'opzioni|proposte|alternative',
	pt: 'opções|propostas',
});

/** The words by which several are announced. */
const HERE_ARE = oneOf({
	en: 'here are|below are',
	de: 'hier sind',
	es: 'aquí tienes|aquí están|estas son',
	fr: 'voici',
	it: 'ecco',
	pt: 'aqui estão|aqui vão',
});

/** What may stand behind them, before the end of the line: "of your script", "for TikTok", ", each of ten seconds". */
const OF_WHAT =
	'(?:(?:,| (?:of|for|in|with|von|de|del|da|do|für|mit|para|con|com|pour|per)(?!\\p{L}))[^\\n:：.]{0,80})?';

/** "three versions", "3 short script options", in the words of a list. */
function severalOf(words: string): string {
	return ` [^\\n]{0,20}?(?<![\\p{L}\\d])${NUMBER}(?: [\\p{L}\\d-]{1,20}){0,4}? ${words}(?!\\p{L})`;
}

/** The same in Chinese, which has no blanks between words: "以下是两个版本的脚本". */
function hereAreInChinese(words: string): string {
	return `以下(?:是|为|為)[^\\n]{0,10}[两兩二三四五几幾2-9] ?[个個条條种種][^\\n]{0,10}(?:${words})(?![^\\n]{0,10}技巧)[^\\n]{0,30}`;
}

/** Whether the words behind it, on the same line, name a script. */
const NAMES_SCRIPT = `(?=[^\\n]{0,150}${oneOf(WRITTEN, 'scripts')})`;

const LINE_END = '[:：.。]\\**[ \\t]*\\n';

/**
 * The first line of such an answer: "Sure! Here are three hooks:", "Here are two options for your script:". Without the
 * word by which the model agrees, and for mere options, it has to name a script, because "Here are three options:" may
 * begin a talk.
 */
const ANNOUNCEMENT = new RegExp(
	`^\\s*[*_ ]{0,4}¡?${oneOf(
		`${AGREES} ?[!.,—–-]+ ?${HERE_ARE}${severalOf(VERSIONS)}[^\\n]{0,150}`,
		`(?:(?:${AGREES} ?[!.,—–-]+ ?|${ACKNOWLEDGES}[,!.] ?))?${HERE_ARE}${NAMES_SCRIPT}${severalOf(oneOf(VERSIONS, OPTIONS))}${OF_WHAT}`,
		`${AGREES} ?[!.,，。！] ?${hereAreInChinese('版本|[脚腳]本|文案')}`,
		hereAreInChinese('[脚腳]本|文案'),
	)}${LINE_END}`,
	'iu',
);

/** A first line with which a talk may begin as well, so that the labels below it tell: "Here are two versions:" */
const BEFORE_VERSIONS = new RegExp(
	`^\\s*[*_ ]{0,4}${HERE_ARE}${severalOf(oneOf(VERSIONS, OPTIONS))}${OF_WHAT}${LINE_END}`,
	'iu',
);

/** What only versions of a text are called in their labels. */
const VERSION = oneOf({
	en: 'version|script',
	de: 'fassung|skript',
	es: 'versión|guion|guión',
	it: 'versione|copione',
	pt: 'versão|roteiro',
	ru: 'версия',
	zh: '版本',
	ja: 'バージョン',
	ko: '버전',
});

/** What they are called, too. In a talk, these may be anything. */
const OPTION = oneOf({
	en: 'option|alternative|variant|variation|draft|hook|take',
	de: 'vorschlag|variante|entwurf',
	es: 'opción|alternativa|variante|gancho',
	fr: 'proposition|accroche',
	it: 'opzione|proposta|variante',
	pt: 'opção|variação',
	ru: 'вариант',
	zh: '方案|案',
	ja: 'パターン',
});

/** How the first of them is counted, and the second. */
const FIRST = '(?:1|a|one|i|一)';
const SECOND = '(?:2|b|two|ii|二)';

/** A label in any line: "Version 1:", "**Option A: Calm**". */
function labelOf(words: string, count: string): string {
	return `${ADORNED}${words} ?#?${count}[*_]{0,3} ?(?:[:：(（*–—-]|[.)](?!\\d)|(?![^\\n]))`;
}

/**
 * A label as a heading, in bold or alone in its line: "### Version 1 – Playful", "**Script 2 (formal):** …". Where
 * nothing has announced versions, only such labels count: "Version 1: free" may stand in any list.
 */
function clearLabelOf(words: string, count: string): string {
	const name = `${words} ?#?${count}(?![\\p{L}\\d])`;
	return `[ \\t]*${oneOf(`(?:#{1,6} \\*{0,3}|\\*{2,3})${name}(?!\\.\\d)`, `${name} ?[:：]?[ \\t]*(?![^\\n])`)}`;
}

/** The labels of a first and a second version. */
interface TwoLabels {
	/** The first one, at the beginning of a text. */
	first: RegExp;
	/** The second one, at the beginning of a line. */
	second: RegExp;
}

/** The labels of the first two versions. @param labelFor gives one of them, by how it is counted */
function labelsOfVersions(labelFor: (count: string) => string): TwoLabels {
	return {
		first: new RegExp(`^\\s*(?:[-*_]{3,}[ \\t]*\\n\\s*)?${labelFor(FIRST)}`, 'iu'),
		second: new RegExp(`^${labelFor(SECOND)}`, 'imu'),
	};
}

const ANY_VERSION = oneOf(VERSION, OPTION);

/** The labels below an announcement of versions. */
const LABELS = labelsOfVersions((count) => labelOf(ANY_VERSION, count));

/** The labels that count where a talk may begin so as well, and those that count where nothing stands above them. */
const CLEAR_LABELS = labelsOfVersions((count) => clearLabelOf(ANY_VERSION, count));
const CLEAR_LABELS_ALONE = labelsOfVersions((count) => clearLabelOf(VERSION, count));

/** Whether a text begins with the label of a first version, and has a line with that of the second. */
function beginsWithVersions(text: string, { first, second }: TwoLabels): boolean {
	return first.test(text) && second.test(text);
}

/** The first item of a list, and the second: "1. Did you know?", "**2)** …". */
const ITEMS = ['1', '2'].map((number) => new RegExp(`^${ADORNED}${number}[.):]`, 'imu'));

/**
 * Whether a text is an answer with several versions of what is to be said: its first line says so, with a list or with
 * labels below it; or it begins with the label of the first version, and has that of a second one.
 *
 * @param given a text in plain characters
 */
export function hasSeveralVersions(given: string): boolean {
	const announced = given.replace(ANNOUNCEMENT, '');
	const isAnnounced = announced !== given;
	if (isAnnounced) {
		const hasItems = ITEMS.every((item) => item.test(announced));
		return hasItems || beginsWithVersions(announced, LABELS);
	}
	const withoutLine = given.replace(BEFORE_VERSIONS, '');
	const labels = withoutLine === given ? CLEAR_LABELS_ALONE : CLEAR_LABELS;
	return beginsWithVersions(withoutLine, labels);
}

/** A name of a version in JSON: "version_a", "Option 1", "hook2". */
function nameOfVersion(words: string, count: string): RegExp {
	return new RegExp(`^${words}[ _-]?${count}$`, 'iu');
}

/** The names of the first two versions in JSON. */
const NAMES = [FIRST, SECOND].map((count) => nameOfVersion(VERSION, count));

/** Those that count where an object has no other names: beside a question, options are its answers. */
const NAMES_ALONE = [FIRST, SECOND].map((count) => nameOfVersion(ANY_VERSION, count));
const ANY_NAME = nameOfVersion(ANY_VERSION, '(?:\\d{1,2}|\\p{L}{1,5})');

/**
 * Whether an answer in JSON has several versions of what is to be said, by the names in it: `{"version_a": …,
 * "version_b": …}`. False for any other text.
 */
export function hasVersionsInJson(given: string): boolean {
	return namesVersions(valueOfAnswer(given), true);
}

/**
 * Whether an object has the names of several versions: a value of JSON, or an object in it, at any depth.
 *
 * @param isAlone whether the answer has nothing beside it, such as the question of which these are the options
 */
function namesVersions(value: unknown, isAlone: boolean): boolean {
	if (Array.isArray(value)) return value.some((entry) => namesVersions(entry, isAlone));
	if (!isObject(value)) return false;
	const names = Object.keys(value);
	const areAllVersions = isAlone && names.every((name) => ANY_NAME.test(name));
	const wanted = areAllVersions ? NAMES_ALONE : NAMES;
	const hasBoth = wanted.every((one) => names.some((name) => one.test(name)));
	const areInnerAlone = isAlone && names.length === 1;
	return hasBoth || Object.values(value).some((inner) => namesVersions(inner, areInnerAlone));
}
