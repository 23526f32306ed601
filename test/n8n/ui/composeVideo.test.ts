import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { chain, manualTrigger } from '../../../tools/n8n/buildWorkflow';
import { byUrl, presenter } from '../../../tools/n8n/presenterWorkflow';
import { Editor } from '../../support/editor/editor';
import type { Workbench } from '../../support/n8n/shared';
import { openWorkbench } from '../../support/n8n/shared';

const NODE = 'Digital Human Compose Video';

let bench: Workbench;
let editor: Editor;

beforeAll(async () => {
	bench = await openWorkbench();
	editor = await Editor.open(bench.rest.url);
});
afterAll(async () => {
	await editor.close();
	await bench.close();
});

/** The labels from one field up to another, which is left out. */
async function labelsBetween(first: string, next: string): Promise<string[]> {
	const labels = await editor.node.labels();
	return labels.slice(labels.indexOf(first), labels.indexOf(next));
}

test('a new node is calm: the figure is automatic, and nothing is marked before the first run', async () => {
	await editor.openWorkflow((await bench.load(chain('Calm', manualTrigger))).id);
	await editor.nodes.open();
	await editor.nodes.find('presenter', NODE);
	await editor.nodes.add(NODE);
	expect(await editor.node.list('figureType').shown()).toBe('Automatic');
	expect(await editor.node.issues()).toBe(0);
	await editor.screenshot('compose-video-new');
});

test('each choice asks only for what it needs, right below', async () => {
	const { node } = editor;
	await node.choose('audioType', 'Audio File');
	expect(await labelsBetween('Speech From', 'Screen')).toEqual([
		'Speech From',
		'Audio',
		'Input Data Field Name',
	]);
	await node.choose('screen', 'Custom');
	expect(await labelsBetween('Screen', 'Background')).toEqual([
		'Screen',
		'Screen Width',
		'Screen Height',
	]);
	await node.choose('background', 'Color');
	expect(await labelsBetween('Background', 'Subtitles')).toEqual([
		'Background',
		'Background Color',
	]);
	await node.choose('background', 'Image or Video');
	expect(await labelsBetween('Background', 'Subtitles')).toEqual([
		'Background',
		'Background Image or Video',
		'Input Data Field Name',
	]);
	await editor.screenshot('compose-video-choices');
});

test('all else is in two boxes, and the undocumented duration comes last', async () => {
	const fields = await editor.node.addable('Additional Fields');
	expect(fields).toEqual(expect.arrayContaining(["Remove the Person's Background"]));
	expect(fields.at(-1)).toBe('Duration');
	expect((await editor.node.labels()).slice(-2)).toEqual(['Additional Fields', 'Options']);
});

test('Return Task ID offers a callback instead of the files', async () => {
	const { node } = editor;
	expect(await labelsBetween('Completion', 'Additional Fields')).toEqual([
		'Completion',
		'Download Result',
	]);
	await node.choose('completion', 'Return Task ID');
	expect(await labelsBetween('Completion', 'Additional Fields')).toEqual([
		'Completion',
		'When Finished, Start Workflow',
	]);
	await editor.screenshot('compose-video-callback');
});

test.each([
	['a test URL', 'https://n8n.example.com/webhook-test/1/digital-human', 'is a test URL'],
	['no address', 'n8n.example.com', 'is not a web address'],
])(
	'%s as the address of a workflow is refused before anything is submitted',
	async (_, callbackUrl, reason) => {
		const node = presenter('return', { callbackUrl: byUrl(callbackUrl) });
		const { id } = await bench.load(
			chain('Callback', manualTrigger, {
				...node,
				parameters: { ...node.parameters, text: 'Hello' },
			}),
		);
		await editor.openWorkflow(id);
		await editor.openNode('Compose');
		await editor.node.press();
		const { message } = await editor.node.output.error();
		await editor.screenshot('compose-video-callback-refused');
		expect(message).toContain("'When Finished, Start Workflow'");
		expect(message).toContain(reason);
		expect(bench.service.tasks()).toEqual([]);
	},
);
