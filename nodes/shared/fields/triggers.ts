import type { INodeProperties } from 'n8n-workflow';

/** The finished tasks for which a trigger starts its workflow. */
export const triggerOnProperty: INodeProperties = {
	displayName: 'Trigger On',
	name: 'triggerOn',
	type: 'options',
	options: [
		{
			name: 'Task Failed or Canceled',
			value: 'failed',
			description: 'Only for tasks that ended without a result',
		},
		{
			name: 'Task Finished',
			value: 'finished',
			description: 'For every finished task, successful or not',
		},
		{ name: 'Task Succeeded', value: 'succeeded', description: 'Only for tasks with a result' },
	],
	default: 'finished',
};
