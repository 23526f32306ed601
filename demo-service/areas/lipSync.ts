import { z } from 'zod';

import { detailEndpoint, listEndpoint, submittedTasks, videoRecord } from './area';
import type { VoicesArea } from './persons';
import { callbackUrl, demand, text } from '../server/endpoint';
import type { Task, TaskRecord } from '../server/tasks';
import type { World } from '../server/world';

const CODES = [0, 10400, 40000, 40001, 50000];
const QUERY_LIMITS = [{ count: 10, perMs: 1000 }];
const VIDEO_TYPES = ['mp4', 'mov', 'webm'];
const AUDIO_TYPES = ['mp3', 'm4a', 'wav'];

const pixels = z.number().int().min(1).max(4096);
const body = z.strictObject({
	video_file_id: text,
	screen_width: pixels.optional(),
	screen_height: pixels.optional(),
	backway: z.union([z.literal(1), z.literal(2)]).optional(),
	drive_mode: z.enum(['', 'random']).optional(),
	callback: callbackUrl.optional(),
	model: z.union([z.literal(0), z.literal(1)]).optional(),
	audio_type: z.enum(['tts', 'audio']).default('tts'),
	tts_config: z
		.strictObject({
			text: z.array(text).min(1).optional(),
			audio_man_id: text.optional(),
			speed: z.number().min(0.5).max(2).optional(),
			pitch: z.number().optional(),
		})
		.optional(),
	audio_file_id: text.optional(),
	volume: z.number().int().min(1).max(100).optional(),
});

type Input = z.infer<typeof body>;

/** Lip-sync videos (service.md 4.8, 2.4). */
export function lipSyncArea(world: World, voices: VoicesArea) {
	const { tasks, create } = submittedTasks(world, {
		endpoint: 'video_lip_sync/create',
		codes: CODES,
		input: body,
		seconds: 6,
		record: (task: Task<Input>, progress) => recordOf(world, task, progress),
		accept(input, token) {
			checkSources(world, token, input, voices);
			return input;
		},
		callback: (data) => ({ trace_id: world.ids.trace(), code: 0, msg: 'success', data }),
	});
	const list = listEndpoint(
		{ path: 'video_lip_sync/list', codes: CODES, limits: QUERY_LIMITS },
		(token) => tasks.ofApplication(token),
		tasks.record,
	);
	const detail = detailEndpoint(
		{ path: 'video_lip_sync/detail', codes: CODES, limits: QUERY_LIMITS },
		tasks.recordOf,
	);
	return { endpoints: [create, list, detail], tasks };
}

function checkSources(world: World, token: string, input: Input, voices: VoicesArea): void {
	const { files } = world.storage;
	files.referred(token, input.video_file_id, 'video_file_id', ['lip_sync_video'], VIDEO_TYPES);
	const { audio_type, audio_file_id, tts_config: { text: speech, audio_man_id } = {} } = input;
	if (audio_type === 'audio') {
		demand(audio_file_id !== undefined, 'audio_file_id: needed for audio');
		files.referred(token, audio_file_id, 'audio_file_id', ['lip_sync_audio'], AUDIO_TYPES);
		return;
	}
	demand(speech !== undefined, 'tts_config.text: needed for tts');
	demand(audio_man_id !== undefined, 'tts_config.audio_man_id: needed for tts');
	voices.check(token, audio_man_id);
}

function recordOf(world: World, task: Task<Input>, progress: number): TaskRecord {
	const usual = { key: 'lipsync', success: 20, during: progress < 0.15 ? 0 : 10 };
	return videoRecord(world, task, progress, usual, (publish, succeeded) => ({
		video_url: publish('mp4'),
		preview_url: publish('jpg'),
		duration: succeeded ? 12_400 : 0,
	}));
}
