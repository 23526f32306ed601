import type { IDataObject } from 'n8n-workflow';

import type { WorkflowFile } from '../../n8n/workflows';
import { manualTrigger, type NodeSpec } from '../../n8n/buildWorkflow';
import { credentialType } from '../../n8n/credentials';
import type { Credentials } from './contenders';

/** The workflow with these items as what its trigger outputs. */
export function withPinned(workflow: WorkflowFile, items: IDataObject[]): WorkflowFile {
	const pinData = { [manualTrigger.name]: items.map((json) => ({ json })) };
	return { ...workflow, pinData } as WorkflowFile;
}

/** The node with the credential of this package, if it has one. */
export function withOwn(spec: NodeSpec, credentials: Credentials): NodeSpec {
	if (!spec.credentials) return spec;
	return {
		...spec,
		credentials: { [credentialType]: credentials[credentialType] ?? { id: '', name: '' } },
	};
}

/** As many items as wanted, each with a prompt of its own. */
export function prompts(count: number): IDataObject[] {
	return Array.from({ length: count }, (_, index) => ({ prompt: `Fox ${index}` }));
}
