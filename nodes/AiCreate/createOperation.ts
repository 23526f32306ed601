import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import type { NodeOperation } from '../shared/run/nodeOperation';

/** An operation whose fields stand on both sides of 'Completion'. */
export interface CreateOperation extends NodeOperation {
	/** The collection 'Additional Fields'. */
	additionalFields: INodeProperties[];
}

/**
 * The same fields, shown for one operation only. Its conditions come first: n8n shows a field as soon as one of its
 * conditions is about an expression, and does not check those after it.
 */
export function shownFor(
	when: NonNullable<IDisplayOptions['show']>,
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
