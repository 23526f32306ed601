import { VIDEO_OF_PERSON } from '../shared/api/limits';
import { pausableCompletionProperty, withDescriptions } from '../shared/fields/completion';
import { additionalFields, choiceField, textField, toggle } from '../shared/fields/properties';
import type { BodyFile } from '../shared/fields/fileFields';
import type { RequestPart } from '../shared/fields/readRequest';

/**
 * The field 'Completion' with descriptions for persons: the service can only be asked about a person by a path that
 * the user may have from the provider. Without it, only a callback reports that a person is ready (service.md 4.10).
 */
export const completion = withDescriptions(pausableCompletionProperty, {
	wait: "Needs a 'Person Detail Path' in the credential. Takes up to a day: increase 'Limit Wait Time (Minutes)'.",
	pause:
		"Needs an n8n that is reachable from the internet. Without a 'Person Detail Path', one person at a time.",
	return:
		"Continue right away. Without a 'Person Detail Path', only a callback reports when the person is ready.",
});

const name = textField('name', {
	displayName: 'Name',
	name: 'name',
	required: true,
	placeholder: 'e.g. Anna from Sales',
	description: 'Name of the new person',
});

/** The recording from which the person is created (service.md 4.5). */
const video: BodyFile = {
	idPath: 'file_id',
	urlPath: 'material_video',
	name: 'videoFile',
	label: 'Video',
	inputOf: 'Video',
	purpose: 'customised_person',
	placeholder: 'e.g. https://example.com/anna.mp4',
	description: `Recording of the person: MP4, WebM or MOV, at most ${VIDEO_OF_PERSON.maxMinutes} minutes`,
};

/**
 * Whether there is a video of the person's consent. The service calls this a version: 2.0 needs such a video, and the
 * text that is read in it. Version 1.0 is not sent, because the service assumes it (service.md 4.5).
 */
const version = choiceField(
	'version',
	{
		displayName: 'Consent',
		name: 'version',
		options: [
			{
				name: 'No Consent Video',
				value: '1.0',
				description: 'The service receives no proof of consent (version 1.0)',
			},
			{
				name: 'Consent Video',
				value: '2.0',
				description: 'A video in which the person reads a consent text aloud (version 2.0)',
			},
		],
		default: '1.0',
		description:
			"Whether to send a video of the person's consent. Get the person's consent before you create their digital double.",
	},
	{ required: true, send: (value) => (value === '2.0' ? value : undefined) },
);

/** The text that the person reads aloud, which version 2.0 needs. */
const authText = textField(
	'auth_text',
	{
		displayName: 'Consent Text',
		name: 'authText',
		typeOptions: { rows: 3 },
		placeholder: 'e.g. I, Anna Miller, agree that …',
		displayOptions: { show: { version: ['2.0'] } },
		description: 'The text that the person reads aloud in the consent video',
	},
	{ required: true },
);

/** The video of the person's consent, which version 2.0 needs. */
const authVideo: BodyFile = {
	idPath: 'auth_video_file_id',
	urlPath: 'auth_video',
	name: 'authVideo',
	label: 'Consent Video',
	inputOf: 'Consent',
	purpose: 'customised_person',
	anyUpload: true,
	placeholder: 'e.g. https://example.com/consent.mp4',
	description: 'Video in which the person reads the consent text aloud: MP4, WebM or MOV',
	show: { version: ['2.0'] },
};

/** The fields of the request that stand in the panel itself, in display order. */
export const parts: readonly RequestPart[] = [name, video, version, authText, authVideo];

/** The language of the recording, also as people write it, such as "Chinese" or "zh". */
const languageField = choiceField(
	'language',
	{
		displayName: 'Language',
		name: 'language',
		options: [
			{ name: 'Chinese', value: 'cn' },
			{ name: 'English', value: 'en' },
			{ name: 'Not Specified', value: '', description: 'The service assumes Chinese' },
		],
		default: '',
		description:
			'Language that the person speaks in the video. If not set, the service assumes Chinese.',
	},
	{ parse: { otherWords: { cn: ['zh', 'zh-CN', 'mandarin', '中文'], en: ['en-US', 'en-GB'] } } },
);

/**
 * The optional fields of the request, in a collection of their own; the last one takes parameters that have no field
 * as JSON.
 */
export const additional = additionalFields(
	[
		choiceField('train_type', {
			displayName: 'Training',
			name: 'trainType',
			options: [
				{ name: 'Figure and Voice', value: 'both' },
				{ name: 'Figure Only', value: 'figure', description: 'The video may be silent' },
				{ name: 'Voice Only', value: 'voice' },
			],
			default: 'both',
			description: 'What is created from the video. If not set, the service decides.',
		}),
		languageField,
		choiceField('resolution_rate', {
			displayName: 'Resolution',
			name: 'resolutionRate',
			options: [
				{ name: '1080p', value: 0 },
				{ name: '4K', value: 1, description: 'Needs a 4K video. Otherwise, the person is not 4K.' },
			],
			// Without this option it is 1080p, so it is added for 4K.
			default: 1,
			description: 'Highest resolution of videos with this person. If not set, 1080p.',
		}),
		toggle('error_skip', {
			displayName: 'Continue If Voice Cloning Fails',
			name: 'errorSkip',
			description:
				'Whether to create the person even if the voice cannot be cloned. The person then has no voice: choose another one in Compose Video.',
		}),
		toggle('denoise_flag', {
			displayName: 'Remove Noise',
			name: 'denoiseFlag',
			description: 'Whether to remove background noise from the recording',
		}),
		toggle('is_high_quality', {
			displayName: 'High Quality',
			name: 'isHighQuality',
			description: 'Whether to train the person in high quality',
		}),
		toggle('is_remove_bg', {
			displayName: 'Allow Background Removal',
			name: 'isRemoveBg',
			description: 'Whether the background can be removed in videos with this person',
		}),
	],
	'{"language_boost": "English"}',
);
