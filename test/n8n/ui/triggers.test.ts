import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { Editor } from '../../support/editor/editor';
import { chain, packNode } from '../../../tools/n8n/buildWorkflow';
import { submitVideo } from '../../../tools/n8n/presenterWorkflow';
import type { Workbench } from '../../support/n8n/shared';
import { openWorkbench } from '../../support/n8n/shared';

let bench: Workbench;
let editor: Editor;

beforeAll(async () => {
	bench = await openWorkbench();
	editor = await Editor.open(bench.rest.url);
});
afterAll(async () => {
	await editor.close();
	await bench.close();
});

async function openTrigger(type: string, name: string): Promise<void> {
	const { id } = await bench.load(chain(name, packNode(type, name, {})));
	await editor.openWorkflow(id);
	await editor.openNode(name);
}

/** A finished task of the service. */
async function finishedTask(): Promise<string> {
	const id = await submitVideo(bench.service, 'Hello');
	bench.service.settle(id);
	return id;
}

test('Task Callback Trigger: a sample by opening the Test URL while the editor listens', async () => {
	const id = await finishedTask();
	await openTrigger('digitalHumanTaskTrigger', 'Task Callback Trigger');
	await expect(editor.node.panel.innerText()).resolves.toContain(
		"choose it in 'When Finished, Start Workflow'",
	);
	await editor.page.getByText('Webhook URLs', { exact: true }).click();
	const shown = editor.page.getByText(/^https?:.*webhook-test/).first();
	const url = (await shown.innerText()).trim();
	await editor.screenshot('task-trigger');
	await editor.node.press();
	await editor.page.getByTestId('trigger-listening').waitFor();
	await editor.screenshot('task-trigger-listening');
	expect((await fetch(url)).status).toBe(200);
	await editor.node.output.shows(id);
	await editor.screenshot('task-trigger-sample');
	await editor.node.output.show('Schema');
	await editor.node.output.shows('succeeded');
});

test('Task Poll Trigger: Fetch Test Event shows the newest finished task', async () => {
	const id = await finishedTask();
	await openTrigger('digitalHumanTaskPollTrigger', 'Task Poll Trigger');
	await editor.node.tick('taskKinds', 'Composed Video');
	await editor.node.press();
	await editor.node.output.shows(id);
	await editor.screenshot('task-poll-trigger-sample');
});
