/* Makes fields of each type, and the properties with which the editor asks for them. */
import type { INodeProperties } from 'n8n-workflow';

import { alphabetical } from '../util/text';
import type { OtherWords } from './choices';
import { type BodyField, isRequired, type PanelField, type SentField } from './field';
import type { Unit } from './numbers';
import type { JsonField } from './parameters';
import { enteredIn } from './values';

/** Optional fields that share a collection in the editor. */
export interface FieldGroup
	extends Pick<INodeProperties, 'displayName' | 'name' | 'placeholder' | 'displayOptions'> {
	fields: readonly BodyField[];
	/** The last one, for parameters without a field of their own. */
	parameters?: JsonField;
}

/** The property for a group, with its fields in the order of their labels. What the user does not add is not sent. */
export function groupProperty({ fields, parameters, ...shell }: FieldGroup): INodeProperties {
	const options = fields.map(({ property }) => property);
	options.sort(alphabetical('displayName'));
	if (parameters) options.push(parameters.property);
	return { ...shell, type: 'collection', default: {}, options };
}

/**
 * A collection of optional fields that are not sent: 'Options' or 'Filters'.
 *
 * @param entry what one of its fields is called; the collection is called the same in the plural
 */
export function collectionOf(
	entry: 'Filter' | 'Option',
	fields: INodeProperties[],
): INodeProperties {
	return {
		displayName: `${entry}s`,
		name: `${entry.toLowerCase()}s`,
		type: 'collection',
		placeholder: `Add ${entry}`,
		default: {},
		options: fields,
	};
}

/**
 * The properties with which the editor asks for a field: its own one or, of a field that must be set and starts empty,
 * copies with `required`, by which n8n marks it in the editor while it is empty.
 */
export function fieldProperties(field: BodyField): INodeProperties[] {
	const { property } = field;
	const isMarkedAlready = property.required === true;
	if (isMarkedAlready || !isRequired(field)) return [property];
	// A field that starts with a value is never empty, so that there is nothing to mark.
	const startsEmpty = enteredIn(property.default) === '';
	if (!startsEmpty) return [property];
	// No field that must be set has more than one condition, which names one value of a choice before it.
	const [condition] = Object.entries(property.displayOptions?.show ?? {});
	const isAlwaysShown = condition === undefined;
	if (isAlwaysShown) return [{ ...property, required: true }];
	const [choice, values = []] = condition;
	const [value] = values;
	return markedForValue(property, choice, String(value));
}

/**
 * Two properties in place of one that is shown for one value of a choice, and must be set there. Both have the same
 * name, and only one of them is shown at a time:
 *
 * - the first one is required, and shown where the choice has this value;
 * - the second one is not, and shown where an expression makes the choice, because n8n then shows the fields of all
 *   its values, and would ask the user to fill in each of them.
 *
 * @param choice the name of the field with the choice
 */
function markedForValue(
	property: INodeProperties,
	choice: string,
	value: string,
): INodeProperties[] {
	// `_cnd` is n8n's word for a condition other than a list of values.
	const forOtherValues = { [choice]: [{ _cnd: { not: value } }] };
	// n8n stores an expression with an equals sign before it.
	const forExpressions = { [choice]: [{ _cnd: { startsWith: '=' } }] };
	return [
		{ ...property, required: true, displayOptions: { hide: forOtherValues } },
		{ ...property, displayOptions: { show: forExpressions } },
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

/** A property to which one of the functions below adds its type, and perhaps its default. */
type Untyped = Omit<INodeProperties, 'type'>;
type WithoutDefault = Omit<Untyped, 'default'>;

/**
 * The optional fields of a node that have no better place.
 *
 * @param example JSON with a parameter that the specification names without saying what it does. With one, the group
 *   also has a last field that takes such parameters as JSON; without one, it has no such field.
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

/** The property of the field that takes parameters as JSON. @param example of such JSON */
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
	const { otherWords, ...rulesOfField } = rules;
	const choice = panelChoice(property, otherWords);
	return { path, property: choice.property, parse: choice.parse, ...rulesOfField };
}

/** A choice that is not sent: it only decides what the node does, or which other fields are shown. */
export function panelChoice(property: Untyped, otherWords?: OtherWords): PanelField {
	return { property: { ...property, type: 'options' }, parse: { otherWords } };
}

/** A text, which starts empty. */
export function textField(path: string, property: WithoutDefault, rules: Rules = {}): SentField {
	return { path, property: { ...property, type: 'string', default: '' }, ...rules };
}

/** A number, which is a whole one unless its `typeOptions` say otherwise. @param unit what it counts in */
export function numberField(path: string, property: Untyped, unit?: Unit): SentField {
	const typeOptions = { numberPrecision: 0, ...property.typeOptions };
	return { path, property: { ...property, type: 'number', typeOptions }, parse: { unit } };
}

/** A switch in a collection of optional fields. It starts switched on, because the user adds it to switch it on. */
export function toggle(path: string, property: WithoutDefault): SentField {
	return { path, property: { ...property, type: 'boolean', default: true } };
}
