import { beforeAll, expect, test } from '@jest/globals';

import { readExample } from '../../../tools/n8n/workflows';
import { setUpEditor } from '../../support/editor/openEditor';

const ui = setUpEditor();

beforeAll(async () => {
	await ui.editor.importFile(JSON.stringify(readExample('agent-image-then-video')));
});

test('a tool says what the agent reads about it, and follows the operation', async () => {
	await ui.editor.openNode('Create Image');
	expect(await ui.editor.node.labels()).toContain('Description');
	expect(await ui.editor.node.value('toolDescription')).toMatch(
		/^Generates an image .*costs credits/,
	);
	await ui.editor.screenshot('tool-description');
	await ui.editor.node.choose('resource', 'Video');
	expect(await ui.editor.node.value('toolDescription')).toMatch(/^Generates a short video /);
	await ui.editor.node.choose('operation', 'Animate');
	expect(await ui.editor.node.value('toolDescription')).toMatch(
		/^Makes a video in which the person /,
	);
	expect(await ui.editor.node.labels()).not.toContain('Download Result');
});

test('a description that was written by hand stays', async () => {
	await ui.editor.node.fill('toolDescription', 'Makes portraits move');
	await ui.editor.node.choose('operation', 'Generate');
	expect(await ui.editor.node.value('toolDescription')).toBe('Makes portraits move');
});
