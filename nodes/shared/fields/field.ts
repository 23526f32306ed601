import { castArray } from 'lodash';
import type { INodeProperties } from 'n8n-workflow';

import { isRounded, onlyEntry } from '../util/json';
import { formatValue } from '../util/quote';
import { charactersIn, isPlain, plainText } from '../util/text';
import { NO_CHOICE } from './locators';
import { fieldMessages } from './fieldMessages';
import { type FieldParser, inForm } from './parse';
import { enteredIn, isEmpty, isExpression } from './values';
import { broken, mustBe, type Problem, type Violation, violationOf } from './violations';

/** What is said of every field. Its property's type, options and limits are the rule for its value. */
interface FieldRules {
	property: INodeProperties;
	/** Whether it must be set where it is read; where it is not said, the property says it. */
	required?: Requirement;
	/** Brings what was given into the form that is checked, where its property alone does not say how. */
	parse?: FieldParser;
	/** A rule beyond the property's own. The place is how messages name the field. */
	check?: (value: unknown, place: string) => Problem | undefined;
}

/**
 * When a field must be set. Of a field that is only shown for some choice, the property does not say so itself:
 * `fieldProperties` does.
 */
type Requirement =
	| boolean
	/** Always; and what else to do where it is missing, as whole sentences. */
	| { advice: string }
	/**
	 * Where an expression is in it, because without a value, something else would be made, and charged. It is so of every choice
	 * that has a default and always stands in the panel, unless something else is said.
	 */
	| 'byExpression';

/** A field whose value is sent. */
export interface SentField extends FieldRules {
	/** Place in the request body, with dots between the levels. */
	path: string;
	/** The service's value, where it differs from the editor's. */
	send?: (value: unknown) => unknown;
}

/** A field that is not sent: it decides what the node does, or which other fields are shown. */
export interface PanelField extends FieldRules {
	path?: undefined;
}

/** One field of a request. */
export type BodyField = SentField | PanelField;

/** What a field holds: a value, which is undefined where the user set none; or what is wrong with it. */
export type FieldReading = { value: unknown } | { violation: Violation };

/** The label under which the user finds a field, as it stands in messages. */
export function label({ property }: Pick<BodyField, 'property'>): string {
	return `'${property.displayName}'`;
}

/** The types of fields that take texts, among them all IDs. */
const TEXT_TYPES: ReadonlySet<string> = new Set(['string', 'resourceLocator', 'multiOptions']);

/** Of fields that hold many things, or JSON of any kind. */
const STRUCTURED: ReadonlySet<string> = new Set(['multiOptions', 'fixedCollection', 'json']);

/**
 * Reads one field.
 *
 * @param given what the editor holds, or what an expression gave
 * @param written what the user wrote, perhaps the expression
 * @param place how messages name the field, where not by its label
 */
export function readField(
	field: BodyField,
	given: unknown,
	written: unknown = given,
	place = label(field),
): FieldReading {
	const { property, parse = inForm({}) } = field;
	const at = { field: property.name, place };
	const refused = (problem: Problem, value: unknown) => ({
		violation: violationOf(problem, at, value),
	});
	const entry = STRUCTURED.has(property.type) ? given : onlyEntry(given);
	const unusable = unusableEntry(property, entry, place);
	if (unusable) return refused(unusable, given);
	if (isEmpty(entry)) return unset(field, written, place);
	const parsed = parse(entry, property);
	const { value } = parsed;
	// Of a list, nothing may be left: `,` or `[]`.
	if (isEmpty(value)) return unset(field, written, place);
	if (!parsed.fits) return refused(mustBe(parsed.expected), value);
	const problem = field.check?.(value, place) ?? slipIn(property, value, { written, place });
	return problem ? refused(problem, value) : { value };
}

/** What cannot stand for anything, whatever the field takes. */
function unusableEntry(
	{ type }: INodeProperties,
	entry: unknown,
	place: string,
): Problem | undefined {
	if (entry === NO_CHOICE) return broken(fieldMessages.nothingFound(place));
	if (type === 'resourceLocator') return noId(entry, place);
	// A rounded number for a text, such as an ID, may be another ID than was meant.
	const isRoundedText = TEXT_TYPES.has(type) && castArray(entry).some(isRounded);
	return isRoundedText ? broken(fieldMessages.rounded(place)) : undefined;
}

/** An ID as a spreadsheet or a list of floating-point numbers writes it: 8.99e18, or 8988587500000000000.0. */
const ROUNDED_ID = /^\d+(\.\d+)?e\+?\d+$|^\d{16,}\.0+$/i;

const SEVERAL_IDS = /^\d+(\s*[,;\s]\s*\d+)+$/;

/** What cannot be an ID: a rounded number may be another ID than was meant, and of several it is not known which one is. */
function noId(entry: unknown, place: string): Problem | undefined {
	const text = plainText(entry);
	if (isRounded(entry) || ROUNDED_ID.test(text)) return broken(fieldMessages.rounded(place));
	const isSeveral = SEVERAL_IDS.test(text) || (Array.isArray(entry) && entry.every(isPlain));
	return isSeveral ? broken(fieldMessages.severalIds(place)) : undefined;
}

/** Whether a field must be set, whatever it holds. */
export function isRequired({ property, required = property.required }: BodyField): boolean {
	return required === true || typeof required === 'object';
}

/** What a field without a value means: nothing, or that it is missing. */
function unset(field: BodyField, written: unknown, place: string): FieldReading {
	if (!isRequired(field)) return { value: undefined };
	const { property, required } = field;
	const whatElse = typeof required === 'object' ? required.advice : undefined;
	const onExpression = adviceOnExpression(enteredIn(written));
	const advice = [onExpression, whatElse].filter(Boolean).join(' ');
	return { violation: { is: 'missing', field: property.name, place, advice } };
}

/** What to do where an expression is the reason that a field is empty. */
export function adviceOnExpression(written: unknown): string | undefined {
	if (!isExpression(written)) return undefined;
	const [, key] = /\$fromAI\(\s*['"`]([\w-]+)/.exec(String(written)) ?? [];
	if (key !== undefined) return fieldMessages.agentGaveNothing(key);
	const expression = formatValue(String(written).slice(1).trim());
	return fieldMessages.expressionGaveNothing(expression);
}

/** What the user overlooked: an expression that gave a whole object, or a text that is to be one. */
function slipIn(
	{ type }: INodeProperties,
	value: unknown,
	{ written, place }: { written: unknown; place: string },
): Problem | undefined {
	const entered = enteredIn(written);
	if (!isExpression(entered)) return bracesIn(entered, place);
	if (type !== 'string') return undefined;
	const text = String(value);
	if (text.includes('[object Object]')) return broken(fieldMessages.wholeObject(place));
	const isWordForNothing = WORDS_FOR_NOTHING.includes(text.trim());
	return isWordForNothing ? broken(fieldMessages.wordForNothing(place, text.trim())) : undefined;
}

/** What code makes of a value that is not there, where it puts it into a text. */
const WORDS_FOR_NOTHING = ['undefined', 'null', 'NaN'];

/** What is wrong with a text that looks like an expression and is none. */
export function bracesIn(text: unknown, place: string): Problem | undefined {
	if (typeof text !== 'string') return undefined;
	const [braces] = /\{\{.*?\}\}/s.exec(text) ?? [];
	if (braces === undefined) return undefined;
	return broken(fieldMessages.plainBraces(place, formatValue(braces)));
}

/** A check for texts of at most so many characters. */
export function atMostCharacters(most: number): NonNullable<BodyField['check']> {
	return (value, place) => {
		const length = charactersIn(String(value));
		if (length <= most) return undefined;
		return broken(fieldMessages.tooLong(place, length, most));
	};
}
