import { camelCase, partition } from 'lodash';
import {
	NodeConnectionTypes,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type INodeTypeDescription,
	type INodeTypes,
	type IPairedItemData,
	type ISourceData,
} from 'n8n-workflow';

import { packNodes } from '../../../tools/docs/pack';

const { Main } = NodeConnectionTypes;

/** What every description has that the engine does not read. */
const anyNode = { group: [], version: 1, description: '', defaults: {} };

/** Stands in for whatever comes before the tested node: outputs the items it is given. */
class ItemSource implements INodeType {
	description: INodeTypeDescription = {
		...anyNode,
		displayName: 'Items',
		name: 'items',
		usableAsTool: true,
		inputs: [],
		outputs: [Main],
		properties: [{ displayName: 'Items', name: 'items', type: 'json', default: [] }],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [this.getNode().parameters.items as unknown as INodeExecutionData[]];
	}
}

/**
 * A node that outputs something for each item, and says that it comes from that item.
 *
 * @param displayName as the editor shows it
 * @param change gives the fields that are output, by those that came
 */
function nodeForEachItem(
	displayName: string,
	change: (json: IDataObject) => IDataObject,
): INodeType {
	return {
		description: {
			...anyNode,
			displayName,
			name: camelCase(displayName),
			usableAsTool: true,
			inputs: [Main],
			outputs: [Main],
			properties: [],
		},
		async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			const items = this.getInputData();
			return [items.map(({ json }, item) => ({ json: change(json), pairedItem: { item } }))];
		},
	};
}

/** Outputs each item with nothing but its prompt, as 'Edit Fields' does. */
const keepPrompt = nodeForEachItem('Keep Prompt', ({ prompt }) => ({ prompt }));

/** Outputs each item without its fields, as a node that downloads a file does. */
const dropFields = nodeForEachItem('Drop Fields', () => ({}));

/** Outputs each item with an error beside its fields, as a node of n8n does in its error output. */
const addError = nodeForEachItem('Add Error', (json) => ({ ...json, error: 'Gone' }));

/** Outputs each item as it is, but for where it comes from, as 'Code' does that makes more or fewer items. */
class Unpair implements INodeType {
	description: INodeTypeDescription = {
		...anyNode,
		displayName: 'Unpair',
		name: 'unpair',
		usableAsTool: true,
		inputs: [Main],
		outputs: [Main],
		properties: [],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [this.getInputData().map(({ json }) => ({ json, pairedItem: [] }))];
	}
}

/** Outputs what has an error, a failed task or one that is out of time first, and all else second, as 'If' can. */
class IfNotDone implements INodeType {
	description: INodeTypeDescription = {
		...anyNode,
		displayName: 'If',
		name: 'if',
		usableAsTool: true,
		inputs: [Main],
		outputs: [Main, Main],
		properties: [],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = this.getInputData().map((one, item) => ({ ...one, pairedItem: { item } }));
		return partition(items, ({ json: { error, state, timedOut } }) => {
			return Boolean(error ?? timedOut) || state === 'failed';
		});
	}
}

/** What the node keeps in the execution between its runs. */
interface Progress {
	left?: INodeExecutionData[];
	done?: INodeExecutionData[];
	source?: ISourceData;
}

/**
 * What n8n's node of this name does with a batch size of 1: outputs 'done' and 'loop', one item in each round. In the
 * second round and later, the item comes from the input of the first one by its pairing.
 */
class LoopOverItems implements INodeType {
	description: INodeTypeDescription = {
		...anyNode,
		displayName: 'Loop Over Items',
		name: 'splitInBatches',
		usableAsTool: true,
		inputs: [Main],
		outputs: [Main, Main],
		properties: [],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const progress = this.getContext('node') as unknown as Progress;
		const input = this.getInputData();
		const isFirst = progress.left === undefined;
		if (isFirst) progress.source = this.getInputSourceData();
		else progress.done = [...(progress.done ?? []), ...input];
		const [next, ...left] = progress.left ?? input;
		progress.left = left;
		if (!next) return [progress.done ?? [], []];
		if (isFirst) return [[], [next]];
		const from = { ...(next.pairedItem as IPairedItemData), sourceOverwrite: progress.source };
		return [[], [{ ...next, pairedItem: from }]];
	}
}

export const nodeTypes: Record<string, INodeType> = {
	items: new ItemSource(),
	filter: new ItemSource(),
	keepPrompt,
	dropFields,
	unpair: new Unpair(),
	addError,
	splitInBatches: new LoopOverItems(),
	if: new IfNotDone(),
	...Object.fromEntries(packNodes.map(({ type }) => [type.description.name, type])),
};

/** A node, or as n8n offers it to agents. */
function typeOf(name: string): INodeType {
	const type = nodeTypes[name.replace(/Tool$/, '')] as INodeType;
	return name.endsWith('Tool')
		? Object.assign(Object.create(type) as INodeType, {
				description: { ...type.description, name },
			})
		: type;
}

/**
 * The nodes of the pack, `items`, `keepPrompt`, `dropFields`, `unpair`, `addError`, `splitInBatches`, `if`, and a
 * `filter` that is not run.
 */
export const registry: INodeTypes = {
	getByName: typeOf,
	getByNameAndVersion: typeOf,
	getKnownTypes: () => ({}),
};

/** A node of a workflow, with the credential of the engine. */
export function planned(name: string, type: string, parameters: INodeParameters = {}): INode {
	return {
		id: name,
		name,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: { digitalHumanApi: { id: '1', name: 'API' } },
	};
}

/** The connection from a node's first output to another node. */
export const connectionTo = (node: string) => ({ main: [to(node)] });

/** A connection of an output to a node. */
export const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];

/** Every node of a workflow is of this type. */
export const only = (type: INodeType): INodeTypes => ({
	getByName: () => type,
	getByNameAndVersion: () => type,
	getKnownTypes: () => ({}),
});
