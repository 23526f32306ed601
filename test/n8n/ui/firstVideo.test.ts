import { beforeAll, expect, test } from '@jest/globals';

import { forgetCredentials } from '../../support/n8n/parts';
import { setUpEditor } from '../../support/editor/openEditor';
import { areaOf } from '../../support/editor/pictures';
import { freePort } from '../../../tools/n8n/processes';
import { idOf } from '../../support/n8n/serviceIds';

const NODE = 'Digital Human Compose Video';
const DENIS = 'Denis 2 (male, 1080 × 1920, 1 figure, casual, cartoon, teacher)';
const BRUNO = 'Bruno Calm (male, English)';
const TEXT = 'Welcome to our shop. Today everything is half price.';
/** The demo service says fifteen characters a second. */
const SECONDS = Math.floor(TEXT.length / 15);

/** The address that the service has after `npm start`, where that is free: readers compare it with theirs. */
const ui = setUpEditor({
	service: async () => ({ port: await freePort(8787) }),
	viewport: { width: 1400, height: 1000 },
});

beforeAll(async () => {
	await forgetCredentials(ui.bench.rest);
});

let broken: string | undefined;

/** One step of the way; when one does not succeed, those after it need not be tried. */
function step(name: string, work: () => Promise<void>): void {
	test(name, async () => {
		if (broken !== undefined) throw new Error(`The step before did not succeed: ${broken}`);
		broken = name;
		await work();
		broken = undefined;
	});
}

step('1: the node is added from the nodes panel, with a trigger in front of it', async () => {
	await ui.editor.newWorkflow();
	await ui.editor.nodes.open();
	await ui.editor.nodes.find('presenter', NODE);
	await ui.editor.picture('steps/01-add-node', { x: 520, y: 64, width: 880, height: 560 });
	await ui.editor.nodes.add(NODE);
	expect(await ui.editor.canvasNodes.count()).toBe(2);
});

step('2: the credential is created in the node', async () => {
	const { credential } = ui.editor;
	await credential.openNew();
	await credential.enterRight(ui.bench.service.url, ui.bench.service.token);
	await credential.openChosen();
	expect(await credential.verdict()).toContain('Connection tested successfully');
	await ui.editor.picture('steps/02-credential', await credential.area());
	await credential.close();
});

step('3: the person is chosen from the list', async () => {
	const persons = ui.editor.node.list('personId');
	await persons.open();
	await ui.editor.picture('steps/03-person', await ui.editor.node.column(persons.entries.nth(6)));
	expect(await persons.search('denis')).toHaveLength(7);
	await persons.choose(DENIS);
});

step('4: the text is written', async () => {
	await ui.editor.node.fill('text', TEXT);
	await ui.editor.picture(
		'steps/04-text',
		await ui.editor.node.column(ui.editor.node.input('text')),
	);
});

step('5: the voice is chosen from the list', async () => {
	const voices = ui.editor.node.list('voiceId');
	await voices.open();
	await ui.editor.picture('steps/05-voice', await ui.editor.node.column(voices.entries.nth(6)));
	await voices.search('calm');
	await voices.choose(BRUNO);
});

step('6: the screen is chosen', async () => {
	await ui.editor.node.open('screen');
	await ui.editor.picture(
		'steps/06-screen',
		await ui.editor.node.column(ui.editor.node.openOptions),
	);
	await ui.editor.node.pick('Portrait for TikTok, Reels, Shorts (');
});

step('7: the video is made', async () => {
	await ui.editor.node.executeStep();
	await ui.editor.node.output.show('Schema');
	await ui.editor.node.output.shows('succeeded');
	// Without the input, of which there is none: the picture would be too large.
	const column = await ui.editor.node.column();
	const output = await areaOf(ui.editor.page, [ui.editor.node.output.whole], 0);
	const width = output.x + output.width - column.x;
	await ui.editor.picture('steps/07-execute', { ...column, width });
	const sent = ui.bench.service.journal.entries({ endpoint: 'create_video' });
	expect(sent.map(({ code }) => code)).toEqual([0]);
	expect(sent[0]?.body).toMatchObject({
		person: {
			id: await idOf(ui.bench.service, 'list_common_dp', 'Denis 2'),
			figure_type: 'sit_body',
		},
		audio: {
			type: 'tts',
			tts: {
				text: [TEXT],
				audio_man: await idOf(ui.bench.service, 'list_common_audio', 'Bruno Calm'),
			},
		},
		screen_width: 1080,
		screen_height: 1920,
	});
	expect(ui.bench.service.tasks()).toHaveLength(1);
});

step('8: the video plays in the output', async () => {
	const { output } = ui.editor.node;
	await output.show('Binary');
	const player = await output.viewFile('video');
	await expect(
		player.evaluate(async (video: HTMLVideoElement) => {
			await video.play();
			video.pause();
			video.currentTime = 0.3;
			await new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }));
			return [video.videoWidth, video.videoHeight, video.duration];
		}),
	).resolves.toEqual([270, 480, SECONDS]);
	const panel = await areaOf(ui.editor.page, [output.whole], 0);
	const shown = await areaOf(ui.editor.page, [player], 24);
	await ui.editor.picture('steps/08-result', {
		...panel,
		height: shown.y + shown.height - panel.y,
	});
});
