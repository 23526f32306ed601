import type { IExecuteFunctions } from 'n8n-workflow';

import type { TaskKind } from '../model/taskKind';
import { connectionsTo, destinationOf } from '../n8n/connections';
import { stopWorkflowOnError } from '../n8n/engineState';
import { isBarredFromLoops, isGetTask, isPollTrigger, mayDropItems } from '../n8n/nodeTypes';
import { PackError } from '../util/errors';
import { completionMessages } from './completionMessages';

/*
 * Two mistakes in building a workflow that cost credits or never end, and are refused: a loop without its connection, and a
 * trigger that would start its own workflow again and again.
 */

/** Whether 'In Progress', the first output of a node, leads back to it, directly or through nodes that may stand in a loop. */
function leadsBack(context: IExecuteFunctions, name: string): boolean {
	const barred = context.getParentNodes(name).filter(isBarredFromLoops);
	const seen = new Set(barred.map((node) => node.name));
	const before = [name];
	// It grows while it is read, by each node once.
	for (const node of before) {
		for (const connection of connectionsTo(context, node) ?? []) {
			if (connection.node === name && connection.output === 0) return true;
			if (!seen.has(connection.node)) before.push(connection.node);
			seen.add(connection.node);
		}
	}
	return false;
}

/**
 * Refuses a loop in which no connection leads from 'In Progress' back to the node, so that nothing would
 * check the tasks again. Where n8n does not show the connections, nothing is refused.
 *
 * @param name the node that loops
 * @param note what has happened so far, as the beginning of a sentence
 * @throws PackError that says what to connect
 */
export function requireLoopConnection(context: IExecuteFunctions, name: string, note = ''): void {
	const connections = connectionsTo(context, name);
	if (connections === undefined) return;
	const isThisNode = name === context.getNode().name;
	if (connections.some(({ node, output }) => node === name && output > 0)) {
		// Where errors continue, its items would go round as well.
		if (isThisNode) stopWorkflowOnError(context);
		throw new PackError(completionMessages.onlyInProgressLeadsBack(name, note));
	}
	if (leadsBack(context, name)) return;
	const target = isThisNode ? 'this node' : `'${name}'`;
	throw new PackError(completionMessages.loopWithoutConnection(name, target, note));
}

/**
 * The same for nodes behind one that submits work, before that costs credits: only while the
 * workflow is built, since a published one may never come to them. A loop that is deactivated is always refused, because n8n
 * itself would hang in it.
 *
 * @throws PackError that says what to connect
 */
export function requireLoopsAfter(context: IExecuteFunctions): void {
	if (destinationOf(context) !== undefined) return;
	const isBuilding = context.getMode() === 'manual';
	const { name: self } = context.getNode();
	for (const node of context.getChildNodes(self, { includeNodeParameters: true })) {
		const { name, disabled, parameters } = node;
		// n8n leaves out what another operation has of it.
		const loops = parameters?.whenNotFinished === 'pauseAndLoop';
		if (!loops || !isGetTask(node)) continue;
		if (disabled && leadsBack(context, name)) {
			throw new PackError(completionMessages.deactivatedLoop(name));
		}
		if (!disabled && isBuilding) requireLoopConnection(context, name, 'Nothing was submitted');
	}
}

/**
 * Refuses to submit what the Task Poll Trigger of the same workflow would find in its turn, so that
 * each execution starts the next one.
 *
 * @throws PackError that says what to change
 */
export function refuseEndless(context: IExecuteFunctions, { name, label }: TaskKind): void {
	const { name: self } = context.getNode();
	const before = context.getParentNodes(self, { includeNodeParameters: true });
	const trigger = before.find((node) => {
		const { disabled, parameters } = node;
		const isPolling = isPollTrigger(node) && !disabled;
		const chosen = parameters?.taskKinds;
		const hasKind = Array.isArray(chosen) && chosen.includes(name as never);
		return isPolling && hasKind && parameters?.triggerOn !== 'failed';
	});
	if (!trigger || before.some(mayDropItems)) return;
	throw new PackError(completionMessages.endlessPolling(trigger.name, label));
}
