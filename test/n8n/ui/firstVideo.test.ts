import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { forgetCredentials } from '../../../tools/n8n/credentials';
import { Editor } from '../../support/editor/editor';
import { areaOf } from '../../support/editor/pictures';
import { freePort } from '../../../tools/n8n/ports';
import { idOf } from '../../support/n8n/serviceIds';
import type { Workbench } from '../../support/n8n/shared';
import { openWorkbench } from '../../support/n8n/shared';

const NODE = 'Digital Human Compose Video';
const DENIS = 'Denis 2 (male, 1080 × 1920, 1 figure, casual, cartoon, teacher)';
const BRUNO = 'Bruno Calm (male, English)';
const TEXT = 'Welcome to our shop. Today everything is half price.';
/** The demo service says five characters a second. */
const SECONDS = 10;

let bench: Workbench;
let editor: Editor;

beforeAll(async () => {
	// The address that it has after `npm start`, where that is free: readers compare it with theirs.
	bench = await openWorkbench({ port: await freePort(8787) });
	await forgetCredentials(bench.rest);
	editor = await Editor.open(bench.rest.url, { width: 1400, height: 1000 });
});
afterAll(async () => {
	await editor.close();
	await bench.close();
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
	await editor.newWorkflow();
	await editor.nodes.open();
	await editor.nodes.find('presenter', NODE);
	await editor.picture('steps/01-add-node', { x: 520, y: 64, width: 880, height: 560 });
	await editor.nodes.add(NODE);
	expect(await editor.canvasNodes.count()).toBe(2);
});

step('2: the credential is created in the node', async () => {
	const { credential } = editor;
	await credential.openNew();
	await credential.fill('baseUrl', bench.service.url);
	await credential.fill('accessToken', bench.service.token);
	await credential.save();
	await credential.closed();
	await credential.openChosen();
	expect(await credential.verdict()).toContain('Connection tested successfully');
	await editor.picture('steps/02-credential', await credential.area());
	await credential.close();
});

step('3: the person is chosen from the list', async () => {
	const persons = editor.node.list('personId');
	await persons.open();
	await editor.picture('steps/03-person', await editor.node.column(persons.entries.nth(6)));
	expect(await persons.search('denis')).toHaveLength(7);
	await persons.choose(DENIS);
});

step('4: the text is written', async () => {
	await editor.node.fill('text', TEXT);
	await editor.picture('steps/04-text', await editor.node.column(editor.node.input('text')));
});

step('5: the voice is chosen from the list', async () => {
	const voices = editor.node.list('voiceId');
	await voices.open();
	await editor.picture('steps/05-voice', await editor.node.column(voices.entries.nth(6)));
	await voices.search('calm');
	await voices.choose(BRUNO);
});

step('6: the screen is chosen', async () => {
	await editor.node.open('screen');
	await editor.picture('steps/06-screen', await editor.node.column(editor.node.openOptions));
	await editor.node.pick('Portrait (');
});

step('7: the video is made', async () => {
	await editor.node.executeStep();
	await editor.node.output.show('Schema');
	await editor.node.output.shows('succeeded');
	await editor.picture('steps/07-execute', await areaOf(editor.page, [editor.node.whole], 0));
	const sent = bench.service.journal.entries({ operation: 'create_video' });
	expect(sent.map(({ code }) => code)).toEqual([0]);
	expect(sent[0]?.body).toMatchObject({
		person: { id: await idOf(bench.service, 'list_common_dp', 'Denis 2'), figure_type: 'sit_body' },
		audio: {
			type: 'tts',
			tts: {
				text: [TEXT],
				audio_man: await idOf(bench.service, 'list_common_audio', 'Bruno Calm'),
			},
		},
		screen_width: 1080,
		screen_height: 1920,
	});
	expect(bench.service.tasks()).toHaveLength(1);
});

step('8: the video plays in the output', async () => {
	const { output } = editor.node;
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
	const panel = await areaOf(editor.page, [output.whole], 0);
	const shown = await areaOf(editor.page, [player], 24);
	await editor.picture('steps/08-result', {
		...panel,
		height: shown.y + shown.height - panel.y,
	});
});
