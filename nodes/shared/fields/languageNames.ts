/*
 * What people write for a language, as its usual code: a code in any form, a name in English or in another language, with
 * a region or a script. The names are those that Node.js knows; they are collected when they are first needed.
 */
import { once } from 'lodash';

import { plainWords } from './words';

/** A code in one form: "en_US" and "en-us" are the same. */
export function codeForm(text: string): string {
	return text.trim().toLowerCase().replace(/_/g, '-');
}

/** A name as it is compared: without case and accents, and with the i of other languages in place of the Turkish one. */
function nameForm(text: string): string {
	return plainWords(text).replaceAll('ı', 'i');
}

/** Codes that the service or others use in place of the usual one (service.md 2.6 and 4.5). */
const OTHER_CODES: Readonly<Record<string, string>> = { cn: 'zh', nb: 'no', nn: 'no' };

const CODE = /^([a-z]{2,3})(-[a-z]{4})?(-(?:[a-z]{2}|\d{3}))?$/;

/** The language that a code stands for; undefined for what is no code of a language. */
export function languageOfCode(text: string): Intl.Locale | undefined {
	const [, written = '', script = '', region = ''] = CODE.exec(codeForm(text)) ?? [];
	if (written === '') return undefined;
	const { language } = new Intl.Locale(OTHER_CODES[written] ?? written);
	const isKnown = namesIn('en', 'language')(language) !== undefined;
	if (!isKnown) return undefined;
	return new Intl.Locale(`${OTHER_CODES[language] ?? language}${script}${region}`);
}

/** What may stand around a language: "in German", "auf Deutsch", "the German language", "Русский язык", "Standard Arabic". */
const AROUND =
	/^(?:(?:in|into|to|the|auf|nach|ins?|en|em|au|na|po|language:?|lang:?|sprache:?|idioma:?|langue:?|lingua:?|lengua:?|limba|jezyk|wikang|اللغة|standard|modern|international|global|neutral|simple) )+|(?: (?:language|accent|язык|мова|भाषा|neutro))+$|^ภาษา|\p{So}/gu;

/** A language with more about it: "English (US)", "German - de", "Chinese, Simplified". */
const WITH_MORE = /^(.+?) ?(?:[([] ?(.+?) ?[)\]]|[-–—,:/|·] ?(.+))$/u;

/** The same with what there is more before it, "US English", and behind it, "English US". */
const MORE_BEFORE = /^(.+) (\S+)$/;
const MORE_BEHIND = /^(\S+) (.+)$/;

/**
 * The language that a text names.
 *
 * @param text such as "de", "de-DE", "German", "Deutsch", "German (de)" or "English (US)"
 * @returns undefined where no single language is named
 */
export function languageNamed(text: string): Intl.Locale | undefined {
	const written = nameForm(text);
	const words = written.replace(AROUND, '').trim();
	const whole = languageOfCode(written.replace(' ', '-')) ?? codeOrName(words);
	if (whole) return whole;
	const [, base, inBrackets, behind] = WITH_MORE.exec(words) ?? [];
	const more = inBrackets ?? behind;
	if (base !== undefined && more !== undefined) return withMore(codeOrName(base), more);
	return besideMore(words);
}

/** A language with its region in plain words before or behind it. */
function besideMore(words: string): Intl.Locale | undefined {
	const [, before = '', last = ''] = MORE_BEFORE.exec(words) ?? [];
	const [, first = '', behind = ''] = MORE_BEHIND.exec(words) ?? [];
	return withMore(codeOrName(last), before) ?? withMore(codeOrName(first), behind);
}

/** The language that most people speak in a region that a text names, such as "jp" or "Spain". */
export function languageOfRegion(text: string): Intl.Locale | undefined {
	const region = regionCodes().get(nameForm(withoutFlag(text)));
	if (region === undefined) return undefined;
	const { language } = new Intl.Locale(`und-${region}`).maximize();
	return new Intl.Locale(OTHER_CODES[language] ?? language);
}

const FIRST_LETTER_OF_FLAG = 0x1f1e6;

/** A flag by the letters of which it is made: its region. */
function withoutFlag(text: string): string {
	return text.replace(/\p{RI}/gu, (sign) => {
		return LETTERS[(sign.codePointAt(0) ?? 0) - FIRST_LETTER_OF_FLAG] ?? '';
	});
}

function codeOrName(words: string): Intl.Locale | undefined {
	const forms = [words, words.replace(WRITTEN, '语'), withoutUmlauts(words)];
	const code = forms.map((form) => languageCodes().get(form)).find((one) => one !== undefined);
	return languageOfCode(words) ?? languageOfCode(code ?? '');
}

/** In Chinese, a language that is written ends in another word than one that is spoken: 英文, 英语. */
const WRITTEN = /[文語]$/;

/** German umlauts as they are typed without them: "Tuerkisch" for "Türkisch", which is compared as "turkisch". */
function withoutUmlauts(words: string): string {
	return words.replace(/([aou])e/g, '$1');
}

/** A language of which a text says more: its region, its script, or the language once again. */
function withMore(base: Intl.Locale | undefined, more: string): Intl.Locale | undefined {
	if (!base) return undefined;
	const again = codeOrName(more);
	if (again?.language === base.language) return again;
	const region = regionCodes().get(more);
	if (region !== undefined) return new Intl.Locale(base, { region });
	const script = SCRIPTS[more];
	return script === undefined ? undefined : new Intl.Locale(base, { script });
}

const SCRIPTS: Readonly<Record<string, string>> = {
	simplified: 'Hans',
	vereinfacht: 'Hans',
	simplifie: 'Hans',
	simplificado: 'Hans',
	简体: 'Hans',
	traditional: 'Hant',
	traditionell: 'Hant',
	traditionnel: 'Hant',
	tradicional: 'Hant',
	繁体: 'Hant',
	繁體: 'Hant',
	latin: 'Latn',
	cyrillic: 'Cyrl',
};

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

/** The codes of languages by their names. */
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

function codesByName(names: Readonly<Record<string, string>>): Map<string, string> {
	const found = new Map<string, string>();
	for (const [code, list] of Object.entries(names)) {
		for (const name of list.split(', ')) addName(found, name, code);
	}
	return found;
}

function addNamesInAll(found: Map<string, string>, type: NameType, codes: readonly string[]): void {
	for (const locale of NAMED_IN) {
		const nameOf = namesIn(locale, type);
		for (const code of codes) addName(found, nameOf(code), code);
	}
}

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
