import type { FunctionsBase } from 'n8n-workflow';

import { rememberYoungest } from '../util/forget';

/*
 * What this process remembers of a node from one call of its webhook, or one check of its trigger, to the next. n8n
 * gives each of them a context of its own, and stores only what has to last over restarts.
 */

/** Far more than there are nodes that are called or checked at the same time. */
const MAX_REMEMBERED = 10_000;

/**
 * By workflow, node and name, the least used first. It belongs to the process, because calls and checks at the same
 * time have to know of each other. Of more than ten thousand, the one is forgotten that was not used for longest.
 */
const rememberedOfNodes = new Map<string, unknown>();

/**
 * What is remembered of the node of a context under a name, to be read and changed.
 *
 * @param name whoever uses it gives it values of one type only
 * @param begin gives what there is at first, or after it was forgotten
 */
export function rememberedOfNode<T extends object>(
	context: Pick<FunctionsBase, 'getWorkflow' | 'getNode'>,
	name: string,
	begin: () => T,
): T {
	const key = [context.getWorkflow().id, context.getNode().id, name].join(' ');
	const remembered = rememberedOfNodes.get(key) as T | undefined;
	const value = remembered ?? begin();
	rememberYoungest(rememberedOfNodes, [key, value], MAX_REMEMBERED);
	return value;
}
