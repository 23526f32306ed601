import { castArray, get, mapValues, uniq } from 'lodash';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {
	alphabetical,
	formatList,
	formatValue,
	inOneText,
	isPlain,
	isRounded,
	listInJson,
	message,
	onlyEntry,
	plainBraces,
	plainText,
	roundedProblem,
} from '../util/text';

/** Whether the user left the value empty: such a field is never sent. */
export function isEmpty(value: unknown): boolean {
	if (value === undefined || value === null) return true;
	if (typeof value === 'string') return plainText(value) === '';
	return Array.isArray(value) && value.every(isEmpty);
}

/** Whether a parameter, or what is entered in a field with a list, is an expression. */
export function isExpression(parameter: unknown): boolean {
	const given: unknown = get(parameter, 'value', parameter);
	return typeof given === 'string' && given.startsWith('=');
}

/** What to do where an expression is the reason that a field is empty. */
export function adviceOnExpression(written: unknown): string | undefined {
	if (!isExpression(written)) return undefined;
	const [, key] = /\$fromAI\(\s*['"`]([\w-]+)/.exec(String(written)) ?? [];
	if (key) return `The agent gave no value for '${key}'`;
	const expression = formatValue(String(written).slice(1).trim());
	return `The expression ${expression} returns nothing for this item: check it, and what the nodes before this one output`;
}

/** A choice as the editor shows it, with the value that an expression gives. */
export function inEditor({ name, value }: Pick<INodePropertyOptions, 'name' | 'value'>): string {
	if (value === '') return `'${name}'`;
	return name === String(value) ? name : `'${name}' (${value})`;
}

function toNumber(value: unknown): unknown {
	const text = plainText(value);
	return typeof value === 'string' && /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : value;
}

/** A list, or the text of one: as JSON, or with commas. */
function toList(value: unknown): unknown {
	const text = isPlain(value) ? String(value) : undefined;
	const entries = text === undefined ? value : (listInJson(text) ?? text.split(','));
	if (!Array.isArray(entries)) return value;
	const plain = entries.map((entry: unknown) => (isPlain(entry) ? plainText(entry) : entry));
	return uniq(plain.filter((entry) => !isEmpty(entry)));
}

/** The option that is meant, whatever its case and whether it came as text or number: a table holds '3.0' as 3. */
function toOption(options: readonly INodePropertyOptions[], value: unknown): unknown {
	if (!isPlain(value)) return value;
	const word = plainText(value).toLowerCase();
	const named = options.find((option) => String(option.value).toLowerCase() === word);
	const equal = options.find((option) => toNumber(option.value) === toNumber(value));
	return (named ?? equal)?.value ?? value;
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

/** What was given in the type of its field, or as it is; and what it must be, where it is not that. */
interface Typed {
	value: unknown;
	must?: string | false;
}

function numberIn(
	{ minValue, maxValue, numberPrecision }: NonNullable<INodeProperties['typeOptions']>,
	given: unknown,
): Typed {
	const value = toNumber(given);
	const whole = numberPrecision === 0;
	const fits =
		typeof value === 'number' &&
		(whole ? Number.isSafeInteger(value) : Number.isFinite(value)) &&
		value >= (minValue ?? -Infinity) &&
		value <= (maxValue ?? Infinity);
	const atLeast = minValue === undefined ? '' : ` of ${minValue} or more`;
	const range = maxValue === undefined ? atLeast : ` from ${minValue} to ${maxValue}`;
	return { value, must: !fits && `a ${whole ? 'whole ' : ''}number${range}` };
}

function typed({ property, isOpen, limits }: BodyField, given: unknown): Typed {
	const { type, typeOptions = {}, options: choices = [] } = property;
	const options = choices.filter((one): one is INodePropertyOptions => 'value' in one);
	const isOption = (entry: unknown) => options.some((option) => option.value === entry);
	const isText = (entry: unknown) => typeof entry === 'string';
	if (limits || type === 'number') return numberIn(limits ?? typeOptions, given);
	if (type === 'json' || type === 'fixedCollection') return { value: given };
	if (type === 'boolean') {
		const word = plainText(given).toLowerCase();
		const value = ['true', 'false'].includes(word) ? word === 'true' : given;
		return { value, must: typeof value !== 'boolean' && 'true or false' };
	}
	if (type === 'multiOptions') {
		const list = toList(given);
		if (!Array.isArray(list)) return { value: list, must: 'a list of texts' };
		const value = list.map((entry) => toOption(options, entry));
		const fits = value.every(options.length > 0 ? isOption : isText);
		return { value, must: !fits && `a list of ${formatList(options.map(inEditor)) || 'texts'}` };
	}
	if (type === 'options' && options.length > 0) {
		const value = toOption(options, given);
		if (!isOpen) return { value, must: !isOption(value) && choicesText(options) };
		return { value, must: !isText(value) && 'a text' };
	}
	const text = typeOptions.rows ? String(given) : plainText(given);
	const value = isPlain(given) ? text : given;
	if (type !== 'color') return { value, must: !isText(value) && 'a text' };
	const fits = isText(value) && /^#[0-9a-f]{6}$/i.test(text);
	return { value, must: !fits && 'a color in the form #RRGGBB' };
}

/** The types of fields that take texts, among them all IDs. */
const TEXT_TYPES: ReadonlySet<string> = new Set(['string', 'resourceLocator', 'multiOptions']);

/** Of fields that hold many things, or JSON of any kind. */
const STRUCTURED = new Set<string>(['multiOptions', 'fixedCollection', 'json']);

/**
 * Reads one field.
 *
 * @param given what the editor holds, or what an expression gave
 * @param written what the user wrote, perhaps the expression
 * @returns the value in the type of the field, none for one that is not set, or a sentence about
 *   what is wrong
 */
export function readField(field: BodyField, given: unknown, written: unknown = given) {
	const { property, place = label(field), normalize, check } = field;
	// A rounded number for a text, such as an ID, may be another ID than was meant.
	if (TEXT_TYPES.has(property.type) && castArray(given).some(isRounded)) {
		return { violation: `${place} ${roundedProblem}` };
	}
	const entry = STRUCTURED.has(property.type) ? given : onlyEntry(given);
	const normal = normalize ? normalize(entry) : entry;
	// Of a list, nothing may be left: `,` or `[]`.
	const { value, must }: Typed = isEmpty(normal) ? { value: normal } : typed(field, normal);
	const entered: unknown = get(written, 'value', written);
	if (isEmpty(value)) {
		if (!(field.required ?? property.required)) return {};
		return { violation: inOneText(`${place} is missing`, adviceOnExpression(entered)) };
	}
	const wrong = must ? `must be ${must}` : check?.(value);
	if (wrong !== undefined) {
		const said = wrong.startsWith('must') ? `, but is ${formatValue(value)}` : '';
		return { violation: `${place} ${wrong}${said}` };
	}
	const slip = isExpression(entered) ? objectInText(property, value) : plainBraces(entered);
	return slip === undefined ? { value } : { violation: `${place} ${slip}` };
}

/** The end of a sentence about a text into which an expression has put a whole object. */
function objectInText({ type }: INodeProperties, value: unknown): string | undefined {
	return type === 'string' && String(value).includes('[object Object]')
		? 'contains a whole object. Drag in the field of it that holds the text'
		: undefined;
}

/** A check for texts, by characters as a reader counts them, also those of rare scripts. */
export function atMostCharacters(most: number): (value: unknown) => string | undefined {
	return (value) => {
		const { length } = [...String(value)];
		return length > most ? `has ${length} characters, but may have at most ${most}` : undefined;
	};
}

/** A year; n8n cannot store dates that are thousands of years away. */
export const MAX_MINUTES = 366 * 24 * 60;

/** Fields by their names; each `satisfies INodeProperties`, so that its type is known. */
type Definitions = Record<string, INodeProperties>;

/** What a field holds, by its type; one of any other type holds a text. */
type Held = { number: number; boolean: boolean; multiOptions: string[] };

type Options<P extends Definitions> = {
	[Name in keyof P]?: P[Name]['type'] extends keyof Held ? Held[P[Name]['type']] : string;
};

/**
 * Reads fields that steer the node and are not sent, such as those of the collection "Options". n8n
 * lets an expression give anything there.
 *
 * @param properties their definitions, by the names under which the values are returned
 * @param given what the collection holds
 * @param written the same, perhaps as expressions
 * @returns the values, undefined for a field that the user did not set; and a sentence for each
 *   that holds something impossible, which names it and what is possible
 */
export function checkOptions<P extends Definitions>(
	properties: P,
	given: unknown,
	written = given,
): { values: Options<P>; violations: string[] } {
	const read = mapValues(properties, (property) =>
		readField({ property }, get(given, property.name), get(written, property.name)),
	);
	return {
		values: mapValues(read, ({ value }) => value) as Options<P>,
		violations: Object.values(read).flatMap(({ violation }) => violation ?? []),
	};
}

/** The same. @throws Error with all sentences */
export function readOptions<P extends Definitions>(properties: P, given: unknown): Options<P> {
	const { values, violations } = checkOptions(properties, given);
	if (violations.length > 0) throw new Error(message(violations));
	return values;
}

/** Reads one such field; undefined where the user set none. @throws Error as `readOptions` does */
export function optionValue<T = string>(property: INodeProperties, given: unknown): T | undefined {
	return readOptions({ value: property }, { [property.name]: given }).value as T | undefined;
}

/** The same for a choice that has to be made: nothing is none of the options either. */
export function chosenOption<T = string>(property: INodeProperties, given: unknown): T {
	return optionValue<T>({ ...property, required: true }, given) as T;
}

/** One field of a request: its property's type, options and limits are the rule for its value. */
export interface BodyField {
	property: INodeProperties;
	/** Place in the request body, with dots between the levels; none for a choice that is not sent. */
	path?: string;
	/** How messages name it, where not by its label. */
	place?: string;
	/**
	 * Whether it must be set where it is read. Of a field that is only shown for some choice, the
	 * property does not say so itself: `fieldProperties` does.
	 */
	required?: boolean;
	/** Of a number that is entered as text: n8n's input for numbers cannot stay empty. */
	limits?: NonNullable<INodeProperties['typeOptions']>;
	/** Brings what was given into the form that is checked, beyond what the type does. */
	normalize?: (value: unknown) => unknown;
	/** The options are those that are known: other texts are accepted too, from an expression. */
	isOpen?: true;
	/** A rule beyond the property's own; the end of a sentence that begins with the label. */
	check?: (value: unknown) => string | undefined;
	/** The service's value, where it differs from the editor's. */
	send?: (value: unknown) => unknown;
}

/** Optional fields that share a collection in the editor. */
export interface FieldGroup
	extends Pick<INodeProperties, 'displayName' | 'name' | 'placeholder' | 'displayOptions'> {
	fields: readonly BodyField[];
	/** The last one, for parameters without a field of their own. */
	parameters?: INodeProperties;
}

/** The collection of a group; nothing in it is sent unless the user adds it. */
export function groupProperty({ fields, parameters, ...shell }: FieldGroup): INodeProperties {
	const properties = fields.map(({ property }) => property);
	properties.sort(alphabetical('displayName'));
	const options = parameters ? [...properties, parameters] : properties;
	return { ...shell, type: 'collection', default: {}, options };
}

/** A collection of optional fields that are not sent, such as 'Options'. */
export function collectionOf(
	one: 'Filter' | 'Option',
	options: INodeProperties[],
): INodeProperties {
	return {
		displayName: `${one}s`,
		name: `${one.toLowerCase()}s`,
		type: 'collection',
		placeholder: `Add ${one}`,
		default: {},
		options,
	};
}

/** The label under which the user finds a field, as it stands in messages. */
export function label({ property }: Pick<BodyField, 'property'>): string {
	return `'${property.displayName}'`;
}

/**
 * The properties of a field. One that must be set for one value of a choice, and starts empty, is
 * marked as required for that value alone: where an expression makes the choice, n8n shows the
 * fields of all values, and would ask for them, unless they are hidden for any other text.
 */
export function fieldProperties({ property, required }: BodyField): INodeProperties[] {
	if (!required || get(property.default, 'value', property.default) !== '') return [property];
	const [[choice, values = []] = ['']] = Object.entries(property.displayOptions?.show ?? {});
	const hide = { [choice]: [{ _cnd: { not: values[0] as string } }] };
	const byExpression = { [choice]: [{ _cnd: { startsWith: '=' } }] };
	return [
		{ ...property, required: true, displayOptions: { hide } },
		{ ...property, displayOptions: { show: byExpression } },
	];
}

/** The same field at another place of a request, or with other words. */
export function override(field: BodyField, path: string, property: Partial<INodeProperties> = {}) {
	return { ...field, path, property: { ...field.property, ...property } };
}

type Untyped = Omit<INodeProperties, 'type'>;
type WithoutDefault = Omit<Untyped, 'default'>;

/**
 * The optional fields of a node that have no better place.
 *
 * @param example what the specification names without saying what it does, where there is any: the
 *   last field is for parameters without a field of their own
 */
export function additionalFields(fields: readonly BodyField[], example?: string): FieldGroup {
	const parameters: INodeProperties = {
		displayName: 'Additional Parameters (JSON)',
		name: 'additionalParameters',
		type: 'json',
		default: '{}',
		placeholder: `e.g. ${example}`,
		description:
			'Parameters without a field, by the names that the service uses. Leave it out unless your provider asks for them.',
	};
	return {
		displayName: 'Additional Fields',
		name: 'additionalFields',
		placeholder: 'Add Field',
		fields,
		...(example ? { parameters } : {}),
	};
}

/** A choice between options; without a path, it only decides which other fields are shown. */
export function choiceField(path: string | undefined, property: Untyped): BodyField {
	return { path, property: { ...property, type: 'options' } };
}

/** A text, which starts empty. */
export function textField(path: string, property: WithoutDefault): BodyField {
	return { path, property: { ...property, type: 'string', default: '' } };
}

/** A number, a whole one unless its options say otherwise. */
export function numberField(path: string, property: Untyped): BodyField {
	const typeOptions = { numberPrecision: 0, ...property.typeOptions };
	return { path, property: { ...property, type: 'number', typeOptions } };
}

/** A switch of a collection; adding it switches it on. */
export function toggle(path: string, property: WithoutDefault): BodyField {
	return { path, property: { ...property, type: 'boolean', default: true } };
}
