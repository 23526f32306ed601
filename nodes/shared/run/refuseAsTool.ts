import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { isToolExecution } from '../util/capabilities';

/**
 * An agent waits for the answer of its tool, so its execution cannot pause.
 *
 * @param choice what the user chose, as it is labelled
 * @param instead what to choose in its place, as sentences
 * @throws NodeOperationError when the node is used as a tool
 */
export function refuseAsTool(context: IExecuteFunctions, choice: string, instead: string): void {
	if (!isToolExecution(context)) return;
	throw new NodeOperationError(
		context.getNode(),
		`'${choice}' cannot be used in a tool of an AI agent`,
		{
			description: `The agent waits for the answer of its tool, so the execution cannot pause. ${instead}`,
		},
	);
}
