import { castArray, get, mapValues, uniq } from 'lodash';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {
	isRounded,
	listInJson,
	roundedProblem,
	formatList,
	formatValue,
	isPlain,
	message,
	missing,
	plainText,
} from '../util/text';
import { label, type BodyField } from './field';

/** Whether the user left the value empty: such a field is never sent. */
export function isEmpty(value: unknown): boolean {
	if (value === undefined || value === null) return true;
	if (typeof value === 'string') return value.trim() === '';
	return Array.isArray(value) && value.every(isEmpty);
}

/** Whether a parameter, or what is entered in a field with a list, is an expression. */
export function isExpression(parameter: unknown): boolean {
	const given: unknown = get(parameter, 'value', parameter);
	return typeof given === 'string' && given.startsWith('=');
}

/** A choice as the editor shows it, with the value that an expression gives. */
export function inEditor({ name, value }: Pick<INodePropertyOptions, 'name' | 'value'>): string {
	if (value === '') return `'${name}'`;
	return name === String(value) ? name : `'${name}' (${value})`;
}

function optionsOf({ options = [] }: INodeProperties): INodePropertyOptions[] {
	return options.filter((option): option is INodePropertyOptions => 'value' in option);
}

function toNumber(value: unknown): unknown {
	const plain = typeof value === 'string' ? value.trim() : value;
	return typeof plain === 'string' && /^[+-]?\d+(\.\d+)?$/.test(plain) ? Number(plain) : plain;
}

function toBoolean(value: unknown): unknown {
	const word = plainText(value).toLowerCase();
	return word === 'true' || word === 'false' ? word === 'true' : value;
}

/** A list, or the text of one: as JSON, or with commas. */
function toList(value: unknown): unknown {
	const text = isPlain(value) ? String(value) : undefined;
	const entries = text === undefined ? value : (listInJson(text) ?? text.split(','));
	if (!Array.isArray(entries)) return value;
	const plain = entries.map((entry: unknown) => (isPlain(entry) ? plainText(entry) : entry));
	return uniq(plain.filter((entry) => !isEmpty(entry)));
}

/** The types of fields that take texts, among them all IDs. */
const TEXT_TYPES: ReadonlySet<string> = new Set(['string', 'resourceLocator', 'multiOptions']);

/** The option that is meant, whatever its case and whether it came as text or number: a table holds '3.0' as 3. */
function toOption(property: INodeProperties, value: unknown): unknown {
	if (!isPlain(value)) return value;
	const word = plainText(value).toLowerCase();
	const options = optionsOf(property);
	const named = options.find((option) => String(option.value).toLowerCase() === word);
	if (named) return named.value;
	const equal = options.filter((option) => toNumber(option.value) === toNumber(value));
	return equal.length === 1 ? equal[0]?.value : value;
}

/** Turns what the editor or an expression gives into the property's type; what cannot be stays as it is. */
function normalized({ property, normalize }: BodyField, given: unknown): unknown {
	const value = normalize ? normalize(given) : given;
	switch (property.type) {
		case 'number':
			return toNumber(value);
		case 'boolean':
			return toBoolean(value);
		case 'options':
			return property.options ? toOption(property, value) : value;
		case 'multiOptions': {
			const entries = toList(value);
			if (!property.options || !Array.isArray(entries)) return entries;
			return entries.map((entry) => toOption(property, entry));
		}
		default:
			if (!isPlain(value)) return value;
			return property.typeOptions?.rows ? String(value) : plainText(value);
	}
}

function numberProblem(
	{ minValue, maxValue, numberPrecision }: NonNullable<INodeProperties['typeOptions']>,
	value: unknown,
): string | undefined {
	const whole = numberPrecision === 0;
	const fits =
		typeof value === 'number' &&
		Number.isFinite(value) &&
		(!whole || Number.isSafeInteger(value)) &&
		value >= (minValue ?? -Infinity) &&
		value <= (maxValue ?? Infinity);
	if (fits) return undefined;
	const range =
		minValue === undefined
			? ''
			: maxValue === undefined
				? ` of ${minValue} or more`
				: ` from ${minValue} to ${maxValue}`;
	return `must be a ${whole ? 'whole ' : ''}number${range}`;
}

/** What a choice offers, in words: a range of numbers by its ends. */
function choicesText(options: readonly INodePropertyOptions[]): string {
	const values = options.map(({ value }) => value).filter((value) => value !== '');
	const isRange =
		values.length > 2 &&
		values.every((value, index) => value === Number(values[0]) + index) &&
		options.every(({ name, value }) => value === '' || name === String(value));
	if (isRange) return `a whole number from ${values[0]} to ${values.at(-1)}`;
	return `${options.length > 2 ? 'one of ' : ''}${formatList(options.map(inEditor))}`;
}

/** The end of a sentence that begins with the label, when the property does not allow the value. */
function typeProblem({ property, isOpen }: BodyField, value: unknown): string | undefined {
	const options = optionsOf(property);
	const isOption = (entry: unknown) => options.some((option) => option.value === entry);
	const isText = (entry: unknown) => typeof entry === 'string';
	switch (property.type) {
		case 'number':
			return numberProblem(property.typeOptions ?? {}, value);
		case 'boolean':
			return typeof value === 'boolean' ? undefined : 'must be true or false';
		case 'color':
			return isText(value) && /^#[0-9a-f]{6}$/i.test(value)
				? undefined
				: 'must be a color in the form #RRGGBB';
		case 'multiOptions': {
			const isListed = options.length > 0 ? isOption : isText;
			if (Array.isArray(value) && value.every(isListed)) return undefined;
			const entries = Array.isArray(value) ? formatList(options.map(inEditor)) : '';
			return `must be a list of ${entries || 'texts'}`;
		}
		case 'fixedCollection':
		case 'json':
			return undefined;
		case 'options':
			if (options.length > 0 && !isOpen) {
				return isOption(value) ? undefined : `must be ${choicesText(options)}`;
			}
	}
	return isText(value) ? undefined : 'must be a text';
}

/**
 * Reads one field.
 *
 * @param given what the editor holds, or what an expression gave
 * @returns the value to send, none for a field that is not set, or a sentence about what is wrong
 */
export function readField(
	field: BodyField,
	given: unknown,
): { value?: unknown; violation?: string } {
	const { property, check, send } = field;
	// A rounded number for a text, such as an ID, may be another ID than was meant.
	if (TEXT_TYPES.has(property.type) && castArray(given).some(isRounded)) {
		return { violation: `${label(field)} ${roundedProblem}` };
	}
	// Of a list, nothing may be left: `,` or `[]`.
	const value = isEmpty(given) ? undefined : normalized(field, given);
	if (isEmpty(value)) {
		return (field.required ?? property.required)
			? { violation: missing(property.displayName) }
			: {};
	}
	const wrong = typeProblem(field, value) ?? check?.(value);
	if (wrong !== undefined) {
		const said = wrong.startsWith('must') ? `, but is ${formatValue(value)}` : '';
		return { violation: `${label(field)} ${wrong}${said}` };
	}
	return { value: send ? send(value) : value };
}

/** How a number is read from a text field: n8n's input for numbers cannot stay empty. */
export function numberInText(
	limits: NonNullable<INodeProperties['typeOptions']>,
): Required<Pick<BodyField, 'check' | 'send'>> {
	return { check: (value) => numberProblem(limits, toNumber(value)), send: toNumber };
}

/** A check for texts, by characters as a reader counts them, also those of rare scripts. */
export function atMostCharacters(most: number): (value: unknown) => string | undefined {
	return (value) => {
		const { length } = [...String(value)];
		return length > most ? `has ${length} characters, but may have at most ${most}` : undefined;
	};
}

/** A year; n8n cannot store dates that are thousands of years away. */
export const MOST_MINUTES = 366 * 24 * 60;

/** What a field holds, by its definition, which `satisfies INodeProperties` so that its type is known. */
type ValueOf<P extends INodeProperties> = P extends { type: 'number' }
	? number
	: P extends { type: 'boolean' }
		? boolean
		: P extends { type: 'multiOptions' }
			? string[]
			: string;

type Options<P extends Record<string, INodeProperties>> = { [Name in keyof P]?: ValueOf<P[Name]> };

/**
 * Reads fields that steer the node and are not sent, such as those of the collection "Options". n8n
 * lets an expression give anything there.
 *
 * @param properties their definitions, by the names under which the values are returned
 * @param given what the collection holds
 * @returns the values, undefined for a field that the user did not set; and a sentence for each
 *   that holds something impossible, which names it and what is possible
 */
export function checkOptions<P extends Record<string, INodeProperties>>(
	properties: P,
	given: unknown,
): { values: Options<P>; violations: string[] } {
	const read = mapValues(properties, (property) =>
		readField({ property }, get(given, property.name)),
	);
	return {
		values: mapValues(read, ({ value }) => value) as Options<P>,
		violations: Object.values(read).flatMap(({ violation }) => violation ?? []),
	};
}

/** The same. @throws Error with all sentences */
export function readOptions<P extends Record<string, INodeProperties>>(
	properties: P,
	given: unknown,
): Options<P> {
	const { values, violations } = checkOptions(properties, given);
	if (violations.length > 0) throw new Error(message(violations));
	return values;
}

/**
 * Reads one such field.
 *
 * @returns undefined where the user set none
 * @throws Error that names the field, and what is possible, when it holds something else
 */
export function optionValue<T = string>(property: INodeProperties, given: unknown): T | undefined {
	const { value, violation } = readField({ property }, given);
	if (violation !== undefined) throw new Error(violation);
	return value as T | undefined;
}

/** The same for a choice that has to be made: nothing is none of the options either. */
export function chosenOption<T = string>(property: INodeProperties, given: unknown): T {
	return optionValue<T>({ ...property, required: true }, given) as T;
}
