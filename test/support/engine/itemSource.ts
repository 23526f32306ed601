import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

/** Stands in for whatever comes before the tested node: outputs the items it is given. */
export class ItemSource implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Items',
		name: 'items',
		icon: 'fa:list',
		group: ['input'],
		version: 1,
		subtitle: '',
		description: 'Puts out given items',
		defaults: { name: 'Items' },
		usableAsTool: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		properties: [{ displayName: 'Items', name: 'items', type: 'json', default: [] }],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [this.getNode().parameters.items as unknown as INodeExecutionData[]];
	}
}
