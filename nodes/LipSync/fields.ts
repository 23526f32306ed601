import { variant, type BodyField, type FieldGroup } from '../shared/fields/bodyField';
import type { BodyFile } from '../shared/fields/bodyFile';
import { backway, driveMode } from '../shared/fields/recordingPlayback';
import { screenChoice } from '../shared/fields/screen';
import * as shared from '../shared/fields/speech';
import { voiceField } from '../shared/fields/voice';

/** The video whose speaker says something else (service.md 4.8). */
export const video: BodyFile = {
	idPath: 'video_file_id',
	spec: {
		name: 'videoFile',
		label: 'Video',
		purpose: 'lip_sync_video',
		sources: ['inputFile', 'fileId', 'url'],
		placeholder: 'e.g. https://example.com/speaker.mp4',
		description: 'The video whose speaker says something else: MP4, MOV or WebM',
	},
};

/** The recording that the speaker is to say (service.md 4.8). */
export const audio: BodyFile = {
	idPath: 'audio_file_id',
	spec: {
		name: 'audioFile',
		label: 'Audio',
		purpose: 'lip_sync_audio',
		sources: ['inputFile', 'fileId', 'url'],
		placeholder: 'e.g. https://example.com/speech.mp3',
		description: 'The recording that the speaker is to say: MP3, M4A or WAV',
		show: { audioType: ['audio'] },
	},
};

export const audioType = variant(shared.audioType, 'audio_type');

export const text = variant(shared.text, 'tts_config.text', {
	description: 'What the speaker is to say',
});

export const voice = voiceField('tts_config.audio_man_id');

export const screen = screenChoice(
	['landscape', 'portrait', 'square'],
	'Size of the new video. Choose the one of your video, so that its picture keeps its shape.',
);

const volume = variant(shared.volume, 'volume', {
	typeOptions: { minValue: 1, maxValue: 100, numberPrecision: 0 },
	description: 'Loudness of the speech, from 1 to 100',
});

export const speech: FieldGroup = {
	displayName: 'Speech Options',
	name: 'speech',
	placeholder: 'Add Speech Option',
	description: 'How the speaker sounds',
	fields: [
		variant(shared.speed, 'tts_config.speed', { displayOptions: shared.whenTextOption }),
		variant(shared.pitch, 'tts_config.pitch', { displayOptions: shared.whenTextOption }),
		volume,
	],
};

const model: BodyField = {
	path: 'model',
	property: {
		displayName: 'Quality',
		name: 'model',
		type: 'options',
		options: [
			{ name: 'Basic', value: 0 },
			{ name: 'High Quality', value: 1 },
		],
		default: 0,
		description: 'How carefully the mouth is animated',
	},
};

export const videoOptions: FieldGroup = {
	displayName: 'Video Options',
	name: 'videoOptions',
	placeholder: 'Add Video Option',
	fields: [backway, driveMode, model],
};
