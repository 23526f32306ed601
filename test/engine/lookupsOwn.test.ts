import { describe, expect, it } from '@jest/globals';
import { range } from 'lodash';
import type { INodeParameters } from 'n8n-workflow';

import type { NodeRun } from './support/engine';
import { setUp } from './support/setup';
import { Submits } from './support/submits';

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
				/^\d+\.mp4 \(Lip Sync: Video, 1 kB, 20\d\d-\d\d-\d\d \d\d:\d\d\)$/,
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
				name: expect.stringMatching(/^A red fox \(20.*, finished\)$/),
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

	it('shows tasks of the chosen kind', async () => {
		const lipSync = await submits.lipSync();
		const image = await submits.aiCreation();
		const search = async (taskKind: string) =>
			await setup.engine.search(node('digitalHumanGetTask', { taskKind }), 'searchTasks');
		expect((await search('lipSync')).results).toEqual([
			{ name: expect.stringMatching(/^20.* \(in progress\)$/), value: lipSync },
		]);
		expect((await search('auto')).results.map(({ value }) => value)).toEqual([image]);
		await expect(search('translation')).rejects.toThrow(/no list of this kind.*By ID/);
	});
});
