import { compact, difference, get, map } from 'lodash';
import type { IExecuteFunctions, NodeInputConnections } from 'n8n-workflow';

import type { TaskKind } from '../model/taskKind';

/** The node up to which the editor runs, as by 'Execute step', which leaves out the line back. */
export function destinationOf(context: IExecuteFunctions): string | undefined {
	// n8n's context has more than its type says; in older versions, the name itself.
	const destination: unknown = get(context, 'runExecutionData.startData.destinationNode');
	return get(destination, 'nodeName', destination) as string | undefined;
}

type LoopContext = IExecuteFunctions & {
	/** The lines that end at a node. */
	getConnections?(to: { name: string }, type: 'main'): NodeInputConnections;
};

/** What would submit again in each round, and Loop Over Items, for which the item is done then. */
const NOT_PAST = /(digitalHuman(?!GetTask)\w+|splitInBatches)$/;

/** Whether 'In Progress', the first output, leads back to the node, and past none of these. */
function isLoop(context: LoopContext, name: string): boolean {
	const barred = context.getParentNodes(name).filter(({ type }) => NOT_PAST.test(type));
	const names = map(barred, 'name');
	const before = [name];
	// It grows while it is read.
	for (const node of before) {
		const lines = compact(context.getConnections?.({ name: node }, 'main').flat());
		if (lines.some((line) => line.node === name && line.index === 0)) return true;
		before.push(...difference(map(lines, 'node'), before, names));
	}
	return false;
}

/**
 * Refuses a loop in which no line leads from 'In Progress' back to the node, so that nothing would
 * check the tasks again. Where n8n does not show the lines, nothing is refused.
 *
 * @param name the node that loops
 * @param note what has happened so far
 * @throws Error that says what to connect
 */
export function requireLoopConnection(context: LoopContext, name: string, note = ''): void {
	const lines = context.getConnections?.({ name }, 'main').flat();
	if (lines?.some((line) => line?.node === name && line.index > 0)) {
		// Where errors continue, its items would go round as well.
		if (name === context.getNode().name) context.getExecuteData().node.onError = 'stopWorkflow';
		throw new Error(
			`Only 'In Progress' may lead back to '${name}': finished tasks would go round without end. Remove its other connections to itself${note && `. ${note}`}`,
		);
	}
	if (lines === undefined || isLoop(context, name)) return;
	const target = name === context.getNode().name ? 'this node' : `'${name}'`;
	throw new Error(
		`'Pause and Loop' needs a connection from 'In Progress' back to ${target}. Connect the output 'In Progress' of '${name}' to the input of '${name}', or choose 'Wait' in 'When Not Finished'. Without it, the workflow would end while tasks are still in progress${note && `. ${note}`}`,
	);
}

/**
 * The same for nodes behind one that submits work, before that costs credits: only while the
 * workflow is built, since a published one may never come to them.
 *
 * @throws Error that says what to connect
 */
export function requireLoopsAfter(context: IExecuteFunctions): void {
	if (context.getMode() !== 'manual' || destinationOf(context) !== undefined) return;
	const { name: self } = context.getNode();
	for (const node of context.getChildNodes(self, { includeNodeParameters: true })) {
		const { name, type, disabled, parameters } = node;
		// n8n leaves out what another operation has of it.
		const loops = parameters?.whenNotFinished === 'pauseAndLoop';
		if (!loops || !type.endsWith('digitalHumanGetTask')) continue;
		if (!disabled) requireLoopConnection(context, name, 'Nothing was submitted');
		else if (isLoop(context, name)) {
			throw new Error(
				`'${name}' is deactivated, so n8n would pass its items round without end. Nothing was submitted. Activate the node, or remove the connection from its output 'In Progress'`,
			);
		}
	}
}

/** Nodes behind which not all tasks need to arrive. */
const FILTERS = /(^|\.)(code|filter|if|removeDuplicates|switch)$/;

/**
 * Refuses to submit what the Task Poll Trigger of the same workflow would find in its turn, so that
 * each execution starts the next one.
 *
 * @throws Error that says what to change
 */
export function refuseEndless(context: IExecuteFunctions, { name, label }: TaskKind): void {
	const { name: self } = context.getNode();
	const before = context.getParentNodes(self, { includeNodeParameters: true });
	const trigger = before.find(({ type, disabled, parameters }) => {
		const isPolling = type.endsWith('digitalHumanTaskPollTrigger') && !disabled;
		const chosen = parameters?.taskKinds;
		const hasKind = Array.isArray(chosen) && chosen.includes(name as never);
		return isPolling && hasKind && parameters?.triggerOn !== 'failed';
	});
	if (!trigger || before.some(({ type }) => FILTERS.test(type))) return;
	throw new Error(
		`'${trigger.name}' would start this workflow again for each ${label} of this node. Nothing was submitted. Leave this kind out of its 'Task Kinds', or put a Filter node in between`,
	);
}
