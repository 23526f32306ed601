import { describe, expect, it } from '@jest/globals';
import { NodeHelpers, type INode, type INodeParameters, type INodeProperties } from 'n8n-workflow';

import { packNodes } from '../../../tools/docs/pack';

/** Fields that decide by their value, which may be an expression, what else is shown. */
function decidingFields(properties: readonly INodeProperties[]): Set<string> {
	const names = properties.flatMap(({ displayOptions }) => [
		...Object.keys(displayOptions?.show ?? {}),
		...Object.keys(displayOptions?.hide ?? {}),
	]);
	return new Set(
		names
			.map((name) => name.replace(/^\//, ''))
			.filter((name) => properties.some((one) => one.name === name && !one.noDataExpression)),
	);
}

const descriptions = packNodes.map(
	({ type: { description } }) => [description.name, description] as const,
);

describe.each(descriptions)('%s', (_name, description) => {
	const { properties } = description;
	const deciding = decidingFields(properties);

	const depends = ({ displayOptions }: INodeProperties) =>
		Object.keys({ ...displayOptions?.show, ...displayOptions?.hide }).some((name) =>
			deciding.has(name.replace(/^\//, '')),
		);

	it('marks no field as required that an expression in another one may make superfluous', () => {
		const marked = properties.filter((property) => property.required && depends(property));
		expect(marked.map(({ name }) => name)).toEqual([]);
	});

	it('can be published when expressions make its choices', () => {
		const operations = properties.flatMap(({ name, options }) =>
			name === 'operation' ? (options ?? []) : [],
		);
		const values =
			operations.length > 0 ? operations.map((one) => 'value' in one && one.value) : [''];
		for (const operation of values) {
			const chosen = Object.fromEntries([...deciding].map((name) => [name, '={{ $json.any }}']));
			const always = Object.fromEntries(
				properties
					.filter((property) => property.required && !depends(property))
					.map(({ name, type: kind }) => [
						name,
						kind === 'resourceLocator' ? { __rl: true, mode: 'id', value: '1' } : '1',
					]),
			);
			const given = {
				...always,
				...chosen,
				...(operation ? { operation } : {}),
			} as INodeParameters;
			const node = { parameters: {}, typeVersion: 1, ...description } as unknown as INode;
			const parameters =
				NodeHelpers.getNodeParameters(properties, given, true, false, node, description) ?? {};
			const issues = NodeHelpers.getNodeParametersIssues(
				properties,
				{ ...node, parameters },
				description,
			);
			expect(issues?.parameters).toBeUndefined();
		}
	});
});
