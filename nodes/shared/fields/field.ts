import { get } from 'lodash';
import type { INodeProperties } from 'n8n-workflow';

import { alphabetical } from '../util/text';

/**
 * One field of a request: how the editor asks for it, where it goes, and what it may hold: the
 * type, options and limits of the editor's property are the rule for the value.
 */
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
export interface FieldGroup {
	displayName: string;
	name: string;
	placeholder: string;
	displayOptions?: INodeProperties['displayOptions'];
	fields: readonly BodyField[];
	/** The last one, for parameters without a field of their own. */
	parameters?: INodeProperties;
}

/** The collection of a group; nothing in it is sent unless the user adds it. */
export function groupProperty({ fields, parameters, ...shell }: FieldGroup): INodeProperties {
	const properties = fields.map(({ property }) => property);
	properties.sort((a, b) => alphabetical.compare(a.displayName, b.displayName));
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

/** The same field at another place of a request, or with other words or limits. */
export function override(
	field: BodyField,
	path: string,
	property: Partial<INodeProperties> = {},
	more: Pick<BodyField, 'check'> = {},
): BodyField {
	return { ...field, ...more, path, property: { ...field.property, ...property } };
}

type Untyped = Omit<INodeProperties, 'type' | 'default'>;

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
export function choiceField(
	path: string | undefined,
	property: Omit<INodeProperties, 'type'>,
): BodyField {
	return { path, property: { ...property, type: 'options' } };
}

/** A text, which starts empty. */
export function textField(path: string, property: Untyped): BodyField {
	return { path, property: { ...property, type: 'string', default: '' } };
}

/** A number, a whole one unless its options say otherwise. */
export function numberField(path: string, property: Omit<INodeProperties, 'type'>): BodyField {
	const typeOptions = { numberPrecision: 0, ...property.typeOptions };
	return { path, property: { ...property, type: 'number', typeOptions } };
}

/** A switch of a collection; adding it switches it on. */
export function toggle(path: string, property: Untyped): BodyField {
	return { path, property: { ...property, type: 'boolean', default: true } };
}
