import { beforeAll, expect, test } from '@jest/globals';

import { setUpEditor } from '../../support/editor/openEditor';
import { chain, manualTrigger } from '../../../tools/n8n/workflows';

const ui = setUpEditor();

beforeAll(async () => {
	await ui.show(chain('Editor', manualTrigger));
});

test('a node that is added by its action is named after it', async () => {
	await ui.editor.nodes.open();
	await ui.editor.nodes.find('Digital Human AI Create', 'Digital Human AI Create');
	await ui.editor.screenshot('nodes-panel');
	await ui.editor.nodes.add('Digital Human AI Create', 'Generate video');
	expect(await ui.editor.node.labels()).toEqual(expect.arrayContaining(['Resource', 'Model']));
	expect(await ui.editor.page.getByTestId('node-title-container').first().innerText()).toContain(
		'Generate video',
	);
});

test('reference files are added one by one, each from its own source', async () => {
	const { node } = ui.editor;
	await node.choose('modelCode', 'Text or images → video (Recommended)');
	expect(await node.labelsIn('Reference Files')).toEqual([]);
	await node.addRow('Reference Files', 'Add File');
	await ui.editor.screenshot('reference-files');
	expect(await node.labelsIn('Reference Files')).toEqual([
		'Type',
		'Source',
		'Input Data Field Name',
	]);
	await node.choose('source', 'By URL');
	expect((await node.labelsIn('Reference Files')).at(-1)).toBe('URL');
});

test('a model shows no value that only another one takes', async () => {
	const { node } = ui.editor;
	await node.choose('modelCode', 'First (and last) frame → video');
	await node.choose('videoDuration', '30');
	await node.choose('clarity', '480');
	await node.choose('aspectRatio', '4:3');
	await node.choose('modelCode', 'Text or images → video (Recommended)');
	expect(await node.value('videoDuration')).toBe('Model Default');
	expect(await node.value('clarity')).toBe('Model Default');
	expect(await node.value('aspectRatio')).toBe('4:3');
	await ui.editor.screenshot('after-switch');
	await node.choose('modelCode', 'Text or first and last frame → video');
	expect(await node.value('aspectRatio')).toBe('16:9');
});

test.each([
	[
		'Make video from first and last frame',
		'lastFrameSource',
		[
			'First Frame',
			'First Frame Input Data Field Name',
			'Last Frame',
			'Last Frame Input Data Field Name',
		],
	],
	['Make video from image', 'imageSource', ['Image', 'Image Input Data Field Name']],
	['Make video from video', 'videoSource', ['Video', 'Video Input Data Field Name']],
	['Make video from reference files', 'source', ['Reference Files']],
])('%s begins with the files of the input', async (action, source, files) => {
	const { node, nodes } = ui.editor;
	await ui.show(chain('Starts', manualTrigger));
	await nodes.insert('digital human ai create', 'Digital Human AI Create', action);
	expect((await node.labels()).slice(2, 4 + files.length)).toEqual([...files, 'Model', 'Prompt']);
	expect(await node.value(source)).toBe('From Input File');
	expect(await node.entries('modelCode')).toContainEqual(expect.stringMatching(/ \(Recommended\)/));
	await ui.editor.screenshot(`start-${source}`);
});
