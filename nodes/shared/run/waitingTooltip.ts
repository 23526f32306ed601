import uniq from 'lodash/uniq';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { noteResumeAddress } from '../util/capabilities';

const ONE_KIND: Readonly<Record<string, [one: string, many: string]>> = {
	aiCreation: ['AI task', 'AI tasks'],
	motion: ['animated image', 'animated images'],
	composedVideo: ['video', 'videos'],
	lipSync: ['video', 'videos'],
	translation: ['translation', 'translations'],
	person: ['custom person', 'custom persons'],
};
const SEVERAL_KINDS: [one: string, many: string] = ['task', 'tasks'];

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
	const [one, many] = (names.length === 1 && ONE_KIND[names[0] ?? '']) || SEVERAL_KINDS;
	if (open.length < all) return `Waiting for ${open.length} of ${all} ${many}`;
	return `Waiting for ${open.length} ${open.length === 1 ? one : many}`;
}
