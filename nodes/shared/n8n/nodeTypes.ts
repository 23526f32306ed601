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
 * Whether a node may not stand in a loop that asks Get Task again and again: one of this pack that submits would do so
 * in each round, and Loop Over Items would take each item for done after the first round.
 */
export function isBarredFromLoops({ type }: NodeOfType): boolean {
	return /(digitalHuman(?!GetTask)\w+|splitInBatches)$/.test(type);
}

/** Whether a node may give fewer items than it takes, by the type of n8n's own nodes. */
export function mayDropItems({ type }: NodeOfType): boolean {
	return /(^|\.)(code|filter|if|removeDuplicates|switch)$/.test(type);
}
