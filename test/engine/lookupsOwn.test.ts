import { describe, expect, it } from '@jest/globals';
import { range } from 'lodash';
import type { INodeParameters } from 'n8n-workflow';

import type { NodeRun } from '../support/engine/engine';
import { setUp } from '../support/engine/setup';
import { Submits } from '../support/engine/submits';

const node = (type: string, parameters: INodeParameters = {}): NodeRun => ({ type, parameters });
const library = node('digitalHumanLibrary');

describe('Lists of what the application has', () => {
	const setup = setUp();
	const submits = new Submits(() => setup.service);

	it('shows usable files of all pages, newest first, those of a purpose by themselves', async () => {
		range(60).forEach((n) => submits.file('ai_creation', `image-${n}.png`));
		const talk = submits.file('lip_sync_video', 'talk.mp4');
		const refused = submits.file('lip_sync_video', 'bad.mp4');
		const review = setup.service.storage.files.byId(refused)?.review;
		if (review) review.status = 98;
		const first = await setup.engine.search(library, 'searchFiles');
		expect(first.results[0]).toEqual({
			name: expect.stringMatching(
				/^\d+\.mp4 \(Lip Sync: Video, 1 kB, 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d\)$/,
			),
			value: talk,
			url: expect.stringMatching(/^http/),
		});
		expect(first.results).toHaveLength(49);
		const second = await setup.engine.search(library, 'searchFiles', '', first.paginationToken);
		expect(second.results).toHaveLength(12);
		expect(second.paginationToken).toBeUndefined();
		const videos = await setup.engine.search(library, 'searchFiles_lip_sync_video');
		expect(videos.results.map(({ value }) => value)).toEqual([talk]);
	});

	it('shows finished image tasks and videos only', async () => {
		const image = await submits.fated('aiCreation', { seconds: 0 });
		await submits.fated('aiCreation', { seconds: Infinity });
		const video = await submits.fated('composedVideo', { seconds: 0 });
		await submits.fated('composedVideo', { seconds: 0, outcome: 40 });
		const images = await setup.engine.search(node('digitalHumanAiCreate'), 'searchImageTasks');
		expect(images.results).toEqual([
			{
				name: expect.stringMatching(/^A red fox \(20.*, succeeded\)$/),
				value: image,
				url: expect.stringMatching(/^http/),
			},
		]);
		const videos = await setup.engine.search(
			node('digitalHumanTranslateVideo'),
			'searchComposedVideos',
		);
		expect(videos.results.map(({ value }) => value)).toEqual([video]);
	});

	it('shows the prompts of images and of videos', async () => {
		await submits.aiCreation();
		await submits.aiVideo();
		const { results } = await setup.engine.search(node('digitalHumanGetTask'), 'searchTasks');
		expect(results.map(({ name }) => String(name).replace(/ \(20.*$/, ''))).toEqual([
			'A boat turns into the harbour',
			'A red fox',
		]);
	});

	it("shows date and time of the user's time zone", async () => {
		const image = await submits.fated('aiCreation', { seconds: Infinity });
		submits.file('ai_creation', 'image.png');
		const created = new Date((setup.service.tasks()[0]?.createdAt ?? 0) * 1000);
		const inTokyo = new Date(created.getTime() + 9 * 3_600_000).toISOString();
		const shown = `${inTokyo.slice(0, 10)} ${inTokyo.slice(11, 19)}`;
		const workflowSettings = { timezone: 'Asia/Tokyo' };
		const at = async (run: NodeRun, method: string) =>
			(await setup.engine.search({ ...run, workflowSettings }, method)).results;
		expect(await at(node('digitalHumanGetTask'), 'searchTasks')).toEqual([
			{ name: `A red fox (${shown}, in progress)`, value: image },
		]);
		const [file] = await at(library, 'searchFiles');
		expect(file?.name).toContain(`, ${shown.slice(0, 13)}`);
	});

	it('tells tasks of the same second apart', async () => {
		const unfinished = async () => await submits.fated('lipSync', { seconds: Infinity });
		const ids = [await unfinished(), await unfinished(), await unfinished()];
		const second = setup.service.tasks()[0]?.createdAt;
		setup.service.faults.add({
			operation: 'video_lip_sync/list',
			fault: {
				kind: 'answer',
				change: (right) => {
					const answer = right as { data: { list: object[] } };
					const list = answer.data.list.map((one) => ({ ...one, create_time: second }));
					return { ...answer, data: { ...answer.data, list } };
				},
			},
			times: Infinity,
		});
		const lipSyncs = node('digitalHumanGetTask', { taskKind: 'lipSync' });
		const { results } = await setup.engine.search(lipSyncs, 'searchTasks');
		expect(new Set(results.map(({ name }) => name)).size).toBe(3);
		for (const { name, value } of results) {
			expect(name).toMatch(new RegExp(`^20.*\\(in progress, ID ${String(value)}\\)$`));
		}
		const found = await setup.engine.search(lipSyncs, 'searchTasks', ids[1]);
		expect(found.results.map(({ value }) => value)).toEqual([ids[1]]);
	});

	it('shows tasks of the chosen kind', async () => {
		const lipSync = await submits.fated('lipSync', { seconds: Infinity });
		const image = await submits.fated('aiCreation', { seconds: Infinity });
		const search = async (taskKind: string) =>
			await setup.engine.search(node('digitalHumanGetTask', { taskKind }), 'searchTasks');
		expect((await search('lipSync')).results).toEqual([
			{ name: expect.stringMatching(/^20.* \(in progress\)$/), value: lipSync },
		]);
		expect((await search('auto')).results.map(({ value }) => value)).toEqual([image]);
		await expect(search('translation')).rejects.toThrow(/cannot list tasks of this kind/);
	});
});
