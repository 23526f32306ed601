import { omit } from 'lodash';

import { demand, extensionOf } from '../server/endpoint';
import type { CustomPersonsArea } from './customPersons';
import { type ComposeInput, composeSchema } from './composition';
import { CARTOON_TAG, type PersonsArea, type VoicesArea } from './persons';
import type { World } from '../server/world';
import { listEndpoint, submittedTasks, videoRecord } from './area';
import type { Task, TaskRecord } from '../server/tasks';

interface ComposeParts {
	publicPersons: PersonsArea;
	customPersons: CustomPersonsArea;
	voices: VoicesArea;
}

/** A custom person of the main site, for source 1. */
const MAIN_SITE_PERSON = '7100000000000000001';

const TEXT_LIMIT = 4000;
const EMOJI = /\p{Emoji_Presentation}|[\uFE0F\u20E3]|(?=\p{Extended_Pictographic})[\u2600-\u27BF]/u;
const AUDIO_FILES = ['wav', 'mp3'];
const AUDIO_URLS = ['wav', 'mp3', 'm4a', 'mp4'];
const BACKGROUNDS = ['jpg', 'jpeg', 'png', 'heic', 'mp4', 'mov'];
const SHORT_SIDE_4K = 2160;

/** Rules of create_video that join fields or read other resources, with the messages of service.md 4.7. @throws Refusal */
function checkComposition(
	world: World,
	token: string,
	input: ComposeInput,
	parts: ComposeParts,
): void {
	const person = choosePerson(token, input, parts);
	checkAudio(world, token, input, parts.voices);
	checkBackground(world, token, input.bg);
	const { width = 0, height = 0 } = input.subtitle_config ?? {};
	const fits = width <= input.screen_width && height <= input.screen_height;
	demand(fits, 'subtitle wider or taller than the screen');
	if (input.person.is_rgba_mode === true) {
		demand(person.transparent, 'person is not a webm type so no four-channel video');
	}
	if (input.model === 2) demand(person.cartoon, 'model: 2 is for cartoon figures only');
	if (input.resolution_rate === 1) {
		demand(person.support4k, 'resolution_rate: person does not support 4K');
		const shortSide = Math.min(input.screen_width, input.screen_height);
		demand(shortSide >= SHORT_SIDE_4K, 'resolution_rate: screen size is not set for 4K');
	}
}

/** What the rules need to know of the chosen person. */
function choosePerson(
	token: string,
	{ person, source }: ComposeInput,
	{ publicPersons, customPersons }: ComposeParts,
) {
	if (source === 1) {
		demand(person.id === MAIN_SITE_PERSON, 'custom person absent');
		return { support4k: true, transparent: true, cartoon: false };
	}
	const publicPerson = publicPersons.publicPerson(person.id);
	if (publicPerson !== undefined) {
		demand(person.figure_type !== undefined, 'figure_type needed for the person');
		const variant = publicPerson.variants.find(({ figure }) => figure.type === person.figure_type);
		demand(variant !== undefined, 'public person without a correct figure');
		return {
			support4k: Math.min(variant.figure.width, variant.figure.height) >= SHORT_SIDE_4K,
			transparent: variant.figure.bg_replace,
			cartoon: variant.tags.includes(CARTOON_TAG),
		};
	}
	const custom = customPersons.customPerson(token, person.id);
	demand(custom?.ready === true, 'custom person absent');
	return { ...custom, cartoon: false };
}

function checkAudio(world: World, token: string, input: ComposeInput, voices: VoicesArea): void {
	const { audio, audio_source } = input;
	if (audio.type === 'audio') {
		const { file_id, wav_url } = audio;
		demand(file_id !== undefined || wav_url !== undefined, 'missing audio file');
		if (file_id !== undefined) {
			const purposes = ['make_video_audio'];
			world.storage.files.referred(token, file_id, 'audio.file_id', purposes, AUDIO_FILES);
		}
		if (wav_url !== undefined) {
			const isAudio = AUDIO_URLS.includes(extensionOf(wav_url));
			demand(isAudio, `audio.wav_url: must end in one of ${AUDIO_URLS.join(', ')}`);
			world.storage.checkAddresses(token, [wav_url]);
		}
		return;
	}
	const text = audio.tts?.text?.join('') ?? '';
	demand(text !== '', 'missing tts text');
	const isShort = [...text].length < TEXT_LIMIT;
	demand(isShort, `audio.tts.text: total length must be below ${TEXT_LIMIT}`);
	demand(!EMOJI.test(text), 'text contains emoji');
	const voice = audio.tts?.audio_man;
	demand(voice !== undefined, 'voice audio_man absent');
	voices.check(token, voice, audio_source);
}

function checkBackground(world: World, token: string, bg: ComposeInput['bg']): void {
	if (bg === undefined) return;
	const { file_id, src_url } = bg;
	if (file_id !== undefined) {
		world.storage.files.referred(token, file_id, 'bg.file_id', ['make_video_background']);
		return;
	}
	demand(src_url !== undefined, 'bg: src_url or file_id is needed');
	const isBackground = BACKGROUNDS.includes(extensionOf(src_url));
	demand(isBackground, 'bg.src_url: unsupported image format (png, jpeg, jpg)');
	world.storage.checkAddresses(token, [src_url]);
}

/** Digital-person video composition (service.md 4.7, 2.5). */
export function composedVideosArea(world: World, parts: ComposeParts) {
	const { tasks, create } = submittedTasks(world, {
		endpoint: 'create_video',
		codes: [0, 400, 10400, 40000, 40001, 40002, 50000, 50011],
		input: composeSchema,
		seconds: 6,
		record: (task: Task<ComposeInput>, progress) => recordOf(world, parts, task, progress),
		accept(input, token) {
			checkComposition(world, token, input, parts);
			return input;
		},
	});
	const list = listEndpoint(
		{ path: 'video_list', codes: [0, 400, 10400, 40000, 50000] },
		(token) => tasks.ofApplication(token),
		(task) => {
			const record = omit(tasks.record(task), 'audio_urls');
			return { ...record, ...queueOf(record.status, tasks.progress(task)) };
		},
		({ list, page_info }) => ({ List: list, PageInfo: page_info }),
	);
	return { endpoints: [create, list], tasks };
}

/** The ten fields of the video detail and of the callback body (service.md 6). */
function recordOf(
	world: World,
	{ publicPersons }: ComposeParts,
	task: Task<ComposeInput>,
	progress: number,
): TaskRecord {
	const { hide_subtitle, person, screen_width: width, screen_height: height } = task.input;
	const seconds = secondsOf(task.input);
	// The gender of a custom person is not known.
	const gender = publicPersons.publicPerson(person.id)?.gender ?? 'female';
	const scene = { gender, screen: { width, height }, seconds };
	const silent = hide_subtitle || person.is_rgba_mode === true;
	const usual = { key: 'videos', success: 30, during: 10 };
	return videoRecord(world, task, progress, usual, (publish, succeeded) => ({
		video_url: publish('mp4', { scene }),
		subtitle_data_url: silent ? '' : publish('json'),
		preview_url: publish('jpg', { scene }),
		duration: succeeded ? seconds : 0,
		audio_urls: succeeded ? [publish('wav')] : [],
	}));
}

/** What a list says of a video in place of audio_urls (service.md 2.5): at first, it waits for its turn. */
function queueOf(status: unknown, progress: number): TaskRecord {
	if (status === 10 && progress < 0.1)
		return { queue_status: 'queued', queue_desc: 'In the queue' };
	if (status === 10) return { queue_status: 'processing', queue_desc: 'Processing' };
	if (status === 30) return { queue_status: 'completed', queue_desc: '' };
	const failed = typeof status === 'number' && status >= 40 && status <= 59;
	return { queue_status: failed ? 'failed' : 'other', queue_desc: '' };
}

/** Characters of a recording, whose length is not known. */
const USUAL_LENGTH = 60;

/** Characters that a voice says in a second. */
const PACE = 15;

/** Spoken length in seconds, by the text and its speed. */
function secondsOf({ audio, duration }: ComposeInput): number {
	const { text: [text = ''] = [], speed = 1 } = audio.tts ?? {};
	return duration ?? Math.max(1, Math.round((text.length || USUAL_LENGTH) / PACE / speed));
}
