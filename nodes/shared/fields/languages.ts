/*
 * Fields that take languages. The service takes codes of its own, and people write names, or codes in another form. Where
 * exactly one code fits, it is taken; otherwise the user is told which code to enter.
 */
import { castArray, uniq } from 'lodash';

import { isObject, listInJson } from '../util/json';
import { formatValue } from '../util/quote';
import { formatList, isPlain, plainText } from '../util/text';
import { codeForm, languageNamed, languageOfCode, languageOfRegion } from './languageNames';
import { fieldMessages } from './fieldMessages';
import { choicesOf } from './choices';
import type { BodyField } from './field';
import { choiceParser, type Parsed, type Parser } from './parse';
import { broken, mustBe, type Problem } from './violations';
import { plainWords, withoutQuotes } from './words';

/** A language that the service offers: its code there, and its name, where the service says it. */
export interface Language {
	code: string;
	name?: string;
}

type LanguageReading =
	| { is: 'offered'; code: string }
	/** Not certain: the codes that may be meant. */
	| { is: 'unclear'; codes: string[] }
	/** A language that is not offered, by its usual code. */
	| { is: 'known'; code: string }
	| { is: 'unknown' };

/**
 * Finds the offered language that is meant: by its code, by the name that the service gives it, or by what else people
 * call it.
 *
 * @param written such as "de", "de-DE", "German", "Deutsch" or "English (US)"
 */
export function readLanguage(written: string, offered: readonly Language[]): LanguageReading {
	const given = withoutSigns(written);
	const code = codeForm(given);
	const byCode = offered.filter((one) => codeForm(one.code) === code);
	if (byCode.length > 0) return oneOf(byCode);
	const name = plainWords(given);
	const byName = offered.filter((one) => name !== '' && plainWords(one.name ?? '') === name);
	if (byName.length > 0) return oneOf(byName);
	const wanted = languageNamed(given);
	const named = wanted && closestTo(wanted, offered);
	if (named && named.is !== 'known') return named;
	const ofRegion = languageOfRegion(given);
	if (!ofRegion) return named ?? { is: 'unknown' };
	// Most people of a region speak it, so that it is likely, and not certain.
	const reading = closestTo(ofRegion, offered);
	if (reading.is === 'offered') return { is: 'unclear', codes: [reading.code] };
	return named ?? reading;
}

/** A language without quotes or brackets around it, and without the sign that ends a line. */
function withoutSigns(text: string): string {
	const inside = withoutQuotes(plainText(text).replace(/[.;,]$/, ''));
	return inside.replace(/^\[(.*)\]$/, '$1');
}

function oneOf(fitting: readonly Language[]): LanguageReading {
	const [first, ...others] = fitting.map(({ code }) => code);
	if (first !== undefined && others.length === 0) return { is: 'offered', code: first };
	return unclear(fitting);
}

function unclear(alike: readonly Language[]): LanguageReading {
	return { is: 'unclear', codes: alike.map(({ code }) => code) };
}

/** The offered one of the same language; where there are several, the one of the same region. */
function closestTo(wanted: Intl.Locale, offered: readonly Language[]): LanguageReading {
	const tagOf = ({ code }: Language) => languageOfCode(code);
	const alike = offered.filter((one) => tagOf(one)?.language === wanted.language);
	if (alike.length === 0) return { is: 'known', code: wanted.language };
	const exact = alike.filter((one) => tagOf(one)?.toString() === wanted.toString());
	if (exact.length > 0) return oneOf(exact);
	const inScript = alike.filter((one) => scriptOf(tagOf(one)) === wanted.script);
	const fitting = (inScript.length > 0 ? inScript : alike).filter((one) => {
		return mayBe(wanted, tagOf(one));
	});
	return fitting.length === 0 ? unclear(alike) : oneOf(fitting);
}

/** The script in which a language is written, also where its code says only the region: zh-TW is traditional Chinese. */
function scriptOf(language: Intl.Locale | undefined): string | undefined {
	return language?.maximize().script;
}

/** Whether neither the region nor the script speaks against it. */
function mayBe(wanted: Intl.Locale, offered: Intl.Locale | undefined): boolean {
	return (['region', 'script'] as const).every((part) => {
		const [one, other] = [wanted[part], offered?.[part]];
		return one === undefined || other === undefined || one === other;
	});
}

/** The same where the service's list is not known: codes are left to the service, and of a name its code is known. */
export function readWithoutList(given: string): LanguageReading {
	const named = isLanguageCode(given) ? undefined : languageNamed(given);
	return named ? { is: 'unclear', codes: [named.language] } : { is: 'offered', code: given };
}

/** A code in any form, also one that only this service has, as its "cn" for Chinese. */
const CODE = /^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i;

export function isLanguageCode(text: string): boolean {
	return CODE.test(text);
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
	parse(given: unknown): Parsed {
		if (!isPlain(given)) return { fits: false, value: given, expected: fieldMessages.text };
		const text = plainText(given);
		const reading = readLanguage(text, SPEECH_LANGUAGES);
		if (reading.is === 'offered') return { fits: true, value: reading.code };
		const isShort = /^[a-z]{2,3}$/i.test(text);
		return { fits: true, value: isShort ? text.toLowerCase() : text };
	},
	check(value: unknown, place: string): Problem | undefined {
		const text = String(value);
		if (isLanguageCode(text) || text === SEVERAL) return undefined;
		const reading = readLanguage(text, SPEECH_LANGUAGES);
		if (reading.is === 'unknown') return mustBe(fieldMessages.languageCode);
		return broken(fieldMessages.nameOfLanguage(place, formatValue(text), codesIn(reading)));
	},
};

/** The codes that may be meant, for a message: "'en-US' or 'en-GB'". */
export function codesIn(reading: LanguageReading): string {
	if (reading.is === 'unknown') return '';
	const codes = reading.is === 'unclear' ? reading.codes : [reading.code];
	return formatList(codes.map((code) => `'${code}'`));
}

/** A choice whose values are codes of languages, which takes these in other words too. */
export function languageChoice(field: BodyField): BodyField {
	const choices = choicesOf(field.property);
	const offered = choices.map(({ value, name }) => ({ code: String(value), name }));
	const parse: Parser = (given) => {
		const reading = readLanguage(plainText(given), offered);
		return choiceParser(choices)(reading.is === 'offered' ? reading.code : given);
	};
	return { ...field, parse };
}

/** What stands between several languages in one text; a comma in brackets is about one. */
const BETWEEN = /[,;|/\n\r\u3001\uff0c\u060c](?![^(]*\))|\s(?:and|und|et|y|e|и|och|og|ve|&|\+)\s/u;

/** Under which keys an item holds the code of a language, or its name. */
const CODE_KEYS = [
	'languageCode',
	'language_code',
	'code',
	'language',
	'name',
	'value',
	'label',
	'title',
];

/** What stands around an entry of a list that was written by hand or by a language model: a mark, a number, brackets, quotes. */
const AROUND = /^(?:[\s[\]"'`“”‘’•*–-]|\d+[.)]\s)+|[\s[\]"'`“”‘’]+$/gu;

/** Reads several languages, in any form that an expression may give, as they are written. */
export function parseLanguages(given: unknown): Parsed {
	const list = (typeof given === 'string' && listInJson(given)) || given;
	const entries = castArray(list).flatMap((entry: unknown): unknown[] => {
		return typeof entry === 'string' ? entry.split(BETWEEN) : [codeIn(entry)];
	});
	if (!entries.every(isPlain))
		return { fits: false, value: given, expected: fieldMessages.textList };
	const words = entries.map((entry) => plainText(entry).replace(AROUND, ''));
	return { fits: true, value: uniq(words.filter(Boolean)) };
}

/** The code of a language in an item of the service's list; anything else as it is. */
function codeIn(entry: unknown): unknown {
	return isObject(entry) ? (CODE_KEYS.map((key) => entry[key]).find(isPlain) ?? entry) : entry;
}
