/*
 * Brings what a user set, or what an expression gave, into the type of its field. An expression gives anything: a number as
 * a text, a list as a text with commas or as JSON, a choice in another case.
 */
import { uniq } from 'lodash';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { listInJson } from '../util/json';
import { formatList, isPlain, plainText } from '../util/text';
import { type ChoiceForm, choiceMeant, type Choices, choicesOf } from './choices';
import { colorIn } from './colors';
import { fieldMessages } from './fieldMessages';
import { idIn } from './ids';
import { numberIn, type Unit } from './numbers';
import { isEmpty } from './values';
import { meaningByWord, plainWords, withoutQuotes } from './words';

/** A value in the type of its field; or as it is, and what it had to be instead. */
export type Parsed =
	| { fits: true; value: unknown }
	/** `value` is shown to the user, so it is as near to the type as it came. */
	| { fits: false; value: unknown; expected: string };

export type Parser = (given: unknown) => Parsed;

/** A parser that also sees the property of its field, whose options and limits may be those of one node alone. */
export type FieldParser = (given: unknown, property: INodeProperties) => Parsed;

/** A parser by the property alone, for values that are also written in another form. */
export function inForm(form: ChoiceForm): FieldParser {
	return (given, property) => parserOf(property, form)(given);
}

/** The limits of a number, as a property of n8n says them. */
type NumberLimits = Pick<
	NonNullable<INodeProperties['typeOptions']>,
	'minValue' | 'maxValue' | 'numberPrecision'
>;

/**
 * The parser for values of a property, by its type, options and limits.
 *
 * @param form how else its values are written
 */
export function parserOf(property: INodeProperties, form: ChoiceForm = {}): Parser {
	const { type, typeOptions = {} } = property;
	const choices = choicesOf(property);
	switch (type) {
		case 'number':
			return numberParser(typeOptions, form.unit);
		case 'boolean':
			return parseBoolean;
		case 'multiOptions':
			return listParser(choices);
		case 'options':
			return choiceOrText(choices, form);
		case 'color':
			return parseColor;
		case 'json':
		case 'fixedCollection':
			return asItIs;
		case 'resourceLocator':
			return idParser(property.name);
		default:
			return typeOptions.rows ? parseLongText : parseText;
	}
}

/** Where n8n only knows the choices at run time, any text may be one of them. */
function choiceOrText(choices: Choices, form: ChoiceForm): Parser {
	return choices.length > 0 ? choiceParser(choices, form) : parseText;
}

function fitting(value: unknown): Parsed {
	return { fits: true, value };
}

function misfit(value: unknown, expected: string): Parsed {
	return { fits: false, value, expected };
}

/** JSON and rows of fields have rules of their own, which the field checks. */
export function asItIs(given: unknown): Parsed {
	return fitting(given);
}

/** What tables and forms hold in place of true and false, also those in other languages. */
const SWITCHED = meaningByWord({
	on: 'true t yes y on 1 ok enable enabled active activated checked ✓ ✔ ☑ ✅ 👍 wahr ja j an ein aktiv aktiviert vrai oui active verdadero si activo activado activada vero attivo attivato verdadeiro sim ativo ativado ligado waar aan tak evet да истина вкл включено 是 对 开 開 有 はい オン 예 네 켜짐 نعم हां हाँ',
	off: 'false f no n off 0 disable disabled inactive deactivated unchecked ✗ ✘ ✖ ☐ ❌ 👎 falsch nein aus inaktiv deaktiviert faux non inactif desactive falso inactivo desactivado desactivada inattivo disattivato nao inativo desativado desligado onwaar uit nee nie hayir нет ложь выкл выключено 否 不 关 関 無 いいえ オフ 아니요 아니오 꺼짐 لا नहीं',
});

export function parseBoolean(given: unknown): Parsed {
	const text = typeof given === 'boolean' ? String(given) : plainText(given);
	const word = plainWords(withoutQuotes(text)).replace(/[.!]$/, '').replace('ı', 'i');
	const switched = SWITCHED.get(word);
	if (switched !== undefined) return fitting(switched === 'on');
	return misfit(given, fieldMessages.trueOrFalse);
}

/** A parser for numbers within limits; with `numberPrecision` 0, for whole ones. */
export function numberParser(limits: NumberLimits, unit?: Unit): Parser {
	const { minValue = -Infinity, maxValue = Infinity, numberPrecision } = limits;
	const isWhole = numberPrecision === 0;
	const isNumber = isWhole ? Number.isSafeInteger : Number.isFinite;
	return (given) => {
		const value = numberIn(given, { unit, isWhole });
		const fits = isNumber(value) && Number(value) >= minValue && Number(value) <= maxValue;
		return fits ? fitting(value) : misfit(given, expectedNumber(limits));
	};
}

/** "a whole number from 1 to 3". */
function expectedNumber({ minValue, maxValue, numberPrecision }: NumberLimits): string {
	const kind = numberPrecision === 0 ? fieldMessages.wholeNumber : fieldMessages.anyNumber;
	if (maxValue !== undefined) {
		return fieldMessages.number(kind, fieldMessages.fromTo(String(minValue), maxValue));
	}
	const range = minValue === undefined ? '' : fieldMessages.orMore(minValue);
	return fieldMessages.number(kind, range);
}

/** A text of one line: without blanks at its ends. */
export function parseText(given: unknown): Parsed {
	return isPlain(given) ? fitting(plainText(given)) : misfit(given, fieldMessages.text);
}

/** A text of several lines, which stays as it was written. */
export function parseLongText(given: unknown): Parsed {
	return isPlain(given) ? fitting(String(given)) : misfit(given, fieldMessages.text);
}

function parseColor(given: unknown): Parsed {
	const color = colorIn(given);
	return color === undefined ? misfit(given, fieldMessages.color) : fitting(color);
}

/** A parser for an ID, which also takes it out of what was dragged in as a whole: `{ "voiceId": "…" }`. */
function idParser(name: string): Parser {
	return (given) => {
		const id = idIn(given, name);
		return isPlain(id) ? fitting(plainText(id)) : misfit(given, fieldMessages.text);
	};
}

/** A parser for one of the choices, by its value or label, or by what else it is called. */
export function choiceParser(choices: Choices, form?: ChoiceForm): Parser {
	return (given) => {
		const value = toChoice(choices, given, form);
		return isOneOf(choices, value) ? fitting(value) : misfit(value, expectedChoice(choices));
	};
}

/** A parser for choices that are those that are known: it takes any other text, too. */
export function openChoiceParser(property: INodeProperties): Parser {
	const choices = choicesOf(property);
	return (given) => {
		const value = toChoice(choices, given);
		return typeof value === 'string' ? fitting(value) : misfit(value, fieldMessages.text);
	};
}

function isOneOf(choices: Choices, value: unknown): boolean {
	return choices.some((choice) => choice.value === value);
}

/** The value of the choice that is meant; where that is not certain, what was given. */
function toChoice(choices: Choices, given: unknown, form?: ChoiceForm): unknown {
	const choice = choiceMeant(choices, given, form);
	return choice ? choice.value : given;
}

/** What a choice offers, in words: a range of numbers by its ends. */
function expectedChoice(choices: Choices): string {
	const values = choices.map(({ value }) => value).filter((value) => value !== '');
	const [first = '', ...others] = values;
	const isCounted = values.every((value, index) => value === Number(first) + index);
	const hasNames = choices.some(({ name, value }) => value !== '' && name !== String(value));
	if (values.length > 2 && isCounted && !hasNames) {
		return fieldMessages.wholeNumberBetween(Number(first), Number(others.at(-1)));
	}
	const named = formatList(choices.map(inEditor));
	return choices.length > 2 ? fieldMessages.oneOf(named) : named;
}

/** A choice as the editor shows it, with the value that an expression gives. */
export function inEditor({ name, value }: Pick<INodePropertyOptions, 'name' | 'value'>): string {
	if (value === '') return `'${name}'`;
	return name === String(value) ? name : `'${name}' (${value})`;
}

/** A parser for a list of choices, or of any texts where there are no choices. */
export function listParser(choices: Choices): Parser {
	const expected =
		choices.length > 0
			? fieldMessages.listOf(formatList(choices.map(inEditor)))
			: fieldMessages.textList;
	return (given) => {
		const list = toList(given);
		if (!Array.isArray(list)) return misfit(list, fieldMessages.textList);
		const value = list.map((entry) => toChoice(choices, entry));
		const fits = value.every((entry) =>
			choices.length > 0 ? isOneOf(choices, entry) : typeof entry === 'string',
		);
		return fits ? fitting(value) : misfit(value, expected);
	};
}

/** A list, or the text of one: as JSON, or with commas; each entry once, without empty ones. */
function toList(given: unknown): unknown {
	const entries = isPlain(given) ? entriesIn(String(given)) : given;
	if (!Array.isArray(entries)) return given;
	const plain = entries.map((entry: unknown) => (isPlain(entry) ? plainText(entry) : entry));
	return uniq(plain.filter((entry) => !isEmpty(entry)));
}

function entriesIn(text: string): unknown[] {
	return listInJson(text) ?? text.split(/[,;\r\n]/);
}
