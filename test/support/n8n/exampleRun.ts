import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { isWhole } from '../../../tools/n8n/dialect';
import {
	downloadBinary,
	type Execution,
	finishedExecution,
	mediaKind,
	startExecution,
} from '../../../tools/n8n/executions';
import { triggerOf, type WorkflowFile } from '../../../tools/n8n/workflows';
import type { Workbench } from './shared';

/** A file that arrived at the service. */
interface Arrived {
	id: string;
	service: string;
	sha256?: string;
}

/**
 * Writes values into an Edit Fields node, as a person does who tries an example.
 *
 * @throws Error when the node has no such field
 */
export function filledIn(
	file: WorkflowFile,
	nodeName: string,
	values: Record<string, string>,
): WorkflowFile {
	const nodes = file.nodes.map((node) => {
		if (node.name !== nodeName) return node;
		const { assignments } = node.parameters.assignments as {
			assignments: Array<INodeParameters & { name: string }>;
		};
		const missing = Object.keys(values).filter((name) =>
			assignments.every((field) => field.name !== name),
		);
		if (missing.length > 0) throw new Error(`"${nodeName}" has no ${missing.join(', ')}`);
		const changed = assignments.map((field) => ({
			...field,
			value: values[field.name] ?? field.value,
		}));
		return { ...node, parameters: { ...node.parameters, assignments: { assignments: changed } } };
	});
	return { ...file, nodes };
}

/** Changes parameters of a node. @throws Error when there is no such node */
export function withParameters(
	file: WorkflowFile,
	nodeName: string,
	parameters: INodeParameters,
): WorkflowFile {
	if (file.nodes.every(({ name }) => name !== nodeName)) throw new Error(`No node "${nodeName}"`);
	const nodes = file.nodes.map((node) =>
		node.name === nodeName ? { ...node, parameters: { ...node.parameters, ...parameters } } : node,
	);
	return { ...file, nodes };
}

/** Starts an example. @returns id of the execution */
export async function startExample(bench: Workbench, file: WorkflowFile): Promise<string> {
	const workflow = await bench.load(file);
	return await startExecution(bench.rest, workflow.id, triggerOf(workflow));
}

/** Runs an example to its end, whatever that is. */
export async function runToEnd(bench: Workbench, file: WorkflowFile): Promise<Execution> {
	return await finishedExecution(bench.rest, await startExample(bench, file));
}

/**
 * Runs an example to its end.
 *
 * @throws Error when it does not succeed
 */
export async function runExample(bench: Workbench, file: WorkflowFile): Promise<Execution> {
	const execution = await runToEnd(bench, file);
	if (execution.status !== 'success') {
		throw new Error(`"${file.name}": ${execution.status} ${JSON.stringify(execution.error)}`);
	}
	return execution;
}

/** Bodies of the requests of an endpoint, in their order. */
export function bodiesOf({ service }: Workbench, endpoint: string): unknown[] {
	return service.journal.entries({ endpoint }).map(({ body }) => body);
}

/** The files that arrived at the service. */
export function arrivedAt({ service }: Workbench): Arrived[] {
	return service.storage.files
		.all()
		.map((file) => ({ id: file.id, service: file.service, sha256: file.received?.sha256 }));
}

/** Downloads the file `data` of an item, and tells by its content what it is. */
export async function fileKind(
	{ rest }: Workbench,
	item: INodeExecutionData | undefined,
): Promise<string | undefined> {
	const data = item?.binary?.data;
	if (data === undefined) throw new Error('The item has no file');
	const content = await downloadBinary(rest, data);
	return isWhole(rest, data, content) ? mediaKind(content) : 'incomplete';
}

/** Tells by its content what an address leads to. */
export async function kindAt(url: string): Promise<string | undefined> {
	return mediaKind(Buffer.from(await (await fetch(url)).arrayBuffer()));
}
