import { beforeEach, expect, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { chain, manualTrigger, packNode, type NodeSpec } from '../../../tools/n8n/workflows';
import { submitVideo } from '../../../tools/n8n/presenterWorkflow';
import { setUpEditor } from '../../support/editor/openEditor';

const NODE = 'Node';

const ui = setUpEditor({ service: async () => await Promise.resolve({ limits: false }) });
beforeEach(() => ui.bench.service.reset());

const byId = (value: string): INodeParameters => ({ __rl: true, mode: 'id', value });

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

const video = (parameters: INodeParameters): NodeSpec =>
	packNode('digitalHumanAiCreate', NODE, {
		resource: 'video',
		operation: 'generate',
		refPrompt: 'Waves',
		...parameters,
	});

const LARGE = 32 * 1024 ** 2;

const mistakes: Array<[is: string, nodes: () => NodeSpec[], title: RegExp, todo: RegExp]> = [
	[
		'a file of a wrong type',
		() => [download('photo.png', 'image/png'), lipSync({})],
		/^'Video': 'photo\.png' is not a supported type/,
		/Use MP4, MOV or WebM/,
	],
	[
		'an item without a file',
		() => [textInItem, lipSync({})],
		/^'Video': the input item has no file/,
		/Check that the node before this one outputs a file/,
	],
	[
		'a wrong name of the field with the file',
		() => [download('clip.mp4', 'video/mp4'), lipSync({ videoFileInputField: 'video' })],
		/^'Video': no file in the field 'video'/,
		/The item has one in 'data': enter that name in 'Video Input Data Field Name'/,
	],
	[
		'a video in the place of an image',
		() => [
			download('clip.mp4', 'video/mp4'),
			video({ modelCode: 'modela2.5', startFrameSource: 'inputFile' }),
		],
		/^'First Frame': 'clip\.mp4' is a video, not an image/,
		/Choose another file/,
	],
	[
		'an image that is too large',
		() => [
			download('large.png', 'image/png', LARGE),
			video({ modelCode: 'modelc3.0-first-last-to-video', startFrameSource: 'inputFile' }),
		],
		/^'First Frame' must be an image of at most 30 MB, but input file 'large\.png' has 33\.6 MB/,
		/Nothing was submitted/,
	],
	[
		'an aspect ratio that the model does not have',
		() => [textInItem, video({ modelCode: 'modelb-2.0-lite-tk', aspectRatio: '={{ "7:5" }}' })],
		/^'Aspect Ratio' must be one of .*, but is 7:5/,
		/Nothing was submitted/,
	],
	[
		'an expression that returns nothing',
		() => [textInItem, compose({ text: '={{ $json.script }}' })],
		/^'Text' is missing/,
		/The expression \{\{ \$json\.script \}\} returns nothing for this item/,
	],
	[
		'a name instead of the ID of a person',
		() => [textInItem, compose({ personId: byId('Alma 1') })],
		/^'Person' is the name Alma 1 instead of an ID/,
		/Choose the person under 'From List'/,
	],
	[
		'a language that does not exist',
		() => [
			textInItem,
			packNode('digitalHumanTranslateVideo', NODE, {
				sourceType: 'video',
				videoId: byId('4711'),
				targetLanguages: '={{ ["klingon"] }}',
				completion: 'return',
			}),
		],
		/klingon/,
		/./,
	],
	[
		'a task ID that does not exist',
		() => [textInItem, packNode('digitalHumanGetTask', NODE, { taskId: byId('4711') })],
		/4711/,
		/./,
	],
	[
		'a text that is calculated from a number that the item does not have',
		() => [
			textInItem,
			video({ modelCode: 'modelb-2.0-lite-tk', refPrompt: '={{ $json.missing * 1 }}' }),
		],
		/^'Prompt' must be a text, but is NaN/,
		/Nothing was submitted/,
	],
	[
		'a mistyped model by expression',
		() => [textInItem, video({ modelCode: '={{ "modelb-2.0-lite" }}', aspectRatio: '9:16' })],
		/^'Model' is modelb-2\.0-lite, which is not in the list/,
		/Nothing was submitted/,
	],
	[
		'an ID that is too large for a number in JSON',
		() => [
			textInItem,
			video({
				modelCode: 'other',
				otherModelCode: 'modelb-2.5-r2v',
				parametersJson: '{ "subject_id": 3100000000000015839 }',
			}),
		],
		/'subject_id' is a number too large to be exact/,
		/Put it in quotes/,
	],
	[
		'a word for a switch',
		() => [textInItem, compose({ downloadResult: '={{ "yes" }}' })],
		/^'Download Result' must be true or false, but is yes/,
		/./,
	],
	[
		'a test URL as the callback',
		() => [
			textInItem,
			compose({
				completion: 'return',
				callbackUrl: {
					__rl: true,
					mode: 'url',
					value: `${ui.bench.rest.url}/webhook-test/0123/digital-human`,
				},
			}),
		],
		/^'When Finished, Start Workflow' is a test URL/,
		/Publish the workflow/,
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
	[
		'a person that does not exist',
		() => [textInItem, compose({ personId: byId('4711') })],
		/'Person' 4711 is unknown, not finished, or was deleted/,
		/Choose one from the list/,
	],
	[
		'a model for videos without a video',
		() => [textInItem, video({ modelCode: 'modelb-2.0-pro-tk' })],
		/must have a video, which this model starts from/,
		/Nothing was submitted/,
	],
	[
		'an expression as plain text',
		() => [textInItem, compose({ text: 'Hello {{ $json.name }}' })],
		/^'Text' contains \{\{ \$json\.name \}\} as plain text/,
		/Switch the field to an expression/,
	],
	[
		'a loop without its line back',
		() => [
			textInItem,
			compose({ completion: 'return' }),
			packNode('digitalHumanGetTask', 'Loop', { whenNotFinished: 'pauseAndLoop' }),
		],
		/^'Pause and Loop' needs a connection from 'In Progress' back to 'Loop'/,
		/Nothing was submitted/,
	],
];

test.each(mistakes)('%s: what happened and what to do', async (is, nodes, title, todo) => {
	const { id } = await ui.bench.load(chain('Mistake', manualTrigger, ...nodes()));
	await ui.editor.openWorkflow(id);
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
	const { id } = await ui.bench.load(chain('Empty', manualTrigger, compose(parameters)));
	await ui.editor.openWorkflow(id);
	await ui.editor.executeWorkflow();
	await ui.editor.page.getByText(`Parameter "${label}" is required.`).first().waitFor();
	await ui.editor.screenshot(`mistake-empty-${label}`);
	expect(ui.bench.service.tasks()).toEqual([]);
});

test('the ID of a presenter video finds it, although its kind is not named', async () => {
	const taskId = await submitVideo(ui.bench.service, 'Hello');
	ui.bench.service.settle(taskId);
	const node = packNode('digitalHumanGetTask', NODE, { taskId: byId(taskId) });
	const { id } = await ui.bench.load(chain('Kind', manualTrigger, node));
	await ui.editor.openWorkflow(id);
	await ui.editor.openNode(NODE);
	await ui.editor.node.executeStep();
	await ui.editor.node.output.show('Schema');
	await ui.editor.node.output.shows('composedVideo');
	await ui.editor.screenshot('mistake-kind-of-task');
});
