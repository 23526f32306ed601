import { expect, test } from '@jest/globals';

import { chain, manualTrigger } from '../../../tools/n8n/workflows';
import { setUpEditor } from '../../support/editor/openEditor';

const NODE = 'Digital Human Compose Video';

const ui = setUpEditor();

/** The labels between two fields. */
async function labelsBetween(first: string, next: string): Promise<string[]> {
	const labels = await ui.editor.node.labels();
	return labels.slice(labels.indexOf(first) + 1, labels.indexOf(next));
}

test('a new node is calm: the figure is automatic, and nothing is marked before the first run', async () => {
	await ui.show(chain('Calm', manualTrigger));
	await ui.editor.nodes.insert('presenter', NODE);
	expect(await ui.editor.node.list('figureType').shown()).toBe('Automatic');
	expect(await ui.editor.node.issues()).toBe(0);
	await ui.editor.screenshot('compose-video-new');
});

test('each choice asks only for what it needs, right below', async () => {
	const { node } = ui.editor;
	await node.choose('audioType', 'Audio File');
	const forAudio = ['Audio', 'Audio Input Data Field Name', 'Speech Language'];
	expect(await labelsBetween('Speech From', 'Screen')).toEqual(forAudio);
	await node.choose('screen', 'Custom');
	expect(await labelsBetween('Screen', 'Background')).toEqual(['Screen Width', 'Screen Height']);
	await node.choose('background', 'Color');
	expect(await labelsBetween('Background', 'Subtitles')).toEqual(['Background Color']);
	await node.choose('background', 'Image or Video');
	const forFile = ['Background Image or Video', 'Background Input Data Field Name'];
	expect(await labelsBetween('Background', 'Subtitles')).toEqual(forFile);
	await ui.editor.screenshot('compose-video-choices');
});
