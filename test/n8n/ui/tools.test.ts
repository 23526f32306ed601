import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { readExample } from '../../../tools/n8n/workflows';
import { Editor } from '../../support/editor/editor';
import type { Workbench } from '../../support/n8n/shared';
import { openWorkbench } from '../../support/n8n/shared';

let bench: Workbench;
let editor: Editor;

beforeAll(async () => {
	bench = await openWorkbench();
	editor = await Editor.open(bench.rest.url);
	await editor.importFile(JSON.stringify(readExample('agent-image-then-video')));
});
afterAll(async () => {
	await editor.close();
	await bench.close();
});

test('a tool says what the agent reads about it, and follows the operation', async () => {
	await editor.openNode('Create Image');
	expect(await editor.node.labels()).toContain('Description');
	expect(await editor.node.value('toolDescription')).toMatch(/^Generates an image .*costs credits/);
	await editor.screenshot('tool-description');
	await editor.node.choose('resource', 'Video');
	expect(await editor.node.value('toolDescription')).toMatch(/^Generates a short video /);
	await editor.node.choose('operation', 'Animate');
	expect(await editor.node.value('toolDescription')).toMatch(/^Makes a video in which the person /);
	expect(await editor.node.labels()).not.toContain('Download Result');
});

test('a description that was written by hand stays', async () => {
	await editor.node.fill('toolDescription', 'Makes portraits move');
	await editor.node.choose('operation', 'Generate');
	expect(await editor.node.value('toolDescription')).toBe('Makes portraits move');
});
