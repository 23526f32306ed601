import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Whether an AI agent runs the node as its tool. n8n does not say so in every case, because for its newer agents it
 * runs a tool like any other node of the workflow. But in each case it adds "Tool" to the type of the node (seen in
 * 1.123.81, 2.4.8, 2.14.2 and 2.41.3). If it did not, a tool would be taken for a node of the workflow.
 */
export function isToolExecution(context: IExecuteFunctions): boolean {
	return context.getNode().type.endsWith('Tool');
}
