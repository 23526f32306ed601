import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { chain, manualTrigger } from '../../../tools/n8n/buildWorkflow';
import { passing, presenter, withItems } from '../../../tools/n8n/presenterWorkflow';
import { Editor } from '../../support/editor/editor';
import type { Workbench } from '../../support/n8n/shared';
import { openWorkbench } from '../../support/n8n/shared';

let bench: Workbench;
let editor: Editor;

beforeAll(async () => {
	bench = await openWorkbench();
	bench.service.fate(({ index }) => ({ seconds: index === 0 ? 0 : Infinity }));
	const file = withItems(3, chain('Waiting', manualTrigger, presenter('pause'), passing('After')));
	const { id } = await bench.load(file);
	editor = await Editor.open(bench.rest.url);
	await editor.openWorkflow(id);
});
afterAll(async () => {
	await editor.close();
	await bench.close();
});

test('a paused node shows how many videos it waits for', async () => {
	await editor.executeWorkflow();
	await editor.openNode('Compose');
	await editor.node.output.shows('Waiting for 2 of 3 videos');
	await editor.screenshot('waiting-tooltip');
	expect(await editor.node.output.whole.innerText()).not.toContain('http');
});
