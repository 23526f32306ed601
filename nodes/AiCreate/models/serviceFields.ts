import type { Unit } from '../../shared/fields/numbers';

/*
 * The fields of ai_creation/task/submit by the service's own names (service.md 4.3), one entry each. Which of them a
 * model has, and what they take there, is said by the entry of the model in `imageModels.ts` or `videoModels.ts`.
 */

/** A value of a field, in the editor and in the request. */
export type FieldValue = string | number;

/** What a field holds. The kind decides how the editor asks for the field and how it is read. */
type FieldKind =
	/** What the result should show, in words. */
	| 'prompt'
	/** A word that the service knows, such as a mode. */
	| 'word'
	/** A whole number of 1 or more. */
	| 'number'
	/**
	 * Width to height, such as 16:9. Where the editor offers ratios to choose from, an expression may also give one as a
	 * size (1920x1080) or an orientation (portrait).
	 */
	| 'ratio'
	/**
	 * The height of a video or the width of an image. Where the editor offers some to choose from, an expression may also
	 * give one by a usual name, such as "full hd".
	 */
	| 'resolution'
	/** One image of the video. */
	| 'frame'
	/** A list of images, sent as URLs. */
	| 'images'
	/** A list of images, videos or audio files, sent as URLs with their types. */
	| 'materials';

/** What is the same for all models that have a field. */
export interface ServiceField {
	/** Name of its parameter in the editor; of a frame, the beginning of the names of its parameters. */
	name: string;
	kind: FieldKind;
	/** What the editor and messages call it. */
	label: string;
	/** Shown below the field, without a full stop. */
	description: string;
	/** The unit that people write behind a number, as in "5 seconds". */
	unit?: Unit;
	/** What the field starts with if it is required, else its example: the first of these that the model takes. */
	usual?: readonly FieldValue[];
}

const fields = {
	ref_prompt: {
		name: 'refPrompt',
		kind: 'prompt',
		label: 'Prompt',
		description: 'What the result should show, in your own words',
	},
	start_frame: {
		name: 'startFrame',
		kind: 'frame',
		label: 'First Frame',
		description: 'The image that the video starts with',
	},
	end_frame: {
		name: 'endFrame',
		kind: 'frame',
		label: 'Last Frame',
		description: 'The image that the video ends with',
	},
	ref_img_url: {
		name: 'referenceImages',
		kind: 'images',
		label: 'Reference Images',
		description: 'Images to start from or to follow',
	},
	ref_resources: {
		name: 'referenceMaterials',
		kind: 'materials',
		label: 'Reference Materials',
		description: 'Files to start from or to follow',
	},
	aspect_ratio: {
		name: 'aspectRatio',
		kind: 'ratio',
		label: 'Aspect Ratio',
		description: 'Width to height of the result',
		usual: ['16:9'],
	},
	clarity: {
		name: 'clarity',
		kind: 'resolution',
		label: 'Resolution',
		description: 'Resolution of the result',
		unit: 'lines',
		usual: [1080, 2048],
	},
	resolution_mode: {
		name: 'resolutionMode',
		kind: 'word',
		label: 'Resolution Mode',
		description: 'How the result gets its resolution',
	},
	quality_mode: {
		name: 'qualityMode',
		kind: 'word',
		label: 'Quality',
		description: 'Quality level of the result',
	},
	video_duration: {
		name: 'videoDuration',
		kind: 'number',
		label: 'Duration (Seconds)',
		description: 'Length of the video',
		unit: 'seconds',
		usual: [5],
	},
	number_of_images: {
		name: 'numberOfImages',
		kind: 'number',
		label: 'Number of Images',
		description: 'How many images to generate',
		unit: 'images',
	},
} as const satisfies Record<string, ServiceField>;

/** The service's name of a field. */
export type FieldName = keyof typeof fields;

/** Every field, by the service's name of it. */
export const serviceFields: Readonly<Record<FieldName, ServiceField>> = fields;

/**
 * The service's names of all fields, in their order in the panel, in requests and in tables. Of two files of a request,
 * the one whose field comes first here is the first frame (`frameOrder.ts`).
 */
export const fieldNames = Object.keys(fields) as FieldName[];
