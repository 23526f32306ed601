/*
 * Nodes beside this one, by the names of their types, which n8n prefixes with that of their package. Seen in n8n
 * 1.123.81 and 2.41.3; a type that is renamed is not recognized, and nothing is refused for it.
 */

/** A node as n8n tells of it. */
interface NodeOfType {
	type: string;
}

export function isGetTask({ type }: NodeOfType): boolean {
	return type.endsWith('digitalHumanGetTask');
}

export function isCallbackTrigger({ type }: NodeOfType): boolean {
	return type.endsWith('digitalHumanTaskTrigger');
}

export function isPollTrigger({ type }: NodeOfType): boolean {
	return type.endsWith('digitalHumanTaskPollTrigger');
}

/**
 * Whether a node may not stand in a loop that asks Get Task again and again. Any other node of this pack may not,
 * because it would do its work, such as a submit, in each round. n8n's Loop Over Items may not either, because it would
 * take each item for done after the first round.
 */
export function isBarredFromLoops({ type }: NodeOfType): boolean {
	// Such as "n8n-nodes-x.digitalHumanLipSync".
	const isOfThisPack = /digitalHuman\w+$/.test(type);
	const isOtherThanGetTask = isOfThisPack && !/digitalHumanGetTask\w*$/.test(type);
	const isLoopOverItems = /splitInBatches$/.test(type);
	return isOtherThanGetTask || isLoopOverItems;
}

/**
 * Whether a node may give fewer items than it takes. That is only known of n8n's own nodes, by their types, such as
 * "n8n-nodes-base.filter"; false for any other node.
 */
export function mayDropItems({ type }: NodeOfType): boolean {
	return /(^|\.)(code|filter|if|removeDuplicates|switch)$/.test(type);
}
