import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

/** The output of 'Pause and Loop' from which the line goes back to the node's input. */
const IN_PROGRESS = 0;

interface Line {
	node: string;
	/** Output of that node. */
	index: number;
}

/** What n8n's context has in addition to what its type says. */
interface Wiring {
	/** The lines that end at a node, by its inputs. */
	getConnections?(to: { name: string }, type: 'main'): Array<Line[] | null>;
	runExecutionData?: { startData?: { destinationNode?: string | { nodeName?: string } } };
}

/** The node up to which the editor runs, as by 'Execute step', which leaves out the line back. */
export function destinationOf(context: IExecuteFunctions): string | undefined {
	const { runExecutionData } = context as IExecuteFunctions & Wiring;
	const destination = runExecutionData?.startData?.destinationNode;
	return typeof destination === 'object' ? destination.nodeName : destination;
}

/**
 * Refuses a loop in which no line leads from 'In Progress' back to the node, so that nothing would
 * check the tasks again. Where n8n does not show the lines, nothing is refused.
 *
 * @param name the node that loops
 * @param note what has happened so far
 * @throws NodeOperationError that says what to connect
 */
export function requireLoopConnection(context: IExecuteFunctions, name: string, note = ''): void {
	if (isLooped(context, name)) return;
	const target = name === context.getNode().name ? 'this node' : `'${name}'`;
	throw new NodeOperationError(
		context.getNode(),
		`'Pause and Loop' needs a connection from 'In Progress' back to ${target}`,
		{
			description: `${note}Connect the output 'In Progress' of '${name}' to the input of '${name}', or choose 'Wait' in 'When Not Finished'. Without it, the workflow would end while tasks are still in progress.`,
		},
	);
}

/**
 * The same for nodes behind one that submits work, before that costs credits: only while the
 * workflow is built, since a published one may never come to them.
 *
 * @throws NodeOperationError that says what to connect
 */
export function requireLoopsAfter(context: IExecuteFunctions): void {
	if (context.getMode() !== 'manual' || destinationOf(context) !== undefined) return;
	const { name: self } = context.getNode();
	for (const node of context.getChildNodes(self, { includeNodeParameters: true })) {
		const { name, type, disabled, parameters } = node;
		const loops =
			parameters?.whenNotFinished === 'pauseAndLoop' && parameters.operation !== 'getAll';
		if (disabled || !loops || !type.endsWith('digitalHumanGetTask')) continue;
		requireLoopConnection(context, name, 'Nothing was submitted. ');
	}
}

/** Whether a way leads from a node's first output back to its input. */
function isLooped(context: IExecuteFunctions & Wiring, name: string): boolean {
	if (context.getConnections === undefined) return true;
	const before = [{ name }, ...context.getParentNodes(name)];
	const lines = before.flatMap((node) => context.getConnections?.(node, 'main') ?? []).flat();
	return lines.some((line) => line?.node === name && line.index === IN_PROGRESS);
}
