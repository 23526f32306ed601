import { beforeAll, beforeEach, expect, test } from '@jest/globals';

import { forgetCredentials } from '../../../tools/n8n/rest';
import { setUpEditor } from '../../support/editor/openEditor';
import { freePort } from '../../../tools/n8n/processes';
import { chain, manualTrigger, packNode } from '../../../tools/n8n/workflows';

const ui = setUpEditor();

beforeAll(async () => {
	await forgetCredentials(ui.bench.rest);
});

/** Opens the form in a node that has no credential, fills it in and saves it. */
beforeEach(async () => {
	await forgetCredentials(ui.bench.rest);
	const node = { ...packNode('digitalHumanLibrary', 'Library', {}), credentials: undefined };
	const { id } = await ui.bench.load(chain('Credential', manualTrigger, node));
	await ui.editor.openWorkflow(id);
	await ui.editor.openNode('Library');
	await ui.editor.credential.openNew();
});

async function save(baseUrl: string, accessToken: string): Promise<void> {
	await ui.editor.credential.fill('baseUrl', baseUrl);
	await ui.editor.credential.fill('accessToken', accessToken);
	await ui.editor.credential.save();
}

test('the right values: the test succeeds and the node uses the credential', async () => {
	await save(ui.bench.service.url, ui.bench.service.token);
	await ui.editor.credential.closed();
	expect(await ui.editor.node.credential()).toBe('Digital Human account');
	await ui.editor.credential.openChosen();
	expect(await ui.editor.credential.verdict()).toContain('Connection tested successfully');
});

test('a wrong token: n8n says so, and what to do', async () => {
	await save(ui.bench.service.url, 'not-the-token');
	const verdict = await ui.editor.credential.verdict();
	await ui.editor.screenshot('credential-wrong-token');
	expect(verdict).toContain('Couldn’t connect with these settings');
	expect(verdict).toContain('The service refused the access token');
	expect(verdict).toContain("Paste a valid 'Access Token'");
	expect(verdict).not.toContain('not-the-token');
});

test('an address where something else answers', async () => {
	await save(ui.bench.rest.url, ui.bench.service.token);
	const verdict = await ui.editor.credential.verdict();
	await ui.editor.screenshot('credential-other-address');
	expect(verdict).toContain("'Base URL' of the credential may be wrong");
});

test('an address where nothing answers', async () => {
	await save(`http://127.0.0.1:${await freePort()}`, ui.bench.service.token);
	const verdict = await ui.editor.credential.verdict();
	await ui.editor.screenshot('credential-dead-address');
	expect(verdict).toContain('refused the connection');
});

test('an address that does not exist', async () => {
	await save('https://no-such-host.invalid', ui.bench.service.token);
	const verdict = await ui.editor.credential.verdict();
	await ui.editor.screenshot('credential-no-host');
	expect(verdict).toContain('there is no host no-such-host.invalid');
	expect(verdict).not.toMatch(/ENOTFOUND|EAI_/);
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

test.each([
	['api.example.com', "'Base URL' of the credential is not an address"],
	[' ', "'Base URL' of the credential is empty"],
])('an address that is none: "%s"', async (address, sentence) => {
	await save(address, ui.bench.service.token);
	expect(await ui.editor.credential.verdict()).toContain(sentence);
});
