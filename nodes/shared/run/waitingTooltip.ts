import uniq from 'lodash/uniq';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { countedWord } from '../tasks/kinds';
import { noteResumeAddress } from '../util/capabilities';

/**
 * What the editor shows on a node that pauses. n8n evaluates it without the items of the node; the only value of the
 * pause that it offers is the resume address of the node's metadata (since n8n 2.14), so the sentence is its fragment.
 */
export const waitingNodeTooltip =
	'={{ $execution.resumeUrl.includes("#") ? decodeURIComponent($execution.resumeUrl.split("#")[1]) : "Waiting for the tasks to finish" }}';

/** Notes for the editor what an execution that is about to pause waits for. */
export function waitingFor(
	context: IExecuteFunctions,
	open: INodeExecutionData[],
	all = open.length,
): void {
	noteResumeAddress(context, `#${encodeURIComponent(waitingText(open, all))}`);
}

/**
 * "Waiting for 3 of 10 videos".
 *
 * @param open items whose tasks are in progress
 * @param all number of items, with those that have finished
 */
export function waitingText(open: INodeExecutionData[], all: number): string {
	const names = uniq(open.map(({ json }) => String(json.taskKind)));
	const count = open.length < all ? `${open.length} of ${all}` : String(open.length);
	return `Waiting for ${count} ${countedWord(names, all)}`;
}
