import { compact, get } from 'lodash';
import type { IExecuteFunctions, NodeInputConnections } from 'n8n-workflow';

/*
 * How the nodes of the workflow are connected. n8n's contexts have more for that than their types promise: seen in n8n 1.123.81
 * and 2.41.3. Where it is gone, nothing is known of the connections, and nothing is refused for them.
 */

/** A connection that ends at a node. */
export interface Connection {
	/** The name of the node where it begins. */
	node: string;
	/** Number of that node's output, from 0. */
	output: number;
}

type ConnectedContext = IExecuteFunctions & {
	getConnections?(to: { name: string }, type: 'main'): NodeInputConnections;
};

/** The connections that end at a node; undefined where n8n does not show them. */
export function connectionsTo(context: ConnectedContext, name: string): Connection[] | undefined {
	const connections = context.getConnections?.({ name }, 'main');
	return (
		connections && compact(connections.flat()).map(({ node, index }) => ({ node, output: index }))
	);
}

/** The node up to which the editor runs, as by 'Execute step', which leaves out the connection back to it. */
export function destinationOf(context: IExecuteFunctions): string | undefined {
	// An older n8n has the name itself.
	const destination: unknown = get(context, 'runExecutionData.startData.destinationNode');
	return get(destination, 'nodeName', destination) as string | undefined;
}
