import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

/** One operation of a node: its fields in the editor and what it does with all input items. */
export interface NodeOperation {
	/** Fields, shown for this operation only. */
	properties: INodeProperties[];
	/** Runs for all input items and returns one list of items per output. */
	execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]>;
}

/** Runs the operation that is chosen in the node. */
export async function executeOperation(
	context: IExecuteFunctions,
	operations: Record<string, NodeOperation>,
): Promise<INodeExecutionData[][]> {
	const name = context.getNodeParameter('operation', 0) as string;
	return (await operations[name]?.execute(context)) ?? [];
}
