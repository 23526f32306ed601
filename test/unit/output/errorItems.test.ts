import { describe, expect, it } from '@jest/globals';
import { NodeOperationError, type IExecuteFunctions, type INode } from 'n8n-workflow';

import { errorItem, errorOutputJson } from '../../../nodes/shared/run/output';

const node: INode = {
	id: '1',
	name: 'Node',
	type: 'node',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const binary = { data: { data: '', mimeType: 'video/mp4', fileName: 'a.mp4' } };

const contextWith = (onError: INode['onError']) =>
	({
		getNode: () => ({ ...node, onError }),
		getInputData: () => [{ json: {} }, { json: { row: 2 }, binary }, { json: { row: 3 } }],
	}) as unknown as IExecuteFunctions;

describe.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'the item of an error with %s',
	(onError) => {
		const context = contextWith(onError);
		const itemOf = (index: number) => errorItem(context, new NodeOperationError(node, 'No'), index);

		it('has the files of its input item', () => {
			expect(itemOf(1).binary).toEqual(binary);
			expect(itemOf(2)).not.toHaveProperty('binary');
		});

		it('is paired to its input item', () => {
			expect([0, 1, 2].map((index) => itemOf(index).pairedItem)).toEqual([
				{ item: 0 },
				{ item: 1 },
				{ item: 2 },
			]);
		});
	},
);

describe('the json for the error output', () => {
	const details = { description: 'Try again.', taskId: '7', state: 'failed' };

	it('has the details where n8n takes such items to the error output', () => {
		expect(errorOutputJson({ error: 'No', details }, true)).toEqual({ error: 'No', details });
	});

	it.each([
		[{ message: 'Try again. Task ID: 7' }, details],
		[{ message: 'Task ID: 7, failed.' }, { ...details, description: 'Task ID: 7, failed.' }],
		[{ message: 'Try again.' }, { description: 'Try again.' }],
		[{}, {}],
	])('has at most a message for an older n8n: %j', (expected, given) => {
		const json = errorOutputJson({ error: 'No', details: given }, false);
		expect(json).toEqual({ error: 'No', ...expected });
	});
});
