import { expect, test } from '@jest/globals';

import { setUpEditor } from '../../support/editor/openEditor';
import { chain, manualTrigger, packNode } from '../../../tools/n8n/buildWorkflow';
import { credentialType } from '../../../tools/n8n/credentials';
import type { StoredCredential } from '../../../tools/n8n/credentials';
import { saveWorkflow, withCredential } from '../../../tools/n8n/workflows';

const ui = setUpEditor();

test.each([
	['without a path', '', 'Return Task ID (This Credential Cannot Wait)'],
	['with a path', 'demo/video', 'Return Task ID'],
])(
	'Completion says what a credential %s can do before the first run',
	async (name, videoDetailPath, shown) => {
		const { url: baseUrl, token: accessToken } = ui.bench.service;
		const credential = await ui.bench.rest.post<StoredCredential>('credentials', {
			name,
			type: credentialType,
			data: { baseUrl, accessToken, videoDetailPath },
		});
		const node = packNode('digitalHumanTranslateVideo', 'Translate Video', {});
		const file = withCredential(chain(`Translation ${name}`, manualTrigger, node), credential);
		const { id } = await saveWorkflow(ui.bench.rest, file, false);
		await ui.editor.openWorkflow(id);
		await ui.editor.openNode('Translate Video');
		const values = async () =>
			await ui.editor.node.panel
				.locator('input')
				.evaluateAll((inputs) => inputs.map((input) => (input as { value?: string }).value));
		for (let round = 0; round < 50 && !(await values()).includes(shown); round++) {
			await ui.editor.page.waitForTimeout(200);
		}
		await ui.editor.screenshot(`translate-video-${name.replaceAll(' ', '-')}`);
		expect(await values()).toContain(shown);
	},
);
