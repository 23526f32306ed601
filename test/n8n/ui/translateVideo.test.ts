import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { Editor } from '../../support/editor/editor';
import { chain, manualTrigger, packNode } from '../../../tools/n8n/buildWorkflow';
import { credentialType } from '../../../tools/n8n/credentials';
import type { StoredCredential } from '../../../tools/n8n/credentials';
import { saveWorkflow, withCredential } from '../../../tools/n8n/workflows';
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

test.each([
	['without a path', '', 'Return Task ID (This Credential Cannot Wait)'],
	['with a path', 'demo/video', 'Return Task ID'],
])(
	'Completion says what a credential %s can do before the first run',
	async (name, videoDetailPath, shown) => {
		const { url: baseUrl, token: accessToken } = bench.service;
		const credential = await bench.rest.post<StoredCredential>('credentials', {
			name,
			type: credentialType,
			data: { baseUrl, accessToken, videoDetailPath },
		});
		const node = packNode('digitalHumanTranslateVideo', 'Translate Video', {});
		const file = withCredential(chain(`Translation ${name}`, manualTrigger, node), credential);
		const { id } = await saveWorkflow(bench.rest, file, false);
		await editor.openWorkflow(id);
		await editor.openNode('Translate Video');
		const values = async () =>
			await editor.node.panel
				.locator('input')
				.evaluateAll((inputs) => inputs.map((input) => (input as { value?: string }).value));
		for (let round = 0; round < 50 && !(await values()).includes(shown); round++) {
			await editor.page.waitForTimeout(200);
		}
		await editor.screenshot(`translate-video-${name.replaceAll(' ', '-')}`);
		expect(await values()).toContain(shown);
	},
);
