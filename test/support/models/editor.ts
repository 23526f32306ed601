import type { INode, INodeParameters, INodeProperties } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { DigitalHumanAiCreate } from '../../../nodes/AiCreate/DigitalHumanAiCreate.node';
import { chooseModel } from '../../../nodes/AiCreate/models/request';
import { chosen, type ModelCase, type Parameters } from './cases';
import { requestFor } from '../modelRequests';

const resources = { 3: 'image', 4: 'video' } as const;

/** The choice of the operation with which models of this kind are used. */
function operationOf({ creationType }: ModelCase): Parameters {
	return { resource: resources[creationType], operation: 'generate' };
}

/** Fields of the node that do not depend on the model. */
const COMMON = ['resource', 'operation', 'completion', 'downloadResult', 'options'];

const { description } = new DigitalHumanAiCreate();

/** The properties of the node that depend on the model. */
export const { properties } = description;
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

/** What the editor shows once this model is chosen. */
export function shownFor(one: ModelCase): INodeProperties[] {
	const sources = properties
		.filter(({ name }) => name.endsWith('Source'))
		.map((property) => [property.name, 'url']);
	const values = {
		...Object.fromEntries(sources),
		...operationOf(one),
		...chosen(one, {}),
	};
	return properties.filter(
		(property) => !COMMON.includes(property.name) && isShown(property, values, values),
	);
}

/** Names of the fields, without the choices of where a file comes from. */
export function names(list: INodeProperties[]): string[] {
	return list.map(({ name }) => name).filter((name) => !name.endsWith('Source'));
}

/** The parameters of a workflow as n8n passes them to the node. */
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
	const run = asRun({ ...operationOf(one), ...parameters });
	const model = chooseModel((name) => run[name], one.creationType);
	if ('violation' in model) throw new Error(model.violation);
	return requestFor(model, run);
}
