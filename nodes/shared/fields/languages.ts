/*
 * Fields that take languages. The service takes codes of its own, and people write names, or codes in another form.
 * Where exactly one code fits, it is taken; otherwise the user is told which code to enter.
 */
import { compact, uniq } from 'lodash';

import { isObject } from '../util/json';
import { onlyOne } from '../util/lists';
import { unwrapJson } from '../util/looseJson';
import { formatList, isPlain, plainText } from '../util/text';
import { codeForm, languageNamed, languageOfCode } from './languageNames';
import { fieldMessages } from './fieldMessages';
import { fitting, misfit, type Parsed } from './parse';
import { plainWords, withoutQuotes } from './words';

/** A language that the service offers: its code there, and its name, where the service says it. */
export interface Language {
	code: string;
	name?: string;
}

/** What a text says about the languages that are offered. */
type LanguageReading =
	/** It names this one. */
	| { is: 'offered'; code: string }
	/** It may mean several of them. */
	| { is: 'unclear'; codes: string[] }
	/** It names a language that is not offered, by its usual code. */
	| { is: 'known'; code: string }
	/** It names no language. */
	| { is: 'unknown' };

/**
 * Finds the offered language that is meant: by its code, by the name that the service gives it, or by what else people
 * call it.
 *
 * @param written such as "de", "de-DE", "German", "Deutsch" or "English (US)"
 * @param offered the languages of the service
 */
export function readLanguage(written: string, offered: readonly Language[]): LanguageReading {
	const text = withoutSigns(written);
	const withCodeOrName = offeredWithCodeOrName(text, offered);
	if (withCodeOrName.length > 0) return readingOfFitting(withCodeOrName);
	// The second code may be meant for a region, but then the language of that code would be lost.
	const severalCodes = offeredBetweenBlanks(text, offered);
	if (severalCodes.length > 0) return readingOfFitting(severalCodes);
	const named = languageNamed(text);
	return named ? readingOfWanted(named, offered) : { is: 'unknown' };
}

/** The offered languages with a text as their code; where there are none, those with it as their name. */
function offeredWithCodeOrName(text: string, offered: readonly Language[]): Language[] {
	const code = codeForm(text);
	const withCode = offered.filter((language) => codeForm(language.code) === code);
	if (withCode.length > 0) return withCode;
	const words = plainWords(text);
	return offered.filter(({ name }) => name && plainWords(name) === words);
}

/** The offered languages of which a text has the codes, with nothing but blanks between them: "de fr"; else none. */
function offeredBetweenBlanks(text: string, offered: readonly Language[]): Language[] {
	const codes = text.split(' ').map(codeForm);
	const withCodes = offered.filter(({ code }) => codes.includes(codeForm(code)));
	const areAllOffered = codes.length > 1 && withCodes.length === codes.length;
	return areAllOffered ? withCodes : [];
}

/** A language without quotes or brackets around it, and without the sign that ends a line: "German" for '"German".'. */
function withoutSigns(text: string): string {
	const inside = withoutQuotes(plainText(text).replace(/[.;,]$/, ''));
	// What stands in brackets of either sort; the group of the other sort is empty.
	return inside.replace(/^(?:\[(.*)\]|\((.*)\))$/, '$1$2');
}

/** The reading of a text that fits all of these offered languages: `offered` for one, and `unclear` for several. */
function readingOfFitting(fitting: readonly Language[]): LanguageReading {
	// The service may list a language twice.
	const codes = uniq(fitting.map(({ code }) => code));
	const code = onlyOne(codes);
	return code === undefined ? { is: 'unclear', codes } : { is: 'offered', code };
}

/**
 * The reading of a text that names this language, by what is offered.
 *
 * @param wanted a language, perhaps with a script and a region
 * @returns `offered` where one offered language is equal, or else one has the same region and script, as far as both
 *   say them; `unclear` where several do, or the language is only offered for other regions and scripts; `known` where
 *   it is not offered at all
 */
function readingOfWanted(wanted: Intl.Locale, offered: readonly Language[]): LanguageReading {
	const ofLanguage = offered.filter(({ code }) => {
		return languageOfCode(code)?.language === wanted.language;
	});
	if (ofLanguage.length === 0) return { is: 'known', code: wanted.language };
	const equal = ofLanguage.filter(({ code }) => {
		return languageOfCode(code)?.toString() === wanted.toString();
	});
	if (equal.length > 0) return readingOfFitting(equal);
	// For zh-Hant, this leaves zh-TW of zh-TW and zh-CN: no code says its script, but the region decides it.
	const inScript = inScriptOf(wanted, ofLanguage);
	// Then zh-TW fits zh-Hant, because zh-TW says no script, and zh-Hant no region.
	const fitting = inScript.filter(({ code }) => hasRegionAndScriptOf(wanted, code));
	if (fitting.length > 0) return readingOfFitting(fitting);
	// The language is only offered for other regions or in other scripts: the user has to choose.
	return { is: 'unclear', codes: ofLanguage.map(({ code }) => code) };
}

/**
 * Those of the languages that are written in the script of the wanted language; all of them where none of them is, or
 * where the wanted language says no script.
 */
function inScriptOf(wanted: Intl.Locale, languages: readonly Language[]): readonly Language[] {
	const { script } = wanted;
	if (script === undefined) return languages;
	const inScript = languages.filter(({ code }) => {
		// The script also follows from a region: zh-TW is traditional Chinese.
		return languageOfCode(code)?.maximize().script === script;
	});
	return inScript.length > 0 ? inScript : languages;
}

/**
 * Whether a code has the region and the script of the wanted language, as far as both say them. It is a code of the
 * same language.
 */
function hasRegionAndScriptOf(wanted: Intl.Locale, code: string): boolean {
	const offered = languageOfCode(code);
	const isRegionRight = isSameOrOpen(wanted.region, offered?.region);
	const isScriptRight = isSameOrOpen(wanted.script, offered?.script);
	return isRegionRight && isScriptRight;
}

/** Whether two regions, or two scripts, are the same, or one of them is not said, so that it may be any. */
function isSameOrOpen(one: string | undefined, other: string | undefined): boolean {
	return one === undefined || other === undefined || one === other;
}

/**
 * Reads a language where the service's list of them is not known.
 *
 * @returns `offered`, with the text as the code, for what looks like a code and for what names no language: it is left
 *   to the service to refuse it. `unclear`, with the usual code, for the name of a language
 */
export function readWithoutList(given: string): LanguageReading {
	const leftToService: LanguageReading = { is: 'offered', code: given };
	if (isLanguageCode(given)) return leftToService;
	const named = languageNamed(given);
	return named ? { is: 'unclear', codes: [named.language] } : leftToService;
}

/** What all ways to write a language have in common, "fr" and "French", as far as it is known without the list. */
export function sameLanguage(written: string): string {
	return languageNamed(withoutSigns(written))?.toString() ?? codeForm(written);
}

/** A code in any form, also one that only this service has, as its "cn" for Chinese. */
const LANGUAGE_CODE = /^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i;

/** Whether a text looks like the code of a language: "de", "en_US", also where no language has it. */
export function isLanguageCode(text: string): boolean {
	return LANGUAGE_CODE.test(text);
}

/** The codes that may be meant, for a message: "'en-US' or 'en-GB'"; empty where none is known. */
export function codesInWords(reading: LanguageReading): string {
	const quoted = codesOf(reading).map((code) => `'${code}'`);
	return formatList(quoted);
}

/** The codes of the languages that may be meant; none where none is known. */
function codesOf(reading: LanguageReading): string[] {
	switch (reading.is) {
		case 'offered':
		case 'known':
			return [reading.code];
		case 'unclear':
			return reading.codes;
		case 'unknown':
			return [];
	}
}

/** What stands between several languages in one text: a sign or a word, but not the comma in "(China, simplified)". */
const BETWEEN =
	/[,;|/\t\n\r\u3001\uff0c\u060c](?![^(]{0,200}\))|\s(?:and|und|et|y|e|i|и|och|og|ve|&|\+)\s|(?<=[语語文])[と和]|(?<=어)[와과]\s/u;

/**
 * What stands around an entry of a list that was written by hand or by a
 * language model: a mark, a number, brackets, quotes.
 */
const AROUND_ENTRY = /^(?:[\s[\]{}"'`“”‘’•*–-]|\d+[.)]\s)+|[\s[\]{}"'`“”‘’]{1,50}$/gu;

/**
 * Reads several languages as they are written, each once.
 *
 * @param given a text, such as "de, fr" or "- German\n- French"; a list of texts, or of objects that have a language
 *   under one of `CODE_KEYS`; an object with such a list; or the JSON of such a list or object, as a text
 * @returns a list of texts, which may be empty and need not be languages; a misfit where an entry is neither a text nor
 *   such an object
 */
export function parseLanguages(given: unknown): Parsed {
	const entries = languagesIn(unwrapJson(given));
	if (!entries.every(isPlain)) return misfit(given, fieldMessages.textList);
	const words = entries.map((entry) => plainText(entry).replace(AROUND_ENTRY, ''));
	return fitting(uniq(compact(words)));
}

/** The languages that a value names, as they are written. An entry that names none is in the list as it is. */
function languagesIn(value: unknown): unknown[] {
	if (Array.isArray(value)) return value.flatMap(languagesIn);
	if (typeof value === 'string') return value.split(BETWEEN);
	if (!isObject(value)) return [value];
	const code = CODE_KEYS.map((key) => value[key]).find(isPlain);
	// An object with a single list, as agents and tables have: `{ languages: ["de", "fr"] }`.
	const list = onlyOne(Object.values(value).filter(Array.isArray));
	if (code === undefined && list !== undefined) return languagesIn(list);
	// An object that names none stays, so that it is refused.
	return [code ?? value];
}

/** The keys under which an item may hold the code of a language, or its name; the first one that it has counts. */
const CODE_KEYS = 'languageCode language_code code language name value label title'.split(' ');
