/*
 * Brings what a user set, or what an expression gave, into the type of its field. An expression gives anything: a
 * number as a text, a list as a text with commas or as JSON, a choice in another case.
 */
import { uniq } from 'lodash';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { listInJson } from '../util/looseJson';
import { formatList, isPlain, plainText } from '../util/text';
import { type ChoiceForm, choiceMeant, type Choices, choicesOf } from './choices';
import { colorIn } from './colors';
import { fieldMessages } from './fieldMessages';
import { idIn } from './ids';
import { numberIn, type Unit, unitInLabel } from './numbers';
import { isEmpty } from './values';
import { meaningByWord, plainWords, withoutQuotes } from './words';

/** A value in the type of its field; or as it is, and what it had to be instead. */
export type Parsed =
	| { fits: true; value: unknown }
	/** `value` is shown to the user: what was given, of a list with the entries that fit as they would be sent. */
	| { fits: false; value: unknown; expected: string };

export type Parser = (given: unknown) => Parsed;

/** The limits of a number, as a property of n8n says them. */
type NumberLimits = Pick<
	NonNullable<INodeProperties['typeOptions']>,
	'minValue' | 'maxValue' | 'numberPrecision'
>;

/**
 * The parser for values of a property, by its type, options and limits.
 *
 * @param form how else its values are written: with a unit, or by other words
 */
export function parserOf(property: INodeProperties, form: ChoiceForm = {}): Parser {
	const { type, typeOptions = {} } = property;
	const choices = choicesOf(property);
	switch (type) {
		case 'number':
			return numberParser(typeOptions, unitOf(property, form));
		case 'boolean':
			return parseBoolean;
		case 'multiOptions':
			return listParser(choices);
		case 'options':
			return choiceParser(choices, form);
		case 'color':
			return parseColor;
		case 'json':
		case 'fixedCollection':
			return asItIs;
		case 'resourceLocator':
			return idParser(property.name);
		default:
			// Only a text of several lines has a number of rows.
			return typeOptions.rows ? parseLongText : parseText;
	}
}

/** What a field counts in, by its form or its label, as in "Check Every (Seconds)"; undefined for mere numbers. */
function unitOf({ displayName }: INodeProperties, { unit }: ChoiceForm): Unit | undefined {
	return unit ?? unitInLabel(displayName);
}

/** A value that is of the type of its field. */
export function fitting(value: unknown): Parsed {
	return { fits: true, value };
}

/** A value that is of another type; what it had to be stands in messages, such as "a text". */
export function misfit(value: unknown, expected: string): Parsed {
	return { fits: false, value, expected };
}

/** A parser that changes nothing, for JSON and rows of fields: their fields have rules of their own to check them. */
export function asItIs(given: unknown): Parsed {
	return fitting(given);
}

/** What tables and forms hold in place of true and false, also those in other languages. */
const SWITCHED = meaningByWord({
	on: 'true t yes y on 1 ok prawda enable enabled active activated checked ano kylla ✓ ✔ ☑ ✅ 👍 wahr ja j an ein aktiv aktiviert vrai oui active verdadero si activo activado activada vero attivo attivato verdadeiro sim ativo ativado ligado waar aan tak evet да истина вкл включено 是 对 真 开 開 有 はい オン 예 네 켜짐 نعم हां हाँ',
	off: 'false f no n off 0 fałsz nei disable disabled inactive deactivated unchecked ✗ ✘ ✖ ☐ ❌ 👎 falsch nein aus inaktiv deaktiviert faux non inactif desactive falso inactivo desactivado desactivada inattivo disattivato nao ne inativo desativado desligado onwaar uit nee nie hayir нет ложь выкл выключено 否 不 假 无 关 関 無 いいえ オフ 아니요 아니오 꺼짐 لا नहीं',
});

/** Reads true or false, or a word for one of them, such as "Yes." or "ja". */
export function parseBoolean(given: unknown): Parsed {
	if (typeof given === 'boolean') return fitting(given);
	const unquoted = withoutQuotes(plainText(given));
	const withoutEnd = plainWords(unquoted).replace(/[.!]$/, '');
	// The Turkish word for "no", "hayır", has an i without its dot.
	const word = withoutEnd.replace('ı', 'i');
	const onOrOff = SWITCHED.get(word);
	if (onOrOff === undefined) return misfit(given, fieldMessages.trueOrFalse);
	return fitting(onOrOff === 'on');
}

/** A parser for numbers within limits; with `numberPrecision` 0, for whole ones. */
export function numberParser(limits: NumberLimits, unit?: Unit): Parser {
	const { minValue = -Infinity, maxValue = Infinity, numberPrecision } = limits;
	const isWhole = numberPrecision === 0;
	const isNumber = isWhole ? Number.isSafeInteger : Number.isFinite;
	const isWithin = (number: number) => number >= minValue && number <= maxValue;
	return (given) => {
		const value = numberIn(given, { unit, isWhole });
		if (isNumber(value) && isWithin(Number(value))) return fitting(value);
		return misfit(given, expectedNumber(limits));
	};
}

/**
 * What a number has to be: "a whole number from 1 to 3", "a number of 1 or more" or
 * "a number". No field has only an upper limit.
 */
function expectedNumber({ minValue, maxValue, numberPrecision }: NumberLimits): string {
	const kind = numberPrecision === 0 ? fieldMessages.wholeNumber : fieldMessages.anyNumber;
	if (minValue === undefined) return fieldMessages.number(kind, '');
	if (maxValue === undefined) return fieldMessages.number(kind, fieldMessages.orMore(minValue));
	return fieldMessages.number(kind, fieldMessages.fromTo(minValue, maxValue));
}

/** Reads a text of one line, or a number as one, without the blanks at its ends. */
export function parseText(given: unknown): Parsed {
	if (!isPlain(given)) return misfit(given, fieldMessages.text);
	return fitting(plainText(given));
}

/** Reads a text of several lines, or a number as one, which stays as it was written. */
export function parseLongText(given: unknown): Parsed {
	if (!isPlain(given)) return misfit(given, fieldMessages.text);
	return fitting(String(given));
}

/** Reads a color, in any of the ways to write one, as #RRGGBB. */
function parseColor(given: unknown): Parsed {
	const color = colorIn(given);
	if (color === undefined) return misfit(given, fieldMessages.color);
	return fitting(color);
}

/**
 * A parser for an ID, which also takes it out of what was dragged in as a whole: `{ "voiceId": "…" }`.
 *
 * @param name of the field, under which an earlier node outputs the ID
 */
function idParser(name: string): Parser {
	return (given) => {
		const id = idIn(given, name);
		if (!isPlain(id)) return misfit(given, fieldMessages.text);
		return fitting(plainText(id));
	};
}

/** A parser for one of the choices, by its value or label, or by what else it is called. It gives the value. */
export function choiceParser(choices: Choices, form?: ChoiceForm): Parser {
	return (given) => {
		const choice = choiceMeant(choices, given, form);
		if (!choice) return misfit(given, expectedChoice(choices));
		return fitting(choice.value);
	};
}

/** A parser for a field whose choices, all of them texts, are suggestions: any other text is taken as it is. */
export function openChoiceParser(property: INodeProperties): Parser {
	const choices = choicesOf(property);
	return (given) => {
		const choice = choiceMeant(choices, given);
		const value = choice ? choice.value : given;
		if (typeof value !== 'string') return misfit(value, fieldMessages.text);
		return fitting(value);
	};
}

/** What a choice offers, in words: "a whole number from 5 to 12" for 5, 6 and so on, otherwise every choice. */
function expectedChoice(choices: Choices): string {
	const range = rangeOf(choices);
	if (range) return fieldMessages.wholeNumberBetween(range.first, range.last);
	const listOfChoices = formatList(choices.map(choiceInWords));
	return choices.length > 2 ? fieldMessages.oneOf(listOfChoices) : listOfChoices;
}

/**
 * The first and the last number of choices that are whole numbers one after the other, each under its own name. The
 * choice to set nothing, whose value is empty, does not count.
 *
 * @returns undefined for any other choices, and for fewer than three
 */
function rangeOf(choices: Choices): { first: number; last: number } | undefined {
	const thatSetSomething = choices.filter(({ value }) => value !== '');
	const first = Number(thatSetSomething[0]?.value);
	const isRange = thatSetSomething.every(({ name, value }, index) => {
		const isNextNumber = value === first + index;
		return isNextNumber && name === String(value);
	});
	if (!isRange || thatSetSomething.length < 3) return undefined;
	return { first, last: first + thatSetSomething.length - 1 };
}

/**
 * A choice for a message: its name, and the value that an expression gives for it, as in "'720p' (720)". Where both are
 * the same, as for a code, it stands alone, without quotes: "16:9". The choice to set nothing has no value.
 */
export function choiceInWords({ name, value }: INodePropertyOptions): string {
	if (value === '') return `'${name}'`;
	if (name === String(value)) return name;
	return `'${name}' (${value})`;
}

/** A parser for a list of choices, or of any texts where there are no choices. */
export function listParser(choices: Choices): Parser {
	if (choices.length === 0) return parseTexts;
	return (given) => {
		const entries = entriesIn(given);
		if (!entries) return misfit(given, fieldMessages.textList);
		// Undefined for an entry that is none of the choices.
		const values = entries.map((entry) => choiceMeant(choices, entry)?.value);
		const areAllChoices = !values.includes(undefined);
		if (areAllChoices) return fitting(values);
		// The message shows such an entry as it was given.
		const shown = entries.map((entry, index) => values[index] ?? entry);
		const listOfChoices = formatList(choices.map(choiceInWords));
		return misfit(shown, fieldMessages.listOf(listOfChoices));
	};
}

/** Reads a list of texts; it is refused where another entry is in it. */
function parseTexts(given: unknown): Parsed {
	const entries = entriesIn(given);
	if (!entries) return misfit(given, fieldMessages.textList);
	if (entries.every((entry) => typeof entry === 'string')) return fitting(entries);
	return misfit(entries, fieldMessages.textList);
}

/** The entries of a list, or of a text with commas or JSON, each once and none empty; undefined for anything else. */
function entriesIn(given: unknown): unknown[] | undefined {
	const list = isPlain(given) ? splitList(String(given)) : given;
	if (!Array.isArray(list)) return undefined;
	const entries = list.map((entry: unknown) => (isPlain(entry) ? plainText(entry) : entry));
	const notEmpty = entries.filter((entry) => !isEmpty(entry));
	return uniq(notEmpty);
}

/** The entries of a list in a text: those of JSON, or else what stands between the signs and breaks of lists. */
function splitList(text: string): unknown[] {
	return listInJson(text) ?? text.split(/[,;|\r\n\t、，；]/);
}
