import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';

import { forgetCredentials } from '../../../tools/n8n/credentials';
import { Editor } from '../../support/editor/editor';
import { freePort } from '../../../tools/n8n/ports';
import { chain, manualTrigger, packNode } from '../../../tools/n8n/buildWorkflow';
import type { Workbench } from '../../support/n8n/shared';
import { openWorkbench } from '../../support/n8n/shared';

let bench: Workbench;
let editor: Editor;

beforeAll(async () => {
	bench = await openWorkbench();
	await forgetCredentials(bench.rest);
	editor = await Editor.open(bench.rest.url);
});
afterAll(async () => {
	await editor.close();
	await bench.close();
});

/** Opens the form in a node that has no credential, fills it in and saves it. */
beforeEach(async () => {
	await forgetCredentials(bench.rest);
	const node = { ...packNode('digitalHumanLibrary', 'Library', {}), credentials: undefined };
	const { id } = await bench.load(chain('Credential', manualTrigger, node));
	await editor.openWorkflow(id);
	await editor.openNode('Library');
	await editor.credential.openNew();
});

async function save(baseUrl: string, accessToken: string): Promise<void> {
	await editor.credential.fill('baseUrl', baseUrl);
	await editor.credential.fill('accessToken', accessToken);
	await editor.credential.save();
}

test('the right values: the test succeeds and the node uses the credential', async () => {
	await save(bench.service.url, bench.service.token);
	await editor.credential.closed();
	expect(await editor.node.credential()).toBe('Digital Human account');
	await editor.credential.openChosen();
	expect(await editor.credential.verdict()).toContain('Connection tested successfully');
});

test('a wrong token: n8n says so, and what to do', async () => {
	await save(bench.service.url, 'not-the-token');
	const verdict = await editor.credential.verdict();
	await editor.screenshot('credential-wrong-token');
	expect(verdict).toContain('Couldn’t connect with these settings');
	expect(verdict).toContain('The service refused the access token');
	expect(verdict).toContain("Paste a valid 'Access Token'");
	expect(verdict).not.toContain('not-the-token');
});

test('an address where something else answers', async () => {
	await save(bench.rest.url, bench.service.token);
	const verdict = await editor.credential.verdict();
	await editor.screenshot('credential-other-address');
	expect(verdict).toContain('This address responds, but not like the service');
});

test('an address where nothing answers', async () => {
	await save(`http://127.0.0.1:${await freePort()}`, bench.service.token);
	const verdict = await editor.credential.verdict();
	await editor.screenshot('credential-dead-address');
	expect(verdict).toMatch(/ECONNREFUSED|refused/);
});

test.each([
	['api.example.com', "'Base URL' of the credential is not an address"],
	[' ', "'Base URL' of the credential is empty"],
])('an address that is none: "%s"', async (address, sentence) => {
	await save(address, bench.service.token);
	expect(await editor.credential.verdict()).toContain(sentence);
});
