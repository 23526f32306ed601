import compact from 'lodash/compact';

import { override, type BodyField } from '../../shared/fields/field';
import type { FileFieldSpec } from '../../shared/fields/files';
import * as shared from '../../shared/fields/speech';
import { atMostCharacters } from '../../shared/fields/values';
import { formatList } from '../../shared/util/text';

/** Longest text of one video in characters (service.md 4.7: below 4000). */
const tooLong = atMostCharacters(3999);

export const audioType = override(shared.audioType, 'audio.type');

export const text = override(
	shared.text,
	'audio.tts.text',
	{
		description:
			'What the person says: up to 3999 characters, without emoji. SSML tags are supported.',
	},
	{
		check(value) {
			const emoji = shared.emojiIn(String(value));
			const problems = [
				tooLong(value),
				emoji && `contains the emoji ${emoji}, which the service does not accept`,
			];
			return formatList(compact(problems), 'and') || undefined;
		},
	},
);

export const voice = shared.voiceField('audio.tts.audio_man');

/** Audio instead of a text (service.md 4.7). */
export const audioFile: FileFieldSpec = {
	name: 'audioFile',
	label: 'Audio',
	inputOf: 'Audio',
	purpose: 'make_video_audio',
	sources: ['inputFile', 'fileId', 'url'],
	placeholder: 'e.g. https://example.com/speech.mp3',
	description:
		'Recording of the speech: MP3 or WAV, by URL also M4A or MP4. For subtitles, use mono at 8000 Hz or 16000 Hz.',
	show: { audioType: ['audio'] },
};

/** A URL may lead to more types than an upload; its suffix says which (service.md 4.7). */
export const AUDIO_URL_EXTENSIONS = ['wav', 'mp3', 'm4a', 'mp4'] as const;

const language: BodyField = {
	path: 'audio.language',
	property: {
		displayName: 'Speech Language',
		name: 'language',
		type: 'string',
		default: '',
		placeholder: 'e.g. en',
		description:
			'Code of the spoken language, such as cn or en. If empty, the service uses cn (Chinese).',
	},
};

/** How the chosen voice reads a text. */
export const voiceFields: readonly BodyField[] = [
	override(shared.speed, 'audio.tts.speed', {
		displayName: 'Speech Speed',
		displayOptions: shared.whenTextOption,
	}),
	override(shared.pitch, 'audio.tts.pitch', {
		displayName: 'Speech Pitch',
		displayOptions: shared.whenTextOption,
	}),
];

/** What concerns the speech, be it read by a voice or recorded. */
export const speechFields: readonly BodyField[] = [
	override(shared.volume, 'audio.volume', { displayName: 'Speech Volume' }),
	language,
	override(
		shared.languageBoost,
		'audio.language_boost',
		{ displayName: 'Speech Language Boost' },
		{ undocumented: true },
	),
];
