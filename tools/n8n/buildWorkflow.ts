import type { INode, INodeParameters } from 'n8n-workflow';

import { credentialName, credentialType } from './credentials';
import { packName } from './pack';
import type { WorkflowFile } from './workflows';

/** A node of a test workflow; position and ID follow from its place. */
export type NodeSpec = Pick<INode, 'name' | 'type' | 'typeVersion' | 'parameters'> & Partial<INode>;

export const manualTrigger: NodeSpec = {
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	parameters: {},
};

const credentials = { [credentialType]: { id: null, name: credentialName } };

/** The versions of nodes that are not at their first one any more. */
const versions: Record<string, number> = {
	digitalHumanComposeVideo: 1.1,
	digitalHumanCreatePerson: 1.1,
	digitalHumanLipSync: 1.1,
	digitalHumanTaskTrigger: 1.1,
};

/** A node of the pack, with its credential still to be chosen. */
export function packNode(type: string, name: string, parameters: INodeParameters): NodeSpec {
	return {
		name,
		type: `${packName}.${type}`,
		typeVersion: versions[type] ?? 1,
		parameters,
		credentials,
	};
}

/** n8n's HTTP Request node with the pack's credential as a predefined one. */
export function httpRequest(name: string, parameters: INodeParameters): NodeSpec {
	return {
		name,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			authentication: 'predefinedCredentialType',
			nodeCredentialType: credentialType,
			...parameters,
		},
		credentials,
	};
}

/** n8n's Webhook node, which takes posts below `/webhook/`. */
export function webhookNode(path: string, typeVersion = 2): NodeSpec {
	return {
		name: 'Start',
		type: 'n8n-nodes-base.webhook',
		typeVersion,
		parameters: { path, httpMethod: 'POST', options: {} },
		webhookId: path,
	};
}

/** A workflow in which each node follows the one before. */
export function chain(name: string, ...specs: NodeSpec[]): WorkflowFile {
	const nodes = specs.map(
		(spec, index): INode => ({
			id: `node-${index}`,
			position: [index * 224, 0],
			...spec,
		}),
	);
	const connections = Object.fromEntries(
		specs.slice(0, -1).map((spec, index) => {
			const node = specs[index + 1]?.name ?? '';
			return [spec.name, { main: [[{ node, type: 'main' as const, index: 0 }]] }];
		}),
	);
	return { name, nodes, connections, settings: { executionOrder: 'v1' } };
}
