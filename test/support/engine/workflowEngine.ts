import {
	Workflow,
	createRunExecutionData,
	type IConnections,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IRun,
	type IRunExecutionData,
	type IWorkflowSettings,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { asWritten, asWrittenBy } from '../changedTexts';
import { BinaryDataService, Container, ExecutionLifecycleHooks, WorkflowExecute } from './core';
import { additionalDataOf, asItem, type EngineCredential, type NodeRun } from './engine';
import { connectionTo, planned, registry, to } from './nodes';
import { compose } from './runs';
import { callWebhook, type Answer } from './webhook';

/** Nodes of the pack and the lines between them; the first node outputs the items. */
export interface WorkflowPlan {
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
}

/** An execution to begin or to go on with. */
export interface ExecutionPlan {
	workflow: WorkflowPlan;
	id: string;
	mode?: WorkflowExecuteMode;
	/** What n8n has stored of it, as JSON; without it, the workflow starts from its first node. */
	stored?: string;
	/** The node up to which the editor runs, as by 'Execute step'. */
	step?: string;
	/** Without the token of the resume address, which n8n 2.4 and older do not have. */
	isOldN8n?: boolean;
	/** The execution that calls it as a sub-workflow. */
	caller?: CallingExecution;
}

/** An execution that runs sub-workflows. */
export interface CallingExecution {
	id: string;
	/** What n8n has stored of it, which a retry of it takes over, as JSON. */
	stored: string;
}

export interface RunningExecution {
	/** What n8n has of the execution in the end. */
	done: Promise<IRun>;
	/** Presses Stop. */
	stop(): void;
	/** What n8n has stored of it before its first node ran, as JSON: a retry of an execution that has died begins with it. */
	begun: string;
	/** What n8n stores after each node with 'Save Execution Progress', as JSON. */
	progress(): string | undefined;
	/** Resolves when no node is at work any more, which may be later than n8n's own end. */
	nodesEnded(): Promise<void>;
}

export interface WorkflowEngine {
	start(plan: ExecutionPlan): RunningExecution;
	/** Calls a waiting execution back, as the service does. */
	callBack(
		plan: ExecutionPlan,
		call: { query: Record<string, string>; body: unknown },
	): Promise<Answer>;
}

/** Runs workflows of several nodes on n8n's own engine, as far as n8n lets an execution go on after it was interrupted. */
export async function createWorkflowEngine(credential: EngineCredential): Promise<WorkflowEngine> {
	await Container.get(BinaryDataService).init();
	const atWork = new Set<Promise<unknown>>();
	const nodeTypes = watched(atWork);
	const parametersOf = ({ workflow, id }: ExecutionPlan) => ({
		id: 'workflow',
		name: `Workflow of ${id}`,
		...structuredClone(workflow),
		active: false,
		nodeTypes,
		settings: { executionOrder: 'v1' as const, ...workflow.settings },
	});

	return {
		start({ mode = 'trigger', step, isOldN8n, caller, ...plan }) {
			const hooks = new ExecutionLifecycleHooks(mode, plan.id, {} as never);
			let progress: string | undefined;
			hooks.addHandler('nodeExecuteAfter', (_name, _data, state) => {
				progress = JSON.stringify(state);
			});
			const workflow = new Workflow(parametersOf(plan));
			const additionalData = additionalDataOf(credential, plan.id, hooks);
			const startNode = workflow.getNode(plan.workflow.nodes[0]?.name ?? '') as INode;
			const begun = plan.stored ?? JSON.stringify(beginning(startNode));
			const data = JSON.parse(begun) as IRunExecutionData;
			if (isOldN8n) delete data.resumeToken;
			if (caller) {
				data.parentExecution = { executionId: caller.id, workflowId: 'caller' };
				additionalData.getRunExecutionData = async (id) =>
					id === caller.id ? (JSON.parse(caller.stored) as IRunExecutionData) : undefined;
			}
			const execute = new WorkflowExecute(additionalData, mode, data);
			const running = step
				? execute.run({
						workflow,
						startNode,
						destinationNode: { nodeName: step, mode: 'inclusive' },
					})
				: execute.processRunExecutionData(workflow);
			return {
				done: asWrittenBy(running),
				begun,
				stop: () => running.cancel(),
				progress: () => asWritten(progress),
				async nodesEnded() {
					while (atWork.size > 0) await Promise.allSettled([...atWork]);
				},
			};
		},
		async callBack(plan, { query, body }) {
			const data = JSON.parse(plan.stored ?? '{}') as IRunExecutionData;
			const { node } = data.executionData?.nodeExecutionStack[0] ?? {};
			return await callWebhook({
				node: registry.getByNameAndVersion(node?.type ?? '') as INodeType,
				credential: { ...credential },
				workflow: {
					parameters: parametersOf(plan),
					nodeName: node?.name ?? '',
					executionId: plan.id,
				},
				waiting: { data } as IRun,
				query,
				body,
			});
		},
	};
}

/** An execution that runs sub-workflows, or a retry of one. */
export function callingExecution(id: string, original?: CallingExecution): CallingExecution {
	return { id, stored: original?.stored ?? JSON.stringify(createRunExecutionData()) };
}

/** What n8n makes of an execution whose trigger has started it. */
function beginning(startNode: INode): IRunExecutionData {
	const data = { main: [[{ json: {} }]] };
	return createRunExecutionData({
		executionData: { nodeExecutionStack: [{ node: startNode, data, source: null }] },
	});
}

/**
 * What n8n 2.41.3 makes of an execution that has died when it starts again: from its event log it recovers that nodes have
 * run, and counts these runs, although a retry runs the nodes again from the first one.
 *
 * @param begun what was stored before the first node ran
 * @param nodes those that had begun, the last one among them
 */
export function storedAfterCrash(begun: string, nodes: readonly string[]): string {
	const state = JSON.parse(begun) as IRunExecutionData;
	const json = { isArtificialRecoveredEventItem: true };
	for (const name of nodes.slice(0, -1)) {
		state.resultData.runData[name] = [
			{
				startTime: 1,
				executionTime: 1,
				executionIndex: 0,
				source: [],
				data: { main: [[{ json }]] },
			},
		];
	}
	state.resultData.lastNodeExecuted = nodes.at(-1);
	return JSON.stringify(state);
}

/** What n8n stores when the user retries an execution that ended with an error. */
export function storedForRetry({ data }: IRun): string {
	const state = JSON.parse(JSON.stringify(data)) as IRunExecutionData;
	const { lastNodeExecuted = '', runData } = state.resultData;
	delete state.resultData.error;
	if (runData[lastNodeExecuted]?.at(-1)?.error) runData[lastNodeExecuted].pop();
	return JSON.stringify(state);
}

/** What n8n stores when the user retries with the currently saved workflow. */
export function storedWithNodes(stored: string, plan: WorkflowPlan): string {
	const state = JSON.parse(stored) as IRunExecutionData;
	// It adds the defaults to the parameters.
	const saved = new Workflow({ ...structuredClone(plan), active: false, nodeTypes: registry });
	for (const entry of state.executionData?.nodeExecutionStack ?? []) {
		entry.node = saved.getNode(entry.node.name) ?? entry.node;
	}
	return JSON.stringify(state);
}

/** What n8n resumes a waiting execution with when a webhook has given it items. */
export function storedWithItems(stored: string, items: INodeExecutionData[]): string {
	const state = JSON.parse(stored) as IRunExecutionData;
	const entry = state.executionData?.nodeExecutionStack[0];
	if (entry) entry.data.main = [items];
	return JSON.stringify(state);
}

/** The same nodes; while one is at work, it is in the set. */
function watched(atWork: Set<Promise<unknown>>): INodeTypes {
	const watch = (type: INodeType): INodeType =>
		Object.assign(Object.create(type) as INodeType, {
			async execute(this: IExecuteFunctions) {
				const work = type.execute?.call(this) ?? Promise.resolve(null);
				atWork.add(work);
				try {
					return await work;
				} finally {
					atWork.delete(work);
				}
			},
		});
	return {
		...registry,
		getByName: (name) => watch(registry.getByName(name) as INodeType),
		getByNameAndVersion: (name) => watch(registry.getByNameAndVersion(name)),
	};
}

/** A run of a node with the name that the node has in a workflow. */
export type NamedRun = Pick<NodeRun, 'type' | 'parameters' | 'settings'> & { name: string };

type Items = IDataObject[] | INodeExecutionData[];

/** Nodes of the pack, each behind the other; 'Input' gives the first one the items. 'Download Result' is off unless said otherwise. */
export function chainOf(items: Items, ...runs: NamedRun[]): WorkflowPlan {
	const names = ['Input', ...runs.map(({ name }) => name)];
	return {
		nodes: [
			planned('Input', 'items', { items: items.map(asItem) as never }),
			...runs.map(({ name, type, parameters, settings }) => ({
				...planned(name, type, { downloadResult: false, ...parameters }),
				...settings,
			})),
		],
		connections: Object.fromEntries(
			runs.map(({ name }, index) => [names[index] ?? '', connectionTo(name)]),
		),
	};
}

/** A node to which 'Loop' gives the items one after the other; all results leave the first output of that. */
export function loopOver(items: Items, run: NamedRun): WorkflowPlan {
	const { nodes } = chainOf(items, run);
	return {
		nodes: [...nodes, planned('Loop', 'splitInBatches')],
		connections: {
			Input: connectionTo('Loop'),
			Loop: { main: [[], to(run.name)] },
			[run.name]: connectionTo('Loop'),
		},
	};
}

/** A node whose error output leads back to it. */
export function errorLoop(items: Items, { settings, ...run }: NamedRun): WorkflowPlan {
	const onError = 'continueErrorOutput' as const;
	const { nodes, connections } = chainOf(items, { ...run, settings: { ...settings, onError } });
	return { nodes, connections: { ...connections, [run.name]: { main: [[], to(run.name)] } } };
}

/** Compose Video, with a node before it that outputs one item for each text. */
export function videosWorkflow(
	texts: string[],
	parameters: INodeParameters,
	name = 'Videos',
): WorkflowPlan {
	const video = { text: '={{ $json.text }}', downloadResult: undefined, ...parameters };
	return chainOf(
		texts.map((text) => ({ text })),
		{ name, ...compose(video as INodeParameters) },
	);
}
