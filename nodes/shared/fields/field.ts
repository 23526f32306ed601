/* What a field of a node is, and how the value in it is read and checked. */
import { castArray, compact } from 'lodash';
import type { INodeProperties } from 'n8n-workflow';

import type { Message } from '../util/catalogue';
import { isObject, isRounded, onlyEntry } from '../util/json';
import { formatValue } from '../util/quote';
import { charactersIn, isPlain, plainText } from '../util/text';
import type { ChoiceForm } from './choices';
import { NO_CHOICE } from './locators';
import { fieldMessages } from './fieldMessages';
import { idIn } from './ids';
import { missingValueIn } from './missingValues';
import { type Parsed, type Parser, parserOf } from './parse';
import { enteredIn, isEmpty, isExpression } from './values';
import { missing, mustBe, type Violation } from './violations';

/** What is said of every field. Its property's type, options and limits are the rule for its value. */
interface FieldRules {
	property: INodeProperties;
	/** How messages name it, where not by its label. */
	place?: string;
	/** Whether it must be set where it is shown; without it, the `required` of its property says so. */
	required?: Requirement;
	/**
	 * How a value that is not empty is brought into the type of the field: by a parser of the field's own, or else by the
	 * one for its property (`parserOf`). In that case, this may say what the property does not, such as the unit of a
	 * number.
	 */
	parse?: Parser | ChoiceForm;
	/**
	 * A rule beyond those of the property, for the parsed value: gives the message about what is wrong, or undefined.
	 * `place` is how messages name the field.
	 */
	check?: (value: unknown, place: string) => Message | undefined;
}

/** When a field must be set. */
type Requirement =
	| boolean
	/** Always. Where it is missing, these sentences say what else to do. */
	| { advice: string }
	/**
	 * Only where an expression is in it. If such an expression gave nothing, something else than the user wants would be
	 * made, and charged. Of a choice with a default, this holds without being said (`isLeftToExpression` in
	 * readRequest.ts).
	 */
	| 'byExpression';

/** A field whose value is sent. */
export interface SentField extends FieldRules {
	/** Place in the request body, with dots between the levels. */
	path: string;
	/** Gives the value for the service, where it differs from that of the editor. */
	send?: (value: unknown) => unknown;
	/** Whether it is a text that is said or shown: the user is told of each expression in it that gives nothing. */
	isProse?: boolean;
}

/** A field that is not sent: it decides what the node does, or which other fields are shown. */
export interface PanelField extends FieldRules {
	path?: undefined;
}

/** One field of a request. */
export type BodyField = SentField | PanelField;

/** What a field holds: a value, which is undefined where the user set none; or what is wrong with it. */
export type FieldReading = { value: unknown } | { violation: Violation };

/** The label under which the user finds a field, in the quotes that it has in messages: "'Voice'". */
export function label({ property }: BodyField): string {
	return `'${property.displayName}'`;
}

/** The types of fields that take texts, among them all IDs. */
const TEXT_TYPES: ReadonlySet<string> = new Set(['string', 'resourceLocator', 'multiOptions']);

/** The types of fields that take lists or any JSON; of a list for any other field, the only entry is meant. */
const STRUCTURED: ReadonlySet<string> = new Set(['multiOptions', 'fixedCollection', 'json']);

/**
 * Reads one field. Of all that may be wrong, only the first is said, in this order: what is given cannot stand for any
 * value; nothing is set; it is of another type; it breaks a rule of the field; its expression went wrong. A text such
 * as "N/A", which is of another type, sets nothing where nothing needs to be set.
 *
 * @param given what the editor holds, or what an expression gave
 * @param written what the user wrote, perhaps the expression; without it, what was given counts as written
 * @returns the value in the type of the field, undefined where nothing is set and need not be; or the violation
 */
export function readField(
	field: BodyField,
	given: unknown,
	written: unknown = given,
): FieldReading {
	const { property } = field;
	const place = placeOf(field);
	const takesLists = STRUCTURED.has(property.type);
	// An expression often gives a list with one entry where that entry is meant.
	const entry = takesLists ? given : onlyEntry(given);
	const problemBeforeParsing = problemOfEntry(property, entry, place);
	if (problemBeforeParsing) return { violation: problemBeforeParsing };
	if (isEmpty(entry)) return readingOfEmptyField(field, written);

	const parsed = parserOfField(field)(entry);
	const { value } = parsed;
	// Of a list in a text, parsing may leave nothing: `,` or `[]`.
	if (isEmpty(value)) return readingOfEmptyField(field, written);
	if (isMarkedAsLeftOut(field, entry, parsed)) return { value: undefined };
	if (!parsed.fits) return { violation: mustBe(place, parsed.expected, value) };

	const violation = field.check?.(value, place) ?? problemOfExpression(field, value, written);
	return violation ? { violation } : { value };
}

/** The parser of a field: its own, or the one that follows from its property. */
function parserOfField({ property, parse }: BodyField): Parser {
	if (typeof parse === 'function') return parse;
	return parserOf(property, parse);
}

/** How messages name a field: by a name of its own, or else by its label in quotes. */
export function placeOf(field: BodyField): string {
	return field.place ?? label(field);
}

/**
 * What is wrong with an entry that cannot stand for any value of its field, before it is parsed: it is the note in a
 * list that nothing was found, several IDs for one, or a number that was rounded. Undefined for any other entry.
 */
function problemOfEntry(
	{ type, name }: INodeProperties,
	entry: unknown,
	place: string,
): Message | undefined {
	if (entry === NO_CHOICE) return fieldMessages.nothingFound(place);
	if (type === 'resourceLocator') {
		// The ID in a whole record may be a rounded number, too.
		return problemOfId(isObject(entry) ? idIn(entry, name) : entry, place);
	}
	// A number that was rounded may stand for another text, such as an ID, than was meant.
	const isRoundedText = TEXT_TYPES.has(type) && castArray(entry).some(isRounded);
	return isRoundedText ? fieldMessages.rounded(place) : undefined;
}

/** An ID as a sheet or a list of floating-point numbers writes it: 8.99e18, 8,99E+18, or 8988587500000000000.0. */
const ROUNDED_ID = /^\d+([.,]\d+)?e\+?\d+$|^\d{16,}[.,]0+$/i;

/** Numbers with blanks, commas or semicolons between them: "17, 18". */
const SEVERAL_IDS = /^\d+(\s*[,;\s]\s*\d+)+$/;

/**
 * Why an entry cannot be an ID: it is a rounded number, which may be another ID than was meant; or it is several
 * IDs, of which nobody knows which one is meant. Undefined for any other entry.
 */
function problemOfId(entry: unknown, place: string): Message | undefined {
	const text = plainText(entry);
	if (isRounded(entry) || ROUNDED_ID.test(text)) return fieldMessages.rounded(place);
	// A list has several entries here, as `readField` has taken the only one out of any other.
	const isListOfIds = Array.isArray(entry) && entry.every(isPlain);
	if (isListOfIds || SEVERAL_IDS.test(text)) return fieldMessages.severalIds(place);
	return undefined;
}

/**
 * Whether a field must be set, whatever is written in it. False for a field that must only be set where an expression
 * is in it ('byExpression'): where there is one, `readRequest` reads the field as required.
 */
export function isRequired({ property, required }: BodyField): boolean {
	if (required === undefined) return property.required === true;
	const hasAdvice = typeof required === 'object';
	return required === true || hasAdvice;
}

/**
 * The reading of a field that is empty, or of which parsing leaves nothing: no value where it need not be set, and
 * otherwise the violation that it is missing.
 *
 * @param written what the user wrote: an expression that gave nothing is named in the advice of the violation
 */
function readingOfEmptyField(field: BodyField, written: unknown): FieldReading {
	if (!isRequired(field)) return { value: undefined };
	const { property, required } = field;
	const onExpression = adviceOnExpression(enteredIn(written));
	const adviceOfField = typeof required === 'object' ? required.advice : undefined;
	const advice = compact([onExpression, adviceOfField]).join(' ');
	return { violation: missing(property.name, placeOf(field), advice) };
}

/** What n8n lets an AI agent fill in: `{{ $fromAI('voice', …) }}`, by its key; also `$fromAi` and `$fromai`. */
const FILLED_BY_AGENT = /\$fromAI\(\s*['"`]([\w-]+)/i;

/**
 * What to do where an expression is the reason that a field is empty; undefined where none is written.
 *
 * @param written what the user wrote in an empty field, of which only a text with "=" is an expression; that of a
 *   locator is taken out of it before (`enteredIn`)
 */
export function adviceOnExpression(written: unknown): string | undefined {
	if (!isExpression(written)) return undefined;
	// Undefined for an expression that no agent fills in.
	const [, key] = FILLED_BY_AGENT.exec(String(written)) ?? [];
	if (key !== undefined) return fieldMessages.agentGaveNothing(key);
	const withoutEqualsSign = String(written).slice(1);
	const expression = formatValue(withoutEqualsSign.trim());
	return fieldMessages.expressionGaveNothing(expression);
}

/** What code makes of a value that is not there, where it puts it into a text. */
const WORDS_FOR_NOTHING = ['undefined', 'null', 'NaN', 'Invalid DateTime', 'Invalid Date'];

/** What a cell of a sheet shows in place of a result, in English and German, also while it waits for one. */
const NO_RESULT =
	/^(?:#(?:(?:REF|VALUE|NULL|NUM|ERROR|SPILL|CALC|DIV\/0|BEZUG|WERT|ZAHL)!|N\/A|NV|NAME\?|BUSY!|GETTING_DATA)|(?:Loading|Wird geladen)(?:\.\.\.|…))$/;

/**
 * What people write into a cell that they leave empty, in English and German; and what code writes for an empty text,
 * an empty object and an empty list.
 */
const EMPTY_CELL = /^(?:[-–—_.…?*/]+|n\/a|n\. ?a\.|k\. ?a\.|tb[ad]|""|''|``|\{\}|\[\]|\(\))$/i;

/** By what people and agents say that they leave a value to the node or the service. */
const LEFT_OPEN = /^(?:default|normal|standard)$/i;

/**
 * Whether a text that is no value of a field says that the field is left out: "N/A" or "default" in a cell, or "null"
 * of an agent, but not "none", which may mean a limit of none. It cannot say so of a field that must be set, nor of a
 * switch, because that may be the one that keeps work from being submitted.
 */
function isMarkedAsLeftOut(field: BodyField, entry: unknown, { fits }: Parsed): boolean {
	const { type } = field.property;
	const mayBeLeftOut = !isRequired(field) && type !== 'boolean';
	// Any other text fits some choices.
	const mayBeMark = !fits || type === 'options';
	if (!mayBeLeftOut || !mayBeMark || typeof entry !== 'string') return false;
	const text = entry.trim();
	const leavesItOpen = !fits && LEFT_OPEN.test(text);
	return leavesItOpen || text === 'null' || EMPTY_CELL.test(text);
}

/**
 * What went wrong with an expression: n8n took it for plain text, because the field is not switched to an expression;
 * or it gave a text that is no value, such as "undefined", or "N/A" where a value must be set. Undefined for any other
 * value.
 *
 * @param value as it was parsed
 * @param written what the user wrote, perhaps the expression
 */
function problemOfExpression(
	field: BodyField,
	value: unknown,
	written: unknown,
): Message | undefined {
	const place = placeOf(field);
	const entered = enteredIn(written);
	if (!isExpression(entered)) return problemOfBraces(entered, place);
	// n8n evaluates nothing but what is in braces.
	const outsideBraces = String(entered).replace(/\{\{.*?\}\}/gs, '');
	const outside = problemOfBraces(outsideBraces, place);
	if (outside) return outside;
	const takesText = ['string', 'resourceLocator'].includes(field.property.type);
	if (!takesText) return undefined;
	const text = String(value);
	const problem = problemOfNoValue(text, place);
	if (problem) return problem;
	// In a field that may be left empty, such a mark does no harm.
	const mustBeSet = field.required ?? field.property.required;
	const isEmptyCell = mustBeSet && EMPTY_CELL.test(text.trim());
	return isEmptyCell ? fieldMessages.emptyCell(place, text.trim()) : undefined;
}

/**
 * Why a text is no value: it holds a whole object, is the word for nothing or the error of a sheet, or has such a word
 * in the place of a name, an amount or a day. Undefined for any other text.
 */
export function problemOfNoValue(text: string, place: string): Message | undefined {
	if (text.includes('[object Object]')) return fieldMessages.wholeObject(place);
	const word = text.trim();
	if (WORDS_FOR_NOTHING.includes(word)) return fieldMessages.wordForNothing(place, word);
	if (NO_RESULT.test(word)) return fieldMessages.formulaWithoutResult(place, word);
	const words = missingValueIn(text);
	return words === undefined ? undefined : fieldMessages.missingAmongWords(place, words);
}

/** How n8n names a value of an item: `$json.title`, `$json["my title"]` or `$('Form').item.json.title`. */
const REFERENCE = /\$(?:json|input|node|\((["'`])[^)]*\1\))(?:\.\w+|\[[^\]]*\]|\(\))+/;

/**
 * What is wrong with a text that looks like an expression and is none: it has `{{ … }}` that n8n does not evaluate, or
 * the name of a value without such braces. Undefined for any other text, and for what is no text.
 */
export function problemOfBraces(text: unknown, place: string): Message | undefined {
	if (typeof text !== 'string') return undefined;
	const [braces] = /\{\{.*?\}\}/s.exec(text) ?? [];
	if (braces !== undefined) return fieldMessages.plainBraces(place, formatValue(braces));
	const [reference] = REFERENCE.exec(text) ?? [];
	if (reference === undefined) return undefined;
	const shown = formatValue(reference);
	if (text.trim() === reference) return fieldMessages.withoutBraces(place, shown);
	// n8n does not evaluate what is in quotes. They are of the other sort than those in the reference.
	const quoted = reference.includes("'") ? `"${shown}"` : `'${shown}'`;
	return fieldMessages.withoutBracesInText(place, shown, quoted);
}

/** Makes the check of a field for texts of at most so many characters. */
export function atMostCharacters(most: number): NonNullable<BodyField['check']> {
	return (value, place) => {
		const length = charactersIn(String(value));
		if (length <= most) return undefined;
		return fieldMessages.tooLong(place, length, most);
	};
}
