import { beforeEach, expect, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { chain, manualTrigger, packNode, type NodeSpec } from '../../../tools/n8n/workflows';
import { byId, submitVideo, withItems } from '../../../tools/n8n/presenterWorkflow';
import { setUpEditor } from '../../support/editor/openEditor';

const NODE = 'Node';

const ui = setUpEditor({ service: { limits: false } });
beforeEach(() => ui.bench.service.reset());

/** Downloads a file into the item. */
function download(name: string, mimeType: string, bytes = 1_000): NodeSpec {
	const { url } = ui.bench.service.storage.source({ bytes, name, mimeType });
	return {
		name: 'Download',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: { url, options: { response: { response: { responseFormat: 'file' } } } },
	};
}

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

const lipSync = (parameters: INodeParameters): NodeSpec =>
	packNode('digitalHumanLipSync', NODE, {
		text: 'Welcome.',
		voiceId: byId('8988587500000000000'),
		...parameters,
	});

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
		'a wrong name of the field with the file',
		() => [download('clip.mp4', 'video/mp4'), lipSync({ videoFileInputField: 'video' })],
		/^'Video': no file in the field 'video'/,
		/The item has one in 'data': enter that name in 'Video Input Data Field Name'/,
	],
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

test.each([
	['Person', { personId: byId('') }],
	['Text', { text: '' }],
	['Voice', { voiceId: byId('') }],
])('an empty %s: n8n itself asks for it', async (label, parameters) => {
	await ui.show(chain('Empty', manualTrigger, compose(parameters)));
	await ui.editor.executeWorkflow();
	await ui.editor.page.getByText(`Parameter "${label}" is required.`).first().waitFor();
	await ui.editor.screenshot(`mistake-empty-${label}`);
	expect(ui.bench.service.tasks()).toEqual([]);
});

const image = (parameters: INodeParameters) =>
	packNode('digitalHumanAiCreate', NODE, {
		resource: 'image',
		operation: 'generate',
		...parameters,
	});

/** Runs a node behind so many items. @returns the error that its panel shows */
async function errorOf(node: NodeSpec, items: number, picture: string) {
	await ui.show(withItems(items, chain('Errors', manualTrigger, node)), NODE);
	await ui.editor.node.press();
	const error = await ui.editor.node.output.error();
	await ui.editor.screenshot(picture);
	return { ...error, said: `${error.message} ${error.description}` };
}

test('a wrong field: its label, what is wrong and which item', async () => {
	const node = image({
		modelCode: 'modelf-3.0-t2i',
		refPrompt: '={{ $itemIndex === 1 ? "" : $json.text }}',
		aspectRatio: '={{ $itemIndex === 1 ? "7:5" : "1:1" }}',
	});
	const { message, said } = await errorOf(node, 3, 'error-wrong-field');
	expect(message).toBe("'Prompt' is missing [item 2 of 3]");
	expect(said).toContain("'Aspect Ratio'");
	expect(ui.bench.service.tasks()).toEqual([]);
});

test('a failed task: the reason of the service and the task ID', async () => {
	const errMsg = 'The prompt shows a protected work';
	ui.bench.service.fate({ outcome: 'Fail', errMsg });
	const { said } = await errorOf(image({ refPrompt: 'Protected' }), 1, 'error-failed-task');
	expect(said).toContain(errMsg);
	expect(said).toContain(ui.bench.service.tasks()[0]?.id);
});

test('the ID of a presenter video finds it, although its kind is not named', async () => {
	const taskId = await submitVideo(ui.bench.service, 'Hello');
	ui.bench.service.settle(taskId);
	const node = packNode('digitalHumanGetTask', NODE, { taskId: byId(taskId) });
	await ui.show(chain('Kind', manualTrigger, node), NODE);
	await ui.editor.node.executeStep();
	await ui.editor.node.output.show('Schema');
	await ui.editor.node.output.shows('composedVideo');
	await ui.editor.screenshot('mistake-kind-of-task');
});
