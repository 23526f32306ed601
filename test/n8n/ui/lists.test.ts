import { beforeAll, expect, test } from '@jest/globals';

import { setUpEditor } from '../../support/editor/openEditor';
import { keepScreenshot } from '../../support/editor/pictures';
import { chain, manualTrigger, packNode } from '../../../tools/n8n/workflows';

const ui = setUpEditor();

beforeAll(async () => {
	await ui.show(chain('Lists', manualTrigger, packNode('digitalHumanComposeVideo', 'Compose', {})));
});

test('persons are loaded page by page while one scrolls, and searched over all pages', async () => {
	await ui.editor.openNode('Compose');
	const persons = ui.editor.node.list('personId');
	await persons.open();
	const first = await persons.entries.count();
	expect(await persons.scrollOn()).toBeGreaterThan(first);
	const found = await persons.search('jan');
	expect(found).toHaveLength(6);
	expect(new Set(found).size).toBe(6);
	await ui.editor.screenshot('list-persons-search');
	await persons.choose(found[5] ?? '');
	const figures = ui.editor.node.list('figureType');
	await figures.open();
	expect((await figures.entries.allInnerTexts())[0]).toBe('Automatic');
	expect(await figures.entries.count()).toBeGreaterThan(1);
	const sitting = await figures.search('sit');
	expect(sitting).toHaveLength(1);
	await figures.choose(sitting[0] ?? '');
	expect(await figures.shown()).toBe(sitting[0]);
});

test('another person makes the figure automatic again', async () => {
	const persons = ui.editor.node.list('personId');
	await persons.open();
	await persons.entries.filter({ hasText: 'Alma 1 (' }).first().click();
	await persons.entries.first().waitFor({ state: 'hidden' });
	expect(await ui.editor.node.list('figureType').shown()).toBe('');
	await ui.editor.screenshot('list-figure-automatic');
});

test.each([
	['personId', 'a person: how it looks'],
	['voiceId', 'a voice: how it sounds'],
])(
	'the arrow of %s opens %s, although the browser sends the cookie of n8n with it',
	async (field) => {
		await ui.editor.openNode('Compose');
		const list = ui.editor.node.list(field);
		await list.open();
		await ui.editor.screenshot(`list-${field}`);
		const shown = await list.openPreview();
		// The browser plays sounds with the element for videos.
		const seconds = await shown.locator('video').evaluate(
			async (media: HTMLMediaElement) =>
				await new Promise<number>((resolve, reject) => {
					const loaded = () => resolve(media.duration);
					const failed = () => reject(new Error(media.error?.message));
					// Either may have come before anybody listened.
					if (media.readyState > 0) loaded();
					if (media.error) failed();
					media.addEventListener('loadedmetadata', loaded);
					media.addEventListener('error', failed);
				}),
		);
		expect(seconds).toBeGreaterThan(0);
		await keepScreenshot(shown, `list-preview-${field}`);
		await shown.close();
	},
);

test('the list of workflows to start says what to do while there is none', async () => {
	await ui.editor.openNode('Compose');
	await ui.editor.node.choose('completion', 'Return Task ID');
	await ui.editor.node.list('callbackUrl').field.getByTestId('rlc-input').click();
	const message = ui.editor.page.getByTestId('rlc-error-container');
	await message.waitFor();
	await ui.editor.screenshot('callback-workflows-empty');
	expect(await message.innerText()).toContain('Publish one, then open this list again.');
});
