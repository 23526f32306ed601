import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';

import type { Source } from '../../../demo-service';
import { credentialType } from '../../../tools/n8n/credentials';
import type { StoredCredential } from '../../../tools/n8n/credentials';
import type { WorkflowFile } from '../../../tools/n8n/workflows';
import { readExample, saveWorkflow, withCredential } from '../../../tools/n8n/workflows';
import { arrivedAt, bodiesOf, fileKind, filledIn, runExample } from '../../support/n8n/exampleRun';
import type { Workbench } from '../../support/n8n/shared';
import { openWorkbench } from '../../support/n8n/shared';

const DETAIL = 'video/detail';

let bench: Workbench;

beforeAll(async () => {
	bench = await openWorkbench({ videoDetailPath: DETAIL });
});
beforeEach(() => bench.service.reset());
afterAll(async () => await bench.close());

function offered(name: string, mimeType: string): Source {
	return bench.service.storage.source({ bytes: 50_000, name, mimeType });
}

describe('example', () => {
	test('lip-sync-video-to-audio-file uploads both files and downloads the video', async () => {
		const video = offered('presenter.mp4', 'video/mp4');
		const audio = offered('speech.mp3', 'audio/mpeg');
		const execution = await runExample(
			bench,
			filledIn(readExample('lip-sync-video-to-audio-file'), 'What to Change', {
				videoUrl: video.url,
				audioUrl: audio.url,
			}),
		);
		const files = arrivedAt(bench);
		expect(files).toEqual(
			expect.arrayContaining([
				{ id: expect.any(String), service: 'lip_sync_video', sha256: video.sha256() },
				{ id: expect.any(String), service: 'lip_sync_audio', sha256: audio.sha256() },
			]),
		);
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

	test('translate-video-into-three-languages ends with a task per language', async () => {
		const video = offered('interview.mp4', 'video/mp4');
		const execution = await runExample(bench, translation(video.url));
		const [file] = arrivedAt(bench);
		expect(file).toMatchObject({ service: 'video_translation', sha256: video.sha256() });
		expect(bodiesOf(bench, 'video_translation/create')).toEqual([
			{
				source: { file_id: file?.id, title: 'Interview' },
				target_languages: ['en', 'ja', 'es'],
				need_subtitle: true,
			},
		]);
		expect(execution.json('Translate Video')).toEqual(
			['en', 'ja', 'es'].map((targetLanguage) => ({
				taskId: expect.any(String),
				taskKind: 'translation',
				state: 'inProgress',
				targetLanguage,
				translationId: expect.any(String),
			})),
		);
	});

	test('translate-video-into-three-languages waits for the videos where the path is known', async () => {
		const example = translation(offered('interview.mp4', 'video/mp4').url);
		const nodes = example.nodes.map((node) => ({ ...node, disabled: false }));
		const stored = await bench.rest.post<StoredCredential>('credentials', {
			name: 'With a Video Detail Path',
			type: credentialType,
			data: {
				baseUrl: bench.service.url,
				accessToken: bench.service.token,
				videoDetailPath: DETAIL,
			},
		});
		const load = async (file: WorkflowFile) =>
			await saveWorkflow(bench.rest, withCredential(file, stored), false);
		const execution = await runExample({ ...bench, load }, { ...example, nodes });
		const submitted = execution.json('Translate Video').map(({ taskId }) => taskId);
		const finished = execution.json('Wait for Translations');
		expect(finished.map(({ taskId }) => taskId)).toEqual(submitted);
		expect(finished.map(({ state }) => state)).toEqual(['succeeded', 'succeeded', 'succeeded']);
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

function translation(videoUrl: string): WorkflowFile {
	const file = readExample('translate-video-into-three-languages');
	return filledIn(file, 'What to Change', { videoUrl });
}
