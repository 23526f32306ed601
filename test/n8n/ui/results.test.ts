import { beforeAll, expect, test } from '@jest/globals';

import { setUpEditor } from '../../support/editor/openEditor';
import { chain, manualTrigger, packNode } from '../../../tools/n8n/workflows';

const ui = setUpEditor();

beforeAll(async () => {
	const node = packNode('digitalHumanAiCreate', 'Create', {
		resource: 'image',
		operation: 'generate',
		refPrompt: 'A lighthouse at dawn',
		numberOfImages: 2,
	});
	await ui.show(chain('Results', manualTrigger, node), 'Create');
});

test('the output begins with what one looks for', async () => {
	await ui.editor.node.executeStep();
	const { output } = ui.editor.node;
	await output.show('Table');
	await output.shows('succeeded');
	const columns = await output.whole.locator('th:visible').allInnerTexts();
	expect(columns.map((one) => one.trim()).slice(0, 2)).toEqual(['url', 'state']);
	await ui.editor.screenshot('result-table');
});

test('the downloaded pictures are seen in the output', async () => {
	const { output } = ui.editor.node;
	await output.show('Binary');
	expect(await output.whole.getByTestId('ndv-view-binary-data').count()).toBe(2);
	await ui.editor.screenshot('result-files');
	const picture = await output.viewFile('img');
	await expect(
		picture.evaluate(async (image: HTMLImageElement) => {
			await image.decode();
			return image.naturalWidth;
		}),
	).resolves.toBeGreaterThan(0);
	await ui.editor.screenshot('result-picture');
});
