import { whether, type BodyField, type FieldGroup } from '../shared/fields/bodyField';
import type { BodyFile } from '../shared/fields/bodyFile';
import { languageBoost } from '../shared/fields/speech';
import { purposes } from '../shared/files/purposes';

const { extensions } = purposes.customised_person;

export const name: BodyField = {
	path: 'name',
	property: {
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. Anna from Sales',
		description: 'Name of the new person',
	},
};

/** The recording from which the person is made (service.md 4.5). */
export const video: BodyFile = {
	idPath: 'file_id',
	urlPath: 'material_video',
	urlExtensions: extensions,
	spec: {
		name: 'videoFile',
		label: 'Video',
		purpose: 'customised_person',
		sources: ['inputFile', 'fileId', 'url'],
		placeholder: 'e.g. https://example.com/anna.mp4',
		description: 'A recording of the person: MP4, WebM or MOV, at most 5 minutes',
	},
};

/** Version 2.0 needs an authorization (service.md 4.5). The service takes 1.0 where none is sent. */
export const version: BodyField = {
	path: 'version',
	property: {
		displayName: 'Authorization',
		name: 'version',
		type: 'options',
		options: [
			{ name: 'Without (Version 1.0)', value: '1.0' },
			{
				name: 'With Text and Video (Version 2.0)',
				value: '2.0',
				description: 'The person agrees, in a video in which they read a text aloud',
			},
		],
		default: '1.0',
		description: 'Whether the consent of the recorded person is handed in',
	},
	send: (value) => (value === '2.0' ? value : undefined),
};

export const authText: BodyField = {
	path: 'auth_text',
	required: true,
	property: {
		displayName: 'Authorization Text',
		name: 'authText',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		displayOptions: { show: { version: ['2.0'] } },
		description: 'What the person says in the authorization video',
	},
};

export const authVideo: BodyFile = {
	idPath: 'auth_video_file_id',
	urlPath: 'auth_video',
	urlExtensions: extensions,
	spec: {
		name: 'authVideo',
		label: 'Authorization Video',
		purpose: 'customised_person',
		anyUpload: true,
		sources: ['inputFile', 'fileId', 'url'],
		placeholder: 'e.g. https://example.com/consent.mp4',
		description: 'The video in which the person agrees',
		show: { version: ['2.0'] },
	},
};

const trainType: BodyField = {
	path: 'train_type',
	property: {
		displayName: 'Training',
		name: 'trainType',
		type: 'options',
		options: [
			{ name: 'Figure and Voice', value: 'both' },
			{ name: 'Figure Only', value: 'figure', description: 'The video may be silent' },
			{ name: 'Voice Only', value: 'voice' },
		],
		default: 'both',
		description: 'What is made from the video',
	},
};

const language: BodyField = {
	path: 'language',
	property: {
		displayName: 'Language',
		name: 'language',
		type: 'options',
		options: [
			{ name: 'Chinese', value: 'cn' },
			{ name: 'English', value: 'en' },
		],
		default: 'cn',
		description: 'Language of the voice',
	},
};

const resolutionRate: BodyField = {
	path: 'resolution_rate',
	property: {
		displayName: 'Resolution',
		name: 'resolutionRate',
		type: 'options',
		options: [
			{ name: '1080p', value: 0 },
			{ name: '4K', value: 1, description: 'Needs a video in 4K; else the person is not 4K' },
		],
		default: 0,
		description: 'Largest resolution of videos with the person',
	},
};

export const training: FieldGroup = {
	displayName: 'Training Options',
	name: 'training',
	placeholder: 'Add Training Option',
	fields: [
		trainType,
		language,
		languageBoost,
		resolutionRate,
		whether('error_skip', {
			displayName: 'Go On Without Voice',
			name: 'errorSkip',
			description:
				'Whether to finish the person when its voice cannot be cloned. It then has no voice of its own: choose another one in Compose Video.',
		}),
		whether('denoise_flag', {
			displayName: 'Remove Noise',
			name: 'denoiseFlag',
			description: 'Whether to remove noise from the recording',
		}),
		whether('is_high_quality', {
			displayName: 'High Quality',
			name: 'isHighQuality',
			description: 'Whether to train in high quality',
		}),
		whether('is_remove_bg', {
			displayName: 'Allow Background Removal',
			name: 'isRemoveBg',
			description: 'Whether the background of the person can be removed in videos with it',
		}),
	],
};
