import { expect, test } from '@jest/globals';

import { chain, manualTrigger, packNode } from '../../../tools/n8n/workflows';
import { byId } from '../../../tools/n8n/presenterWorkflow';
import { setUpEditor } from '../../support/editor/openEditor';

const NODE = 'Node';

const ui = setUpEditor({ service: { limits: false } });

// Other mistakes are in engine/cases/commonMistakes.ts; this one, only a real n8n can answer.
test('a callback address at which no workflow listens: what happened and what to do', async () => {
	const node = packNode('digitalHumanComposeVideo', NODE, {
		personId: byId('1957000000000000001'),
		text: 'Welcome.',
		voiceId: byId('8988587500000000000'),
		completion: 'return',
		callbackUrl: {
			__rl: true,
			mode: 'url',
			value: `${ui.bench.webhookUrl}/webhook/0123/digital-human`,
		},
	});
	await ui.show(chain('Mistake', manualTrigger, node));
	await ui.editor.executeWorkflow();
	await ui.editor.page.getByTestId('canvas-node').getByTestId('node-issues').first().waitFor();
	await ui.editor.openNode(NODE);
	const error = await ui.editor.node.output.error();
	await ui.editor.screenshot('mistake-callback-address');
	expect(error.message).toMatch(
		/^'When Finished, Start Workflow' is the address of a trigger of this n8n that is not published/,
	);
	expect(error.description).toMatch(/Publish the workflow.*Nothing was submitted/);
	expect(ui.bench.service.tasks()).toEqual([]);
});
