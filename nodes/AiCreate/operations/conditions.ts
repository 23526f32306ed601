import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

type Conditions = NonNullable<IDisplayOptions['show']>;

/**
 * The same fields, shown under further conditions. These come first: n8n shows a field as soon as one of its conditions is
 * about an expression, and does not check those after it.
 */
export function withConditions(
	when: Conditions,
	properties: readonly INodeProperties[],
): INodeProperties[] {
	return properties.map((property) => ({
		...property,
		displayOptions: {
			...property.displayOptions,
			show: { ...when, ...property.displayOptions?.show },
		},
	}));
}

/**
 * A condition on a field that may hold its default. When another model is chosen, n8n's editor resets a value that the
 * model does not offer, but only of fields that it finds shown without the defaults of the node.
 */
export function unless(value: string): Conditions[string] {
	return [{ _cnd: { not: value } }];
}
