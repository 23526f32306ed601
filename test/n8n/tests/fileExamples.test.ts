import { beforeEach, describe, expect, test } from '@jest/globals';
import { sortBy } from 'lodash';

import type { Source } from '../../../demo-service';
import { saveCredential } from '../../../tools/n8n/rest';
import {
	readExample,
	saveWorkflow,
	withCredential,
	type WorkflowFile,
} from '../../../tools/n8n/workflows';
import { completed } from '../../../tools/n8n/demoExamples';
import {
	arrivedAt,
	bodiesOf,
	fileKind,
	filledIn,
	runExample,
	withParameters,
} from '../../support/n8n/exampleRun';
import { setUpWorkbench } from '../../support/n8n/workbench';

const DETAIL = 'video/detail';
const LANGUAGES = ['ja', 'es', 'de', 'fr', 'ko'];

const bench = setUpWorkbench({ videoDetailPath: DETAIL });
beforeEach(() => bench.service.reset());

function offered(name: string, mimeType: string): Source {
	return bench.service.storage.source({ bytes: 50_000, name, mimeType });
}

describe('example', () => {
	test('lip-sync-video-to-audio-file uploads both files and downloads the video', async () => {
		const video = offered('presenter.mp4', 'video/mp4');
		const audio = offered('speech.mp3', 'audio/mpeg');
		const execution = await runExample(
			bench,
			filledIn(
				// These bytes are no picture, so they have no size.
				withParameters(readExample('lip-sync-video-to-audio-file'), 'Lip Sync', {
					screen: 'portrait',
				}),
				'What to Change',
				{ videoUrl: video.url, audioUrl: audio.url },
			),
		);
		const files = arrivedAt(bench);
		expect(sortBy(files, 'service')).toEqual([
			{ id: expect.any(String), service: 'lip_sync_audio', sha256: audio.sha256() },
			{ id: expect.any(String), service: 'lip_sync_video', sha256: video.sha256() },
		]);
		const idOf = (purpose: string) => files.find(({ service }) => service === purpose)?.id;
		expect(bodiesOf(bench, 'video_lip_sync/create')).toMatchObject([
			{
				video_file_id: idOf('lip_sync_video'),
				audio_type: 'audio',
				audio_file_id: idOf('lip_sync_audio'),
			},
		]);
		expect(execution.json('Lip Sync')).toMatchObject([{ state: 'succeeded', taskKind: 'lipSync' }]);
		expect(await fileKind(bench, execution.items('Lip Sync')[0])).toBe('mp4');
	});

	test('translate-video-into-five-languages ends in a named file per language, for one folder', async () => {
		const { url: baseUrl, token: accessToken } = bench.service;
		const access = { baseUrl, accessToken, videoDetailPath: DETAIL };
		const stored = await saveCredential(bench.rest, access, 'With a Video Detail Path');
		const load = async (file: WorkflowFile) =>
			await saveWorkflow(bench.rest, withCredential(file, stored), false);
		const example = readExample('translate-video-into-five-languages');
		const execution = await runExample({ ...bench, load }, completed(example, bench.service.url));
		const [file] = arrivedAt(bench);
		expect(file).toMatchObject({ service: 'video_translation' });
		expect(bodiesOf(bench, 'video_translation/create')).toEqual([
			{
				source: { file_id: file?.id, title: 'Interview' },
				target_languages: LANGUAGES,
				need_subtitle: true,
			},
		]);
		expect(execution.json('Translate Video')).toMatchObject(
			LANGUAGES.map((targetLanguage) => ({
				taskKind: 'translation',
				state: 'succeeded',
				targetLanguage,
				outputUrls: [expect.stringContaining('.mp4')],
			})),
		);
		expect(execution.json('Your Folder')).toMatchObject(
			LANGUAGES.map((language) => ({
				folder: 'Interview',
				fileName: `Interview (${language}).mp4`,
			})),
		);
		const kinds = await Promise.all(
			execution.items('Your Folder').map(async (item) => await fileKind(bench, item)),
		);
		expect(kinds).toEqual(LANGUAGES.map(() => 'mp4'));
	});

	test('image-then-animate animates the image that it made', async () => {
		const execution = await runExample(bench, readExample('image-then-animate'));
		const [image] = execution.json('Create Image');
		expect(bodiesOf(bench, 'aigc/motion')).toEqual([
			{
				photo_unique_id: image?.taskId,
				photo_path: (image?.outputUrls as string[])[0],
				emotion: 'smiles and greets the viewer',
				gesture: true,
			},
		]);
		expect(execution.json('Animate Image')).toMatchObject([
			{ state: 'succeeded', taskKind: 'motion' },
		]);
		expect(await fileKind(bench, execution.items('Animate Image')[0])).toBe('mp4');
	});
});
