import { describe, expect, it } from '@jest/globals';
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { packNodes } from '../../../tools/docs/pack';

type Part = INodeProperties | INodePropertyOptions | INodePropertyCollection;

/** A property with everything that is inside it. */
function withInner(part: Part): INodeProperties[] {
	const inner =
		'values' in part ? part.values : 'options' in part && part.options ? part.options : [];
	const own = 'type' in part ? [part] : [];
	return [...own, ...inner.flatMap(withInner)];
}

describe('expressions', () => {
	it.each(packNodes.map(({ type: { description } }) => [description.name, description] as const))(
		'%s takes them in every field but the choice of the operation',
		(_name, { properties }) => {
			const all = properties.flatMap(withInner);
			const without = all.filter(({ noDataExpression }) => noDataExpression);
			expect(all.length).toBeGreaterThan(3);
			expect(without.map(({ name }) => name)).toEqual(
				all.map(({ name }) => name).filter((name) => ['resource', 'operation'].includes(name)),
			);
		},
	);
});
