import { readExecution } from '../../../tools/n8n/executions';
import { credentialType, type Rest, type StoredCredential } from '../../../tools/n8n/rest';
import { type NodeSpec, type WorkflowFile, withPinned } from '../../../tools/n8n/workflows';

/** A node that hands its items on, to see what arrives there. */
export function passing(name: string): NodeSpec {
	return { name, type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
}

/** A workflow in which the editor's trigger outputs items with the texts `Video 0`, `Video 1` and so on. */
export function withItems(count: number, file: WorkflowFile): WorkflowFile {
	const items = Array.from({ length: count }, (_, index) => ({ text: `Video ${index}` }));
	return withPinned(file, items);
}

/** How often a node ran in an execution. */
export async function runsOf(rest: Rest, executionId: string, node: string): Promise<number> {
	return (await readExecution(rest, executionId)).runs(node).length;
}

/** Presses the editor's Stop button. */
export async function stopExecution(rest: Rest, id: string): Promise<void> {
	await rest.post(`executions/${id}/stop`, {});
}

/** Removes every credential of the pack, so that n8n is as new. */
export async function forgetCredentials(rest: Rest): Promise<void> {
	const stored = await rest.get<StoredCredential[]>('credentials');
	for (const { id } of stored.filter(({ type }) => type === credentialType)) {
		await rest.fetch(`/rest/credentials/${id}`, { method: 'DELETE' });
	}
}
