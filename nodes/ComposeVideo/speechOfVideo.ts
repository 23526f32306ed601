import type { BodyField } from '../shared/fields/field';
import { choiceField, override } from '../shared/fields/properties';
import type { RequestPart } from '../shared/fields/readRequest';
import { longText, type SpeechText, textCleanup } from '../shared/fields/speechFields';
import {
	audioType,
	pitch,
	speed,
	text,
	voice,
	volume,
	whenTextOption,
} from '../shared/fields/videoFields';
import { language } from './language';

/*
 * What the person says (service.md 4.7): a text that a voice reads, or a recording.
 */

/** The text, with what the service demands of it. */
export const spoken: SpeechText = {
	field: override(text, 'audio.tts.text', {
		description:
			'What the person says: up to 3,999 characters, about four minutes. SSML tags are supported.',
	}),
	// The service wants less than 4,000 characters. A test of `unit/editor` finds where the description, README and
	// docs/limits.md name the limit; docs/errors.md names it, too, and "about four minutes" follows from it.
	mostCharacters: 3999,
	refusesEmoji: true,
};

/** The fields that everybody needs. */
export const speechParts: readonly RequestPart[] = [
	override(audioType, 'audio.type'),
	spoken.field,
	textCleanup,
	longText,
	override(voice, 'audio.tts.audio_man'),
	{
		idPath: 'audio.file_id',
		urlPath: 'audio.wav_url',
		name: 'audioFile',
		label: 'Audio',
		inputOf: 'Audio',
		purpose: 'make_video_audio',
		// A URL may lead to more types than an upload.
		byUrl: ['m4a', 'mp4'],
		placeholder: 'e.g. https://example.com/speech.mp3',
		description:
			'Recording of the speech: MP3, WAV, M4A or MP4. For subtitles, use mono at 8000 Hz or 16000 Hz.',
		show: { audioType: ['audio'] },
	},
	language,
];

/** How the voice reads a text, and the volume, which concerns a recording, too. */
export const voiceFields: readonly BodyField[] = [
	override(speed, 'audio.tts.speed', { displayName: 'Speech Speed' }),
	override(pitch, 'audio.tts.pitch', { displayName: 'Speech Pitch' }),
	choiceField('audio_source', {
		displayName: 'Voice Origin',
		name: 'audioSource',
		options: [
			{
				name: 'Public or API',
				value: 0,
				description: 'A public voice, or one made through the API',
			},
			{
				name: 'Website of the Service',
				value: 1,
				description:
					'A finished personal voice of the website user who is linked to your application',
			},
		],
		default: 0,
		displayOptions: whenTextOption,
		description: 'Where the voice was made. If not set, Public or API is used.',
	}),
	override(volume, 'audio.volume', { displayName: 'Speech Volume' }),
];
