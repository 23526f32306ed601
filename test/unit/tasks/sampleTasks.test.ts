import { expect, it } from '@jest/globals';

import { sampleTasks } from '../../../nodes/shared/tasks/samples';
import type { Task, TaskKind } from '../../../nodes/shared/tasks/task';
import { clientWith } from './client';

const states = ['inProgress', 'failed', 'succeeded', 'cancelled', 'succeeded'] as const;

/** A list of the service with the newest task first, one of each state. */
const kind = (name: string) => {
	const records = states.map((state, index) => ({ taskId: `${name} ${index}`, state }) as Task);
	return { name, list: async () => ({ records, pageCount: 1 }) } as unknown as TaskKind;
};

it.each([
	['succeeded', 2],
	['failed', 1],
	['finished', 1],
] as const)(
	'a sample of "%s" is the newest task with that outcome, of each kind',
	async (outcome, place) => {
		const tasks = await sampleTasks(clientWith(), [kind('a'), kind('b')], outcome);
		expect(tasks.map(({ taskId }) => taskId)).toEqual([`a ${place}`, `b ${place}`]);
	},
);

it('a kind without a list has no sample', async () => {
	const unlisted = { name: 'person' } as TaskKind;
	expect(await sampleTasks(clientWith(), [unlisted], 'finished')).toEqual([]);
});
