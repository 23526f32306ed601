/*
 * What people write for a language, as its usual code: a code in any form, a name in English or in another language,
 * with a region or a script. The names are those that Node.js knows; they are collected when they are first needed.
 */
import { maxBy, once } from 'lodash';

import { anyOf } from '../util/text';
import { meaningByWord, plainWords } from './words';

/** A text in the form in which codes are compared: "en-us" for "en_US" and "EN-us". */
export function codeForm(text: string): string {
	return text.trim().toLowerCase().replace(/_/g, '-');
}

/**
 * A name as it is compared: without case and accents, and with the i of other languages in place of the Turkish one.
 */
function nameForm(text: string): string {
	return plainWords(text).replaceAll('ı', 'i');
}

/**
 * Codes that the service or others use in place of the usual one (service.md 2.6 and 4.5). Among them are the codes of
 * countries that have one main language, which people often take for the codes of these. A code that is also that of
 * another language which people have videos in, such as "in" or "br", is not certain, and stays out.
 */
const OTHER_CODES: Readonly<Record<string, string>> = {
	cn: 'zh',
	cz: 'cs',
	dk: 'da',
	gr: 'el',
	jp: 'ja',
	kr: 'ko',
	nb: 'no',
	nn: 'no',
	ua: 'uk',
	vn: 'vi',
};

/** A language, perhaps with a script and a region: "de", "zh-hans", "es-419", "zh-hans-cn". */
const CODE_WITH_PARTS = /^([a-z]{2,3})(-[a-z]{4})?(-(?:[a-z]{2}|\d{3}))?$/;

/**
 * The language that a code stands for, in the form that is usual today: that of "zh" for "cn", of "de" for "deu".
 * Undefined for what is no code, and for a code of no language.
 */
export function languageOfCode(text: string): Intl.Locale | undefined {
	const match = CODE_WITH_PARTS.exec(codeForm(text));
	if (!match) return undefined;
	// The script and the region have their hyphen before them: "-hans", "-cn".
	const [, writtenLanguage = '', script = '', region = ''] = match;
	// Node.js brings old codes and those of three letters into the form that is usual today: "de" for "deu".
	const { language } = new Intl.Locale(usualCode(writtenLanguage));
	// Node.js has no name for a code that no language has.
	const nameInEnglish = namesIn('en', 'language');
	if (nameInEnglish(language) === undefined) return undefined;
	// The usual code is looked up again, because Node.js may have made one of three letters, such as "nob", into one in
	// whose place another is usual, such as "nb".
	return new Intl.Locale(`${usualCode(language)}${script}${region}`);
}

/** The code that is usual for a language: "zh" for the service's "cn". */
function usualCode(language: string): string {
	return OTHER_CODES[language] ?? language;
}

/** What may stand before or behind the name of a language, and says no more of it. */
const AROUND_LANGUAGE = anyOf([
	// The word for a language before one, with a sign: "lang=de".
	/^lang(?:uage)?[:=]/,
	// Words before a language: "in German", "auf Deutsch", "the German language".
	/^(?:(?:in|into|to|the|auf|nach|ins?|en|em|au|na|po|bahasa|language|lang|sprache:?|idioma:?|langue:?|lingua:?|lengua:?|limba|jezyk|wikang|اللغة|standard|modern|international|global|neutral|simple) )+/,
	// Words behind a language: "the German language", "Русский язык".
	/(?: (?:language|accent|язык|мова|भाषा|neutro))+$/,
	// The word for a language in Thai, which has no blank behind it.
	/^ภาษา/,
	// A flag or another picture, which Unicode has among its other symbols (So).
	/\p{So}/u,
]);

/**
 * The ways to write a language (`base`) with a detail, in the order in which they are tried: "English (US)", then
 * "en-US - English" and "German | de", then "Chinese-Simplified", "US English" and "English US".
 */
const WITH_DETAIL: readonly RegExp[] = [
	/^(?<base>.+?) ?[([] ?(?<detail>.+?) ?[)\]]$/,
	/^(?<base>.+?)(?: [-–—] | ?[,:/|·] ?)(?<detail>.+)$/,
	/^(?<base>.+?) ?[-–—] ?(?<detail>.+)$/,
	/^(?<detail>.+) (?<base>\S+)$/,
	/^(?<base>\S+) (?<detail>.+)$/,
];

/**
 * The language that a text names.
 *
 * @param text such as "de", "de-DE", "German", "Deutsch", "German (de)" or "English (US)"
 * @returns undefined where no single language is named
 */
export function languageNamed(text: string): Intl.Locale | undefined {
	const written = nameForm(text);
	// A code may have a blank in place of its hyphen: "pt br".
	const ofCode = languageOfCode(written.replace(' ', '-'));
	if (ofCode) return ofCode;
	const words = written.replace(AROUND_LANGUAGE, '').trim();
	const ofWords = languageOfWords(words);
	if (ofWords) return ofWords;
	// A text that is no language as a whole may be one with a detail.
	for (const pattern of WITH_DETAIL) {
		// Both are undefined for a text that has no such detail, and give no language.
		const { base, detail } = pattern.exec(words)?.groups ?? {};
		const language = languageWithDetail(base, detail);
		if (language) return language;
	}
	return undefined;
}

/** The language that a code or a name stands for; undefined for any other words. */
function languageOfWords(words: string): Intl.Locale | undefined {
	const ofCode = languageOfCode(words);
	if (ofCode) return ofCode;
	const codes = languageCodes();
	for (const name of [words, spokenForm(words), withoutUmlauts(words)]) {
		const code = codes.get(name);
		if (code !== undefined) return languageOfCode(code);
	}
	return undefined;
}

/**
 * The Chinese name of a language with the simplified sign for a spoken one at its end: "英语" for "英文", which has the
 * sign for a written one, and for "英語", which has the traditional sign. Any other name as it is.
 */
function spokenForm(words: string): string {
	return words.replace(/[文語]$/, '语');
}

/**
 * A word with "a", "o" and "u" for each "ae", "oe" and "ue" in it, which people type for the umlauts of German:
 * "turkisch" for "tuerkisch". In the form in which names are compared, "Türkisch" has lost its dots, too.
 */
function withoutUmlauts(words: string): string {
	return words.replace(/([aou])e/g, '$1');
}

/**
 * The language that is written with a detail.
 *
 * @param base its code or name
 * @param detail its region, its script, or the language once again: "us", "simplified", "de" behind "German"
 * @returns the language with the region or the script or, where it is said twice, by the longer code. Undefined where
 *   the base is no language, and where the detail is none of these, unless both together are a name: "american english"
 */
function languageWithDetail(base = '', detail = ''): Intl.Locale | undefined {
	const language = languageOfWords(base);
	if (!language) return undefined;
	// The detail may have one of its own, which is left out: "(france)" in "fr-fr - french (france)".
	const languageInDetail = languageOfWords(detail.replace(/ ?[([].*$/, ''));
	const isSaidTwice = languageInDetail?.language === language.language;
	// The longer code says more, which may be on either side: "German (de-AT)", "de-AT (German)".
	if (isSaidTwice) return maxBy([languageInDetail, language], (one) => one.toString().length);
	const region = regionCodes().get(detail);
	if (region !== undefined) return new Intl.Locale(language, { region });
	// Of "simplified, china", the part before the comma is the script.
	const script = SCRIPTS.get(detail.replace(/,.*/, ''));
	if (script !== undefined) return new Intl.Locale(language, { script });
	// A name may have its detail first: "American English" for "English (American)".
	return languageOfWords(`${detail} ${base}`);
}

/** The codes of scripts by their names. */
const SCRIPTS = meaningByWord({
	Hans: 'simplified vereinfacht simplifie simplificado 简体',
	Hant: 'traditional traditionell traditionnel tradicional 繁体 繁體',
	Latn: 'latin',
	Cyrl: 'cyrillic',
});

/** Languages of regions, or in scripts, that have names of their own, such as "American English". */
const VARIANTS =
	'en-US en-GB en-AU en-CA pt-BR pt-PT es-ES es-MX es-419 fr-CA zh-Hans zh-Hant de-AT'.split(' ');

/** Names that are used, and that Node.js does not know, by their codes. */
const MORE_LANGUAGES: Readonly<Record<string, string>> = {
	zh: 'mandarin, mandarin chinese, putonghua, hochchinesisch, 汉语, 漢語, 普通话, 普通話, 国语, 國語, 华语, 華語, cmn',
	'zh-Hans': '简体中文',
	'zh-Hant': '繁體中文, 繁体中文, taiwanese mandarin',
	'es-ES': 'castilian, castellano, european spanish, peninsular spanish',
	'es-419': 'espanol latino, espanol latinoamericano',
	es: 'esp',
	'pt-BR': 'brazilian, brasileiro, brasilianisch, portugues do brasil, portugues brasileiro, ptbr',
	no: 'bokmal, bokmaal, norsk bokmal, nynorsk, norwegian nynorsk',
	fa: 'farsi, iranian',
	nl: 'hollandisch, hollands',
	'nl-BE': 'flemish, vlaams, belgian dutch',
	fil: 'filipino, tagalog, pilipino',
	'en-GB': 'english british, english (british)',
	'en-US': 'english american, english (american)',
	'en-IN': 'indian english',
	de: 'high german, hochdeutsch',
	'de-CH': 'swiss german, schweizerdeutsch',
	'fr-CA': 'quebecois, quebec french',
	id: 'bahasa, bahasa indonesia, 印尼语, 印尼文',
	ms: 'bahasa melayu, bahasa malaysia, malaysian',
	ja: 'nihongo, にほんご',
	ko: '한국말, 조선말',
	ar: 'عربي, عربى, modern standard, arabian, اللغة العربية',
	'ar-EG': 'egyptian arabic',
	hi: 'हिंदी',
	ru: 'по-русски, русском, russkiy, russkij',
	uk: 'ukranian',
	ro: 'moldovan',
	el: 'modern greek',
	he: 'ivrit',
	cs: 'cesky',
	vi: 'viet',
	hu: 'magyarul',
	fi: 'suomeksi',
	it: 'italiana',
	fr: 'francaise',
	pl: 'polsku',
	ca: 'valencian, valencia',
};

/** Names of regions that are used, and that Node.js does not know, by their codes. */
const MORE_REGIONS: Readonly<Record<string, string>> = {
	gb: 'uk',
	us: 'usa',
	'419': 'latin america, latam, latino, latinoamerica',
	cn: 'mainland, prc',
	kr: 'korea',
	tr: 'turkey',
};

/** The languages in which names are understood, beside each language's own. */
const NAMED_IN =
	'en de fr es pt it nl pl ru zh zh-Hant ja ko tr ar hi vi th id sv cs el he uk'.split(' ');

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');
const TWO_LETTERS = LETTERS.flatMap((one) => LETTERS.map((other) => one + other));

/**
 * The codes of languages by their names, in the form in which names are compared. The order of the steps counts,
 * because a name that several languages have stays with the code for which it is added first.
 */
const languageCodes = once((): ReadonlyMap<string, string> => {
	const nameInEnglish = namesIn('en', 'language');
	const mayBeCodes = TWO_LETTERS.concat('fil', 'yue');
	const codes = mayBeCodes.filter((code) => {
		// A code in whose place another is usual has no names: "kr" is also Kanuri, whose name must not mean Korean.
		return nameInEnglish(code) !== undefined && !(code in OTHER_CODES);
	});
	const codeByName = codesByName(MORE_LANGUAGES);
	for (const code of VARIANTS.concat(codes)) addName(codeByName, nameInEnglish(code), code);
	// What a language calls itself goes before what others call another one.
	for (const code of codes) addName(codeByName, namesIn(code, 'language')(code), code);
	addNamesInAll(codeByName, 'language', codes);
	return codeByName;
});

/** The codes of regions by their names, and by the codes themselves; the order of the steps counts as for languages. */
const regionCodes = once((): ReadonlyMap<string, string> => {
	const nameInEnglish = namesIn('en', 'region');
	const codes = TWO_LETTERS.filter((code) => nameInEnglish(code) !== undefined);
	const codeByName = codesByName(MORE_REGIONS);
	for (const code of codes) addName(codeByName, code, code);
	addNamesInAll(codeByName, 'region', codes);
	return codeByName;
});

/** Turns the names for each code, as in `{ fa: 'farsi, iranian' }`, into a map with the code for each name. */
function codesByName(namesByCode: Readonly<Record<string, string>>): Map<string, string> {
	const codeByName = new Map<string, string>();
	for (const [code, names] of Object.entries(namesByCode)) {
		for (const name of names.split(', ')) addName(codeByName, name, code);
	}
	return codeByName;
}

/** Adds to a map the names that languages or regions have in each language of `NAMED_IN`. @param codes of these */
function addNamesInAll(
	codeByName: Map<string, string>,
	type: NameType,
	codes: readonly string[],
): void {
	for (const locale of NAMED_IN) {
		const nameOf = namesIn(locale, type);
		for (const code of codes) addName(codeByName, nameOf(code), code);
	}
}

/** Adds the code for a name to a map, unless there is no name, or the name has a code already. */
function addName(codeByName: Map<string, string>, name: string | undefined, code: string): void {
	const words = nameForm(name ?? '');
	if (words === '' || codeByName.has(words)) return;
	codeByName.set(words, code);
}

/** What names are of. */
type NameType = 'language' | 'region';

/**
 * Makes a function that gives the name of a language or a region for its code in lower case; undefined for an unknown
 * code.
 *
 * @param locale the code of the language of these names: with "de", the name for "fr" is "Französisch"
 */
function namesIn(locale: string, type: NameType): (code: string) => string | undefined {
	const names = new Intl.DisplayNames(locale, { type, fallback: 'none' });
	// Intl takes the codes of regions in capitals.
	const codeInIntl = (code: string) => (type === 'region' ? code.toUpperCase() : code);
	return (code) => names.of(codeInIntl(code));
}
