import { describe, expect, test } from '@jest/globals';
import { range } from 'lodash';
import { Workflow, type INode, type INodeTypes } from 'n8n-workflow';

import { waitingNodeTooltip, waitingText } from '../../../nodes/shared/run/pause';

const open = (...kinds: string[]) => kinds.map((taskKind) => ({ json: { taskKind } }));

describe('what a paused node waits for', () => {
	test.each([
		[open('composedVideo'), 1, 'Waiting for 1 video'],
		[open(...range(10).map(() => 'composedVideo')), 10, 'Waiting for 10 videos'],
		[open('lipSync', 'lipSync', 'lipSync'), 10, 'Waiting for 3 of 10 videos'],
		[open('lipSync'), 2, 'Waiting for 1 of 2 videos'],
		[open('person'), 1, 'Waiting for 1 custom person'],
		[open('aiCreation', 'motion'), 2, 'Waiting for 2 tasks'],
		[open('unheard of'), 1, 'Waiting for 1 task'],
	])('%j of %i: %s', (items, all, text) => expect(waitingText(items, all)).toBe(text));
});

describe('the tooltip, evaluated as the editor does', () => {
	const node: INode = {
		id: '1',
		name: 'Node',
		type: 'tested',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const nodeTypes = {
		getByNameAndVersion: () => ({ description: { properties: [] } }),
	} as unknown as INodeTypes;
	const shown = (resumeUrl: string) =>
		new Workflow({
			nodes: [node],
			connections: {},
			active: false,
			nodeTypes,
		}).expression.getSimpleParameterValue(node, waitingNodeTooltip, 'internal', {
			$execution: { id: '5', mode: 'test', resumeUrl, resumeFormUrl: '' },
		});

	test.each([
		['#Waiting%20for%203%20of%2010%20videos', 'Waiting for 3 of 10 videos'],
		['http://localhost:5678/webhook-waiting/5', 'Waiting for the tasks to finish'],
	])('%s: %s', (resumeUrl, text) => expect(shown(resumeUrl)).toBe(text));
});
