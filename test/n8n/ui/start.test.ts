import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';

import { sample } from '../../../demo-service/media/samples';
import { demoExamples, loadExamples } from '../../../tools/n8n/demoExamples';
import { finishedExecution } from '../../../tools/n8n/executions';
import { executionsOf } from '../../support/n8n/executionList';
import { findWorkflow, readExample } from '../../../tools/n8n/workflows';
import { setUpEditor } from '../../support/editor/openEditor';
import { newExecution } from '../../support/n8n/called';

/** What `npm start` puts into n8n: every example runs by one click. */
const paths = { videoDetailPath: 'demo/video', personDetailPath: 'demo/person' };
const ui = setUpEditor({ service: paths });

beforeAll(async () => {
	const { url: baseUrl, token: accessToken } = ui.bench.service;
	await loadExamples(ui.bench.rest, { baseUrl, accessToken, ...paths });
});

/** Fills in all pages of a form with whatever they offer. */
async function fillIn(form: Page): Promise<void> {
	for (const heading of ['Text', 'Presenter', 'Voice']) {
		const field = form.getByText(heading, { exact: true }).first();
		if (
			!(await field.waitFor({ timeout: 8_000 }).then(
				() => true,
				() => false,
			))
		)
			continue;
		for (const choice of await form.locator('select').all())
			await choice.selectOption({ index: 1 });
		for (const text of await form.locator('textarea').all())
			await text.fill('Welcome to our shop.');
		for (const file of await form.locator('input[type=file]').all()) {
			const picture = { name: 'face.jpg', mimeType: 'image/jpeg', buffer: sample('jpg') };
			await file.setInputFiles(picture);
		}
		await form.locator('#submit-btn').click();
		if (heading !== 'Text') return;
	}
}

test.each(demoExamples)('%s runs by one click', async (name) => {
	const { rest } = ui.bench;
	const example = readExample(name);
	const { id = '' } = (await findWorkflow(rest, example.name)) ?? {};
	const earlier = await executionsOf(rest, id);
	await ui.editor.openWorkflow(id);
	const isForm = example.nodes.some(({ type }) => type.endsWith('.formTrigger'));
	const opened = isForm ? ui.editor.page.context().waitForEvent('page') : undefined;
	await ui.editor.executeWorkflow();
	if (opened) await fillIn(await opened);
	const started = await newExecution(ui.bench, id, earlier);
	const { status, error } = await finishedExecution(rest, started);
	await ui.editor.screenshot(`start-${name}`);
	expect({ status, error }).toEqual({ status: 'success', error: undefined });
});
