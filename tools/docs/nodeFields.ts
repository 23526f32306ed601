import {
	NodeHelpers,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { fieldTable } from './fieldRows';
import { sharedFields } from './sharedFields';

/** The fields of a node: a table, or one for each of its resources and operations. */
export function nodeFields({ properties }: INodeTypeDescription): string {
	const resources = choicesOf(properties, 'resource');
	if (resources.length === 0) return operationsOf(properties, '####', properties);
	const sections = resources.map(({ name, value }) => {
		const own = properties.filter((field) => isFor(field, 'resource', value));
		return `#### ${name}\n\n${operationsOf(own, '#####', properties)}`;
	});
	const common = properties.filter((field) => !wants(field, 'resource'));
	return [...sections, ...commonTo('resources', common, '####', properties)].join('\n\n');
}

function operationsOf(
	properties: INodeProperties[],
	mark: string,
	node: INodeProperties[],
): string {
	const operations = choicesOf(properties, 'operation');
	if (operations.length === 0) return fieldTable(properties, sharedFields, node);
	const sections = operations.map(({ name, value, description }) => {
		const own = properties.filter((field) => isFor(field, 'operation', value));
		return [`${mark} ${name}`, `${description ?? ''}.`, fieldTable(own, sharedFields, node)];
	});
	const common = properties.filter((field) => !wants(field, 'operation'));
	const rest = commonTo('operations', common, mark, node);
	return [...sections.flat().filter(Boolean), ...rest].join('\n\n');
}

/** The fields that do not depend on resource or operation; nothing if there are none. */
function commonTo(
	what: string,
	properties: INodeProperties[],
	mark: string,
	node: INodeProperties[],
): string[] {
	const fields = fieldTable(properties, sharedFields, node);
	return fields === '' ? [] : [`${mark} All ${what}`, fields];
}

/** Whether a field depends on a choice and is shown for this value of it. */
function isFor(property: INodeProperties, field: string, value: unknown): boolean {
	const conditions = wants(property, field);
	return (
		conditions !== undefined && NodeHelpers.checkConditions(conditions as never, [value] as never)
	);
}

/** The choices for which a field is there; undefined where it does not depend on them. */
function wants({ displayOptions }: INodeProperties, field: string): unknown[] | undefined {
	return displayOptions?.show?.[field];
}

function choicesOf(properties: INodeProperties[], field: string): INodePropertyOptions[] {
	const options = properties.flatMap(({ name, options: own = [] }) => (name === field ? own : []));
	return options as INodePropertyOptions[];
}
