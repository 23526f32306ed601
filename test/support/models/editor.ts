import type { INode, INodeParameters, INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { NodeHelpers, updateDisplayOptions } from 'n8n-workflow';

import { modelFields } from '../../../nodes/shared/models/editorFields';
import { chooseModel } from '../../../nodes/shared/models/chooseModel';
import type { ModelCase, Parameters } from './all';
import { chosen } from './all';
import { requestFor } from '../modelRequests';

const operations = { 3: 'createImage', 4: 'createVideo' } as const;

/** The properties as a node puts them under its operations. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Create Image', value: 'createImage', action: 'Create image' },
			{ name: 'Create Video', value: 'createVideo', action: 'Create video' },
		],
		default: 'createImage',
	},
	...updateDisplayOptions({ show: { operation: ['createImage'] } }, modelFields(3)),
	...updateDisplayOptions({ show: { operation: ['createVideo'] } }, modelFields(4)),
];

const description = { version: 1, properties } as unknown as INodeTypeDescription;
const node = { typeVersion: 1, parameters: {} } as unknown as INode;

function isShown(property: INodeProperties, values: Parameters, root: Parameters): boolean {
	return NodeHelpers.displayParameter(
		values as INodeParameters,
		property,
		node,
		description,
		root as INodeParameters,
	);
}

export interface Shown {
	top: INodeProperties[];
	additional: INodeProperties[];
}

/** What the editor shows once this model is chosen. */
export function shownFor(one: ModelCase): Shown {
	const sources = properties
		.filter(({ name }) => name.endsWith('Source'))
		.map((property) => [property.name, property.default]);
	const values = {
		operation: operations[one.creationType],
		...Object.fromEntries(sources),
		...chosen(one, {}),
	};
	const top = properties.filter((property) => isShown(property, values, values));
	const collection = top.find(({ name }) => name === 'additionalFields');
	const options = (collection?.options ?? []) as INodeProperties[];
	return { top, additional: options.filter((option) => isShown(option, {}, values)) };
}

/** Names of the fields, without the choices of where a file comes from. */
export function names(list: INodeProperties[]): string[] {
	return list.map(({ name }) => name).filter((name) => !name.endsWith('Source'));
}

/** The parameters of a workflow as n8n hands them to the node. */
function asRun(parameters: Parameters): INodeParameters {
	const read = NodeHelpers.getNodeParameters(
		properties,
		parameters as INodeParameters,
		true,
		false,
		node,
		description,
	);
	if (!read) throw new Error('n8n finds no parameters');
	return read;
}

/** What the node sends for these parameters of a workflow. */
export function send(one: ModelCase, parameters: Parameters): ReturnType<typeof requestFor> {
	const run = asRun({ operation: operations[one.creationType], ...parameters });
	const model = chooseModel((name) => run[name], one.creationType);
	if ('violation' in model) throw new Error(model.violation);
	return requestFor(model, run);
}

/** Every entry of 'Additional Fields', of which the editor takes the start value by name alone. */
export function additionalOptions(one: ModelCase): INodeProperties[] {
	const collection = shownFor(one).top.find(({ name }) => name === 'additionalFields');
	return (collection?.options ?? []) as INodeProperties[];
}
