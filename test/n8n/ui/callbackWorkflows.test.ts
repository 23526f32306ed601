import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { finishedExecution } from '../../../tools/n8n/executions';
import { chain, manualTrigger } from '../../../tools/n8n/buildWorkflow';
import { executionsOf, isLive, presenter } from '../../../tools/n8n/presenterWorkflow';
import type { StoredWorkflow } from '../../../tools/n8n/workflows';
import { activateWorkflow, readExample } from '../../../tools/n8n/workflows';
import { Editor } from '../../support/editor/editor';
import { callbackNames } from '../../support/n8n/callbackList';
import { waitFor } from '../../support/n8n/called';
import type { Workbench } from '../../support/n8n/shared';
import { openWorkbench } from '../../support/n8n/shared';

let bench: Workbench;
let editor: Editor;
let called: StoredWorkflow;

beforeAll(async () => {
	bench = await openWorkbench();
	called = await bench.load(readExample('callback-triggered-automation'));
	const node = presenter('wait');
	const submit = await bench.load(
		chain('Submit', manualTrigger, {
			...node,
			parameters: { ...node.parameters, text: 'Hello' },
		}),
	);
	editor = await Editor.open(bench.rest.url);
	await editor.openWorkflow(submit.id);
	await editor.openNode('Compose');
	await editor.node.choose('completion', 'Return Task ID');
});
afterAll(async () => {
	await editor.close();
	await bench.close();
});

const list = () => editor.node.list('callbackUrl');

test('the list says what to do while there is no workflow to choose', async () => {
	await list().field.getByTestId('rlc-input').click();
	const message = editor.page.getByTestId('rlc-error-container');
	await message.waitFor();
	await editor.screenshot('callback-workflows-empty');
	expect(await message.innerText()).toContain('Publish one, then open this list again.');
	await editor.page.keyboard.press('Escape');
});

test('a workflow that is published meanwhile is chosen by its name, and starts when the task has finished', async () => {
	await activateWorkflow(bench.rest, called);
	await waitFor(async () => {
		const [name] = await callbackNames(bench.rest, bench.credential);
		return name === called.name || undefined;
	});
	await list().open();
	await editor.screenshot('callback-workflows');
	expect(await list().entries.allInnerTexts()).toEqual([called.name]);
	await list().choose(called.name);
	expect(await list().shown()).toBe(called.name);
	await editor.screenshot('callback-workflows-chosen');

	const trigger = called.nodes.find(({ name }) => name === 'Task Callback Trigger');
	expect(await isLive(`${bench.webhookUrl}/webhook/${trigger?.webhookId}/digital-human`)).toBe(
		true,
	);
	await editor.node.executeStep();
	const [task] = bench.service.tasks();
	await editor.node.output.shows(task?.id ?? '');
	await editor.screenshot('callback-workflows-submitted');
	const id = await waitFor(async () => (await executionsOf(bench.rest, called.id))[0]);
	const started = await finishedExecution(bench.rest, id);
	expect(started.json('Task Callback Trigger')).toMatchObject([
		{ taskId: task?.id, state: 'succeeded' },
	]);
});
