import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Whether an AI agent runs the node as its tool. n8n does not say so in every case: for its newer agents it
 * runs a tool as any other node of the workflow. What is always there is the type of the node, which n8n
 * derives from the node's own by adding "Tool" (seen in 1.123.81, 2.4.8, 2.14.2 and 2.41.3). Without that, a
 * tool would run as a node in the workflow does.
 */
export function isToolExecution(context: Pick<IExecuteFunctions, 'getNode'>): boolean {
	return context.getNode().type.endsWith('Tool');
}
