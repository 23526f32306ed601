import { additionalFields, choiceField, override } from '../shared/fields/properties';
import type { BodyFile } from '../shared/fields/fileFields';
import type { RequestPart } from '../shared/fields/readRequest';
import { textCleanup } from '../shared/fields/speechFields';
import * as shared from '../shared/fields/videoFields';

/** The video whose speaker gets new words (service.md 4.8). */
export const video: BodyFile = {
	idPath: 'video_file_id',
	name: 'videoFile',
	label: 'Video',
	inputOf: 'Video',
	purpose: 'lip_sync_video',
	placeholder: 'e.g. https://example.com/speaker.mp4',
	description: 'Video of a speaker, whose lips are matched to the new speech: MP4, MOV or WebM',
};

/** What the speaker says, where the speech is a text. */
export const text = override(shared.text, 'tts_config.text', {
	description: 'What the speaker says',
});

/**
 * The fields of the request that stand in the panel itself, in display order: the video, its new speech, and the size
 * of the result (service.md 4.8).
 */
export const parts: readonly RequestPart[] = [
	video,
	override(shared.audioType, 'audio_type'),
	text,
	textCleanup,
	override(shared.voice, 'tts_config.audio_man_id'),
	{
		idPath: 'audio_file_id',
		name: 'audioFile',
		label: 'Audio',
		inputOf: 'Audio',
		purpose: 'lip_sync_audio',
		placeholder: 'e.g. https://example.com/speech.mp3',
		description: 'Recording of the speech: MP3, M4A or WAV',
		show: { audioType: ['audio'] },
	},
	...shared.screenChoice(
		['landscape', 'portrait', 'square'],
		'Size of the new video. In another shape than that of your video, the picture is distorted.',
		"'Same as Video' keeps the shape of your video",
	),
];

/** The optional fields of the request, in a collection of their own. */
export const additional = additionalFields([
	shared.backway,
	shared.driveMode,
	choiceField(
		'model',
		{
			displayName: 'Quality',
			name: 'model',
			options: [
				{ name: 'Basic', value: 0 },
				{ name: 'High Quality', value: 1 },
			],
			default: 0,
			description: 'How precisely the lips are animated',
		},
		{ parse: { otherWords: shared.wordsForQualities } },
	),
	override(shared.volume, 'volume', {
		typeOptions: { minValue: 1, maxValue: 100, numberPrecision: 0 },
		description: 'Volume of the speech, from 1 to 100',
	}),
	override(shared.speed, 'tts_config.speed'),
	override(shared.pitch, 'tts_config.pitch'),
]);
