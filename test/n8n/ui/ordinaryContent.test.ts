// What people put in every day, done by mouse as somebody would who has never seen the nodes.
import { beforeEach, expect, test } from '@jest/globals';

import { chain, manualTrigger, withPinned } from '../../../tools/n8n/workflows';
import { setUpEditor } from '../../support/editor/openEditor';
import { bodiesOf } from '../../support/n8n/exampleRun';

const COMPOSE = 'Digital Human Compose Video';

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
	await node.list('personId').chooseFirst();
	await node.list('voiceId').chooseFirst('english');
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
	const { message, description } = await node.executeToError();
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

test('ten rows of which one has no text: nine videos, and the reason in the tenth row', async () => {
	const texts = Array.from({ length: 10 }, (_, index) => `Offer ${index + 1} of today.`);
	await composeBehind(texts.with(6, ''));
	const { node } = ui.editor;
	await node.continueOnError();
	await node.executeStep();
	await node.output.shows('10 items');
	await ui.editor.screenshot('content-ten-rows');
	await node.output.shows("1 of 10 items failed. The reasons are in their field 'error'");
	expect(bodiesOf(ui.bench, 'create_video')).toHaveLength(9);
});
