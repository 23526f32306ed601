import { expect, test } from '@jest/globals';

import { setUpEditor } from '../../support/editor/openEditor';
import { chain, manualTrigger } from '../../../tools/n8n/workflows';

/** What a person types, and the node that is to be offered. */
const actionNodes: Array<[words: string, node: string, action?: string]> = [
	['ai create', 'AI Create', 'Generate image'],
	['compose video', 'Compose Video'],
	['lip sync', 'Lip Sync'],
	['translate video', 'Translate Video'],
	['create person', 'Create Person'],
	['upload file', 'Upload File'],
	['get task', 'Get Task', 'Get task'],
	['digital human library', 'Library', 'Get many public persons'],
];

const triggerNodes = ['Task Callback Trigger', 'Task Poll Trigger'];

const full = (node: string): string => `Digital Human ${node}`;

const ui = setUpEditor();

test('each node is added by its name', async () => {
	await ui.show(chain('All by name', manualTrigger));
	for (const [words, node, action] of actionNodes) {
		await ui.editor.showAll();
		await ui.editor.nodes.insert(words, full(node), action);
		expect(await ui.editor.node.credential()).not.toBe('');
		await ui.editor.node.close();
	}
	expect(await ui.editor.canvasNodes.count()).toBe(1 + actionNodes.length);
	await ui.editor.screenshot('all-nodes-added');
});

test.each(triggerNodes)('%s is offered as the first node', async (node) => {
	await ui.editor.newWorkflow();
	await ui.editor.nodes.open();
	// The panel leaves the word out.
	const name = full(node.replace(' Trigger', ''));
	await ui.editor.nodes.find(node.toLowerCase(), name);
	await ui.editor.screenshot(`nodes-panel-${node.replaceAll(' ', '-').toLowerCase()}`);
	await ui.editor.nodes.add(name, 'On task finished');
	expect(await ui.editor.node.labels()).toContain('Trigger On');
});
