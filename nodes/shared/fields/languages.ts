/*
 * Fields that take languages. The service takes codes of its own, and people write names, or codes in another form.
 * Where exactly one code fits, it is taken; otherwise the user is told which code to enter.
 */
import { compact, isError, isObjectLike, uniq } from 'lodash';

import { isObject } from '../util/json';
import { formatValue } from '../util/quote';
import { formatList, isPlain, plainText } from '../util/text';
import {
	codeForm,
	languageNamed,
	languageOfCode,
	languageOfRegion,
	languagesLike,
} from './languageNames';
import { fieldMessages } from './fieldMessages';
import { valueOfJson } from './jsonText';
import { choicesOf } from './choices';
import type { BodyField } from './field';
import { choiceParser, fitting, misfit, type Parsed, type Parser } from './parse';
import { broken, mustBe, type Problem } from './violations';
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
	/** It may mean several, or it is only likely that it means one. */
	| { is: 'unclear'; codes: string[] }
	/** It names a language that is not offered, by its usual code. */
	| { is: 'known'; code: string }
	/** It names no language. */
	| { is: 'unknown' };

/**
 * Finds the offered language that is meant: by its code, by the name that the service gives it, by what else people
 * call it, by a region in which most people speak it, or else by a name that is spelled almost like it.
 *
 * @param written such as "de", "de-DE", "German", "Deutsch" or "English (US)"
 * @param offered the languages of the service
 */
export function readLanguage(written: string, offered: readonly Language[]): LanguageReading {
	const text = withoutSigns(written);
	const withCodeOrName = offeredWithCodeOrName(text, offered);
	if (withCodeOrName.length > 0) return readingOfFitting(withCodeOrName);

	// A text may name a language, or a region as "Spain" does, or both: "in" is the code of Indonesian and of India.
	const named = languageNamed(text);
	const ofName = named && readingOfWanted(named, offered);
	if (ofName && meansOffered(ofName)) return ofName;

	const spokenInRegion = languageOfRegion(text);
	const ofRegion = spokenInRegion && readingOfWanted(spokenInRegion, offered);
	// It is likely, but not certain, that the language is meant which most people of the region speak.
	if (ofRegion && meansOffered(ofRegion)) return { is: 'unclear', codes: codesOf(ofRegion) };

	// What is left of these readings is a language that is known, but not offered: it is better than a guess at the
	// spelling.
	return ofName ?? ofRegion ?? readMisspelled(text, offered);
}

/** Whether a text means an offered language, or one of several offered ones. */
function meansOffered({ is }: LanguageReading): boolean {
	return is === 'offered' || is === 'unclear';
}

/** The offered languages with a text as their code; where there are none, those with it as their name. */
function offeredWithCodeOrName(text: string, offered: readonly Language[]): Language[] {
	const code = codeForm(text);
	const withCode = offered.filter((language) => codeForm(language.code) === code);
	if (withCode.length > 0) return withCode;
	const words = plainWords(text);
	return offered.filter(({ name }) => name && plainWords(name) === words);
}

/**
 * What a text may mean that names no language as it is spelled: the offered ones of the languages whose names are
 * spelled almost like it; or else the only such language, which is not offered. Where there are several of those,
 * nobody knows which one is meant.
 */
function readMisspelled(given: string, offered: readonly Language[]): LanguageReading {
	const likely = languagesLike(given);
	const readings = likely.map((language) => readingOfWanted(language, offered));
	const ofOffered = readings.filter(meansOffered);
	if (ofOffered.length > 0) return { is: 'unclear', codes: ofOffered.flatMap(codesOf) };
	const [first, ...others] = likely;
	const isOnlyOne = first !== undefined && others.length === 0;
	return isOnlyOne ? { is: 'known', code: first.language } : { is: 'unknown' };
}

/** A language without quotes or brackets around it, and without the sign that ends a line: "German" for '"German".'. */
function withoutSigns(text: string): string {
	const inside = withoutQuotes(plainText(text).replace(/[.;,]$/, ''));
	// What stands in brackets of either sort; the group of the other sort is empty.
	return inside.replace(/^(?:\[(.*)\]|\((.*)\))$/, '$1$2');
}

/**
 * The reading of a text that each of these languages fits, of which there is at least one: it is unclear for several.
 */
function readingOfFitting(fitting: readonly Language[]): LanguageReading {
	const codes = fitting.map(({ code }) => code);
	const [first, ...others] = codes;
	if (first !== undefined && others.length === 0) return { is: 'offered', code: first };
	return { is: 'unclear', codes };
}

/**
 * Which offered language is meant by a wanted one: the equal one, or else the one whose region and script are the same,
 * as far as both say them. The reading is unclear where several are so, or the language is only offered for other
 * regions and scripts; and `known` where the language is not offered at all.
 *
 * @param wanted a language, perhaps with a script and a region
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
	// Then zh-TW fits zh-Hant, as the one leaves open what the other says.
	const fitting = inScript.filter(({ code }) => hasRegionAndScriptOf(wanted, code));
	if (fitting.length > 0) return readingOfFitting(fitting);
	// The language is only offered for other regions or in other scripts: the user has to choose.
	return { is: 'unclear', codes: ofLanguage.map(({ code }) => code) };
}

/**
 * Those of some languages that are written in the script that is wanted; all of them where none is, or the wanted
 * language says no script.
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

/** Whether the code of the same language has the wanted region and script, as far as both say them. */
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
 * Reads a language where the service's list is not known. What looks like a code, and what names no language, is left
 * to the service: it counts as offered. A name, also a misspelled one, is unclear, with the usual codes that it may
 * mean.
 */
export function readWithoutList(given: string): LanguageReading {
	const leftToService: LanguageReading = { is: 'offered', code: given };
	if (isLanguageCode(given)) return leftToService;
	const named = languageNamed(given);
	const likely = named ? [named] : languagesLike(given);
	if (likely.length === 0) return leftToService;
	return { is: 'unclear', codes: likely.map(({ language }) => language) };
}

/** A code in any form, also one that only this service has, as its "cn" for Chinese. */
const LANGUAGE_CODE = /^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i;

/** Whether a text looks like the code of a language: "de", "en_US", also where no language has it. */
export function isLanguageCode(text: string): boolean {
	return LANGUAGE_CODE.test(text);
}

/** The languages of a speech that the service documents (service.md 2.6 and 4.7). */
const SPEECH_LANGUAGES: readonly Language[] = [
	{ code: 'cn', name: 'Chinese' },
	{ code: 'en', name: 'English' },
];

/** What the service's lists say of voices that speak several languages (service.md 2.6). */
const SEVERAL = 'multilingual';

/** How the language of a speech is read and checked. Codes that are not documented are left to the service. */
export const speechLanguage = {
	/**
	 * The documented code of Chinese or English, however it is written; any other
	 * text as it is, so that `check` can judge it.
	 */
	parse(given: unknown): Parsed {
		if (!isPlain(given)) return misfit(given, fieldMessages.text);
		const text = plainText(given);
		const reading = readLanguage(text, SPEECH_LANGUAGES);
		if (reading.is === 'offered') return fitting(reading.code);
		// The service's own codes are in lower case; longer ones, such as en-US, have capitals.
		const isShortCode = /^[a-z]{2,3}$/i.test(text);
		return fitting(isShortCode ? text.toLowerCase() : text);
	},
	/** What is wrong with a text that is no code: it names a language, whose code is said, or none. */
	check(value: unknown, place: string): Problem | undefined {
		const text = String(value);
		if (isLanguageCode(text) || text === SEVERAL) return undefined;
		const reading = readLanguage(text, SPEECH_LANGUAGES);
		if (reading.is === 'unknown') return mustBe(fieldMessages.languageCode);
		const codes = codesInWords(reading);
		return broken(fieldMessages.nameOfLanguage(place, formatValue(text), codes));
	},
};

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

/** A copy of a field with a choice of codes of languages, which also takes a language as people write it. */
export function withLanguagesAsWritten(field: BodyField): BodyField {
	const choices = choicesOf(field.property);
	const offered = choices.map(({ value, name }) => ({ code: String(value), name }));
	const parseChoice = choiceParser(choices);
	const parse: Parser = (given) => {
		const reading = readLanguage(plainText(given), offered);
		if (reading.is === 'offered') return parseChoice(reading.code);
		// What is not certainly one of the languages may still be a choice, and is refused unless it is one.
		return parseChoice(given);
	};
	return { ...field, parse };
}

/**
 * What stands between several languages in one text: a sign or a word, but not
 * the comma in "Chinese (China, simplified)".
 */
const BETWEEN =
	/[,;|/\t\n\r\u3001\uff0c\u060c](?![^(]*\))|\s(?:and|und|et|y|e|i|и|och|og|ve|&|\+)\s/u;

/**
 * What stands around an entry of a list that was written by hand or by a
 * language model: a mark, a number, brackets, quotes.
 */
const AROUND_ENTRY = /^(?:[\s[\]{}"'`“”‘’•*–-]|\d+[.)]\s)+|[\s[\]{}"'`“”‘’]+$/gu;

/**
 * Reads several languages as they are written, each once.
 *
 * @param given a text, such as "de, fr" or "- German\n- French", a list of texts or of items that name a language, an
 *   object with such a list, or the JSON of one of both
 * @returns a misfit where an entry is neither a text nor such an item
 */
export function parseLanguages(given: unknown): Parsed {
	const entries = languagesIn(typeof given === 'string' ? withoutJson(given) : given);
	if (!entries.every(isPlain)) return misfit(given, fieldMessages.textList);
	const words = entries.map((entry) => plainText(entry).replace(AROUND_ENTRY, ''));
	return fitting(uniq(compact(words)));
}

/** The list or object that a text holds as JSON; any other text as it is. */
function withoutJson(text: string): unknown {
	const value = valueOfJson(text);
	return isError(value) || !isObjectLike(value) ? text : value;
}

/** The languages that a value names, with entries that name none as they are. */
function languagesIn(value: unknown): unknown[] {
	if (Array.isArray(value)) return value.flatMap(languagesIn);
	if (typeof value === 'string') return value.split(BETWEEN);
	if (!isObject(value)) return [value];
	const code = CODE_KEYS.map((key) => value[key]).find(isPlain);
	// As agents and tables hold several: `{ languages: ["de", "fr"] }`.
	const [list, ...others] = Object.values(value).filter(Array.isArray);
	if (code === undefined && list !== undefined && others.length === 0) return languagesIn(list);
	// An object that names none is refused.
	return [code ?? value];
}

/** The keys under which an item may hold the code of a language, or its name; the first one that it has counts. */
const CODE_KEYS = 'languageCode language_code code language name value label title'.split(' ');
