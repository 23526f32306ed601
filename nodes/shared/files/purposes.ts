import type { INodeProperties } from 'n8n-workflow';

import { VIDEO_TO_TRANSLATE } from '../api/limits';
import { formatLimit } from '../util/amounts';
import { alphabetically } from '../util/text';
import type { FileType } from './formats';

/** The service fixes parts at 10 MiB (service.md 8). */
export const PART_BYTES = 10_485_760;

/**
 * Up to this size a file is sent in one piece, with one request to the service instead of two.
 * Above, a broken connection costs one part instead of the whole file.
 */
export const SINGLE_PUT_BYTES = 2 * PART_BYTES;

/** The service takes 1000 parts of a file (service.md 8). */
export const MAX_FILE_BYTES = 1000 * PART_BYTES;

/** The rules of one upload purpose that can be checked before anything is sent. */
export interface PurposeRule {
	label: string;
	description: string;
	/** Those that the service takes, in lower case; any where undefined. */
	extensions?: readonly string[];
	/**
	 * What the file may be, where the service lists no extensions. Only used to find the right one of several files in an
	 * item, where the user has named no field.
	 */
	fileTypes?: readonly FileType[];
	/** Where it is less than for all files. */
	maxBytes?: number;
	/** A file that is sent in one piece cannot be used for this purpose. */
	multipartOnly?: true;
}

/** The table as it is given. Its type keeps the names of the purposes, from which `Purpose` is made. */
const rules = <T extends string>(table: Readonly<Record<T, PurposeRule>>) => table;

/** The upload purposes, with what their operations accept (service.md 4.1, 4.5, 4.7, 4.8, 4.9). */
export const purposes = rules({
	ai_creation: {
		label: 'AI Creation',
		description: 'Images and other files for AI images and videos',
	},
	make_video_audio: {
		label: 'Composed Video: Audio',
		description: 'Speech for a composed video (MP3 or WAV)',
		extensions: ['mp3', 'wav'],
	},
	make_video_background: {
		label: 'Composed Video: Background',
		description: 'Image or video behind a digital person (JPG, PNG, HEIC, MP4 or MOV)',
		extensions: ['jpg', 'jpeg', 'png', 'heic', 'mp4', 'mov'],
	},
	customised_person: {
		label: 'Custom Person',
		description: 'Video from which a digital person is made (MP4, WebM or MOV)',
		extensions: ['mp4', 'webm', 'mov'],
		multipartOnly: true,
	},
	lip_sync_audio: {
		label: 'Lip Sync: Audio',
		description: 'Speech for a lip-sync video (MP3, M4A or WAV)',
		extensions: ['mp3', 'm4a', 'wav'],
	},
	lip_sync_video: {
		label: 'Lip Sync: Video',
		description: 'Video of a speaker who will say something new (MP4, MOV or WebM)',
		extensions: ['mp4', 'mov', 'webm'],
	},
	video_translation: {
		label: 'Video Translation',
		description: `Video to translate (MP4 or MOV, at most ${formatLimit(VIDEO_TO_TRANSLATE.maxBytes)})`,
		extensions: ['mp4', 'mov'],
		maxBytes: VIDEO_TO_TRANSLATE.maxBytes,
	},
	prompt_audio: {
		label: 'Voice Material',
		description: 'Recording for accent conversion',
		fileTypes: ['audio'],
	},
});

export type Purpose = keyof typeof purposes;

const choices = Object.entries(purposes).map(([value, { label: name, description }]) => {
	return { name, value, description };
});

/** A dropdown with all purposes, alphabetical. */
export const purposeChoice: INodeProperties = {
	displayName: 'Purpose',
	name: 'purpose',
	type: 'options',
	options: alphabetically(choices, 'name'),
	default: 'ai_creation',
};
