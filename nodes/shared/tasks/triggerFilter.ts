import type { INodeProperties } from 'n8n-workflow';

import type { Task } from './task';

export type Outcome = 'finished' | 'succeeded' | 'failed';

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

/** Whether a finished task is one of those. */
export function hasOutcome({ state }: Task, outcome: Outcome): boolean {
	return outcome === 'finished' || (outcome === 'succeeded') === (state === 'succeeded');
}
