import { beforeAll, expect, test } from '@jest/globals';

import { presenter } from '../../../tools/n8n/presenterWorkflow';
import { chain, manualTrigger } from '../../../tools/n8n/workflows';
import { setUpEditor } from '../../support/editor/openEditor';

const ui = setUpEditor();

beforeAll(async () => {
	await ui.show(chain('Submit', manualTrigger, presenter('wait')), 'Compose');
	await ui.editor.node.choose('completion', 'Return Task ID');
});

test('the list says what to do while there is no workflow to choose', async () => {
	const { field } = ui.editor.node.list('callbackUrl');
	await field.getByTestId('rlc-input').click();
	const message = ui.editor.page.getByTestId('rlc-error-container');
	await message.waitFor();
	await ui.editor.screenshot('callback-workflows-empty');
	expect(await message.innerText()).toContain('Publish one, then open this list again.');
	await ui.editor.page.keyboard.press('Escape');
});
