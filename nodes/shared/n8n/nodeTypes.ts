/*
 * Nodes beside this one, by the names of their types, which n8n prefixes with that of their package. Seen in n8n 1.123.81 and
 * 2.41.3; a type that is renamed is not recognized, and nothing is refused for it.
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

/** What may stand in no loop of Get Task: it would submit again in each round, or, as Loop Over Items, take the item for done. */
export function isBarredFromLoops({ type }: NodeOfType): boolean {
	return /(digitalHuman(?!GetTask)\w+|splitInBatches)$/.test(type);
}

/** Nodes behind which not all items need to arrive. */
export function mayDropItems({ type }: NodeOfType): boolean {
	return /(^|\.)(code|filter|if|removeDuplicates|switch)$/.test(type);
}
