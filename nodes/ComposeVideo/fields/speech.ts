import type { FileFieldSpec } from '../../shared/fields/fileField';
import { variant, type BodyField, type FieldGroup } from '../../shared/fields/bodyField';
import * as shared from '../../shared/fields/speech';
import { atMostCharacters } from '../../shared/fields/values';
import { voiceField } from '../../shared/fields/voice';
import { joined } from '../../shared/util/text';

/** Longest text of one video in characters (service.md 4.7: below 4000). */
const tooLong = atMostCharacters(3999);

export const audioType = variant(shared.audioType, 'audio.type');

export const text = variant(
	shared.text,
	'audio.tts.text',
	{ description: 'At most 3999 characters, without emoji. Tags of SSML are understood.' },
	{ check: textProblem },
);

export const voice = voiceField('audio.tts.audio_man');

/** Audio instead of a text (service.md 4.7). */
export const audioFile: FileFieldSpec = {
	name: 'audioFile',
	label: 'Audio',
	purpose: 'make_video_audio',
	sources: ['inputFile', 'fileId', 'url'],
	placeholder: 'e.g. https://example.com/speech.mp3',
	description:
		'The recording that the person speaks: MP3 or WAV, by URL also M4A or MP4. For subtitles, use mono with 8000 Hz or 16000 Hz.',
	show: { audioType: ['audio'] },
};

/** By an address, more types are taken than by upload; its suffix tells which (service.md 4.7). */
export const AUDIO_URL_EXTENSIONS = ['wav', 'mp3', 'm4a', 'mp4'] as const;

const language: BodyField = {
	path: 'audio.language',
	property: {
		displayName: 'Language',
		name: 'language',
		type: 'string',
		default: 'cn',
		placeholder: 'e.g. en',
		description: 'Code of the spoken language, such as cn or en',
	},
};

export const speech: FieldGroup = {
	displayName: 'Speech Options',
	name: 'speech',
	placeholder: 'Add Speech Option',
	description: 'How the person speaks',
	fields: [
		variant(shared.speed, 'audio.tts.speed', { displayOptions: shared.whenTextOption }),
		variant(shared.pitch, 'audio.tts.pitch', { displayOptions: shared.whenTextOption }),
		variant(shared.volume, 'audio.volume'),
		language,
		variant(shared.languageBoost, 'audio.language_boost'),
	],
};

function textProblem(value: unknown): string | undefined {
	const emoji = shared.emojiIn(String(value));
	const problems = [
		tooLong(value),
		emoji ? `contains the emoji ${emoji}, which the service does not accept` : undefined,
	];
	return (
		joined(
			problems.filter((problem) => problem !== undefined),
			'and',
		) || undefined
	);
}
