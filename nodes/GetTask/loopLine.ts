import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

/** The output for tasks in progress, from which the line goes back to the node's input. */
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

/**
 * Refuses to pause where nothing would check the tasks again, because no line leads from the output
 * 'In Progress' back to the node. Where n8n does not show the lines, nothing is refused; 'Execute step' leaves out
 * the line that leads back.
 *
 * @throws NodeOperationError that says what to connect
 */
export function requireLineBack(context: IExecuteFunctions): void {
	const { name } = context.getNode();
	const wiring = context as IExecuteFunctions & Wiring;
	if (wiring.getConnections === undefined || isStep(wiring, name)) return;
	if (leadsBack(name, (to) => wiring.getConnections?.({ name: to }, 'main') ?? [])) return;
	throw new NodeOperationError(
		context.getNode(),
		"'Pause and Loop' needs a connection from 'In Progress' back to this node",
		{
			description: `Connect the output 'In Progress' of '${name}' to the input of '${name}', or choose 'Wait' in 'When Not Finished'. Without it, the workflow would end while tasks are still in progress.`,
		},
	);
}

/**
 * Whether a way leads from a node's first output back to its input, directly or through other nodes.
 *
 * @param linesTo the lines that end at a node, by its inputs
 */
export function leadsBack(name: string, linesTo: (node: string) => Array<Line[] | null>): boolean {
	const seen = new Set([name]);
	for (const node of seen) {
		for (const line of linesTo(node).flatMap((lines) => lines ?? [])) {
			if (line.node === name && line.index === IN_PROGRESS) return true;
			// The loop over the set continues with what is added to it.
			seen.add(line.node);
		}
	}
	return false;
}

function isStep({ runExecutionData }: Wiring, name: string): boolean {
	const destination = runExecutionData?.startData?.destinationNode;
	return (typeof destination === 'object' ? destination.nodeName : destination) === name;
}
