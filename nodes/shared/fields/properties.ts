/* Makes fields of each type, and the properties with which the editor asks for them. */
import type { INodeProperties } from 'n8n-workflow';

import { alphabetical } from '../util/text';
import type { OtherWords } from './choices';
import { type BodyField, isRequired, type PanelField, type SentField } from './field';
import type { Unit } from './numbers';
import type { JsonField } from './parameters';
import { inForm } from './parse';
import { enteredIn } from './values';

/** Optional fields that share a collection in the editor. */
export interface FieldGroup
	extends Pick<INodeProperties, 'displayName' | 'name' | 'placeholder' | 'displayOptions'> {
	fields: readonly BodyField[];
	/** The last one, for parameters without a field of their own. */
	parameters?: JsonField & { property: INodeProperties };
}

/** The property for a group, with its fields by their labels; nothing in it is sent unless the user adds it. */
export function groupProperty({ fields, parameters, ...shell }: FieldGroup): INodeProperties {
	const options = fields.map(({ property }) => property).sort(alphabetical('displayName'));
	if (parameters) options.push(parameters.property);
	return { ...shell, type: 'collection', default: {}, options };
}

/** A collection of optional fields that are not sent: 'Options' of an 'Option' each, or 'Filters'. */
export function collectionOf(
	what: 'Filter' | 'Option',
	options: INodeProperties[],
): INodeProperties {
	return {
		displayName: `${what}s`,
		name: `${what.toLowerCase()}s`,
		type: 'collection',
		placeholder: `Add ${what}`,
		default: {},
		options,
	};
}

/**
 * The properties that ask for a field in the editor. n8n marks a required field that is empty; one that starts
 * with a value is never empty. A field that is only shown for a value of some choice is required for that
 * value alone, which n8n cannot say of one property.
 */
export function fieldProperties(field: BodyField): INodeProperties[] {
	const { property } = field;
	const startsEmpty = enteredIn(property.default) === '';
	const hasToBeMarked = isRequired(field) && startsEmpty && !property.required;
	if (!hasToBeMarked) return [property];
	// A field that is required here is shown always, or for one value of one choice.
	const [condition] = Object.entries(property.displayOptions?.show ?? {});
	if (!condition) return [{ ...property, required: true }];
	const [choice, values = []] = condition;
	return requiredUnlessByExpression(property, choice, String(values[0]));
}

/**
 * Two properties for a field that is shown for one value of a choice. The first one is required, and shown where the
 * choice has this value. The second one is not, and shown where an expression makes the choice, because n8n then shows
 * the fields of all its values, and would ask for each of them. Both have one name, as one of them is shown at a time.
 * `_cnd` is n8n's word for a condition other than a list of values.
 */
function requiredUnlessByExpression(
	property: INodeProperties,
	choice: string,
	value: string,
): INodeProperties[] {
	const isOther = { [choice]: [{ _cnd: { not: value } }] };
	const isByExpression = { [choice]: [{ _cnd: { startsWith: '=' } }] };
	return [
		{ ...property, required: true, displayOptions: { hide: isOther } },
		{ ...property, displayOptions: { show: isByExpression } },
	];
}

/** A copy of a field for another place of a request (`path`), with some of its property replaced. */
export function override(
	field: BodyField,
	path: string,
	property: Partial<INodeProperties> = {},
): SentField {
	return { ...field, path, property: { ...field.property, ...property } };
}

type Untyped = Omit<INodeProperties, 'type'>;
type WithoutDefault = Omit<Untyped, 'default'>;

/**
 * The optional fields of a node that have no better place.
 *
 * @param example JSON with a parameter that the specification names without saying what it does. Where one is
 *   given, another field takes such parameters as JSON, behind the others.
 */
export function additionalFields(fields: readonly BodyField[], example?: string): FieldGroup {
	const group = {
		displayName: 'Additional Fields',
		name: 'additionalFields',
		placeholder: 'Add Field',
		fields,
	};
	if (example === undefined) return group;
	return { ...group, parameters: { property: parametersProperty(example), example } };
}

/** The field for parameters as JSON. @param example of such JSON */
function parametersProperty(example: string): INodeProperties {
	return {
		displayName: 'Additional Parameters (JSON)',
		name: 'additionalParameters',
		type: 'json',
		default: '{}',
		placeholder: `e.g. ${example}`,
		description:
			'Parameters without a field, by the names that the service uses. Leave it out unless your provider asks for them.',
	};
}

/**
 * What else is said of a field, beside its property and its place in the
 * request: whether it must be set, how it is checked.
 */
type Rules = Omit<SentField, 'path' | 'property'>;

/**
 * A choice between options, which is sent.
 *
 * @param path its place in the request body
 * @param rules what else is said of the field; `otherWords` are further words for the options
 */
export function choiceField(
	path: string,
	property: Untyped,
	rules: Rules & { otherWords?: OtherWords } = {},
): SentField {
	const { otherWords, ...otherRules } = rules;
	const choice = panelChoice(property, otherWords);
	return { path, property: choice.property, parse: choice.parse, ...otherRules };
}

/** A choice that is not sent: it only decides what the node does, or which other fields are shown. */
export function panelChoice(property: Untyped, otherWords?: OtherWords): PanelField {
	return { property: { ...property, type: 'options' }, parse: inForm({ otherWords }) };
}

/** A text, which starts empty. */
export function textField(path: string, property: WithoutDefault, rules: Rules = {}): SentField {
	return { path, property: { ...property, type: 'string', default: '' }, ...rules };
}

/** A number, a whole one unless its options say otherwise, perhaps with the unit that it counts in. */
export function numberField(path: string, property: Untyped, unit?: Unit): SentField {
	const typeOptions = { numberPrecision: 0, ...property.typeOptions };
	return { path, property: { ...property, type: 'number', typeOptions }, parse: inForm({ unit }) };
}

/** A switch of a collection; adding it switches it on. */
export function toggle(path: string, property: WithoutDefault): SentField {
	return { path, property: { ...property, type: 'boolean', default: true } };
}
