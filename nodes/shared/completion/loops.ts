import { map } from 'lodash';
import type { IExecuteFunctions, NodeTypeAndVersion } from 'n8n-workflow';

import type { TaskKind } from '../model/taskKind';
import { connectionsTo, destinationOf } from '../n8n/connections';
import { stopWorkflowOnError } from '../n8n/engineState';
import {
	isBarredFromLoops,
	isGetTask,
	isLoopOverItems,
	isPollTrigger,
	mayDropItems,
} from '../n8n/nodeTypes';
import { hasErrorOutput } from '../output/errorOutput';
import { PackError } from '../util/errors';
import { completionMessages } from './completionMessages';

/*
 * Two mistakes in building a workflow that cost credits or never end, and are refused: a loop without its connection,
 * and a trigger that would start its own workflow again and again.
 */

/**
 * Refuses a loop in which no connection leads from 'In Progress' back to the node, so that nothing would check the
 * tasks again. Also refuses one in which another output leads directly back to the node, so that finished tasks would
 * go round. Where n8n does not show the connections, nothing is refused.
 *
 * @param name the name of the node that loops: this node, or one behind it
 * @param note what has happened so far, as a sentence without its full stop; empty for nothing
 * @throws PackError that says what to connect
 */
export function requireLoopConnection(context: IExecuteFunctions, name: string, note = ''): void {
	const connections = connectionsTo(context, name);
	if (connections === undefined) return;
	const isThisNode = name === context.getNode().name;
	// The outputs are 'In Progress', which is number 0, 'Succeeded' and 'Failed'.
	const hasWrongLoop = connections.some(({ node, output }) => node === name && output > 0);
	if (hasWrongLoop) {
		// If the workflow continued after this error, the item with the error would go round as well.
		if (isThisNode) stopWorkflowOnError(context);
		throw new PackError(completionMessages.onlyInProgressLeadsBack(name, note));
	}
	if (leadsBack(context, name)) return;
	const target = isThisNode ? completionMessages.thisNode : `'${name}'`;
	throw new PackError(completionMessages.loopWithoutConnection(name, target, note));
}

/**
 * Whether 'In Progress', the first output of a node, leads back to it, directly or through nodes that may stand in a
 * loop. False where n8n does not show the connections.
 */
function leadsBack(context: IExecuteFunctions, name: string): boolean {
	// Those that may not stand in a loop, such as nodes that submit work and Loop Over Items.
	return outputLeadsBack(context, { name, output: 0 }, isBarredFromLoops);
}

/**
 * Whether an output of a node leads back to it, directly or through other nodes. False where n8n does not show the
 * connections.
 *
 * @param isBarred says which nodes are on no such way
 */
function outputLeadsBack(
	context: IExecuteFunctions,
	{ name, output }: { name: string; output: number },
	isBarred: (node: NodeTypeAndVersion) => boolean,
): boolean {
	// The names of nodes that the search does not enter: the node itself, where it begins; those that are barred; and, as
	// it goes on, those that it has come upon.
	const barred = context.getParentNodes(name).filter(isBarred);
	const notEntered = new Set([name, ...map(barred, 'name')]);
	// The search runs against the connections, from the node itself. This list of nodes grows while it is read.
	const upstream = [name];
	for (const node of upstream) {
		// Undefined where n8n does not show the connections.
		for (const connection of connectionsTo(context, node) ?? []) {
			if (connection.node === name && connection.output === output) return true;
			if (!notEntered.has(connection.node)) upstream.push(connection.node);
			// So that the search does not enter this node once more.
			notEntered.add(connection.node);
		}
	}
	return false;
}

/**
 * Whether an item that fails may come back to this node: errors continue, and the output through which they leave leads
 * back to it, which is the error output, where there is one. No way through Loop Over Items counts, because the next
 * items come that way. Also true where errors continue and n8n does not show the connections.
 */
export function errorMayComeBack(context: IExecuteFunctions): boolean {
	if (!context.continueOnFail()) return false;
	const { name } = context.getNode();
	if (connectionsTo(context, name) === undefined) return true;
	// A node that submits work has one output beside its error output.
	const output = hasErrorOutput(context) ? 1 : 0;
	return outputLeadsBack(context, { name, output }, isLoopOverItems);
}

/**
 * Refuses loops without their connection behind a node that submits work, before that costs credits. This is only done
 * while the workflow is built, because a published one may never come to such a loop. A deactivated node whose loop has
 * its connection is refused in a published workflow too, because n8n itself would hang in the loop.
 *
 * @throws PackError that says what to connect
 */
export function requireLoopsAfter(context: IExecuteFunctions): void {
	// The editor runs the workflow only up to a node that the user has chosen, so the nodes behind may not run at all.
	if (destinationOf(context) !== undefined) return;
	// The user runs the workflow in the editor.
	const isBuilding = context.getMode() === 'manual';
	const { name: self } = context.getNode();
	for (const node of context.getChildNodes(self, { includeNodeParameters: true })) {
		const { name, disabled, parameters } = node;
		// The parameter is undefined where Get Task has another operation.
		const isLooping = isGetTask(node) && parameters?.whenNotFinished === 'pauseAndLoop';
		if (!isLooping) continue;
		if (disabled && leadsBack(context, name)) {
			throw new PackError(completionMessages.deactivatedLoop(name));
		}
		if (!disabled && isBuilding) {
			requireLoopConnection(context, name, completionMessages.nothingSubmitted);
		}
	}
}

/**
 * Refuses to submit what the Task Poll Trigger of the same workflow would find when it has finished, so that each
 * execution would start the next one. Nothing is refused where a node before this one may drop items, such as a filter,
 * because that may end the chain.
 *
 * @param kind the kind of task that this node submits
 * @throws PackError that says what to change
 */
export function refuseEndless(context: IExecuteFunctions, kind: TaskKind): void {
	const { name: self } = context.getNode();
	const before = context.getParentNodes(self, { includeNodeParameters: true });
	const trigger = before.find((node) => isPollTrigger(node) && startsFor(node, kind));
	if (!trigger || before.some(mayDropItems)) return;
	throw new PackError(completionMessages.endlessPolling(trigger.name, kind.label));
}

/**
 * Whether a Task Poll Trigger certainly starts the workflow for successful tasks of a kind. False where it is
 * deactivated, and where an expression gives its kinds, because these are not known before it runs.
 */
function startsFor({ disabled, parameters }: NodeTypeAndVersion, { name }: TaskKind): boolean {
	if (disabled || parameters?.triggerOn === 'failed') return false;
	const chosen = parameters?.taskKinds;
	return Array.isArray(chosen) && (chosen as unknown[]).includes(name);
}
