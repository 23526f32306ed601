import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { Editor } from '../../support/editor/editor';
import { chain, manualTrigger, packNode } from '../../../tools/n8n/buildWorkflow';
import type { Workbench } from '../../support/n8n/shared';
import { openWorkbench } from '../../support/n8n/shared';

let bench: Workbench;
let editor: Editor;

beforeAll(async () => {
	bench = await openWorkbench();
	const node = packNode('digitalHumanAiCreate', 'Create', {
		resource: 'image',
		operation: 'generate',
		refPrompt: 'A lighthouse at dawn',
		additionalFields: { numberOfImages: 2 },
	});
	const { id } = await bench.load(chain('Results', manualTrigger, node));
	editor = await Editor.open(bench.rest.url);
	await editor.openWorkflow(id);
	await editor.openNode('Create');
});
afterAll(async () => {
	await editor.close();
	await bench.close();
});

test('the output begins with what one looks for', async () => {
	await editor.node.executeStep();
	const { output } = editor.node;
	await output.show('Table');
	await output.shows('succeeded');
	const columns = await output.whole.locator('th:visible').allInnerTexts();
	expect(columns.map((one) => one.trim()).slice(0, 4)).toEqual([
		'taskId',
		'taskKind',
		'state',
		'outputUrls',
	]);
	await editor.screenshot('result-table');
});

test('the downloaded pictures are seen in the output', async () => {
	const { output } = editor.node;
	await output.show('Binary');
	expect(await output.whole.getByTestId('ndv-view-binary-data').count()).toBe(2);
	await editor.screenshot('result-files');
	const picture = await output.viewFile('img');
	await expect(
		picture.evaluate(async (image: HTMLImageElement) => {
			await image.decode();
			return image.naturalWidth;
		}),
	).resolves.toBeGreaterThan(0);
	await editor.screenshot('result-picture');
});
