import { webhookNode, type NodeSpec } from '../../../tools/n8n/workflows';

/** Webhook and Split Out: a workflow that begins with them is started in production, with any items. */
export function callable(path: string): [NodeSpec, NodeSpec] {
	const split = {
		name: 'Split',
		type: 'n8n-nodes-base.splitOut',
		typeVersion: 1,
		parameters: { fieldToSplitOut: 'body.items' },
	};
	return [webhookNode(path), split];
}
