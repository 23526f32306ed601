/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { setTimeout as delay } from 'node:timers/promises';
import { parse } from 'flatted';
import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import { waitFor } from './program';
import type { Rest } from './rest';

const finalStatuses = ['success', 'error', 'canceled', 'crashed'];

interface NodeRun {
	/** When it began, in Unix milliseconds, and how long it took. */
	startTime: number;
	executionTime: number;
	data?: { main?: Array<INodeExecutionData[] | null> };
	error?: IDataObject & { message: string };
}

interface RunData {
	resultData: {
		runData?: Record<string, NodeRun[]>;
		error?: IDataObject & { message: string };
	};
}

/** What became of one execution. */
export interface Execution {
	id: string;
	status: string;
	/** Unix milliseconds. */
	startedAt: number;
	stoppedAt: number;
	/** Names of the nodes that ran, in the order in which they began. */
	nodes: string[];
	error?: { message: string } & IDataObject;
	/** Everything that n8n has stored about it, as text. */
	stored: string;
	/** How a node ran, each time. */
	runs(node: string): NodeRun[];
	/** The items that a node output through one of its outputs, in its last run. */
	items(node: string, output?: number): INodeExecutionData[];
	/** The json parts of these items. */
	json(node: string, output?: number): IDataObject[];
}

/** Starts a workflow from a trigger, by its name, as the editor's button does. @returns id of the execution */
export async function startExecution(
	rest: Rest,
	workflowId: string,
	trigger: string,
): Promise<string> {
	const workflowData = await rest.get(`workflows/${workflowId}`);
	const { executionId } = await rest.post<{ executionId?: string }>(`workflows/${workflowId}/run`, {
		workflowData,
		triggerToStartFrom: { name: trigger },
	});
	if (executionId === undefined) throw new Error(`n8n did not start workflow ${workflowId}`);
	return executionId;
}

/** Waits until an execution has come to its end. @throws Error when it has not in time */
export async function finishedExecution(
	rest: Rest,
	id: string,
	seconds = 600,
	everyMs = 200,
): Promise<Execution> {
	const hasEnded = async () => finalStatuses.includes((await readExecution(rest, id)).status);
	await waitFor(hasEnded, seconds, `execution ${id} has not ended`, everyMs);
	// n8n 1 stores the state first and what came of it right afterwards.
	await delay(100);
	return await readExecution(rest, id);
}

/** Reads an execution as it is now. */
export async function readExecution(rest: Rest, id: string): Promise<Execution> {
	const stored = await rest.get<Record<'status' | 'data' | 'startedAt' | 'stoppedAt', string>>(
		`executions/${id}`,
	);
	const { resultData } = (parse(stored.data) ?? { resultData: {} }) as RunData;
	const runData = resultData.runData ?? {};
	const items = (node: string, output = 0): INodeExecutionData[] =>
		runData[node]?.at(-1)?.data?.main?.[output] ?? [];
	return {
		id,
		status: stored.status,
		startedAt: Date.parse(stored.startedAt),
		stoppedAt: Date.parse(stored.stoppedAt),
		nodes: Object.keys(runData),
		runs: (node) => runData[node] ?? [],
		error: resultData.error,
		stored: JSON.stringify(stored),
		items,
		json: (node, output) => items(node, output).map(({ json }) => json),
	};
}

/** Downloads a file from n8n's storage. */
export async function downloadBinary(rest: Rest, { id, data }: IBinaryData): Promise<Buffer> {
	if (id === undefined) return Buffer.from(data, 'base64');
	const query = new URLSearchParams({ id, action: 'download' }).toString();
	const response = await rest.fetch(`/rest/binary-data?${query}`);
	return Buffer.from(await response.arrayBuffer());
}

/** Kinds of result files, by file name ending. */
export type MediaKind = 'png' | 'mp4';

const pngStart = Buffer.from('89504e470d0a1a0a', 'hex');
const pngEnd = Buffer.from('49454e44ae426082', 'hex');

/** The kind of a file by its content; nothing when it is neither, or a PNG that is not complete. */
export function mediaKind(file: Buffer): MediaKind | undefined {
	const isPng = file.subarray(0, 8).equals(pngStart);
	if (isPng) return file.subarray(-8).equals(pngEnd) ? 'png' : undefined;
	return file.toString('latin1', 4, 8) === 'ftyp' ? 'mp4' : undefined;
}
