/*
 * What people write for a language, as its usual code: a code in any form, a name in English or in another language, with
 * a region or a script. The names are those that Node.js knows; they are collected when they are first needed.
 */
import { once } from 'lodash';

import { plainWords } from './words';

/** A code in one form: "en-us" for "en_US" and "EN-us". */
export function codeForm(text: string): string {
	return text.trim().toLowerCase().replace(/_/g, '-');
}

/** A name as it is compared: without case and accents, and with the i of other languages in place of the Turkish one. */
function nameForm(text: string): string {
	return plainWords(text).replaceAll('ı', 'i');
}

/** Codes that the service or others use in place of the usual one (service.md 2.6 and 4.5). */
const OTHER_CODES: Readonly<Record<string, string>> = { cn: 'zh', nb: 'no', nn: 'no' };

/** A language, perhaps with a script and a region: "de", "zh-hans", "es-419", "zh-hans-cn". */
const CODE_WITH_PARTS = /^([a-z]{2,3})(-[a-z]{4})?(-(?:[a-z]{2}|\d{3}))?$/;

/** The language that a code stands for; undefined for what is no code of a language. */
export function languageOfCode(text: string): Intl.Locale | undefined {
	const [, written = '', script = '', region = ''] = CODE_WITH_PARTS.exec(codeForm(text)) ?? [];
	if (written === '') return undefined;
	// Node.js brings old codes and those of three letters into the usual form: "de" for "deu".
	const { language } = new Intl.Locale(usualCode(written));
	const isKnown = namesIn('en', 'language')(language) !== undefined;
	if (!isKnown) return undefined;
	return new Intl.Locale(`${usualCode(language)}${script}${region}`);
}

function usualCode(language: string): string {
	return OTHER_CODES[language] ?? language;
}

/** What may stand around a language: "in German", "auf Deutsch", "the German language", "Русский язык", a flag or another picture. */
const AROUND_LANGUAGE =
	/^(?:(?:in|into|to|the|auf|nach|ins?|en|em|au|na|po|language:?|lang:?|sprache:?|idioma:?|langue:?|lingua:?|lengua:?|limba|jezyk|wikang|اللغة|standard|modern|international|global|neutral|simple) )+|(?: (?:language|accent|язык|мова|भाषा|neutro))+$|^ภาษา|\p{So}/gu;

/** A language and a detail with a sign between them: "English (US)", "German - de", "Chinese, Simplified". */
const WITH_DETAIL =
	/^(?<base>.+?) ?(?:[([] ?(?<inBrackets>.+?) ?[)\]]|[-–—,:/|·] ?(?<behindSign>.+))$/u;

/** A detail in words before the language, "US English", and behind it, "English US". */
const DETAIL_FIRST = /^(?<detail>.+) (?<base>\S+)$/;
const DETAIL_LAST = /^(?<base>\S+) (?<detail>.+)$/;

/**
 * The language that a text names.
 *
 * @param text such as "de", "de-DE", "German", "Deutsch", "German (de)" or "English (US)"
 * @returns undefined where no single language is named
 */
export function languageNamed(text: string): Intl.Locale | undefined {
	const written = nameForm(text);
	const words = written.replace(AROUND_LANGUAGE, '').trim();
	const whole = languageOfCode(written.replace(' ', '-')) ?? languageOfWords(words);
	if (whole) return whole;
	const { base, inBrackets, behindSign } = WITH_DETAIL.exec(words)?.groups ?? {};
	if (base !== undefined) return languageWithDetail(base, inBrackets ?? behindSign);
	return languageBesideWords(words);
}

/** The language with a detail in words before or behind it, such as "US English". */
function languageBesideWords(words: string): Intl.Locale | undefined {
	const first = DETAIL_FIRST.exec(words)?.groups;
	const last = DETAIL_LAST.exec(words)?.groups;
	return (
		languageWithDetail(first?.base, first?.detail) ?? languageWithDetail(last?.base, last?.detail)
	);
}

/** The language that a code or a name stands for. */
function languageOfWords(words: string): Intl.Locale | undefined {
	const byCode = languageOfCode(words);
	if (byCode) return byCode;
	const codes = languageCodes();
	const code = codes.get(words) ?? codes.get(spokenForm(words)) ?? codes.get(withoutUmlauts(words));
	return languageOfCode(code ?? '');
}

/** In Chinese, a language that is written ends in another word than one that is spoken: "英语" for "英文". */
function spokenForm(words: string): string {
	return words.replace(/[文語]$/, '语');
}

/** German umlauts as they are typed without them: "turkisch" for "tuerkisch", as "Türkisch" is compared. */
function withoutUmlauts(words: string): string {
	return words.replace(/([aou])e/g, '$1');
}

/**
 * A language of which a text says more.
 *
 * @param base its code or name
 * @param detail its region, its script, or the language once again: "us", "simplified", "de" behind "German"
 * @returns undefined for no language, or another detail
 */
function languageWithDetail(base = '', detail = ''): Intl.Locale | undefined {
	const language = languageOfWords(base);
	if (!language) return undefined;
	const again = languageOfWords(detail);
	if (again?.language === language.language) return again;
	const region = regionCodes().get(detail);
	if (region !== undefined) return new Intl.Locale(language, { region });
	const script = SCRIPTS.get(detail);
	if (script !== undefined) return new Intl.Locale(language, { script });
	return undefined;
}

/** The language that most people speak in a region that a text names, such as "jp", "Spain" or a flag. */
export function languageOfRegion(text: string): Intl.Locale | undefined {
	const region = regionCodes().get(nameForm(withLettersOfFlags(text)));
	if (region === undefined) return undefined;
	const { language } = new Intl.Locale(`und-${region}`).maximize();
	return new Intl.Locale(usualCode(language));
}

const FIRST_LETTER_OF_FLAG = 0x1f1e6;

/** A text with the two letters of which a flag is made in its place: "jp" for the flag of Japan. */
function withLettersOfFlags(text: string): string {
	return text.replace(/\p{RI}/gu, (sign) => {
		const index = (sign.codePointAt(0) ?? 0) - FIRST_LETTER_OF_FLAG;
		return LETTERS[index] ?? '';
	});
}

/** The codes of scripts by their names. */
const SCRIPTS: ReadonlyMap<string, string> = new Map([
	['simplified', 'Hans'],
	['vereinfacht', 'Hans'],
	['simplifie', 'Hans'],
	['simplificado', 'Hans'],
	['简体', 'Hans'],
	['traditional', 'Hant'],
	['traditionell', 'Hant'],
	['traditionnel', 'Hant'],
	['tradicional', 'Hant'],
	['繁体', 'Hant'],
	['繁體', 'Hant'],
	['latin', 'Latn'],
	['cyrillic', 'Cyrl'],
]);

/** Languages of regions, or in scripts, that have names of their own, such as "American English". */
const VARIANTS =
	'en-US en-GB en-AU en-CA pt-BR pt-PT es-ES es-MX es-419 fr-CA zh-Hans zh-Hant de-AT'.split(' ');

/** Names that are used, and that Node.js does not know, by their codes. */
const MORE_LANGUAGES: Readonly<Record<string, string>> = {
	zh: 'mandarin, mandarin chinese, putonghua, hochchinesisch, 汉语, 漢語, 普通话, 普通話, 国语, 國語, 華語, cmn',
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
	ja: 'nihongo, にほんご, jp-jp',
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
const NAMED_IN = 'en de fr es pt it nl pl ru zh zh-Hant ja ko tr ar hi vi th'.split(' ');

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const TWO_LETTERS = LETTERS.flatMap((one) => LETTERS.map((other) => one + other));

/** The codes of languages by their names, as they are compared; the first one to have a name keeps it. */
const languageCodes = once((): ReadonlyMap<string, string> => {
	const english = namesIn('en', 'language');
	const codes = [...TWO_LETTERS, 'fil', 'yue'].filter((code) => english(code) !== undefined);
	const found = codesByName(MORE_LANGUAGES);
	for (const tag of VARIANTS) addName(found, english(tag), tag);
	for (const code of codes) addName(found, english(code), code);
	// What a language calls itself goes before what others call another one.
	for (const code of codes) addName(found, namesIn(code, 'language')(code), code);
	addNamesInAll(found, 'language', codes);
	return found;
});

/** The codes of regions by their names, and by themselves. */
const regionCodes = once((): ReadonlyMap<string, string> => {
	const english = namesIn('en', 'region');
	const codes = TWO_LETTERS.filter((code) => english(code) !== undefined);
	const found = codesByName(MORE_REGIONS);
	for (const code of codes) addName(found, code, code);
	addNamesInAll(found, 'region', codes);
	return found;
});

/** The codes by their names, of lists of names by their codes. */
function codesByName(names: Readonly<Record<string, string>>): Map<string, string> {
	const found = new Map<string, string>();
	for (const [code, list] of Object.entries(names)) {
		for (const name of list.split(', ')) addName(found, name, code);
	}
	return found;
}

/** Adds what other languages call each language or region. */
function addNamesInAll(found: Map<string, string>, type: NameType, codes: readonly string[]): void {
	for (const locale of NAMED_IN) {
		const nameOf = namesIn(locale, type);
		for (const code of codes) addName(found, nameOf(code), code);
	}
}

/** Adds a name, unless it is unknown, or means something else already. */
function addName(found: Map<string, string>, name: string | undefined, code: string): void {
	const words = nameForm(name ?? '');
	if (words !== '' && !found.has(words)) found.set(words, code);
}

type NameType = 'language' | 'region';

/** What a language calls languages or regions, by their codes; undefined for unknown ones. */
function namesIn(locale: string, type: NameType): (code: string) => string | undefined {
	const names = new Intl.DisplayNames(locale, { type, fallback: 'none' });
	return (code) => names.of(type === 'region' ? code.toUpperCase() : code);
}
