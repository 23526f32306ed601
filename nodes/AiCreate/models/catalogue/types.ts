import type { IDataObject } from 'n8n-workflow';

import type { MediaLimits } from '../../../shared/files/fileUse';
import type { FileType } from '../../../shared/files/formats';

type FieldKind = 'text' | 'word' | 'number' | 'frame' | 'images' | 'materials';

type FieldWords = readonly [name: string, kind: FieldKind, label: string, description: string];

/**
 * The parameters of ai_creation/task/submit by the service's own names (service.md 4.3), each with the
 * name of its parameter in the editor (of a frame, the beginning of its names), its kind, and its words
 * there. The order is the order in requests and tables.
 */
export const fieldWords = {
	ref_prompt: ['refPrompt', 'text', 'Prompt', 'What the result should show, in your own words'],
	start_frame: ['startFrame', 'frame', 'First Frame', 'The image that the video starts with'],
	end_frame: ['endFrame', 'frame', 'Last Frame', 'The image that the video ends with'],
	ref_img_url: [
		'referenceImages',
		'images',
		'Reference Images',
		'Images to start from or to follow',
	],
	ref_resources: [
		'referenceMaterials',
		'materials',
		'Reference Materials',
		'Files to start from or to follow',
	],
	aspect_ratio: ['aspectRatio', 'word', 'Aspect Ratio', 'Width to height of the result'],
	clarity: ['clarity', 'number', 'Resolution', 'Resolution of the result'],
	resolution_mode: [
		'resolutionMode',
		'word',
		'Resolution Mode',
		'How the result gets its resolution',
	],
	quality_mode: ['qualityMode', 'word', 'Quality', 'Quality level of the result'],
	video_duration: ['videoDuration', 'number', 'Duration (Seconds)', 'Length of the video'],
	number_of_images: ['numberOfImages', 'number', 'Number of Images', 'How many images to generate'],
} as const satisfies Record<string, FieldWords>;

export type FieldName = keyof typeof fieldWords;

export const fieldNames = Object.keys(fieldWords) as FieldName[];

/** 3 makes images, 4 makes videos (service.md 2.2). */
export type CreationType = 3 | 4;

export type FieldValue = string | number;

/** What part a field has among those of its model. Only `ModelField` in `models/modelFields.ts` is asked for it. */
export type FieldRole =
	| 'main'
	/** A file that the model is made for: the editor starts with one of the input instead of none. */
	| 'start'
	/** Few people need it: it stands last; a list of files has a label of its own. */
	| 'secondary'
	/** A secondary list that stands for the first frame: a request has either, not both. */
	| 'insteadOfFirstFrame';

/** What values are called in plain words, by the values. */
export type ValueNames = Readonly<Record<string, string>>;

/** What a field of a model may hold. */
export type Taken =
	/** One of a closed list: nothing else is accepted. */
	| {
			is: 'oneOf';
			values: readonly FieldValue[];
			names?: ValueNames;
			/** What applies when the field is not sent, where the specification says so. */
			whenOmitted?: FieldValue;
			/** What a required field starts with, where the usual start value does not suit. */
			initial?: FieldValue;
	  }
	/** Documented as common or as an example; other values are accepted too. Those with names are offered as a dropdown. */
	| { is: 'suggested'; values: readonly FieldValue[]; names?: ValueNames }
	/** A whole number within limits. */
	| { is: 'range'; least: number; most: number }
	/** Always sent with this value and never asked for. */
	| { is: 'fixed'; value: FieldValue }
	| { is: 'text'; mostCharacters: number }
	/** Of a list of files: how many, and of which types, where that is limited. */
	| { is: 'files'; most?: number; types?: readonly FileType[] };

/** What one model says about one of its fields. What is not said is not limited. */
export interface FieldRule {
	required?: true;
	takes?: Taken;
	/** 'main' where it is not said. */
	role?: Exclude<FieldRole, 'main'>;
	/** A sentence for the user, beyond the description that all models share. */
	note?: string;
}

/**
 * The price of one second for a resolution in a mode (service.md 4.3): credits of both types as
 * charged, each with what they are without the present activity.
 */
type SecondPrice = readonly [
	clarity: number,
	resolutionMode: string,
	creditA: number,
	originalCreditA: number,
	creditB: number,
	originalCreditB: number,
];

/** One entry of the catalogue: everything that the specification says about a model. */
export interface Model {
	code: string;
	/** What it makes of what, as it stands before the code in the list of models. */
	label: string;
	description: string;
	creationType: CreationType;
	fields: Readonly<Partial<Record<FieldName, FieldRule>>>;
	/**
	 * Of first- and last-frame models, whose images of all media fields count together, one or two:
	 * the formats and bytes of one image, where the specification limits them.
	 */
	frames?: Omit<MediaLimits, 'fileTypes'>;
	/** The file that it starts from; without one, the service would charge for its defaults. */
	needs?: 'image' | 'video';
	prices?: readonly SecondPrice[];
	hasDefaultPrompt?: true;
	/** False: the parameters are not documented and are given freely as JSON. */
	described: boolean;
}

/** A body of ai_creation/task/submit. */
export interface SubmitBody extends IDataObject {
	model_code: string;
	creation_type: CreationType;
}
