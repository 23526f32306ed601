import { describe, expect, it } from '@jest/globals';
import { NodeOperationError, type IExecuteFunctions, type INode } from 'n8n-workflow';

import { errorItem } from '../../../nodes/shared/output/taskItems';

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
