/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import {
	credentialName,
	credentialType,
	type Rest,
	type StoredCredential,
	type StoredWorkflow,
	type WorkflowFile,
} from './rest';
import { createWorkflow, switchWorkflow } from './dialect';
import { root } from './program';
import { packName } from './pack';

const examplesFolder = join(root, 'examples');

export type { StoredWorkflow, WorkflowFile };

/** File names of the example workflows, without their ending. */
export function exampleNames(): string[] {
	return readdirSync(examplesFolder)
		.filter((name) => name.endsWith('.json'))
		.map((name) => name.slice(0, -'.json'.length));
}

export function readExample(name: string): WorkflowFile {
	return JSON.parse(readFileSync(join(examplesFolder, `${name}.json`), 'utf8')) as WorkflowFile;
}

/** Name of the node that an execution starts from: the only one that nothing leads to. */
export function triggerOf({ name, nodes }: WorkflowFile): string {
	const trigger = nodes.find(({ type }) => /trigger$/i.test(type));
	if (trigger === undefined) throw new Error(`The workflow "${name}" has no trigger`);
	return trigger.name;
}

/** Chooses a credential in every node that wants one of its type, as a person does after an import. */
export function withCredential(
	workflow: WorkflowFile,
	{ id, name, type }: StoredCredential,
): WorkflowFile {
	const nodes = workflow.nodes.map((node) =>
		node.credentials?.[type] === undefined
			? node
			: { ...node, credentials: { ...node.credentials, [type]: { id, name } } },
	);
	return { ...workflow, nodes };
}

/** Imports a workflow; one of the same name is replaced if `replace` is set, else left as it is. */
export async function saveWorkflow(
	rest: Rest,
	workflow: WorkflowFile,
	replace: boolean,
): Promise<StoredWorkflow> {
	const present = await findWorkflow(rest, workflow.name);
	if (present === undefined) return await createWorkflow(rest, workflow);
	if (!replace) return present;
	return await rest.patch(`workflows/${present.id}`, { ...workflow, versionId: present.versionId });
}

/** Switches a workflow on, so that its trigger starts it. */
export async function activateWorkflow(rest: Rest, workflow: StoredWorkflow): Promise<void> {
	await switchWorkflow(rest, workflow, true);
}

/** The workflow of a name, if there is one. */
export async function findWorkflow(rest: Rest, name: string): Promise<StoredWorkflow | undefined> {
	const filter = JSON.stringify({ name });
	const found = await rest.get<StoredWorkflow[]>('workflows', { filter });
	const exact = found.find((workflow) => workflow.name === name);
	return exact && (await rest.get<StoredWorkflow>(`workflows/${exact.id}`));
}

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

/** The same, which posts JSON; expressions stand in braces. */
export const httpPost = (name: string, url: string, body: object): NodeSpec =>
	httpRequest(name, {
		method: 'POST',
		url,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: `=${JSON.stringify(body)}`,
		options: {},
	});

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

/** The workflow with these items as what its trigger outputs. */
export function withPinned(workflow: WorkflowFile, items: IDataObject[]): WorkflowFile {
	const pinData = { [manualTrigger.name]: items.map((json) => ({ json })) };
	return { ...workflow, pinData } as WorkflowFile;
}
