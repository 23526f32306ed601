import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

/** What the node keeps in the execution between its runs. */
interface Progress {
	left?: INodeExecutionData[];
	done?: INodeExecutionData[];
}

/** What n8n's node of this name does with a batch size of 1: outputs 'done' and 'loop', one item in each round. */
export class LoopOverItems implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Loop Over Items',
		name: 'loopOverItems',
		icon: 'fa:sync',
		group: ['organization'],
		version: 1,
		subtitle: '',
		description: 'Puts out one item after the other',
		defaults: { name: 'Loop Over Items' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main, NodeConnectionTypes.Main],
		outputNames: ['done', 'loop'],
		properties: [],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const progress = this.getContext('node') as unknown as Progress;
		const input = this.getInputData();
		if (progress.left) progress.done = [...(progress.done ?? []), ...input];
		const [next, ...left] = progress.left ?? input;
		progress.left = left;
		return next ? [[], [next]] : [progress.done ?? [], []];
	}
}
