import type { ComposeInput } from './composeSchema';
import type { CustomPersonsArea } from './customPersons';
import type { PersonsArea } from './persons';
import { CARTOON_TAG } from './persons';
import type { VoicesArea } from './voices';
import { parameterError } from '../server/envelope';
import { extensionOf } from '../server/validation';
import type { World } from '../server/world';

export interface ComposeParts {
	publicPersons: PersonsArea;
	customPersons: CustomPersonsArea;
	voices: VoicesArea;
}

/** What the rules need to know of the chosen person. */
interface Chosen {
	support4k: boolean;
	transparent: boolean;
	cartoon: boolean;
}

const TEXT_LIMIT = 4000;
const EMOJI = /\p{Emoji_Presentation}|\uFE0F/u;
const AUDIO_FILES = ['wav', 'mp3'];
const AUDIO_URLS = ['wav', 'mp3', 'm4a', 'mp4'];
const BACKGROUNDS = ['jpg', 'jpeg', 'png', 'heic', 'mp4', 'mov'];
const SHORT_SIDE_4K = 2160;

/**
 * Rules of create_video that join fields or read other resources.
 * @throws Refusal 40000 with the message that service.md 4.7 lists
 */
export function checkComposition(
	world: World,
	token: string,
	input: ComposeInput,
	parts: ComposeParts,
): void {
	const person = choosePerson(world, token, input, parts);
	checkAudio(world, token, input, parts.voices);
	checkBackground(world, token, input.bg);
	checkScreen(input);
	if (input.person.is_rgba_mode === true && !person.transparent) {
		throw parameterError('person is not a webm type so no four-channel video');
	}
	if (input.model === 2 && !person.cartoon) {
		throw parameterError('model: 2 is for cartoon figures only');
	}
	if (input.resolution_rate === 1) {
		if (!person.support4k) throw parameterError('resolution_rate: person does not support 4K');
		if (Math.min(input.screen_width, input.screen_height) < SHORT_SIDE_4K) {
			throw parameterError('resolution_rate: screen size is not set for 4K');
		}
	}
}

function choosePerson(
	world: World,
	token: string,
	{ person, source }: ComposeInput,
	{ publicPersons, customPersons }: ComposeParts,
): Chosen {
	if (source === 1) {
		if (!world.options.mainSitePersons.includes(person.id))
			throw parameterError('custom person absent');
		return { support4k: true, transparent: true, cartoon: false };
	}
	const publicPerson = publicPersons.publicPerson(person.id);
	if (publicPerson !== undefined) {
		if (person.figure_type === undefined) throw parameterError('figure_type needed for the person');
		const variant = publicPerson.variants.find(({ figure }) => figure.type === person.figure_type);
		if (variant === undefined) throw parameterError('public person without a correct figure');
		return {
			support4k: Math.min(variant.figure.width, variant.figure.height) >= SHORT_SIDE_4K,
			transparent: variant.figure.bg_replace,
			cartoon: variant.tags.includes(CARTOON_TAG),
		};
	}
	const custom = customPersons.customPerson(token, person.id);
	if (custom?.ready !== true) throw parameterError('custom person absent');
	return { ...custom, cartoon: false };
}

function checkAudio(world: World, token: string, input: ComposeInput, voices: VoicesArea): void {
	const { audio, audio_source } = input;
	if (audio.type === 'audio') {
		if (audio.file_id === undefined && audio.wav_url === undefined) {
			throw parameterError('missing audio file');
		}
		if (audio.file_id !== undefined) {
			world.storage.references.file(
				token,
				audio.file_id,
				'audio.file_id',
				['make_video_audio'],
				AUDIO_FILES,
			);
		}
		if (audio.wav_url !== undefined) {
			requireExtension('audio.wav_url', audio.wav_url, AUDIO_URLS);
			world.storage.references.addresses(token, [audio.wav_url]);
		}
		return;
	}
	const text = audio.tts?.text?.join('') ?? '';
	if (text === '') throw parameterError('missing tts text');
	if ([...text].length >= TEXT_LIMIT) {
		throw parameterError(`audio.tts.text: total length must be below ${TEXT_LIMIT}`);
	}
	if (EMOJI.test(text)) throw parameterError('text contains emoji');
	if (audio.tts?.audio_man === undefined) throw parameterError('voice audio_man absent');
	voices.check(token, audio.tts.audio_man, audio_source);
}

function checkBackground(world: World, token: string, bg: ComposeInput['bg']): void {
	if (bg === undefined) return;
	if (bg.file_id === undefined && bg.src_url === undefined) {
		throw parameterError('bg: src_url or file_id is needed');
	}
	if (bg.file_id !== undefined) {
		world.storage.references.file(token, bg.file_id, 'bg.file_id', ['make_video_background']);
	} else if (bg.src_url !== undefined) {
		if (!BACKGROUNDS.includes(extensionOf(bg.src_url))) {
			throw parameterError('bg.src_url: unsupported image format (png, jpeg, jpg)');
		}
		world.storage.references.addresses(token, [bg.src_url]);
	}
}

function checkScreen({ subtitle_config, screen_width, screen_height }: ComposeInput): void {
	const { width = 0, height = 0 } = subtitle_config ?? {};
	if (width > screen_width || height > screen_height) {
		throw parameterError('subtitle wider or taller than the screen');
	}
}

function requireExtension(field: string, url: string, allowed: readonly string[]): void {
	if (!allowed.includes(extensionOf(url))) {
		throw parameterError(`${field}: the address must end in one of ${allowed.join(', ')}`);
	}
}
