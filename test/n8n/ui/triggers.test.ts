import { expect, test } from '@jest/globals';

import { setUpEditor } from '../../support/editor/openEditor';
import { chain, packNode } from '../../../tools/n8n/workflows';
import { submitVideo } from '../../../tools/n8n/presenterWorkflow';

const ui = setUpEditor();

test('Task Callback Trigger: a sample by opening the Test URL while the editor listens', async () => {
	const id = await submitVideo(ui.bench.service, 'Hello');
	ui.bench.service.settle(id);
	const name = 'Task Callback Trigger';
	await ui.show(chain(name, packNode('digitalHumanTaskTrigger', name, {})), name);
	await expect(ui.editor.node.panel.innerText()).resolves.toContain(
		"choose it in 'When Finished, Start Workflow'",
	);
	await ui.editor.page.getByText('Webhook URLs', { exact: true }).click();
	const shown = ui.editor.page.getByText(/^https?:.*webhook-test/).first();
	const url = (await shown.innerText()).trim();
	await ui.editor.screenshot('task-trigger');
	await ui.editor.node.press();
	await ui.editor.page.getByTestId('trigger-listening').waitFor();
	await ui.editor.screenshot('task-trigger-listening');
	expect((await fetch(url)).status).toBe(200);
	await ui.editor.node.output.shows(id);
	await ui.editor.screenshot('task-trigger-sample');
	await ui.editor.node.output.show('Schema');
	await ui.editor.node.output.shows('succeeded');
});
