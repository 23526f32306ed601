import type { FunctionsBase } from 'n8n-workflow';

import { rememberYoungest } from '../util/forget';

/*
 * What this process remembers of a node from one call of its webhook, or one check of its trigger, to the next. n8n
 * gives each of them a context of its own, and stores only what has to last over restarts.
 */

/**
 * What is remembered, by workflow, node and name. The entry that was not used for the longest time comes first, and is
 * the first to be forgotten. It belongs to the process, because calls and checks at the same time have to know of each
 * other.
 */
const rememberedOfNodes = new Map<string, unknown>();

/**
 * The object that this process remembers of a node under a name, to be read and changed: the same one for each call.
 *
 * @param context that of the node
 * @param name each name has values of one type only, which the caller has to ensure
 * @param begin makes the object where nothing is remembered: at first, and after it was forgotten
 */
export function rememberedOfNode<T extends object>(
	context: FunctionsBase,
	name: string,
	begin: () => T,
): T {
	const key = [context.getWorkflow().id, context.getNode().id, name].join(' ');
	const remembered = rememberedOfNodes.get(key) as T | undefined;
	const value = remembered ?? begin();
	// This also notes that it was used just now.
	rememberYoungest(rememberedOfNodes, key, value);
	return value;
}
