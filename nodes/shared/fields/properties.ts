/*
 * Makes fields of each type, and the properties with which the editor asks for them. The `path` of a field is its place
 * in the request body, with dots between the levels.
 */
import type { INodeProperties } from 'n8n-workflow';

import { alphabetically } from '../util/text';
import { type BodyField, isRequired, type PanelField, type SentField } from './field';
import type { Unit } from './numbers';
import type { JsonField } from './parameters';
import { enteredIn } from './values';

/** Optional fields that share a collection in the editor. */
export interface FieldGroup
	extends Pick<INodeProperties, 'displayName' | 'name' | 'placeholder' | 'displayOptions'> {
	fields: readonly BodyField[];
	/** The last field of the collection, which takes parameters without a field of their own; undefined for none. */
	parameters?: JsonField;
}

/** The property for a group, with its fields in the order of their labels. What the user does not add is not sent. */
export function groupProperty({ fields, parameters, ...shell }: FieldGroup): INodeProperties {
	const properties = fields.map(({ property }) => property);
	const options = alphabetically(properties, 'displayName');
	if (parameters) options.push(parameters.property);
	return { ...shell, type: 'collection', default: {}, options };
}

/**
 * A collection of optional fields that are not sent: 'Options' or 'Filters'.
 *
 * @param entry what one of its fields is called; the plural of that is the label of the collection and, in lower case,
 *   its name
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
 * The properties with which the editor asks for a field. Usually, that is its own one. A field that must be set and
 * starts empty has copies of it with `required` instead, by which n8n marks the field in the editor while it is empty.
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
	// The name of the choice, and a list with the one value of it for which the field is shown.
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
 * @param value the value of the choice for which the field is shown
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

/**
 * A copy of a field for another place of a request, so that operations can share it.
 *
 * @param property what is replaced in the property of the field; the rest stays
 */
export function override(
	field: BodyField,
	path: string,
	property: Partial<INodeProperties> = {},
): SentField {
	return { ...field, path, property: { ...field.property, ...property } };
}

/** A property without its type, and perhaps without its default, which one of the functions below adds. */
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
		displayName: 'Other Parameters (JSON)',
		name: 'additionalParameters',
		type: 'json',
		default: '{}',
		placeholder: `e.g. ${example}`,
		description:
			'Parameters without a field, by the names that the service uses. Leave it out unless your provider asks for them.',
	};
}

/** What else may be said of a field, beside its place and its property: whether it must be set, how it is checked. */
type Rules = Omit<SentField, 'path' | 'property'>;

/** A field for a choice between options, which is sent. */
export function choiceField(path: string, property: Untyped, rules: Rules = {}): SentField {
	return { path, property: { ...property, type: 'options' }, ...rules };
}

/** A field for a choice that is not sent: it only decides what the node does, or which other fields are shown. */
export function panelChoice(property: Untyped): PanelField {
	return { property: { ...property, type: 'options' } };
}

/** A field for a text, which starts empty and is sent. */
export function textField(path: string, property: WithoutDefault, rules: Rules = {}): SentField {
	return { path, property: { ...property, type: 'string', default: '' }, ...rules };
}

/**
 * A field for a number, which is sent. It takes whole numbers only, unless the `typeOptions` have a `numberPrecision`.
 *
 * @param unit in which it counts, so that a user may write the number with it; undefined for mere numbers
 */
export function numberField(path: string, property: Untyped, unit?: Unit): SentField {
	const typeOptions = { numberPrecision: 0, ...property.typeOptions };
	return { path, property: { ...property, type: 'number', typeOptions }, parse: { unit } };
}

/**
 * A field for a switch, which is sent, in a collection of optional fields. It starts switched on, because the user adds
 * it to switch it on.
 */
export function toggle(path: string, property: WithoutDefault): SentField {
	return { path, property: { ...property, type: 'boolean', default: true } };
}
