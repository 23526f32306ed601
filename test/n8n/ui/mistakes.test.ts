import { beforeEach, expect, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { chain, manualTrigger, packNode, type NodeSpec } from '../../../tools/n8n/workflows';
import { byId } from '../../../tools/n8n/presenterWorkflow';
import { setUpEditor } from '../../support/editor/openEditor';

const NODE = 'Node';

const ui = setUpEditor({ service: { limits: false } });
beforeEach(() => ui.bench.service.reset());

/** Gives the item a text. */
const textInItem: NodeSpec = {
	name: 'Text',
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: {
		assignments: { assignments: [{ id: '1', name: 'text', value: 'Hello', type: 'string' }] },
		options: {},
	},
};

const compose = (parameters: INodeParameters): NodeSpec =>
	packNode('digitalHumanComposeVideo', NODE, {
		personId: byId('1957000000000000001'),
		text: 'Welcome.',
		voiceId: byId('8988587500000000000'),
		...parameters,
	});

/** Some of engine/cases/commonMistakes.ts, and what only a real n8n can answer. */
const mistakes: Array<[is: string, nodes: () => NodeSpec[], title: RegExp, todo: RegExp]> = [
	[
		'an expression that returns nothing',
		() => [textInItem, compose({ text: '={{ $json.script }}' })],
		/^'Text' is missing/,
		/The expression \{\{ \$json\.script \}\} returns nothing for this item/,
	],
	[
		'a callback address at which no workflow listens',
		() => [
			textInItem,
			compose({
				completion: 'return',
				callbackUrl: {
					__rl: true,
					mode: 'url',
					value: `${ui.bench.webhookUrl}/webhook/0123/digital-human`,
				},
			}),
		],
		/^'When Finished, Start Workflow' is the address of a trigger of this n8n that is not published/,
		/Publish the workflow.*Nothing was submitted/,
	],
];

test.each(mistakes)('%s: what happened and what to do', async (is, nodes, title, todo) => {
	await ui.show(chain('Mistake', manualTrigger, ...nodes()));
	await ui.editor.executeWorkflow();
	await ui.editor.page.getByTestId('canvas-node').getByTestId('node-issues').first().waitFor();
	await ui.editor.openNode(NODE);
	const error = await ui.editor.node.output.error();
	await ui.editor.screenshot(`mistake-${is.replaceAll(' ', '-')}`);
	expect(error.message).toMatch(title);
	expect(error.description).toMatch(todo);
	expect(ui.bench.service.tasks()).toEqual([]);
});
