/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { StoredCredential } from './credentials';
import { createWorkflow, switchWorkflow } from './dialect';
import type { StoredWorkflow, WorkflowFile } from './workflow';
import { root } from './paths';
import type { Rest } from './rest';

export const examplesFolder = join(root, 'examples');

/** A workflow as it is exported from and imported into n8n. */
export type { StoredWorkflow, WorkflowFile } from './workflow';

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
export async function activateWorkflow(rest: Rest, { id }: StoredWorkflow): Promise<void> {
	await switchWorkflow(rest, id, true);
}

/** Switches a workflow off again. */
export async function deactivateWorkflow(rest: Rest, { id }: StoredWorkflow): Promise<void> {
	await switchWorkflow(rest, id, false);
}

async function findWorkflow(rest: Rest, name: string): Promise<StoredWorkflow | undefined> {
	const filter = JSON.stringify({ name });
	const found = await rest.get<StoredWorkflow[]>('workflows', { filter });
	const exact = found.find((workflow) => workflow.name === name);
	return exact && (await rest.get<StoredWorkflow>(`workflows/${exact.id}`));
}
