// What people put in and ask for every day, done by mouse as somebody would who has never seen the nodes.
import { beforeEach, expect, test } from '@jest/globals';

import { submitVideo } from '../../../tools/n8n/presenterWorkflow';
import { chain, manualTrigger, withPinned } from '../../../tools/n8n/workflows';
import { setUpEditor } from '../../support/editor/openEditor';
import { bodiesOf } from '../../support/n8n/exampleRun';

const COMPOSE = 'Digital Human Compose Video';
const GET_TASK = 'Digital Human Get Task';

const ui = setUpEditor({ service: { limits: false } });

beforeEach(() => ui.bench.service.reset());

/** Adds Compose Video behind items with these texts, and chooses person and voice in their lists. */
async function composeBehind(texts: string[]): Promise<void> {
	const items = texts.map((text) => ({ text }));
	await ui.show(
		withPinned(chain('Content', manualTrigger), items),
		undefined,
		await ui.onlyCredential(),
	);
	const { editor } = ui;
	await editor.nodes.insert('presenter video', COMPOSE);
	const { node } = editor;
	await node.list('personId').open();
	await node.list('personId').entries.first().click();
	await node.list('voiceId').open();
	await node.list('voiceId').choose('Bruno Calm (male, English)');
	await node.drag('text', 'text');
}

const article = [
	'# 🎉 Five ways to grow tomatoes',
	'',
	'**Water** them [every morning](https://example.com/water), says our gardener.',
	...Array.from(
		{ length: 120 },
		(_, index) => `- Tip ${index + 1}: tomatoes like sun, and they do not like wind.`,
	),
].join('\n');

test('a long post of a blog: refused with what to choose, then several videos without its markup', async () => {
	await composeBehind([article]);
	const { node } = ui.editor;
	await node.press();
	const { message, description } = await node.output.error();
	expect(message).toMatch(/^'Text' has .* characters/);
	expect(description).toMatch(/'Make Several Videos'/);
	await ui.editor.screenshot('content-long-refused');
	await node.choose('ifTextTooLong', 'Make Several Videos');
	await node.press();
	await node.output.shows('2 items');
	await ui.editor.screenshot('content-long-parts');
	const said = bodiesOf(ui.bench, 'create_video').map((body) => JSON.stringify(body));
	expect(said).toHaveLength(2);
	expect(said.join()).not.toMatch(/🎉|\*\*|every morning\]|# /u);
});

test('the cost of fifty videos, before anything is paid', async () => {
	await composeBehind(
		Array.from({ length: 50 }, (_, index) => `Video ${index + 1}: welcome to our shop.`),
	);
	const { node } = ui.editor;
	await node.addOption('Validate Only');
	await node.executeStep();
	await ui.editor.screenshot('content-cost-of-fifty');
	await node.output.shows('50 composed videos');
	expect(bodiesOf(ui.bench, 'create_video')).toHaveLength(0);
});

test('a video that was made earlier, without its ID', async () => {
	const id = await submitVideo(ui.bench.service, 'Welcome to our shop.');
	ui.bench.service.settle(id);
	await ui.show(chain('Earlier', manualTrigger), undefined, await ui.onlyCredential());
	const { editor } = ui;
	await editor.nodes.insert('find video', GET_TASK, 'Find tasks');
	const { node } = editor;
	await node.choose('when', 'Today');
	await node.input('downloadResult').locator('.el-switch').click();
	await node.executeStep();
	await editor.screenshot('content-found');
	await node.output.show('Binary');
	await node.output.shows('.mp4');
});
