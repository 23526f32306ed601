import { expect, it } from '@jest/globals';
import type { IExecuteFunctions } from 'n8n-workflow';

import { taskItem } from '../../../nodes/shared/run/output';
import { perItem } from '../../../nodes/shared/run/operation';
import type { Task } from '../../../nodes/shared/tasks/task';

/** Not on n8n's engine, which pairs items on its own where a node has one input item or as many items as it had. */
const contextOf = (count: number, continues = false) =>
	({
		getInputData: () => Array.from({ length: count }, () => ({ json: {} })),
		getNode: () => ({ name: 'Node', onError: 'continueErrorOutput' }),
		continueOnFail: () => continues,
	}) as unknown as IExecuteFunctions;

it('each output item of a node that gives several per input item is paired to its input item', async () => {
	const items = await perItem(contextOf(3), async (index) =>
		Array.from({ length: index }, (_, place) => ({ index, place })),
	);
	expect(items).toEqual([
		{ json: { index: 1, place: 0 }, pairedItem: { item: 1 } },
		{ json: { index: 2, place: 0 }, pairedItem: { item: 2 } },
		{ json: { index: 2, place: 1 }, pairedItem: { item: 2 } },
	]);
});

it('so is the item of an error, and those behind it', async () => {
	const items = await perItem(contextOf(3, true), async (index) => {
		if (index === 1) throw new Error('No');
		return [{ index }];
	});
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
		{ item: 0 },
		{ item: 1 },
		{ item: 2 },
	]);
});

it.each([true, false])(
	'the item of a task is paired to the item that submitted it (simple: %s)',
	(simple) => {
		const task: Task = { taskId: '7', taskKind: 'lipSync', state: 'succeeded' };
		expect(taskItem(task, 4, simple).pairedItem).toEqual({ item: 4 });
	},
);
