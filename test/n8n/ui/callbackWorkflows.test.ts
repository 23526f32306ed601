import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { finishedExecution } from '../../../tools/n8n/executions';
import {
	activateWorkflow,
	chain,
	manualTrigger,
	readExample,
	type StoredWorkflow,
} from '../../../tools/n8n/workflows';
import { switchWorkflow } from '../../../tools/n8n/dialect';
import { isLive, presenter } from '../../../tools/n8n/presenterWorkflow';
import { setUpEditor } from '../../support/editor/openEditor';
import { callbackNames } from '../../support/n8n/callbackList';
import { waitFor } from '../../../tools/n8n/program';
import { newExecution } from '../../support/n8n/called';

const ui = setUpEditor();
let called: StoredWorkflow;

beforeAll(async () => {
	called = await ui.bench.load(readExample('callback-triggered-automation'));
	const node = presenter('wait');
	const submit = await ui.bench.load(
		chain('Submit', manualTrigger, {
			...node,
			parameters: { ...node.parameters, text: 'Hello' },
		}),
	);
	await ui.editor.openWorkflow(submit.id);
	await ui.editor.openNode('Compose');
	await ui.editor.node.choose('completion', 'Return Task ID');
});

/** Another file publishes the same example, whose trigger has the same address. */
afterAll(async () => await switchWorkflow(ui.bench.rest, called, false));

const list = () => ui.editor.node.list('callbackUrl');

test('the list says what to do while there is no workflow to choose', async () => {
	await list().field.getByTestId('rlc-input').click();
	const message = ui.editor.page.getByTestId('rlc-error-container');
	await message.waitFor();
	await ui.editor.screenshot('callback-workflows-empty');
	expect(await message.innerText()).toContain('Publish one, then open this list again.');
	await ui.editor.page.keyboard.press('Escape');
});

test('a workflow that is published meanwhile is chosen by its name, and starts when the task has finished', async () => {
	await activateWorkflow(ui.bench.rest, called);
	await waitFor(async () => {
		const [name] = await callbackNames(ui.bench.rest, ui.bench.credential);
		return name === called.name;
	});
	await list().open();
	await ui.editor.screenshot('callback-workflows');
	expect(await list().entries.allInnerTexts()).toEqual([called.name]);
	await list().choose(called.name);
	expect(await list().shown()).toBe(called.name);
	await ui.editor.screenshot('callback-workflows-chosen');

	const trigger = called.nodes.find(({ name }) => name === 'Task Callback Trigger');
	await isLive(`${ui.bench.webhookUrl}/webhook/${trigger?.webhookId}/digital-human`);
	await ui.editor.node.executeStep();
	const [task] = ui.bench.service.tasks();
	await ui.editor.node.output.shows(task?.id ?? '');
	await ui.editor.screenshot('callback-workflows-submitted');
	// The service is in the same network.
	expect(await ui.editor.node.output.whole.innerText()).not.toContain('cannot be reached');
	const id = await newExecution(ui.bench, called.id);
	const started = await finishedExecution(ui.bench.rest, id);
	expect(started.json('Task Callback Trigger')).toMatchObject([
		{ taskId: task?.id, state: 'succeeded' },
	]);
});
