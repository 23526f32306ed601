import { compact, get } from 'lodash';
import type { IExecuteFunctions, NodeInputConnections } from 'n8n-workflow';

import { isObject } from '../util/json';

/*
 * How the nodes of the workflow are connected. n8n's contexts have more for that than their types promise: seen in n8n
 * 1.123.81 and 2.41.3. Where it is gone, nothing is known of the connections, and nothing is refused for them.
 */

/** A connection that ends at a node. */
interface Connection {
	/** The name of the node where it begins. */
	node: string;
	/** Number of that node's output, from 0. */
	output: number;
}

/**
 * A context of n8n, with a method that its type leaves out: it gives, for each input of a node, the list of the
 * connections that end there. In n8n's words, `index` is the number of the output at which a connection begins.
 */
type ConnectedContext = IExecuteFunctions & {
	getConnections?(to: { name: string }, type: 'main'): NodeInputConnections;
};

/**
 * The connections that end at the node with this name, at any of its inputs; an empty list for a node without any, and
 * undefined where n8n does not show connections.
 */
export function connectionsTo(context: ConnectedContext, name: string): Connection[] | undefined {
	const connections = context.getConnections?.({ name }, 'main');
	if (!connections) return undefined;
	// n8n may have null in place of the list of an input without connections.
	const ofAllInputs = compact(connections.flat());
	return ofAllInputs.map(({ node, index }) => ({ node, output: index }));
}

/**
 * The name of the node at which the editor ends the run, as by 'Execute step'; undefined where the whole workflow runs.
 * With such a node, n8n leaves out the connections that lead back to it, so that a loop there may seem to be missing.
 */
export function destinationOf(context: IExecuteFunctions): string | undefined {
	const destination: unknown = get(context, 'runExecutionData.startData.destinationNode');
	// An older n8n has the name itself there, a newer one has it within an object.
	const name = isObject(destination) ? destination.nodeName : destination;
	return name as string | undefined;
}
