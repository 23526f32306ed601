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

/** What a parser gives. */
export type Parsed =
	/** The value in the type of its field. */
	| { fits: true; value: unknown }
	/**
	 * What was given is of another type. `value` is what the message shows: what was given or, for a list, its entries,
	 * of which those that fit are as they would be sent. `expected` is what it has to be, such as "a text".
	 */
	| { fits: false; value: unknown; expected: string };

/** Brings what was given for a field into the type of the field. */
export type Parser = (given: unknown) => Parsed;

/** The limits of a number, as a property of n8n says them. With `numberPrecision` 0, it has to be a whole one. */
type NumberLimits = Pick<
	NonNullable<INodeProperties['typeOptions']>,
	'minValue' | 'maxValue' | 'numberPrecision'
>;

/**
 * The parser for values of a property, by its type, options and limits. A type that is not named here is a text.
 *
 * @param form how else the value of a number is written, with a unit, or that of a single choice, by other words; for
 *   any other type, it changes nothing
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
			// Rules of their own check these.
			return fitting;
		case 'resourceLocator':
			return idParser(property.name);
		default:
			// Only a text of several lines has a number of rows.
			return typeOptions.rows ? parseLongText : parseText;
	}
}

/** The unit in which a field counts, by its form or else its label: "Check Every (Seconds)"; undefined for none. */
function unitOf({ displayName }: INodeProperties, { unit }: ChoiceForm): Unit | undefined {
	return unit ?? unitInLabel(displayName);
}

/** The result of a parser for a value that is of the type of its field. */
export function fitting(value: unknown): Parsed {
	return { fits: true, value };
}

/** The result of a parser for a value of another type. @param expected what it has to be, such as "a text" */
export function misfit(value: unknown, expected: string): Parsed {
	return { fits: false, value, expected };
}

/** What tables and forms hold in place of true and false, also those in other languages. */
export const SWITCH_WORDS = {
	on: `true t yes y on 1 ok prawda enable enabled active activated checked ano kylla ✓ ✔ ☑ ✅ 👍 wahr ja
		j an ein aktiv aktiviert vrai oui active verdadero si activo activado activada vero attivo
		attivato verdadeiro sim ativo ativado ligado waar aan tak evet да истина вкл включено 是 对 真 开 開
		有 はい オン 예 네 켜짐 نعم हां हाँ ya co כן ใช่ igen da так ναι`,
	off: `false f no n off 0 fałsz nei disable disabled inactive deactivated unchecked ✗ ✘ ✖ ☐ ❌ 👎 falsch
		nein aus inaktiv deaktiviert faux non inactif desactive falso inactivo desactivado desactivada
		inattivo disattivato nao ne inativo desativado desligado onwaar uit nee nie hayir нет ложь выкл
		выключено 否 不 假 无 关 関 無 いいえ オフ 아니요 아니오 꺼짐 لا नहीं nej tidak khong לא ไม่ ไม่ใช่ nem ne не ні ei
		nu οχι`,
} as const;

const SWITCHED = meaningByWord(SWITCH_WORDS);

/** Reads true or false, or a word for one of them, such as "Yes." or "ja"; a misfit for anything else. */
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

/** Makes the parser for numbers within limits. @param unit in which the field counts; undefined for none */
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

/** Makes the parser for a text, or a number as one. @param read gives the text in the form in which it is sent */
function textParser(read: (given: unknown) => string): Parser {
	return (given) => {
		if (!isPlain(given)) return misfit(given, fieldMessages.text);
		return fitting(read(given));
	};
}

/** Reads a text of one line, without the blanks at its ends. */
export const parseText = textParser(plainText);

/** Reads a text of several lines, which stays as it was written. */
export const parseLongText = textParser(String);

/** Reads a color, in any of the ways to write one, as #RRGGBB; a misfit for anything else. */
function parseColor(given: unknown): Parsed {
	const color = colorIn(given);
	if (color === undefined) return misfit(given, fieldMessages.color);
	return fitting(color);
}

/**
 * Makes the parser for an ID, which also takes it out of what was dragged in as a whole: `{ "voiceId": "…" }`.
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

/**
 * Makes the parser for one of the choices, which gives the value of the choice. What was given may be its value or its
 * label, or what else the form says that it is called.
 */
export function choiceParser(choices: Choices, form?: ChoiceForm): Parser {
	return (given) => {
		const choice = choiceMeant(choices, given, form);
		if (!choice) return misfit(given, expectedChoice(choices));
		return fitting(choice.value);
	};
}

/**
 * Makes the parser for a field whose choices are only suggestions. It gives the value of the choice that is meant, and
 * any other text as it is. The values of the choices have to be texts.
 */
export function openChoiceParser(property: INodeProperties): Parser {
	const choices = choicesOf(property);
	return (given) => {
		const choice = choiceMeant(choices, given);
		const value = choice ? choice.value : given;
		if (typeof value !== 'string') return misfit(value, fieldMessages.text);
		return fitting(value);
	};
}

/** The choices in words, for a message: "a whole number from 5 to 12" for 5, 6 and so on, otherwise each of them. */
function expectedChoice(choices: Choices): string {
	const range = rangeOf(choices);
	if (range) return expectedNumber(range);
	const listOfChoices = formatList(choices.map(choiceInWords));
	return choices.length > 2 ? fieldMessages.oneOf(listOfChoices) : listOfChoices;
}

/**
 * The limits of choices that are whole numbers one after the other, each under its own name. The choice to set nothing,
 * whose value is empty, does not count.
 *
 * @returns undefined for any other choices, and for fewer than three
 */
function rangeOf(choices: Choices): NumberLimits | undefined {
	const thatSetSomething = choices.filter(({ value }) => value !== '');
	const first = Number(thatSetSomething[0]?.value);
	const isRange = thatSetSomething.every(({ name, value }, index) => {
		const isNextNumber = value === first + index;
		return isNextNumber && name === String(value);
	});
	if (!isRange || thatSetSomething.length < 3) return undefined;
	const maxValue = first + thatSetSomething.length - 1;
	return { minValue: first, maxValue, numberPrecision: 0 };
}

/**
 * A choice for a message: its name, and the value that an expression gives for it, as in "'720p' (720)". Where both are
 * the same, as for a code, it stands alone, without quotes: "16:9". The choice to set nothing has no value.
 */
function choiceInWords({ name, value }: INodePropertyOptions): string {
	if (value === '') return `'${name}'`;
	if (name === String(value)) return name;
	return `'${name}' (${value})`;
}

/** Makes the parser for a list of choices, which gives their values; or, where there are no choices, of any texts. */
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

/** Reads a list of texts; a misfit where an entry is no text. A list in a text is read as well: "a, b". */
function parseTexts(given: unknown): Parsed {
	const entries = entriesIn(given);
	if (!entries) return misfit(given, fieldMessages.textList);
	if (entries.every((entry) => typeof entry === 'string')) return fitting(entries);
	return misfit(entries, fieldMessages.textList);
}

/**
 * The entries of a list, which may also be written as a text with commas or as JSON. Each is there once, and empty ones
 * are left out. Undefined for what is neither a list nor a text or a number.
 */
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
