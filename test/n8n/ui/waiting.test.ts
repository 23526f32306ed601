import { beforeAll, expect, test } from '@jest/globals';

import { chain, manualTrigger } from '../../../tools/n8n/workflows';
import { presenter } from '../../../tools/n8n/presenterWorkflow';
import { passing, withItems } from '../../support/n8n/parts';
import { setUpEditor } from '../../support/editor/openEditor';

const ui = setUpEditor();

beforeAll(async () => {
	ui.bench.service.fate(({ index }) => ({ seconds: index === 0 ? 0 : Infinity }));
	const file = withItems(3, chain('Waiting', manualTrigger, presenter('pause'), passing('After')));
	await ui.show(file);
});

test('a paused node says that it waits, and shows no address', async () => {
	await ui.editor.executeWorkflow();
	await ui.editor.openNode('Compose');
	await ui.editor.node.output.shows('Waiting for the tasks to finish');
	await ui.editor.screenshot('waiting-tooltip');
	expect(await ui.editor.node.output.whole.innerText()).not.toContain('http');
});
