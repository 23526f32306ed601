import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';

import { errorItem } from '../../shared/completion/items';
import { simplifyOption } from '../../shared/completion/properties';
import { clientOf } from '../../shared/completion/run';
import type { NodeOperation } from '../../shared/operation';
import { toNodeError } from '../../shared/service/nodeError';
import { listAiCreationTasks } from '../../shared/tasks/aiCreation';
import { taskJson } from '../../shared/tasks/task';

const properties: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: [
			{
				displayName: 'Only Successful',
				name: 'onlySuccessful',
				type: 'boolean',
				default: true,
				description: 'Whether to leave out tasks that are in progress or have failed',
			},
			{
				displayName: 'Type',
				name: 'type',
				type: 'options',
				options: [
					{ name: 'Image', value: 3 },
					{ name: 'Video', value: 4 },
				],
				default: 3,
				description: 'What the task creates',
			},
		],
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [simplifyOption],
	},
];

interface Filters {
	onlySuccessful?: boolean;
	type?: number;
}

/** Lists the tasks of the application (specification 4.2). */
export const getAll: NodeOperation = {
	properties: updateDisplayOptions({ show: { operation: ['getAll'] } }, properties),
	async execute(context) {
		const client = await clientOf(context);
		const output = [];
		for (const itemIndex of context.getInputData().keys()) {
			try {
				const returnAll = context.getNodeParameter('returnAll', itemIndex) as boolean;
				const limit = returnAll
					? Infinity
					: (context.getNodeParameter('limit', itemIndex) as number);
				const filters = context.getNodeParameter('filters', itemIndex, {}) as Filters;
				const { simple = true } = context.getNodeParameter('options', itemIndex, {}) as {
					simple?: boolean;
				};
				for (const task of await listAiCreationTasks(client, filters, limit)) {
					output.push({ json: taskJson(task, simple), pairedItem: { item: itemIndex } });
				}
			} catch (error) {
				if (!context.continueOnFail()) throw toNodeError(context.getNode(), error, itemIndex);
				output.push(errorItem(context, error, itemIndex));
			}
		}
		return [output];
	},
};
