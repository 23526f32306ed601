import { expect, test } from '@jest/globals';

import { setUpEditor } from '../../support/editor/openEditor';
import { chain, packNode } from '../../../tools/n8n/workflows';
import { submitVideo } from '../../../tools/n8n/presenterWorkflow';

const ui = setUpEditor();

async function openTrigger(type: string, name: string): Promise<void> {
	await ui.show(chain(name, packNode(type, name, {})), name);
}

/** A finished task of the service. */
async function finishedTask(): Promise<string> {
	const id = await submitVideo(ui.bench.service, 'Hello');
	ui.bench.service.settle(id);
	return id;
}

test('Task Callback Trigger: a sample by opening the Test URL while the editor listens', async () => {
	const id = await finishedTask();
	await openTrigger('digitalHumanTaskTrigger', 'Task Callback Trigger');
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

test('Task Poll Trigger: Fetch Test Event shows the newest finished task', async () => {
	const id = await finishedTask();
	await openTrigger('digitalHumanTaskPollTrigger', 'Task Poll Trigger');
	await ui.editor.node.press();
	await ui.editor.node.output.shows(id);
	await ui.editor.screenshot('task-poll-trigger-sample');
});
