import { expect, test } from '@jest/globals';
import type { INode, INodeParameters } from 'n8n-workflow';

import { saveCredential } from '../../../tools/n8n/rest';
import { setUpEditor } from '../../support/editor/openEditor';
import { chain, manualTrigger, packNode } from '../../../tools/n8n/workflows';
import { withItems } from '../../../tools/n8n/presenterWorkflow';

const NODE = 'Node';

const ui = setUpEditor();

function aiCreate(parameters: INodeParameters, more: Partial<INode> = {}) {
	return { ...packNode('digitalHumanAiCreate', NODE, parameters), ...more };
}

/** Opens a workflow of a trigger with three items and one node, and runs the node. */
async function run(node: ReturnType<typeof packNode>, items = 3): Promise<void> {
	const file = withItems(items, chain('Errors', manualTrigger, node));
	await ui.show(file, node.name);
	await ui.editor.node.press();
}

test('a wrong field: its label, what is wrong and which item', async () => {
	await run(
		aiCreate({
			resource: 'image',
			operation: 'generate',
			modelCode: 'modelf-3.0-t2i',
			refPrompt: '={{ $itemIndex === 1 ? "" : $json.text }}',
			aspectRatio: '={{ $itemIndex === 1 ? "7:5" : "1:1" }}',
		}),
	);
	const error = await ui.editor.node.output.error();
	await ui.editor.screenshot('error-wrong-field');
	expect(error.message).toContain("'Prompt'");
	expect(`${error.message} ${error.description}`).toContain("'Aspect Ratio'");
	expect(error.message).toBe("'Prompt' is missing [item 2 of 3]");
	expect(ui.bench.service.tasks()).toEqual([]);
});

test('a refused token: what to do about it', async () => {
	const wrong = await saveCredential(
		ui.bench.rest,
		{ baseUrl: ui.bench.service.url, accessToken: 'not-the-token' },
		'Wrong token',
	);
	const node = aiCreate({ resource: 'image', operation: 'generate', refPrompt: 'Waves' });
	await ui.show(chain('Refused token', manualTrigger, node), NODE, wrong);
	await ui.editor.node.press();
	const error = await ui.editor.node.output.error();
	await ui.editor.screenshot('error-refused-token');
	expect(error.message).toContain('the service refused the access token');
	expect(error.description).toContain("Paste a valid 'Access Token'");
	expect(await ui.editor.page.content()).not.toContain('not-the-token');
});

test('a failed task: the reason of the service and the task ID', async () => {
	ui.bench.service.fate(({ body }) =>
		JSON.stringify(body).includes('Protected')
			? { outcome: 'Fail', errMsg: 'The prompt shows a protected work' }
			: undefined,
	);
	await run(aiCreate({ resource: 'image', operation: 'generate', refPrompt: 'Protected' }), 1);
	const error = await ui.editor.node.output.error();
	await ui.editor.screenshot('error-failed-task');
	expect(`${error.message} ${error.description}`).toContain('The prompt shows a protected work');
	const [task] = ui.bench.service.tasks();
	expect(`${error.message} ${error.description}`).toContain(task?.id);
});

test('three items with Continue (using error output): two go on, one comes out as an error', async () => {
	await run(
		aiCreate(
			{
				resource: 'image',
				operation: 'generate',
				modelCode: 'modelf-3.0-t2i',
				refPrompt: '={{ $itemIndex === 1 ? "" : $json.text }}',
			},
			{ onError: 'continueErrorOutput' },
		),
	);
	const { output } = ui.editor.node;
	await output.shows('2 items');
	await ui.editor.screenshot('error-output-success');
	await output.branch('Error');
	await output.shows("'Prompt'");
	await ui.editor.screenshot('error-output-error');
	expect(await output.whole.innerText()).toContain('1 item');
});
