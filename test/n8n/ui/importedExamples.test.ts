// Examples that need more than a click after their import, done by mouse as their notes say.
import { randomUUID } from 'node:crypto';

import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { finishedExecution } from '../../../tools/n8n/executions';
import { findWorkflow, readExample } from '../../../tools/n8n/workflows';
import { switchWorkflow } from '../../../tools/n8n/dialect';
import { setUpEditor } from '../../support/editor/openEditor';
import { bodiesOf } from '../../support/n8n/exampleRun';
import { newExecution } from '../../support/n8n/called';

const COMPOSE = 'Digital Human Compose Video';

const ui = setUpEditor();

beforeEach(async () => {
	ui.bench.service.reset();
	await ui.onlyCredential();
});

/** Names of the workflows that were published. Another try of a test needs the addresses of their triggers. */
const published: string[] = [];

afterEach(async () => {
	for (const name of published.splice(0)) {
		const workflow = await findWorkflow(ui.bench.rest, name);
		if (workflow) await switchWorkflow(ui.bench.rest, workflow, false);
	}
});

/** Imports an example under a name that no other workflow has. @returns the name */
async function importExample(example: string): Promise<string> {
	const file = readExample(example);
	const name = `${file.name} ${randomUUID()}`;
	await ui.editor.importFile(JSON.stringify({ ...file, name }));
	return name;
}

test('a blog: the first run says what is missing, and the address of the feed is all that is typed', async () => {
	await importExample('blog-post-to-presenter-video');
	const { editor } = ui;
	await editor.executeWorkflow();
	await editor.page.getByText('The parameter "URL" has to be set!').first().waitFor();
	await editor.openNode('What to Change');
	await editor.node.fillAssignment(`${ui.bench.service.url}/samples/news.xml`);
	await editor.node.close();
	await editor.executeWorkflow();
	await editor.page.getByText('Workflow executed successfully').first().waitFor();
	await editor.openNode('Compose Video');
	await editor.node.output.items.waitFor();
	await editor.screenshot('imported-blog');
	expect(bodiesOf(ui.bench, 'create_video')).toHaveLength(1);
});

test('a callback: the workflow is published and chosen by mouse, and starts when the video is finished', async () => {
	const name = await importExample('callback-triggered-automation');
	const { editor } = ui;
	published.push(name);
	await editor.publish();
	await editor.screenshot('imported-callback-published');
	await editor.newWorkflow();
	await editor.nodes.insert('presenter', COMPOSE);
	const { node } = editor;
	await node.list('personId').chooseFirst();
	await node.fill('text', 'Welcome to our shop.');
	await node.list('voiceId').chooseFirst('english');
	await node.choose('completion', 'Return Task ID');
	await node.list('callbackUrl').open();
	await node.list('callbackUrl').choose(name);
	await node.executeStep();
	await editor.screenshot('imported-callback-submitted');
	const called = await findWorkflow(ui.bench.rest, name);
	const id = await newExecution(ui.bench, called?.id ?? '');
	const started = await finishedExecution(ui.bench.rest, id);
	expect(started.json('Result')).toMatchObject([{ result: expect.stringMatching(/^http/) }]);
});
