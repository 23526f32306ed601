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

async function choosePerson(): Promise<void> {
	const persons = ui.editor.node.list('personId');
	await persons.chooseFirst();
}

async function chooseVoice(): Promise<void> {
	const voices = ui.editor.node.list('voiceId');
	await voices.open();
	await voices.choose('Bruno Calm (male, English)');
}

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
	await choosePerson();
	await chooseVoice();
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

test('a presenter before the color of a shop, in a wide picture, with a text in Spanish', async () => {
	await ui.show(chain('Shop', manualTrigger), undefined, await ui.onlyCredential());
	const { editor } = ui;
	await editor.nodes.insert('product video', COMPOSE);
	const { node } = editor;
	await choosePerson();
	await node.fill('text', 'Hola, bienvenidos a nuestra tienda. Hoy todo a mitad de precio.');
	await chooseVoice();
	await node.choose('screen', 'Landscape for YouTube');
	await node.choose('background', 'Color');
	await node.fill('bgColor', '#0a7d4f');
	await editor.screenshot('content-shop-set');
	await node.executeStep();
	expect(bodiesOf(ui.bench, 'create_video')).toMatchObject([
		{ screen_width: 1920, screen_height: 1080, bg_color: '#0a7d4f' },
	]);
	await node.output.show('Binary');
	await node.output.shows('hola-bienvenidos-a-nuestra.mp4');
	await node.output.viewFile('video');
	await editor.screenshot('content-shop-video');
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

test('a video behind a share link is refused with what to do, before anything is paid', async () => {
	await ui.show(chain('Shared', manualTrigger), undefined, await ui.onlyCredential());
	const { editor } = ui;
	await editor.nodes.insert('lip sync', 'Digital Human Lip Sync');
	const { node } = editor;
	await node.choose('videoFileSource', 'By URL');
	await node.fill('videoFileUrl', 'https://drive.google.com/file/d/1a2B3c4D5e6F/view?usp=sharing');
	await node.fill('text', 'Welcome to our shop.');
	await chooseVoice();
	const { message, description } = await node.executeToError();
	await editor.screenshot('content-share-link');
	expect(message).toMatch(/^'Video URL' is a share link of Google Drive/);
	expect(description).toMatch(/Google Drive/);
	expect(ui.bench.service.tasks()).toHaveLength(0);
});

test('a workflow that starts when any video is done', async () => {
	const id = await submitVideo(ui.bench.service, 'Welcome to our shop.');
	ui.bench.service.settle(id);
	await ui.onlyCredential();
	const { editor } = ui;
	await editor.newWorkflow();
	await editor.nodes.open();
	await editor.nodes.find('when a video is done', 'Digital Human Task Poll');
	const offered = await editor.page.getByTestId('node-creator-item-name').allInnerTexts();
	await editor.screenshot('content-any-video-panel');
	expect(offered[0]).toBe('Digital Human Task Poll');
	await editor.nodes.add('Digital Human Task Poll', 'On task finished');
	await editor.node.executeStep();
	await editor.screenshot('content-any-video');
	await editor.node.output.shows(id);
});
