import { NodeOperationError, updateDisplayOptions, type INodeProperties } from 'n8n-workflow';

import { complete } from '../../shared/completion/complete';
import {
	checkEveryOption,
	onTaskFailureOption,
	onTimeLimitOption,
	simplifyOption,
	timeLimitOption,
} from '../../shared/completion/properties';
import { clientOf } from '../../shared/completion/run';
import { readSettings } from '../../shared/completion/settings';
import type { SubmittedItem } from '../../shared/completion/submit';
import type { NodeOperation } from '../../shared/operation';
import { aiCreation } from '../../shared/tasks/aiCreation';

const whenWaiting = { show: { '/whenNotFinished': ['wait'] } };

const properties: INodeProperties[] = [
	{
		displayName: 'Task ID',
		name: 'taskId',
		type: 'string',
		default: '={{ $json.taskId }}',
		required: true,
		description: 'ID of the task, as another Digital Human node puts it out',
	},
	{
		displayName: 'When Not Finished',
		name: 'whenNotFinished',
		type: 'options',
		options: [
			{
				name: 'Return Now',
				value: 'look',
				description: 'Put the task out with its present state',
			},
			{
				name: 'Wait',
				value: 'wait',
				description: 'Go on when all tasks are finished',
			},
		],
		default: 'look',
		description: 'What to do with tasks that are still in progress',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			{ ...checkEveryOption, displayOptions: whenWaiting },
			onTaskFailureOption,
			{ ...onTimeLimitOption, displayOptions: whenWaiting },
			simplifyOption,
			{ ...timeLimitOption, displayOptions: whenWaiting },
		],
	},
];

/** Looks up the task of every input item, with one query for fifty tasks (specification 4.2). */
export const get: NodeOperation = {
	properties: updateDisplayOptions({ show: { operation: ['get'] } }, properties),
	async execute(context) {
		const client = await clientOf(context);
		const whenNotFinished = context.getNodeParameter('whenNotFinished', 0) as 'look' | 'wait';
		const settings = readSettings(context, whenNotFinished);
		const items = context.getInputData().map((_, itemIndex): SubmittedItem => {
			const taskId = String(context.getNodeParameter('taskId', itemIndex) ?? '').trim();
			return taskId === ''
				? {
						itemIndex,
						error: new NodeOperationError(context.getNode(), "'Task ID' is empty", { itemIndex }),
					}
				: { itemIndex, taskIds: [taskId] };
		});
		const unknownAfter = whenNotFinished === 'wait' ? 3 : 1;
		return [await complete(context, client, aiCreation, items, { ...settings, unknownAfter })];
	},
};
