/*
 * Nodes beside this one, by the names of their types, which n8n prefixes with that of their package. Seen in n8n
 * 1.123.81 and 2.41.3; a type that is renamed is not recognized, and nothing is refused for it.
 */

/** Of a node, what tells which one it is. */
interface NodeOfType {
	/** Such as "n8n-nodes-x.digitalHumanGetTask". n8n adds "Tool" to it where the node is the tool of an AI agent. */
	type: string;
}

/** Whether a node is Get Task, but not as the tool of an AI agent. */
export function isGetTask({ type }: NodeOfType): boolean {
	return type.endsWith('digitalHumanGetTask');
}

/** Whether a node is the Task Callback Trigger, which starts its workflow when the service calls it. */
export function isCallbackTrigger({ type }: NodeOfType): boolean {
	return type.endsWith('digitalHumanTaskTrigger');
}

/** Whether a node is the Task Poll Trigger, which asks the service at intervals for tasks that have finished. */
export function isPollTrigger({ type }: NodeOfType): boolean {
	return type.endsWith('digitalHumanTaskPollTrigger');
}

/** Whether a node is n8n's Loop Over Items. */
export function isLoopOverItems({ type }: NodeOfType): boolean {
	return /splitInBatches$/.test(type);
}

/**
 * Whether a node may not stand in a loop that comes back to Get Task again and again. A node of this pack other than
 * Get Task may not, because it would do its work, such as a submit, in each round. n8n's Loop Over Items may not
 * either, because it would take each item for done after the first round.
 */
export function isBarredFromLoops(node: NodeOfType): boolean {
	const { type } = node;
	// Such as "n8n-nodes-x.digitalHumanLipSync".
	const isOfThisPack = /digitalHuman\w+$/.test(type);
	const isOtherThanGetTask = isOfThisPack && !/digitalHumanGetTask\w*$/.test(type);
	return isOtherThanGetTask || isLoopOverItems(node);
}

/**
 * Whether a node may output fewer items than it gets. That is only known of some of n8n's own nodes, by their types,
 * such as "n8n-nodes-base.filter"; false for any other node.
 */
export function mayDropItems({ type }: NodeOfType): boolean {
	return /(^|\.)(code|filter|if|removeDuplicates|switch)$/.test(type);
}
