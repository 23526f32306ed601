import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';

import { Editor } from '../lib/editor';
import { chain, manualTrigger } from '../support/build';
import type { Workbench } from '../support/shared';
import { openWorkbench } from '../support/shared';

const NODE = 'Digital Human Compose Video';
const DENIS = 'Denis 2 (male, 1080 × 1920, 1 figure, casual, cartoon, teacher)';
const BRUNO = 'Bruno Calm (male, en)';
const TEXT = 'Welcome to our shop.';

let bench: Workbench;
let editor: Editor;

beforeAll(async () => {
	bench = await openWorkbench();
	editor = await Editor.open(bench.rest.url);
	const workflow = await bench.load(chain('Presenter video from text', manualTrigger));
	await editor.openWorkflow(workflow.id);
});
afterAll(async () => {
	await editor.close();
	await bench.close();
});

/** Opens the list of a field and looks for something there, until an entry is shown. */
async function search(field: string, text: string, shown: string): Promise<Locator> {
	await editor.page.getByTestId(`resource-locator-${field}`).getByTestId('rlc-input').click();
	const entries = editor.page.locator('[data-test-id="rlc-item"]:visible');
	await entries.first().waitFor();
	await editor.page.locator('[data-test-id="rlc-search"]:visible').fill(text);
	await entries
		.filter({ hasNotText: new RegExp(text, 'i') })
		.first()
		.waitFor({ state: 'hidden' });
	await entries.getByText(shown, { exact: true }).waitFor();
	return entries;
}

/** The id that a list of the service has for a name. */
async function idOf(list: string, name: string): Promise<string | undefined> {
	const { url, token } = bench.service;
	const answer = await fetch(`${url}/open/v1/${list}?page=1&size=100`, {
		headers: { access_token: token },
	});
	const { data } = (await answer.json()) as { data: { list: Array<{ id: string; name: string }> } };
	return data.list.find((entry) => entry.name === name)?.id;
}

test('a presenter video is made of text with clicks alone', async () => {
	await editor.findNode(NODE);
	await editor.page.getByTestId('node-creator-item-name').getByText(NODE, { exact: true }).click();
	await editor.page.getByText('Add to workflow').click();
	await editor.page.getByTestId('node-parameters').waitFor();

	const persons = await search('personId', 'denis', DENIS);
	expect(await persons.count()).toBe(7);
	const figures = editor.page.waitForResponse('**/dynamic-node-parameters/options');
	await persons.getByText(DENIS, { exact: true }).click();
	await figures;
	await editor.page.waitForTimeout(1_000);

	expect(await editor.entries('figureType')).toEqual(['Sitting (1080 × 1920)']);
	await editor.choose('figureType', 'Sitting');
	await editor.fill('text', TEXT);

	const voices = await search('voiceId', 'calm', BRUNO);
	await voices.getByText(BRUNO, { exact: true }).click();

	await editor.choose('screen', 'Square (');
	await editor.screenshot('presenter-video-filled-in');
	await editor.executeStep('succeeded');
	await editor.screenshot('presenter-video-executed');

	const sent = bench.service.journal.entries({ operation: 'create_video' });
	expect(sent.map(({ code }) => code)).toEqual([0]);
	expect(sent[0]?.body).toMatchObject({
		person: { id: await idOf('list_common_dp', 'Denis 2'), figure_type: 'sit_body' },
		audio: {
			type: 'tts',
			tts: { text: [TEXT], audio_man: await idOf('list_common_audio', 'Bruno Calm') },
		},
		screen_width: 1080,
		screen_height: 1080,
	});
	await editor.page.keyboard.press('Escape');
	await editor.page.getByTestId('canvas-node').filter({ hasText: NODE }).waitFor();
	await editor.screenshot('presenter-video-canvas');
	expect(bench.service.tasks()).toHaveLength(1);
});
