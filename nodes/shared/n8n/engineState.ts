import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

/*
 * Changes to the state of n8n's running engine, for which n8n has no other way. Seen to work in n8n 1.123.81 and
 * 2.41.3; each function says what would happen if n8n ignored its change.
 */

/**
 * Puts items in the place of the node's input: n8n stores the input of a node that pauses, and passes it on when the
 * execution goes on by itself. If this were ignored, the items that came in would be passed on.
 */
export function storeAsInput(context: IExecuteFunctions, items: INodeExecutionData[]): void {
	// A copy of the list, because n8n empties the list that the node returns when the node has an error output.
	context.getExecuteData().data = { main: [[...items]] };
}

/**
 * Gives this run an object of its own for its node, a copy. n8n resumes a paused execution by setting in that object
 * that the node is disabled. Where a second branch that leads to the node still waits for its turn, both branches would
 * share the object. If this were ignored, the node would be passed over in the second branch.
 */
export function separateFromOtherBranches(context: IExecuteFunctions): void {
	// `getNode` returns a copy.
	context.getExecuteData().node = context.getNode();
}

/**
 * Makes the error that the node throws next stop the workflow, whatever the user chose in 'On Error'. If this were
 * ignored, the items would go on with the error.
 */
export function stopWorkflowOnError(context: IExecuteFunctions): void {
	context.getExecuteData().node.onError = 'stopWorkflow';
}

/**
 * Turns off the setting 'Always Output Data' of the node for this run: in a loop, it would put an item without a task
 * into an empty output again and again. If this were ignored, the loop of a user who has turned the setting on would
 * have no end.
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
