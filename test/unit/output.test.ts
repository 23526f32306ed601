import { describe, expect, it } from '@jest/globals';
import { range } from 'lodash';
import type { IExecuteFunctions, INode } from 'n8n-workflow';

import { errorOutputJson, reportedError } from '../../nodes/shared/output/errorOutput';
import { eachItem, outputOfItems } from '../../nodes/shared/output/items';
import { deliverItems } from '../../nodes/shared/completion/delivery';
import type { Task } from '../../nodes/shared/model/task';

const node = { id: '1', name: 'Node', type: 'node', parameters: {} } as unknown as INode;

const binary = { data: { data: '', mimeType: 'video/mp4', fileName: 'a.mp4' } };

const contextWith = (onError: INode['onError']) =>
	({
		getNode: () => ({ ...node, onError }),
		getInputData: () => [{ json: {} }, { json: { row: 2 }, binary }, { json: { row: 3 } }],
		continueOnFail: () => onError !== 'stopWorkflow',
	}) as unknown as IExecuteFunctions;

it.each([
	[{ error: 'No', details: { taskId: '7' } }, 'withDetails', 'withDetails'],
	[{ error: 'No', message: 'Task ID: 7.', taskId: '8' }, 'none', 'besideInput'],
	[{ taskId: '7', state: 'in progress', error: 'yesterday: too long' }, 'none', 'none'],
	[{ taskId: '7', state: '', error: 'yesterday', details: 'none' }, 'none', 'none'],
	[{ error: '', details: {} }, 'none', 'none'],
	[{ error: null }, 'none', 'none'],
	[{}, 'none', 'none'],
])('an error is one of this pack only in its form: %j', (json, now, before) => {
	expect(reportedError(json, true).is).toBe(now);
	expect(reportedError(json, false).is).toBe(before);
});

const details = { description: 'Try again.', taskId: '7', state: 'failed' };

// An older n8n takes items with more than a message to the regular output.
it.each([
	[true, { details }, details, false],
	[false, { message: 'Try again. Task ID: 7' }, details, false],
	[false, { message: 'Try again.' }, details, true],
	[false, { message: 'Try again.' }, { description: 'Try again.' }, false],
	[false, {}, {}, false],
])(
	'the error output has details where they may be there (%s): %j',
	(isAllowed, expected, given, namesTask) => {
		const json = errorOutputJson({ error: 'No', details: given }, namesTask, isAllowed);
		expect(json).toEqual({ error: 'No', ...expected });
	},
);

type Context = Parameters<typeof deliverItems>[0];

it('The log says how to get the files of a task that was not confirmed', async () => {
	const logged: string[] = [];
	const logger = { warn: (text: string) => logged.push(text) };
	const context = { logger, getNode: () => ({}) } as unknown as Context;
	const url = 'https://x';
	const task: Task = { taskId: '1', taskKind: 'voice', state: 'succeeded', outputUrls: [url] };
	const settings = { onTaskFailure: 'output', simple: true, downloadField: 'data' } as const;
	const result = { is: 'delivered', itemIndex: 0, task, isAsInput: false } as const;
	const items = await deliverItems(context, [result], { ...settings, isUnconfirmed: true });
	expect(items).toEqual([{ json: { ...task, url }, pairedItem: { item: 0 } }]);
	expect(logged).toEqual([expect.stringContaining("or download 'outputUrls' in another node")]);
});

/** Not on n8n's engine, which pairs items on its own where a node has one input item or as many items as it had. */
describe('is paired to its input item', () => {
	const inputItems = range(3).map((itemIndex) => ({ itemIndex, value: itemIndex }));

	it('each output item of a node that gives several per input item', async () => {
		const done = await eachItem(inputItems, async (index) =>
			range(index).map((place) => ({ index, place })),
		);
		const items = outputOfItems(contextWith('stopWorkflow'), done);
		expect(items).toEqual([
			{ json: { index: 1, place: 0 }, pairedItem: { item: 1 } },
			{ json: { index: 2, place: 0 }, pairedItem: { item: 2 } },
			{ json: { index: 2, place: 1 }, pairedItem: { item: 2 } },
		]);
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'the item of an error, which has the files of its input item, and those behind it (%s)',
		async (onError) => {
			const done = await eachItem(inputItems, async (index) => {
				if (index < 2) throw new Error('No');
				return [{ index }];
			});
			const items = outputOfItems(contextWith(onError), done);
			expect(items.map(({ pairedItem }) => pairedItem)).toEqual(range(3).map((item) => ({ item })));
			expect(items.map((item) => item.binary)).toEqual([undefined, binary, undefined]);
			expect(items[0]).not.toHaveProperty('binary');
		},
	);
});
