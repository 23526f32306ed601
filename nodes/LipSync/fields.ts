import type { INodeProperties } from 'n8n-workflow';

import { choiceField, type FieldGroup, markedProperties, override } from '../shared/fields/field';
import { type BodyFile, fileField } from '../shared/fields/files';
import * as shared from '../shared/fields/video';

/** The video whose speaker gets new words (service.md 4.8). */
export const video: BodyFile = {
	idPath: 'video_file_id',
	spec: {
		name: 'videoFile',
		label: 'Video',
		inputOf: 'Video',
		purpose: 'lip_sync_video',
		placeholder: 'e.g. https://example.com/speaker.mp4',
		description: 'Video of a speaker, whose lips are matched to the new speech: MP4, MOV or WebM',
	},
};

/** The recording that the speaker says (service.md 4.8). */
export const audio: BodyFile = {
	idPath: 'audio_file_id',
	spec: {
		name: 'audioFile',
		label: 'Audio',
		inputOf: 'Audio',
		purpose: 'lip_sync_audio',
		placeholder: 'e.g. https://example.com/speech.mp3',
		description: 'Recording of the speech: MP3, M4A or WAV',
		show: { audioType: ['audio'] },
	},
};

export const audioType = override(shared.audioType, 'audio_type');

export const text = override(shared.text, 'tts_config.text', {
	description: 'What the speaker says',
});

export const voice = override(shared.voice, 'tts_config.audio_man_id');

export const screen = shared.screenChoice(
	['landscape', 'portrait', 'square'],
	'Size of the new video. In another shape than that of your video, the picture is distorted.',
	"Choose 'Same as Video' unless your video has this shape",
);

/** What a video consists of. */
export const properties: INodeProperties[] = [
	...fileField(video.spec),
	audioType.property,
	...markedProperties(text.property),
	...markedProperties(voice.property),
	...fileField(audio.spec),
	...screen.properties,
];

const volume = override(shared.volume, 'volume', {
	typeOptions: { minValue: 1, maxValue: 100, numberPrecision: 0 },
	description: 'Volume of the speech, from 1 to 100',
});

const model = choiceField('model', {
	displayName: 'Quality',
	name: 'model',
	options: [
		{ name: 'Basic', value: 0 },
		{ name: 'High Quality', value: 1 },
	],
	default: 0,
	description: 'How precisely the lips are animated',
});

export const additionalFields: FieldGroup = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	placeholder: 'Add Field',
	fields: [
		shared.backway,
		shared.driveMode,
		model,
		volume,
		override(shared.speed, 'tts_config.speed', { displayOptions: shared.whenTextOption }),
		override(shared.pitch, 'tts_config.pitch', { displayOptions: shared.whenTextOption }),
	],
};
