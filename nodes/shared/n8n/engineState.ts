import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

/*
 * What of n8n's running engine is changed, because it has no other way. Seen in n8n 1.123.81 and 2.41.3; where n8n
 * ignores it, each function says what happens instead.
 */

/**
 * Puts items in the place of the node's input: n8n stores the input of a node that pauses, and passes it on when the
 * execution goes on by itself. Ignored, the items that came in would be passed on.
 */
export function storeAsInput(context: IExecuteFunctions, items: INodeExecutionData[]): void {
	// Not the returned array, which n8n empties when the node has an error output.
	context.getExecuteData().data = { main: [[...items]] };
}

/**
 * Gives this run an object of its own for its node, a copy. n8n resumes a paused execution by setting in that object
 * that the node is disabled; where a second branch that leads to the node still waits for its turn, both would have the
 * same object. Ignored, the node would be passed over in the second branch.
 */
export function separateFromOtherBranches(context: IExecuteFunctions): void {
	context.getExecuteData().node = context.getNode();
}

/**
 * Has the error that follows stop the workflow, whatever the user chose. Ignored, the items would go on with the error.
 */
export function stopWorkflowOnError(context: IExecuteFunctions): void {
	context.getExecuteData().node.onError = 'stopWorkflow';
}

/**
 * Has the node output nothing where an output is empty: 'Always Output Data' would put an item without a task into a
 * loop again and again. Ignored, the loop of a user who has turned that setting on has no end.
 */
export function leaveEmptyOutputsEmpty(context: IExecuteFunctions): void {
	context.getExecuteData().node.alwaysOutputData = false;
}

/**
 * Gives json to the input items that have none, which n8n takes from some nodes.
 * Ignored, such an item would fail as unreadable.
 */
export function fillItemsWithoutJson(context: IExecuteFunctions): void {
	for (const item of context.getInputData()) item.json ??= {};
}
