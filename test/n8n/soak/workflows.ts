import { randomUUID } from 'node:crypto';

import { chain, type NodeSpec, packNode, type WorkflowFile } from '../../../tools/n8n/workflows';
import {
	alsoConnect,
	byUrl,
	presenter,
	taskTrigger,
	createImage,
} from '../../../tools/n8n/presenterWorkflow';
import { callable, getTask } from '../../support/n8n/called';

/** A workflow under load. */
export interface Load {
	name: string;
	file: WorkflowFile;
	/** What starts it; workflows that the service starts have none. */
	start?: {
		/** Path of the webhook. */
		path: string;
		/** Seconds from one start to the next. */
		everySeconds: number;
		/** Items of each start. */
		items: number;
	};
	/** What the service counts for each item. */
	submits?: Counted;
	/** What comes out of the workflow; as a rule what it has submitted. */
	delivers?: Counted;
}

/** Operations whose accepted requests are counted, and the one kind of thing that is not a task. */
export type Counted = 'ai_creation/task/submit' | 'create_video' | 'files';

export interface Addresses {
	/** Takes what comes out of the workflows. */
	collector: string;
	/** The n8n under load. */
	n8n: string;
	/** Files to upload. */
	large: string;
	small: string;
}

/**
 * The mixture: two kinds of workflow share the ten videos a minute that the service takes (service.md 8), and
 * everything else runs beside them.
 */
export function loads(addresses: Addresses): Load[] {
	const triggerId = randomUUID();
	const callbackUrl = `${addresses.n8n}/webhook/${triggerId}/digital-human`;
	const deliver = (workflow: string, id: string) => delivery(addresses.collector, workflow, id);
	return [
		started('AI Create, wait', [5, 3], image, [
			createImage({ completion: 'wait', options: unfailing }),
			deliver('AI Create, wait', 'taskId'),
		]),
		started('Compose Video, pause', [60, 5], video, [
			presenter('pause', unfailing),
			deliver('Compose Video, pause', 'taskId'),
		]),
		started('Compose Video, return', [60, 5], { submits: 'create_video' }, [
			presenter('return', { callbackUrl: byUrl(callbackUrl) }),
		]),
		{
			name: 'Task Trigger',
			file: chain('Task Trigger', taskTrigger({}, triggerId), deliver('Task Trigger', 'taskId')),
			delivers: 'create_video',
		},
		started('Upload File, in parts', [12, 1], file, [
			upload(addresses.large),
			deliver('Upload File, in parts', 'fileId'),
		]),
		started('Upload File, small', [4, 2], file, [
			upload(addresses.small),
			deliver('Upload File, small', 'fileId'),
		]),
		looping(deliver('Get Task, loop', 'taskId')),
	];
}

const both = (what: Counted) => ({ submits: what, delivers: what });
const image = both('ai_creation/task/submit');
const video = both('create_video');
const file = both('files');

/** Failed tasks come out like finished ones, to be counted. */
const unfailing = { onTaskFailure: 'output' };

function started(
	name: string,
	[everySeconds, items]: [number, number],
	counted: Pick<Load, 'submits' | 'delivers'>,
	nodes: NodeSpec[],
): Load {
	const path = randomUUID();
	const start = { path, everySeconds, items };
	return { name, start, file: chain(name, ...callable(path), ...nodes), ...counted };
}

function looping(deliver: NodeSpec): Load {
	const nodes = [createImage({ completion: 'return' }), getTask('pauseAndLoop')];
	const load = started('Get Task, loop', [15, 4], image, nodes);
	const all = [...load.file.nodes, ...chain('', deliver).nodes.map(beside)];
	const outputs = ['Get', deliver.name, deliver.name];
	const wired = outputs.reduce((wires, to, output) => alsoConnect(wires, 'Get', output, to), {
		...load.file,
		nodes: all,
	});
	return { ...load, file: wired };
}

const beside = (node: WorkflowFile['nodes'][number]) => ({ ...node, id: 'deliver' });

/** Each item has an address of its own: a file that several items of a run share is uploaded once. */
function upload(fileUrl: string): NodeSpec {
	return packNode('digitalHumanUploadFile', 'Upload', {
		purpose: 'video_translation',
		fileSource: 'url',
		fileUrl: `={{ '${fileUrl}?item=' + encodeURIComponent($json.text) }}`,
	});
}

/** Hands each item to the collector, as a workflow hands its results to another system. */
function delivery(url: string, workflow: string, id: string): NodeSpec {
	return {
		name: 'Deliver',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			method: 'POST',
			url,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: `={{ JSON.stringify({ workflow: '${workflow}', id: $json.${id}, state: $json.state }) }}`,
			options: {},
		},
	};
}
