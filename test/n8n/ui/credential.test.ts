import { beforeEach, expect, test } from '@jest/globals';

import { forgetCredentials } from '../../support/n8n/parts';
import { setUpEditor } from '../../support/editor/openEditor';
import { chain, manualTrigger, packNode } from '../../../tools/n8n/workflows';

const ui = setUpEditor();

/** Opens the form in a node that has no credential, fills it in and saves it. */
beforeEach(async () => {
	await forgetCredentials(ui.bench.rest);
	const node = { ...packNode('digitalHumanLibrary', 'Library', {}), credentials: undefined };
	await ui.show(chain('Credential', manualTrigger, node), 'Library');
	await ui.editor.credential.openNew();
});

test('a wrong token: n8n says so, and what to do', async () => {
	await ui.editor.credential.enter(ui.bench.service.url, 'not-the-token');
	const verdict = await ui.editor.credential.verdict();
	await ui.editor.screenshot('credential-wrong-token');
	expect(verdict).toContain('Couldn’t connect with these settings');
	expect(verdict).toContain('The service refused the access token');
	expect(verdict).toContain("Paste a valid 'Access Token'");
	expect(verdict).not.toContain('not-the-token');
});

test('the paths of the provider stand behind one switch', async () => {
	const { credential } = ui.editor;
	const usual = ['baseUrl', 'accessToken', 'providerPaths'];
	const all = [...usual, 'videoDetailPath', 'personDetailPath', 'personListPath', 'voiceListPath'];
	expect(await credential.shown(all)).toEqual(usual);
	await credential.switchOn('providerPaths');
	await ui.editor.screenshot('credential-paths');
	expect(await credential.shown(all)).toEqual(all);
});
