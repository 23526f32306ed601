import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

/*
 * Changes to the state of n8n's running engine, for which n8n has no other way. Seen to work in n8n 1.123.81 and
 * 2.41.3; each function says what would happen if n8n ignored its change.
 */

/**
 * Puts items in the place of the node's input. n8n stores the input of a node that pauses the execution, and outputs it
 * for the node when the pause ends because its time is up, and not by a callback. If this were ignored, n8n would then
 * output the items that came in.
 */
export function storeAsInput(context: IExecuteFunctions, items: INodeExecutionData[]): void {
	// A copy of the list, because n8n empties the list that the node returns when the node has an error output.
	context.getExecuteData().data = { main: [[...items]] };
}

/**
 * Makes this run describe its node by a copy of its own, before the execution pauses. To resume the execution, n8n
 * marks the node as disabled in the description that the paused run has. A second branch that leads to the node, and
 * still waits for its turn, has the same description. If this were ignored, n8n would skip the node in that branch.
 */
export function separateFromOtherBranches(context: IExecuteFunctions): void {
	// `getNode` returns a copy.
	context.getExecuteData().node = context.getNode();
}

/**
 * Makes the error that the node throws next stop the workflow, whatever the user chose in 'On Error'. If this were
 * ignored, the workflow would continue with items that hold the error, where the user chose that.
 */
export function stopWorkflowOnError(context: IExecuteFunctions): void {
	context.getExecuteData().node.onError = 'stopWorkflow';
}

/**
 * Turns off the setting 'Always Output Data' of the node for this run, by which n8n puts an empty item into the first
 * output where that has none. Of a node in a loop, this output leads back to the node: if this were ignored, the loop
 * of a user who has turned the setting on would have no end.
 */
export function leaveEmptyOutputsEmpty(context: IExecuteFunctions): void {
	context.getExecuteData().node.alwaysOutputData = false;
}

/**
 * Gives an empty json to the input items that have none: n8n lets some nodes output such items. If this were ignored,
 * they would fail as unreadable.
 */
export function fillItemsWithoutJson(context: IExecuteFunctions): void {
	for (const item of context.getInputData()) item.json ??= {};
}
